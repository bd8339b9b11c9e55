"""The solver that ``solve`` uses for a position, with a table that suits it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ressac_lab.cli.memory import default_memory, machine_memory, power_of_two

if TYPE_CHECKING:
    from ressac_lab.rules import Position, Variant
    from ressac_lab.solve.examine import Solver

# What a search guesses to want to remember is far more than it does: on le détroit with three to six boats
# 30 to 200 times the positions that it visits, and a larger table costs the time to clear it.
GUESSED_AN_ENTRY = 128


@dataclass(frozen=True, slots=True)
class Method:
    """How positions are solved: by plain minimax, or by a search on a table of so many bytes.

    ``memory`` and ``workers`` are None where nothing was said.
    """

    plain: bool
    memory: int | None
    workers: int | None


class Solvers:
    """The solvers of one variant, one at a time: kept while a position wants the same kind of solver.

    How large a table is if nothing was said goes by the position and by what was free when this began,
    so no position's node count depends on which others are solved.
    """

    def __init__(self, variant: Variant, method: Method, nodes: int | None) -> None:
        self.variant = variant
        self.method = method
        self.nodes = nodes
        self._free = machine_memory()[0]
        self._how: dict[str, Any] = {}
        self._solver: Solver | None = None

    def solver_for(self, place: Position) -> tuple[Solver, dict[str, Any]]:
        """Return the solver for a position, and what JSON says of it."""
        how = self._how_to_solve(place)
        if self._solver is None or how != self._how:
            # Let go of a table before there is another.
            self._solver = None
            self._solver, self._how = self._made(how), how
        return self._solver, how

    def _how_to_solve(self, place: Position) -> dict[str, Any]:
        if self.method.plain:
            from ressac_lab.solve.size import METHOD

            return {"method": METHOD}
        from ressac_lab.solve.alphabeta import BYTES_AN_ENTRY, METHOD
        from ressac_lab.solve.size import search_size

        memory = self.method.memory
        if memory is None:
            entries = search_size(self.variant, place.ply) // GUESSED_AN_ENTRY
            if self.nodes is not None:
                entries = min(entries, self.nodes)
            memory = default_memory(BYTES_AN_ENTRY * entries, self._free)
        return {"method": METHOD, "memory": power_of_two(memory), "workers": self.method.workers or 1}

    def _made(self, how: dict[str, Any]) -> Solver:
        """Return a new solver, its kernels compiled."""
        from ressac_lab.solve.alphabeta import AlphaBeta
        from ressac_lab.solve.examine import PlainSolver, warm

        solver: Solver = PlainSolver(self.variant)
        if not self.method.plain:
            solver = AlphaBeta(self.variant, how["memory"], how["workers"])
        warm(solver)
        solver.node_limit = self.nodes
        return solver

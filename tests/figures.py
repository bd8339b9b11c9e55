"""A few figures of every kernel, small enough to be made again without the compiler."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from ressac_lab.agents import parse_pairing
from ressac_lab.agents.room import Room
from ressac_lab.kernels.layout import layout_of
from ressac_lab.kernels.perft import perft
from ressac_lab.kernels.playouts import play_games, replay_games
from ressac_lab.rules import Position, Variant
from ressac_lab.solve.layer_files import LayerFiles
from ressac_lab.solve.layer_plan import LayerPlan
from ressac_lab.solve.layers import sweep_layers
from ressac_lab.solve.minimax import Minimax

SMALL = Variant(3, 3, ("B2",), 3, (2, 3), touch="corners", wrecks_drift=False, pie="swap")
LARGE = Variant(8, 8, ("A1", "H8"), 31, (2, 31), touch="torus", slide="may", scorers="both")
AGENTS = ("random", "greedy vs random after 1 random")
THINKERS = "mcts:playouts=2,endgame=1 vs lookahead:depth=1"
THOUGHT_PLIES = 4  # each takes seconds on a large board without the compiler
TINY = Variant(3, 2, ("A1",), 2, (1, 2), slide_step=2)


def kernel_figures() -> dict[str, Any]:
    """Return perft, games and exact values, as JSON can hold them."""
    found: dict[str, Any] = {}
    for name, variant in (("small", SMALL), ("large", LARGE)):
        counted = perft(variant, Position.start(variant), 2 if variant == SMALL else 1)
        found[f"perft {name}"] = [counted.perft, counted.checksum]
        for agents in (*AGENTS, f"{THINKERS} after {variant.plies - THOUGHT_PLIES} random"):
            move_codes = np.zeros((2, variant.plies), dtype=np.uint16)
            points, again = (np.zeros((2, len(variant.decounts), 2), np.uint8) for _ in range(2))
            swaps = np.zeros(2, dtype=np.uint8)
            room = Room(variant, parse_pairing(agents))
            room.play(2**63 + 5, 2**63 + 7, 3, move_codes, points, swaps)
            replay_games(layout_of(variant), move_codes, again)
            found[f"games {name} {agents}"] = [move_codes.tolist(), points.tolist(), again.tolist()]
    solver, start = Minimax(TINY, (0.25,)), Position.start(TINY)
    found["value"] = [solver.value(start), *solver.trembling_values(start), solver.nodes]
    found["openings"] = [value for _, value in solver.openings(start)]
    for name, epsilons in (("layers", (0.25,)), ("worths alone", ())):
        plan = LayerPlan(replace(TINY, scorers="both"), 1, epsilons, means=bool(epsilons))
        with TemporaryDirectory() as folder:
            files = LayerFiles(Path(folder), plan)
            sweep_layers(files, workers=1, keep=True)
            layers = [files.load_layer(ply) for ply in range(plan.plies)]
            found[name] = [[worths.tolist(), means.tolist()] for worths, means in layers]
            del layers
    return found


if __name__ == "__main__":
    print(json.dumps({"compiled": hasattr(play_games, "py_func"), **kernel_figures()}))

"""The kit that every solver and every player is held to: all rule switches, boards up to 64 cells.

``docs/extending.md`` says how to use it. Each check draws its variants from a fixed seed and makes
sure that every value of every switch was among them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from support import random_moves, random_variant

from ressac_lab.errors import TooLargeError
from ressac_lab.reference import Reference
from ressac_lab.rules import Move, Position, Variant
from ressac_lab.rules.variant import CHOICES
from ressac_lab.solve.minimax import Minimax

Solver = Callable[[Variant, Position], int]
Player = Callable[[Variant, Position], Move]

# Plain minimax answers within milliseconds below this many positions.
EASY = 3000


def check_solver(value_of: Solver, count: int = 300, seed: int = 1) -> None:
    """Assert that a solver's scores to go are those of plain minimax.

    Half of the positions are start positions of small boards, half are late ones of boards of any
    size; ``value_of`` gives Light's points to come minus Dark's.
    """
    seen = []
    for variant, position in _solvable(random.Random(seed), count):
        expected = Minimax(variant, limit=EASY).value(position)
        found = value_of(variant, position)
        assert found == expected, f"{variant.canonical_text()} | {position.text()}: {found}, not {expected}"
        seen.append(variant)
    _assert_every_switch_was_there(seen)


def check_player(choose: Player, count: int = 60, seed: int = 2) -> None:
    """Assert that a player makes legal moves, from the first ply to the last, under every switch."""
    source, seen = random.Random(seed), []
    for _ in range(count):
        variant = random_variant(source)
        engine, position = Reference(variant), Position.start(variant)
        while position.ply < variant.plies:
            move = choose(variant, position)
            legal = engine.legal_moves(position)
            assert move in legal, f"{variant.canonical_text()} | {position.text()}: {move} is not legal"
            position = engine.play(position, source.choice(legal))
        seen.append(variant)
    _assert_every_switch_was_there(seen)


def _solvable(source: random.Random, count: int) -> Iterator[tuple[Variant, Position]]:
    """Yield variants with positions that plain minimax can value at once."""
    found = 0
    while found < count:
        small = found % 2 == 0
        variant = random_variant(source, sides=(2, 3), most_boats=3) if small else random_variant(source)
        position = Position.start(variant)
        if not small:
            engine = Reference(variant)
            moves = random_moves(variant, source, engine.play)
            position = list(engine.replay(tuple(moves)))[
                variant.plies - source.randint(1, min(4, len(moves)))
            ]
        try:
            Minimax(variant, limit=EASY).value(position)
        except TooLargeError:
            continue
        found += 1
        yield variant, position


def _assert_every_switch_was_there(variants: list[Variant]) -> None:
    for field, choices in CHOICES.items():
        assert {getattr(variant, field) for variant in variants} == set(choices), field
    assert {variant.wrecks_drift for variant in variants} == {True, False}
    assert len({variant.slide_step for variant in variants}) > 3
    assert any(variant.width != variant.height for variant in variants)

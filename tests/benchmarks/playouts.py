"""Random games a second on one core: compiled, and by a plain Python loop, in the same run.

Run: python tests/benchmarks/playouts.py [GAMES]
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

from ressac_lab.agents import parse_pairing
from ressac_lab.arena import play
from ressac_lab.rules import Variant

PYTHON_GAMES = 500
ROUNDS = 5


def largest(boats: list[bool]) -> int:
    """The largest flotilla on the 5×5 board, as one would first write it."""
    best, seen = 0, set()
    for start in range(25):
        if not boats[start] or start in seen:
            continue
        stack, size = [start], 0
        seen.add(start)
        while stack:
            cell = stack.pop()
            size += 1
            row, column = divmod(cell, 5)
            for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                near = 5 * r + c
                if 0 <= r < 5 and 0 <= c < 5 and boats[near] and near not in seen:
                    seen.add(near)
                    stack.append(near)
        best = max(best, size)
    return best


def plain_game(source: random.Random) -> list[int]:
    """One random game of le détroit over a list of 25 cells; returns the two totals."""
    board, totals = [" "] * 25, [0, 0]
    for cell in (11, 12, 13):
        board[cell] = "X"
    for ply in range(18):
        side = "LD"[ply % 2]
        cell = source.choice([c for c in range(25) if board[c] == " "])
        board[cell] = side
        row, column = divmod(cell, 5)
        line = list(range(5 * row, 5 * row + 5)) if source.random() < 0.5 else list(range(column, 25, 5))
        step = source.choice((1, -1))
        contents = [board[c] for c in line]
        for place, content in enumerate(contents):
            board[line[(place + step) % 5]] = content
        if ply // 2 + 1 in (3, 6, 9):
            totals[ply % 2] += largest([content == side for content in board])
    return totals


def best_rate(run: Callable[[], object], games: int) -> float:
    """Games per CPU second in the best of several rounds."""
    rates = []
    for _ in range(ROUNDS):
        began = time.process_time()
        run()
        rates.append(games / (time.process_time() - began))
    return max(rates)


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 500_000
    variant, pairing = Variant(), parse_pairing("random")
    play(variant, pairing, 0, 0, 1)
    source = random.Random(1)
    compiled = best_rate(lambda: play(variant, pairing, 1, 0, games), games)
    plain = best_rate(lambda: [plain_game(source) for _ in range(PYTHON_GAMES)], PYTHON_GAMES)
    print(f"le détroit, random games per CPU second on one core, best of {ROUNDS} rounds")
    print(f"compiled kernels   {compiled:12,.0f}")
    print(f"plain Python loop  {plain:12,.0f}")
    print(f"ratio              {compiled / plain:12,.0f}")


if __name__ == "__main__":
    main()

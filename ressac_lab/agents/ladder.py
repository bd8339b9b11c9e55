"""The ladder: levels of strength, each of which beats the one below about two times in three.

How much each level wins, and what a map's bias is at its strength, is measured on le détroit in
``results/ladder/``.
"""

from __future__ import annotations

LADDER: dict[str, str] = {
    "L0": "noisy:0.25,greedy",
    "L1": "noisy:0.06,greedy",
    "L2": "lookahead:depth=1",
    "L3": "noisy:0.05,lookahead:depth=2",
    "L4": "mcts:playouts=40,endgame=2",
    "L5": "mcts:playouts=120,endgame=4",
    "L6": "mcts:playouts=400,endgame=6",
    "L7": "mcts:playouts=3000,endgame=8",
}

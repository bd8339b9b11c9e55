"""The ladder: levels of strength, each of which beats the one below about two times in three.

How much each level wins, and what a map's bias is at its strength, is measured on le détroit in
``results/ladder/``.
"""

from __future__ import annotations

LADDER: dict[str, str] = {
    "L0": "random",
    "L7": "lookahead:depth=3,endgame=8",
}

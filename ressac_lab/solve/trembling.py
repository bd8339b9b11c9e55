"""How often hands tremble: the ladder of ε, and ε in text."""

from __future__ import annotations

# The last is random play.
LADDER = (0.01, 0.05, 0.1, 0.3, 1.0)


def epsilon_text(epsilon: float) -> str:
    """Return an ε in as few digits as tell it apart.

    >>> epsilon_text(0.05), epsilon_text(1.0)
    ('0.05', '1')
    """
    return repr(epsilon).removesuffix(".0")

"""What a command starts from: a variant and a position of it."""

from __future__ import annotations

from ressac_lab.rules import NamedVariant, Position, load


def start_of(name: str, settings: list[str] | None, position: str | None) -> tuple[NamedVariant, Position]:
    """Return the variant named, changed as asked, and its start or the position given."""
    named = load(name, settings or ())
    if position is None:
        return named, Position.start(named.variant)
    parsed = Position.parse(position)
    parsed.check(named.variant)
    return named, parsed

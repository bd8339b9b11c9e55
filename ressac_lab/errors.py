"""What a user can get wrong, in a few kinds under one root.

Every message is one sentence that quotes what was given and says what was expected. The command
line prints it and exits with code 2; any other exception is a bug of ours and shows its traceback.
"""

LONGEST_SHOWN = 80


def shown(value: object) -> str:
    """Return a value as messages quote it: on one line, and shortened if it is long."""
    try:
        text = repr(value)
    except ValueError:
        # Python writes no integer of thousands of digits in decimals, but any in hexadecimals.
        text = hex(value) if isinstance(value, int) else f"a {type(value).__name__} of very long numbers"
    except RecursionError:
        text = f"a deeply nested {type(value).__name__}"
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


class RessacError(Exception):
    """A mistake in what the user gave; the message is the whole story."""


class VariantError(RessacError):
    """A variant that contradicts itself, or a variant file that cannot be understood."""


class NotationError(RessacError):
    """A cell, move, position or game that cannot be read."""


class ExperimentError(RessacError):
    """An experiment file that cannot be understood, or that asks for nothing."""


class StoreError(RessacError):
    """A results folder that cannot be used as asked."""


class ProofError(RessacError):
    """A proof file that cannot be used as asked."""


class TooLargeError(RessacError):
    """An exact answer that this method cannot reach, with an estimate of its size."""


class GameError(RessacError):
    """Something that cannot be done in a game as it stands."""

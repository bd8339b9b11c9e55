"""What a user can get wrong, in a few kinds under one root.

Every message is one sentence that quotes what was given and says what was expected. The command
line prints it and exits with code 2; any other exception is a bug of ours and shows its traceback.
"""


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


class TooLargeError(RessacError):
    """An exact answer that this method cannot reach, with an estimate of its size."""

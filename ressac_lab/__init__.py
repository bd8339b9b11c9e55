"""A rule-variant research toolkit with an exact solver for the board game RESSAC."""

__version__ = "0.1.0"

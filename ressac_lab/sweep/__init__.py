"""Experiments: from a file to jobs with an identity, to a store of their outcomes."""

from ressac_lab.sweep.experiment import Experiment, read_experiment, same_games
from ressac_lab.sweep.run import sweep
from ressac_lab.sweep.store import Store

__all__ = ["Experiment", "Store", "read_experiment", "same_games", "sweep"]

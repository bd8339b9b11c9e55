"""Numbers in, numbers out: histograms, how sure a share or a mean is, and verdicts. Knows no game."""

from ressac_lab.stats.betting import confidence_sequence
from ressac_lab.stats.bounded_mean import mean_interval
from ressac_lab.stats.elo import elo_difference
from ressac_lab.stats.histogram import Histogram, mean, median, total
from ressac_lab.stats.interval import Interval
from ressac_lab.stats.shares import wilson
from ressac_lab.stats.verdicts import Band, Judgement, Verdict, judge, lacking

__all__ = [
    "Band",
    "Histogram",
    "Interval",
    "Judgement",
    "Verdict",
    "confidence_sequence",
    "elo_difference",
    "judge",
    "lacking",
    "mean",
    "mean_interval",
    "median",
    "total",
    "wilson",
]

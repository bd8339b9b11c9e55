"""Numbers in, numbers out: histograms, and how sure a share or a mean is. Knows no game."""

from ressac_lab.stats.bounded_mean import mean_interval
from ressac_lab.stats.elo import elo_difference
from ressac_lab.stats.histogram import Histogram, mean, median, total
from ressac_lab.stats.interval import Interval
from ressac_lab.stats.shares import wilson

__all__ = ["Histogram", "Interval", "elo_difference", "mean", "mean_interval", "median", "total", "wilson"]

"""Games between agents, their records, and the measures read off the records."""

from ressac_lab.arena.choose import Choice, choose, opinions, takes_light
from ressac_lab.arena.match import Records, play
from ressac_lab.arena.measures import Measures, measure

__all__ = ["Choice", "Measures", "Records", "choose", "measure", "opinions", "play", "takes_light"]

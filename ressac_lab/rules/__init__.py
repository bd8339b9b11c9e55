"""RESSAC as data: board, variant, catalogue of variant files, position, move, notation, start maps."""

from ressac_lab.rules.board import Board
from ressac_lab.rules.catalogue import NamedVariant, load
from ressac_lab.rules.game import Game
from ressac_lab.rules.maps import MapClass, class_of, map_classes
from ressac_lab.rules.move import Direction, Move, Slide, slides_of
from ressac_lab.rules.position import Position
from ressac_lab.rules.symmetry import Symmetry, map_symmetries, rule_symmetries
from ressac_lab.rules.variant import Variant

__all__ = [
    "Board",
    "Direction",
    "Game",
    "MapClass",
    "Move",
    "NamedVariant",
    "Position",
    "Slide",
    "Symmetry",
    "Variant",
    "class_of",
    "load",
    "map_classes",
    "map_symmetries",
    "rule_symmetries",
    "slides_of",
]

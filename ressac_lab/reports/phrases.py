"""Every sentence that reports and boards show, in English and in French, in one table.

The French words of the game are those of its rules: épave, bateau, glissement, flottille, décompte, camp
clair and camp sombre, carte de départ. Names that are data (columns, variants, agents, the letters
L, D and X of the notation) are the same in both languages.
"""

from __future__ import annotations

from typing import NamedTuple

from ressac_lab.errors import RessacError, shown

LANGUAGES = ("en", "fr")
# French groups digits by a narrow no-break space and marks decimals with a comma.
NARROW_SPACE = "\u202f"


class LanguageError(RessacError):
    """A language that no phrase is written in."""


class Phrase(NamedTuple):
    """One sentence in every language; ``{name}`` stands for a value, the same names in each."""

    en: str
    fr: str


BOARD = {
    "board.light": Phrase("Light", "Clair"),
    "board.dark": Phrase("Dark", "Sombre"),
    "board.wrecks": Phrase("wrecks", "épaves"),
    "board.none": Phrase("none", "aucun"),
    "board.start": Phrase("start map", "carte de départ"),
    "board.ply": Phrase("ply {ply}", "coup {ply}"),
    "board.state": Phrase(
        "ply {ply}; Light {light}, Dark {dark}", "coup {ply} ; Clair {light}, Sombre {dark}"
    ),
    "board.move": Phrase("{ply}. {move}", "{ply}. {move}"),
    "board.points": Phrase("Light {light}, Dark {dark}", "Clair {light}, Sombre {dark}"),
    "board.alt": Phrase(
        "Board of {width} columns and {height} rows. Light: {light}. Dark: {dark}. Wrecks: {wrecks}.",
        "Plateau de {width} colonnes et {height} lignes. Clair : {light}. Sombre : {dark}. "
        "Épaves : {wrecks}.",
    ),
    "board.legend": Phrase(
        "L boats of Light, D boats of Dark, X wrecks",
        "L bateaux du camp clair, D bateaux du camp sombre, X épaves",
    ),
    "board.contested": Phrase("contested: {cells}", "disputées : {cells}"),
}

PHRASES: dict[str, Phrase] = {**BOARD}


class Words:
    """The phrases of one language, and its way to write numbers.

    >>> Words("fr")("board.ply", ply=3), Words("fr").number(1234.5, 2)
    ('coup 3', '1\\u202f234,50')
    """

    def __init__(self, language: str = "en") -> None:
        if language not in LANGUAGES:
            raise LanguageError(f"no language {shown(language)}: expected {' or '.join(LANGUAGES)}")
        self.language = language

    def __call__(self, key: str, **values: object) -> str:
        """Return a phrase with its values filled in; KeyError for a key or a value that is missing."""
        phrase: str = getattr(PHRASES[key], self.language)
        return phrase.format_map(values)

    def number(self, value: float, decimals: int = 0, sign: bool = False) -> str:
        """Return a number with grouped digits, as the language writes it; −0 becomes 0."""
        text = f"{round(value, decimals) + 0.0:{'+' if sign else ''},.{decimals}f}"
        if self.language == "fr":
            text = text.translate(str.maketrans(",.", f"{NARROW_SPACE},"))
        return text


ENGLISH = Words("en")

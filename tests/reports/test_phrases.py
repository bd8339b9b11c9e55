from __future__ import annotations

from string import Formatter

import pytest
from support import refused

from ressac_lab.reports.phrases import LANGUAGES, PHRASES, LanguageError, Phrase, Words


def values_of(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_the_languages_are_those_of_the_table() -> None:
    assert Phrase._fields == LANGUAGES


@pytest.mark.parametrize("key", PHRASES)
def test_a_phrase_takes_the_same_values_in_every_language(key: str) -> None:
    english, *others = (values_of(text) for text in PHRASES[key])
    assert all(other == english for other in others)
    assert "" not in english


@pytest.mark.parametrize("key", PHRASES)
def test_a_phrase_is_written_in_every_language(key: str) -> None:
    assert all(text.strip() for text in PHRASES[key])


def test_french_speaks_with_the_words_of_the_rules() -> None:
    words = " ".join(phrase.fr for phrase in PHRASES.values())
    for word in ("épaves", "bateaux", "camp clair", "camp sombre", "carte de départ"):
        assert word in words


def test_an_unknown_language_is_refused() -> None:
    with refused(LanguageError, "no language 'de': expected en or fr"):
        Words("de")


def test_numbers_are_written_as_the_language_does() -> None:
    assert Words("en").number(-1234.56, 1) == "-1,234.6"
    assert Words("fr").number(-1234.56, 1) == "-1\u202f234,6"
    assert Words("en").number(-0.001, 2, sign=True) == "+0.00"

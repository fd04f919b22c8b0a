"""Which language an answer is in."""

from __future__ import annotations

from parcours.engine.words import LANGUAGES, LOCALE, best_language

LANGUAGES_AT_HAND = tuple(code for code in LANGUAGES if code == "en" or (LOCALE / f"{code}.po").exists())


def language_of(asked: str | None, accepted: str) -> str:
    """The language asked for by name, else the one that the browser likes best; English where it is not at hand."""
    wanted = asked if asked in LANGUAGES else best_language(accepted)
    return wanted if wanted in LANGUAGES_AT_HAND else "en"

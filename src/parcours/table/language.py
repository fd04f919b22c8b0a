"""Which language an answer is in."""

from __future__ import annotations

from typing import Literal

from parcours.engine.words import LANGUAGES, best_language

Language = Literal["en", "it", "de", "fr"]


def language_of(asked: str | None, accepted: str) -> str:
    """The language asked for by name, otherwise the one that the browser likes best."""
    return asked if asked in LANGUAGES else best_language(accepted)

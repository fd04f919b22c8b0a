"""Labels of a board in one language, with room for every language, so that another language never moves the land."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from parcours.svg import width_of

Words = Callable[..., str]
"""Gives a label in a language, from the text and what fills its gaps."""


@dataclass(frozen=True)
class Lettering:
    """What labels say, and how much room they get."""

    words: Words
    languages: tuple[Words, ...]
    """All languages that the board is drawn in."""

    def __call__(self, label: str, **gaps: object) -> str:
        return self.words(label, **gaps)

    def room(self, label: str, size: float, *, upper: bool = False, spacing: float = 0.0, **gaps: object) -> float:
        """The width of a label in the language in which it is widest."""
        return max(self._width(said(label, **gaps), size, upper, spacing)
                   for said in (self.words, *self.languages))  # fmt: skip

    def _width(self, text: str, size: float, upper: bool, spacing: float) -> float:
        return width_of(text.upper() if upper else text, size) + spacing * len(text)

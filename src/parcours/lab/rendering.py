"""How environments show their race: to people, as text, or in pixels."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parcours.draw.film import Camera
from parcours.engine.match import Match
from parcours.errors import BadOptionError

MODES = ("human", "ansi", "rgb_array")
PICTURES_A_SECOND = 2
WIDE = 800
"""The width of a picture in pixels."""

Shown = str | NDArray[np.uint8] | None


class Screen:
    """Shows an environment's race in one of Gymnasium's modes. "human" shows the race after each step (the board in a
    notebook, else road and question as text), "ansi" gives that text, "rgb_array" the board in pixels."""

    def __init__(self, mode: str | None) -> None:
        if mode is not None and mode not in MODES:
            raise BadOptionError(f"there is no render mode {mode!r} (modes: {', '.join(MODES)})")
        self.mode = mode
        self._camera = Camera(WIDE)
        self._last: tuple[Match, int] | None = None

    def follow(self, race: Match) -> None:
        """Called when the race has gone on: in the mode "human" this shows it."""
        if self.mode == "human":
            self.render(race)

    def render(self, race: Match) -> Shown:
        """The race as a spectator sees it."""
        if self.mode == "rgb_array":
            return np.array(self._camera.take(race))
        if self.mode == "ansi":
            return str(race)
        if self.mode == "human" and self._last != (race, len(race.actions)):
            self._last = race, len(race.actions)
            _show(race)
        return None


def _show(race: Match) -> None:
    """In a notebook, show the picture in place of the last one. Elsewhere, print the race as text."""
    shell: Any = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is not None and hasattr(shell, "kernel"):
        from IPython.display import clear_output, display

        clear_output(wait=True)
        display(race)
    else:
        print(race)

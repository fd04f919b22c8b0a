"""The colours of the terminal's pictures: paper, sand, grass and ink."""

from __future__ import annotations

INK = "#2B2320"
CREAM = "#FBF4E4"
SAND = "#E3D3AE"
"""The road."""
GRAVEL = "#C3AD82"
"""The road before the start and behind the finish."""
GRASS = "#8C9A4E"
OCHRE = "#D19A3B"
LINE_COLOURS = {
    "sprint": "#4F8A5B",
    "summit": "#B8402F",
    "pass": "#B8402F",
    "bonus": "#B5712B",
    "feed": "#6D7F9C",
}
"""Lines by their kind; any other is drawn in ink."""


def readable_on(ground: str) -> str:
    """Ink or cream, whichever can be read on a colour.

    >>> readable_on("#E5B321") == INK, readable_on("#2B62A8") == CREAM
    (True, True)
    """
    red, green, blue = (int(ground[i : i + 2], 16) for i in (1, 3, 5))
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 150 else CREAM

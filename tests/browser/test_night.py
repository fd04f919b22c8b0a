"""The page's night map is the drawing's own: `web/src/night.css` is made from it."""

from __future__ import annotations

from pathlib import Path

from parcours.draw.night import night_css

SHEET = Path(__file__).parents[2] / "web" / "src" / "night.css"


def test_the_night_sheet_is_up_to_date() -> None:
    assert SHEET.read_text(encoding="utf-8") == night_css('[data-theme="dark"] .board') + "\n"

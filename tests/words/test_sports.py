"""A game has its own words where its sport differs: a tour of Rally is a rally, and its stages are no cycling
stages."""

from __future__ import annotations

import re

import pytest

from parcours.engine.catalogue import LANGUAGES, entries
from parcours.engine.words import Say
from parcours.games import GAMES
from parcours.tours import new_tour
from tests.words.sources import page_sources, said_on

CYCLING = re.compile(r"etapp|\btapp[ae]\b|étape|rundfahrt|\bgir[oi]\b|(?<!\.)\btours?\b(?!nant)", re.IGNORECASE)
OF_ALL_GAMES = {
    "Tours",
    "This tour can't be viewed here.",
    "This file is too large for a race or a tour.",
}
"""What the page says where no particular game is meant."""
THE_TOURS_SCREENS = ("TourScreen", "TourSetup", "RoadBook", "ClassificationView", "Ring", "Gaps", "Podium")


def test_forms_for_a_game_are_for_one_that_there_is_and_in_every_language() -> None:
    found = 0
    for key, told in entries().items():
        for form in GAMES:
            ours = [language for language in LANGUAGES if form in (told.get(language) or ())]
            if any(not isinstance(told[language], str) for language in ours):
                assert {"it", "de", "fr"} <= set(ours), key
                found += 1
    assert found > 25


@pytest.mark.parametrize("language", ["it", "de", "fr"])
def test_the_tour_screens_of_rally_say_nothing_of_cycling(language: str) -> None:
    said = 0
    for path, source in page_sources().items():
        if path.stem not in THE_TOURS_SCREENS:
            continue
        for key in said_on(source):
            usual = entries()[key][language]
            if key in OF_ALL_GAMES:
                continue
            words = usual if isinstance(usual, str) else usual.get("rally", usual["text"])
            assert "turn" in key or not CYCLING.search(words), f"{key}: {words}"
            said += 1
    assert said > 40


def test_every_text_that_rally_says_otherwise_is_said_of_a_game() -> None:
    """In the page, a call of `t` whose text could be about cycling names the game; Python says `.of(game)`."""
    page = "\n".join(page_sources().values())
    for key, told in entries().items():
        if "rally" not in told["de"] or isinstance(told["de"], str):
            continue
        for call in re.finditer(r"\bt\(\s*['\"]" + re.escape(key) + r"['\"](.{0,300})", page, re.DOTALL):
            assert re.match(r",\s*\{.*?\},\s*[\w?.]+(game|chosen|game\.id|\.id)\b", call[1], re.DOTALL), key


@pytest.mark.parametrize(
    ("language", "title", "stages"),
    [("en", "Rally, 2 stages", "Stages"), ("it", "Rally, 2 prove", "Prove"),
     ("de", "Rally, 2 Prüfungen", "Prüfungen"), ("fr", "Rally, 2 épreuves", "Épreuves")],
)  # fmt: skip
def test_a_tour_of_rally_is_called_a_rally(language: str, title: str, stages: str) -> None:
    tour = new_tour("rally", ["italy", "italy"], teams=2, seed=4)
    assert tour.title.to(language).endswith(title.split(", ")[1])
    assert Say("Stages").of("rally").to(language) == stages
    usual = Say("Stages").of("breaking_away").to(language)
    assert usual == Say("Stages").to(language)

"""Whole races in a made-up language: any plain English that is left did not come from the catalogue."""

from __future__ import annotations

import dataclasses
import random
import re
from collections.abc import Iterator
from typing import Any, get_type_hints

import pytest

import parcours
from parcours.engine import catalogue
from parcours.engine.words import Say
from tests.browser.pseudo import STANDS_FOR, spoken

PLAIN = re.compile(r"[A-Za-z]{3,}")
NAMES = re.compile(r"Parcours|\bHC\b")


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    changed = {key: {**told, STANDS_FOR: spoken(key, told)} for key, told in catalogue.entries().items()}
    monkeypatch.setattr(catalogue, "entries", lambda: changed)
    catalogue.message.cache_clear()
    yield
    catalogue.message.cache_clear()


def texts_of(shown: Any) -> Iterator[Say | str]:
    """All texts for people in a scene: the fields that may hold a `Say`."""
    if isinstance(shown, Say):
        yield shown
    elif isinstance(shown, list | tuple):
        for one in shown:
            yield from texts_of(one)
    elif isinstance(shown, dict):
        yield from texts_of(list(shown.values()))
    elif dataclasses.is_dataclass(shown) and not isinstance(shown, type):
        hints = get_type_hints(type(shown))
        for field in dataclasses.fields(shown):
            value = getattr(shown, field.name)
            if "Say" in str(hints[field.name]) and isinstance(value, str):
                yield value
            else:
                yield from texts_of(value)


@pytest.mark.parametrize("name", parcours.game_names())
@pytest.mark.usefixtures("made_up")
def test_no_race_says_what_the_catalogue_does_not(name: str) -> None:
    game = parcours.game(name)
    chance = random.Random(name)
    switches = {option.name: True for option in game.options if isinstance(option.default, bool)}
    left: set[str] = set()
    for options in ({}, switches):  # the game as it comes, and with everything on
        race = game.start(seed=3, **options)
        while not race.over:
            if chance.random() < 0.1:
                scene = race.game.scene(race, race.actor)
                told = (text.to(STANDS_FOR) if isinstance(text, Say) else text for text in texts_of(scene))
                left |= {text for text in told if PLAIN.search(NAMES.sub("", text))}
            race.play(chance.choice(list(race.legal())))
    assert not left

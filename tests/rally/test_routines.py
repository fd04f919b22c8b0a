"""What a driver leaves to the game at the mechanics: no question if other tyres can gain nothing."""

from __future__ import annotations

import pytest

from parcours.engine.match import Match
from parcours.engine.routine import forced_or_usual
from parcours.games.rally import actions as a
from parcours.games.rally.state import CLEAR, OFF, OVERCAST, RAIN, SNOW, STORM
from tests.rally.driving import GAME, TYRES, at_rest, offered_stops, phase

LEFT = GAME.quick.routines


def coming(race: Match, one: int, other: int, now: int = CLEAR) -> Match:
    """The weather of this turn, and the two that the weather die can lead to."""
    state = race.races[0]
    arrow, sectors = int(state["arrow"]), int(state["sectors"])
    for step, weather in ((-1, one), (0, now), (1, other)):
        state["weather"][(arrow + step) % sectors] = weather
    race.look_again()
    return race


def on(tyres: str, race: Match) -> Match:
    race.races[0]["tyres"][0] = TYRES[tyres]
    race.look_again()
    return race


def is_asked(race: Match) -> bool:
    assert phase(race) == "stop"
    assert offered_stops(race)
    answer = forced_or_usual(race, LEFT)
    assert answer in (None, a.NO_STOP)
    return answer is None


@pytest.mark.parametrize(("tyres", "one", "other"), [
    ("normal", CLEAR, OVERCAST), ("rain", RAIN, STORM), ("snow", SNOW, SNOW),
])  # fmt: skip
def test_who_has_the_tyres_for_what_comes_drives_past(tyres: str, one: int, other: int) -> None:
    for now in (CLEAR, RAIN, SNOW):
        assert not is_asked(coming(on(tyres, at_rest(2)), one, other, now))


@pytest.mark.parametrize(("tyres", "one", "other"), [
    ("normal", RAIN, STORM), ("normal", SNOW, SNOW), ("rain", CLEAR, OVERCAST), ("rain", SNOW, SNOW),
    ("snow", CLEAR, RAIN),
])  # fmt: skip
def test_who_finds_better_tyres_is_asked(tyres: str, one: int, other: int) -> None:
    assert is_asked(coming(on(tyres, at_rest(2)), one, other))


def test_where_a_stop_costs_a_restart_tyres_must_suit_more_of_the_weather() -> None:
    assert not is_asked(coming(at_rest(2), CLEAR, RAIN))


def test_where_a_stop_costs_nothing_half_a_chance_is_enough() -> None:
    race = coming(at_rest(2), CLEAR, RAIN)
    race.races[0]["status"][0] = OFF
    assert is_asked(race)
    race.races[0]["repaired"] = 1
    assert not is_asked(race), "tyres would cost a move standing"
    race.races[0]["stand"][0] = 1
    assert is_asked(race)


def test_whoever_wants_every_stop_is_asked_at_every_stop() -> None:
    race = coming(at_rest(2), CLEAR, CLEAR)
    assert forced_or_usual(race, ["opening"]) is None
    assert forced_or_usual(race, ["opening", "stops"]) in race.legal()

"""The weather: RA-W, RA-C2, and what it does to fords and dice."""

from __future__ import annotations

import pytest

from parcours.games.rally.calendar import own_data
from tests.rally.driving import at_start, damage, die, difference, gear, go, levels, passive, phase, risk_die, standing

WHEELS = {
    "EC": "C C C O R+1 T+2 R+1 O S+2 O C",
    "EN": "C C O R+1 O S+2 S+3 S+2 O S+2 O",
    "A": "C C C C O R+1 T+2 T+3 T+2 O C",
}


def at_sector(sector: int, rally: str = "montecarlo"):
    roads = {"safari": (1, 7, 8, 9, 2, 3, 10, 11), "sweden": (4, 5, 6, 10, 11, 7, 1)}
    race = at_start(2, rally, road=roads.get(rally, (10, 7, 1, 4, 11, 2)))
    passive(race)
    race.races[0]["arrow"] = sector
    race.look_again()
    assert phase(race) == "weather"
    return race


@pytest.mark.clause("RA-W3", "RA-W4")
def test_three_wheels():
    for name, told in WHEELS.items():
        sectors = own_data().wheels[name].sectors
        assert [f"{'CORTS'[w]}{f'+{b}' if b else ''}" for w, b in sectors] == told.split()
    wheels = {rally.id: rally.wheel for rally in own_data().rallies}
    assert (wheels["sweden"], wheels["safari"], wheels["montecarlo"]) == ("EN", "A", "EC")
    assert list(at_sector(0, "safari").races[0]["weather"][:11]) == [0, 0, 0, 0, 1, 2, 3, 3, 3, 1, 0]


@pytest.mark.clause("RA-W1", "RA-15", "RA-C2")
@pytest.mark.parametrize(
    ("rally", "sector", "face", "then"),
    [
        ("montecarlo", 0, 3, 10), ("montecarlo", 10, 4, 0), ("montecarlo", 3, 2, 4), ("montecarlo", 3, 5, 2),
        ("safari", 6, 6, 7), ("safari", 6, 1, 5),
    ],
)  # fmt: skip
def test_even_is_forward_odd_is_back_round_the_wheel(rally, sector, face, then):
    race = at_sector(sector, rally)
    die(race, face)
    assert int(race.races[0]["arrow"]) == then


@pytest.mark.clause("RA-15")
def test_what_the_sectors_of_the_example_hold():
    def weather(rally, sector):
        state = at_sector(sector, rally).races[0]
        return int(state["weather"][sector]), int(state["bonus"][sector])

    assert weather("montecarlo", 10) == (0, 0)
    assert weather("montecarlo", 4) == (2, 1)
    assert weather("montecarlo", 2) == (0, 0)
    assert weather("safari", 7) == (3, 3)


@pytest.mark.clause("RA-W2")
def test_turn_1_has_no_die_and_the_arrow_begins_on_sector_0_or_where_it_was():
    race = at_start()
    assert int(race.races[0]["arrow"]) == 0
    later = at_start(2, carried={"trims": [0, 0], "scores": [0, 1], "arrow": 8})
    assert int(later.races[0]["arrow"]) == 8
    assert phase(later) == "tyres"


@pytest.mark.clause("RA-W1")
def test_the_sector_holds_for_the_whole_turn_and_everybody():
    race = at_sector(3)
    die(race, 2)
    assert int(race.races[0]["arrow"]) == 4
    passive(race)
    assert int(race.races[0]["arrow"]) == 4
    assert int(race.view(1)["arrow"]) == 4


@pytest.mark.clause("RA-W5")
@pytest.mark.parametrize(("weather", "level"), [("clear", 4), ("overcast", 4), ("rain", 5), ("storm", 5), ("snow", 3)])
def test_a_fords_level_goes_with_the_weather(weather, level):
    assert levels(standing({"Red": 14}, weather=weather), 1) == [level]
    assert levels(standing({"Red": 34}, weather=weather), 1) == [4], "a hairpin's does not"


@pytest.mark.clause("RA-14", "RA-W4", "RA-W5", "RA-Y2")
@pytest.mark.parametrize(
    ("weather", "tyres", "level", "ford"),
    [
        ("clear", "normal", 3, 4), ("rain", "normal", 2, 5), ("rain", "rain", 2, 4), ("rain", "snow", 2, 5),
        ("snow", "normal", 2, 3), ("snow", "snow", 2, 2),
    ],
)  # fmt: skip
def test_the_ford_in_4th_with_a_3(weather, tyres, level, ford):
    race = standing({"Red": 14}, last=4, weather=weather, tyres=tyres)
    assert levels(race, 1) == [ford]
    gear(race, 4)
    assert risk_die(race, 3) == level
    go(race, 3)
    if ford > level:
        assert difference(race) == ford - level
        damage(race, 1)
    else:
        assert phase(race) != "damage"


@pytest.mark.clause("RA-W4", "RA-X1")
@pytest.mark.parametrize(("weather", "level"), [("clear", 4), ("overcast", 4), ("rain", 4), ("storm", 3), ("snow", 3)])
def test_weather_is_added_to_the_risk_die(weather, level):
    race = standing({"Red": 20}, last=3, weather=weather)
    gear(race, 3)
    assert risk_die(race, 1) == level

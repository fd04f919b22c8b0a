"""Um Reifenbreite: why something can't be chosen; for a pursuit, the letters of the prohibitions that apply."""

from __future__ import annotations

import pytest

from parcours.games.um_reifenbreite import actions as a
from parcours.games.um_reifenbreite.why import chain
from tests.um_reifenbreite.riding import GAME, begin, give, means, offered_means, phase, reach, rider, standing, throw
from tests.um_reifenbreite.test_pursuit import EXAMPLE_8


def letters(race, square: str, used: int) -> list[tuple[str, str]]:
    course = race.setup.course
    return [
        (str(GAME.rider_name(who)), found)
        for who, found in chain(race.state, course, course.square_at(square), used)
    ]  # fmt: skip


def asked(race, target: str) -> str:
    return GAME.why_not(race, race.actor, target).clause


@pytest.mark.clause("UR-7a", "UR-7b", "UR-7d", "UR-E8", "UR-E9")
def test_the_letters_of_the_worked_examples():
    race = standing(EXAMPLE_8, moved=("51", "31", "42"))
    throw(race, 10)
    assert letters(race, "D3/1:1", 10) == [("22", "ab")]
    second = standing({**EXAMPLE_8, "41": "D3/1:1"}, moved=("51", "31", "42", "41"))
    throw(second, 12)
    assert letters(second, "D3/2:4", 12) == [("52", "abd")]
    assert GAME.why_not(second, 3, f"follow:{rider('52')}.{second.setup.course.square_at('D3/2:4')}").clause == "UR-7a"
    behind = GAME.why_not(second, 1, f"follow:{rider('34')}.{second.setup.course.square_at('D3/2:4')}")
    assert behind.clause == "UR-7j"


@pytest.mark.clause("UR-7c", "UR-7e", "UR-7f", "UR-7g")
def test_the_other_letters():
    taken = standing({"21": "H2/1:5", "31": "H2/1:4", "41": "H2/2:8"}, moved=("41",))
    throw(taken, 4)
    assert letters(taken, "H2/2:9", 4) == [("31", "c")]
    colours = standing({"21": "M1/1:1", "33": "F1/1:10"}, course="B", level="B")
    throw(colours, 6)
    assert letters(colours, "M3/1:1", 5) == [("33", "e")]
    square = colours.setup.course.square_at("M3/1:1")
    assert GAME.why_not(colours, 0, f"follow:{rider('44')}.{square}").clause in ("UR-7f", "UR-7j")
    away = standing({"21": "H2/1:5", "31": "H2/1:4"}, level="C", course="C")
    give(away, "21", "5", "6m")
    means(away, "two cards away")
    assert letters(away, "F1/1:4", 11) == [("31", "g")]
    alone = standing({"21": "H2/1:5", "31": "H2/1:3"})
    throw(alone, 4)
    refusal = GAME.why_not(alone, 1, f"follow:{rider('31')}.{alone.setup.course.square_at('H2/1:9')}")
    assert refusal.clause == "UR-7f"
    assert str(refusal.words) == "31 can’t follow: the line of riders is broken (f)."


def test_what_the_table_says_of_followers_is_what_then_happens():
    race = standing({"21": "D1/3:4", "31": "D1/3:3", "42": "D1/3:2", "51": "D1/1:1"})
    throw(race, 7)
    for choice in GAME.scene(race, 0).choices:
        could = [str(text) for text in choice.details]
        other = race.copy()
        other.play(choice.action)
        if phase(other) == "way":
            other.play(min(other.legal()))
        assert (phase(other) == "follow") == any(text.endswith("31 could follow") for text in could)


def test_squares():
    race = standing({"21": "G2/3:2", "31": "G2/3:3", "41": "G1/1:1"}, course="C", moved=("31",))
    throw(race, 3)
    at = race.setup.course.square_at
    assert asked(race, f"square:{at('G2/2:2')}") == "UR-6h"
    assert asked(race, f"square:{at('G2/3:3')}") == "UR-6f"
    assert asked(race, f"square:{at('G1/3:2')}") == "UR-6d"
    assert asked(race, f"square:{at('G5#2/3:2')}") == "UR-6c"
    assert asked(race, f"square:{at('G2/4:3')}") == "UR-6e"
    line = standing({"21": "H2/1:12"})
    throw(line, 4)
    assert asked(line, f"square:{line.setup.course.square_at('X/1:1')}") == "UR-17a"
    assert "X/1:1" not in reach(line)


def test_riders_cards_and_means():
    race = standing({"21": "M3/1:1", "31": "F1/1:1", "22": "M5/1:1"}, course="B", level="C", moved=("22",))
    give(race, "21", "6m", "5")
    assert asked(race, f"rider:{rider('22')}") == "UR-6a"
    assert asked(race, f"rider:{rider('31')}") == "UR-6b"
    assert asked(race, "card:0.0.3") == "UR-11g"
    assert asked(race, "card:0.2.0") == "UR-11a"
    assert asked(race, "card:1.0.0") == "UR-11a"
    assert asked(race, f"means:{a.SHORT_TOW}") == "UR-2e"
    assert asked(race, f"means:{a.TWO_CARDS}") == "UR-11a"
    assert offered_means(race) >= {"one card"}
    race.races[0]["status"][rider("24")], race.races[0]["at"][rider("24")] = 3, -1
    begin(race)
    assert asked(race, f"rider:{rider('24')}") == "UR-8b"
    assert GAME.why_not(race, 1, "square:3").clause == "UR-6b"


@pytest.mark.clause("UR-7c", "UR-7f", "UR-7h")
def test_a_rider_that_is_pointed_at_is_asked_about_following():
    race = standing({"21": "H2/1:5", "31": "H2/1:4", "41": "H2/2:8", "51": "H2/4:1"}, moved=("41",))
    throw(race, 4)
    square = race.setup.course.square_at("H2/2:9")
    assert asked(race, f"piece:r{rider('31')}.{square}") == "UR-7c"
    assert asked(race, f"piece:r{rider('51')}.{square}") == "UR-7f"
    assert asked(race, f"piece:r{rider('51')}") == "UR-7f", "nowhere"
    assert asked(race, f"piece:r{rider('41')}.{square}") == "UR-6a"
    known = GAME.why_not(race, race.actor, f"piece:r{rider('31')}")
    assert known.clause == "UR-7h"
    assert str(known.words).startswith("31 could follow to ")

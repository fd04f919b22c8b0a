"""Data files that replace the game's own, and their faults: RA-F."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from parcours.engine.racefile import read_race, write_race
from parcours.errors import CourseError
from parcours.games.rally.calendar import DATA, own_data, read_data
from parcours.games.rally.cards import Limits, why_no_road
from parcours.games.rally.faults import DataError
from tests.rally.driving import GAME

TOP = {"format": 1, "game": "rally"}


def own_cards() -> list[dict[str, Any]]:
    return json.loads((DATA / "cards.json").read_text(encoding="utf-8"))["cards"]


def faults(**given: Any) -> list[str]:
    """What is wrong with a file that holds this; empty if it can be read."""
    try:
        read_data("own.json", json.dumps({**TOP, **given}))
    except DataError as error:
        return [fault.rpartition(" (")[0] for fault in error.faults]
    return []


def clauses(**given: Any) -> set[str]:
    with pytest.raises(DataError) as caught:
        read_data("own.json", json.dumps({**TOP, **given}))
    return {fault.rpartition(" (")[2].rstrip(")") for fault in caught.value.faults}


@pytest.mark.clause("RA-F1")
def test_a_card_is_written_as_the_clause_says():
    card = own_cards()[3]
    assert card["id"] == 4
    assert card["features"] == ["hairpin"]
    assert card["squares"][0] == {"number": 31, "level": 0, "mark": None}
    assert card["squares"][4] == {"number": 35, "level": 4, "mark": "hairpin"}


@pytest.mark.clause("RA-F1")
def test_every_table_can_be_replaced_by_a_file(tmp_path: Path):
    own = own_data()
    gears = [{"min": 1, "max": 1, "special": 0}] + [{"min": 2, "max": 4, "special": 1}] * 4
    file = tmp_path / "mine.toml"
    file.write_text(
        'format = 1\ngame = "rally"\n'
        'wheels = {EC = ["C", "R+1", "S+3"]}\n'
        'rallies = [{id = "short", name = "Short", wheel = "EC", stages = 1, cards = 2}]\n'
        "cards = [{id = 1, squares = [{number = 1, level = 0}]}, "
        '{id = 2, features = ["ford"], squares = [{number = 2, level = 4, mark = "ford"}]}]\n'
    )
    data = read_data(file)
    assert data.held == ("cards", "wheels", "rallies")
    assert (len(data.cards), data.gears, data.risk) == (2, own.gears, own.risk)
    race = GAME.start(course=str(file), teams=2, seed=3)
    assert race.setup.course.id == "mine:short"
    while not race.over:
        race.play(race.legal()[-1])
    assert int(race.races[0]["places"]) == 2
    again = read_race(write_race(race))
    assert again.digest() == race.digest(), "the race file brings its rally along"
    assert read_data("g.json", json.dumps({**TOP, "gears": gears})).gears[1] == (2, 4, 1)
    assert read_data("r.json", json.dumps({**TOP, "risk": [[7] * 6] * 5})).risk[0] == (7,) * 6
    assert read_data("d.json", json.dumps({**TOP, "damage": [["-"] * 6] * 5})).damage[0] == (0,) * 6


@pytest.mark.clause("RA-F1")
def test_cards_may_have_any_length_from_1():
    cards = own_cards()[:9]
    cards[0]["squares"] = cards[0]["squares"][:1]
    rallies = [{"id": "x", "name": "X", "wheel": "EC", "stages": 1, "cards": 3}]
    assert faults(cards=cards, rallies=rallies) == []


@pytest.mark.clause("RA-F2")
def test_a_bad_card_file_is_refused_with_all_its_faults():
    cards = own_cards()[:5]
    cards[0]["id"] = 2
    cards[1]["squares"][3]["number"] = 11
    cards[2]["squares"][0]["level"] = 5
    cards[3]["features"] = ["ford", "snow"]
    cards[4]["squares"][0]["number"] = 0
    cards.append({"id": 0, "features": [], "squares": []})
    told = faults(cards=cards)
    assert told == [
        "card 2: the id 2 is used twice, in cards[1] and cards[2]",
        "card 2, square 4: the number 11 is used twice, also in card 2, square 1",
        "card 3, square 1: the level 5 is not a whole number from 0 to 4",
        "card 4: there is no feature 'snow' (features: fast, hairpin, ford)",
        "card 4, square 5: has the mark hairpin, but the card does not have that feature",
        "card 4: has the feature ford, but no square with that mark",
        "card 5, square 1: the number 0 is not a positive whole number",
        "cards[6]: the id 0 is not a positive whole number",
        "cards[6]: needs at least one square",
    ]
    assert clauses(cards=cards) == {"RA-F2"}


@pytest.mark.clause("RA-F2")
@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"id": -3}, "cards[1]: the id -3 is not a positive whole number"),
        ({"id": "1"}, "cards[1]: the id '1' is not a positive whole number"),
        ({"squares": []}, "card 1: needs at least one square"),
        ({"squares": 3}, "card 1, squares: must be a list, not 3"),
        ({"features": ["hairpin", "fast"]}, "card 1: has the feature hairpin, but no square with that mark"),
        ({"squares": [{"number": 1, "level": 0, "mark": "bridge"}]},
         "card 1, square 1: there is no mark 'bridge' (marks: hairpin, ford)"),
        ({"squares": [{"number": 1, "level": True}]},
         "card 1, square 1: the level true is not a whole number from 0 to 4"),
        ({"squares": [{"number": 1, "level": 0, "ford": 1}]},
         "card 1, square 1: there is no field 'ford' (fields: number, level, mark)"),
    ],
)  # fmt: skip
def test_faults_of_a_card(change, told):
    cards = own_cards()
    cards[0].update(change)
    assert told in faults(cards=cards)


@pytest.mark.clause("RA-F2")
def test_one_card_must_begin_with_level_0():
    cards = [card for card in own_cards() if card["squares"][0]["level"] > 0]
    assert faults(cards=cards) == ["cards: at least one card must begin with level 0"]


@pytest.mark.clause("RA-F3", "RA-G6")
@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"gears": [{"min": 1, "max": 1, "special": 0}]}, "gears: must be 5 gears, from 1st to 5th, not 1"),
        ({"gears": [{"min": 1, "max": 2, "special": 0}] * 5},
         "gear 1: 1st must be exactly 1 square: min 1, max 1, special 0"),
        ({"gears": [{"min": 3, "max": 2, "special": 0}] * 5}, "gear 2: the minimum 3 is above the maximum 2"),
        ({"gears": [{"min": 0, "max": 2, "special": 0}] * 5}, "gear 2, min: 0 is not a whole number from 1 to 31"),
        ({"gears": [{"min": 1, "max": 2, "special": -1}] * 5},
         "gear 2, special: -1 is not a whole number from 0 to 31"),
        ({"risk": [[1] * 6] * 4}, "risk: must be 5 x 6 whole numbers"),
        ({"risk": [[1] * 6] * 4 + [[1, 1, 1, -1, 1, 1]]}, "risk, gear 5, die 4: -1 is not a whole number from 0 to 99"),
        ({"damage": [["-"] * 6] * 4}, "damage: must have 5 rows, for the differences 1 to 5, not 4"),
        ({"damage": [["-"] * 6] * 4 + [["-", "-", "x", "-", "-", "-"]]},
         "damage, difference 5, die 3: there is no result 'x' (results: -, tc, 1, 2, 3, e)"),
        ({"wheels": {"EC": ["C", "C"]}}, "wheel EC: must have 3 to 24 sectors, not 2"),
        ({"wheels": {"EC": ["C", "F", "O"]}},
         "wheel EC, sector 1: 'F' is not a weather: use C, O, R, T, S, such as C or R+1"),
        ({"wheels": {"EC": ["C", "R+2", "O"]}}, "wheel EC, sector 1: 'R+2': R takes +1"),
        ({"wheels": {"EC": ["C", "T", "O+1"]}}, "wheel EC, sector 1: 'T': T takes +2 or +3"),
    ],
)  # fmt: skip
def test_faults_of_a_table(given, told):
    assert told in faults(**given)


@pytest.mark.clause("RA-F3")
def test_an_even_wheel_is_accepted_with_a_warning():
    own = {name: ["C", "O", "C"] for name in ("EN", "A")}
    data = read_data("w.json", json.dumps({**TOP, "wheels": {"EC": ["C", "O", "C", "R+1"], **own}}))
    assert data.warnings == ("wheel EC: with 4 sectors, the arrow visits even and odd ones in alternate turns (RA-F3)",)


@pytest.mark.clause("RA-F4")
@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"wheel": "X"}, "Safari: there is no wheel 'X' (wheels: EC, EN, A)"),
        ({"limits": {"bridge": {"most": 1}}}, "Safari: there is no feature 'bridge' (features: fast, hairpin, ford)"),
        ({"stages": 0}, "Safari, stages: 0 is not a whole number from 1 to 20"),
        ({"cards": 0}, "Safari, cards: 0 is not a whole number from 1 to 16"),
        ({"special": {"cards": 0}}, "Safari, special, cards: 0 is not a whole number from 1 to 16"),
        ({"limits": {"ford": {"least": 4}}}, "Safari: needs at least 4 fords, but the set has 3"),
        ({"cards": 12}, "Safari: needs 12 cards, but the set has 11"),
        ({"limits": {"ford": {"most": 0}, "fast": {"most": 0}}}, "Safari: no road can meet all these limits"),
    ],
)
def test_faults_of_a_calendar(change, told):
    rally = {"id": "safari", "name": "Safari", "wheel": "A", "stages": 2, "cards": 8, **change}
    assert told in faults(rallies=[rally])


@pytest.mark.clause("RA-F4")
def test_the_calendar_is_checked_against_other_cards():
    cards = [card for card in own_cards() if card["id"] != 9]
    assert "Safari: needs at least 3 fords, but the set has 2" in faults(cards=cards, extension=[12, 13, 14, 15, 16])
    assert why_no_road(own_data().base, Limits(8, ((0, None), (0, 1), (3, None)))) == ""


def test_a_file_that_is_none_is_refused(tmp_path: Path):
    for text in ("[1, 2]", "{", "format = 2\ngame = 'rally'", "{}"):
        with pytest.raises(CourseError):
            read_data("x.json", text)
    with pytest.raises(CourseError, match="there is no rally 'nowhere'"):
        GAME.read_course("x.toml", 'format = 1\ngame = "rally"\n', route="nowhere")


@pytest.mark.clause("RA-F1", "RA-F3")
def test_the_command_line_checks_data_files(tmp_path: Path):
    from typer.testing import CliRunner

    from parcours.cli import app

    good, bad = tmp_path / "good.toml", tmp_path / "bad.json"
    good.write_text(json.dumps({**TOP, "wheels": {"EC": ["C", "O", "C", "O"], "EN": ["C"] * 3, "A": ["C"] * 3}}))
    bad.write_text(json.dumps({**TOP, "risk": [[1]], "damage": []}))
    told = CliRunner().invoke(app, ["check", str(DATA / "cards.json"), str(DATA / "calendar.toml"), str(good)])
    assert told.exit_code == 0, told.output
    assert "16 road cards" in told.output
    assert "8 rallies" in told.output
    assert "warning: wheel EC: with 4 sectors" in " ".join(told.output.split())
    refused = CliRunner().invoke(app, ["check", str(bad)])
    assert refused.exit_code == 2
    both = " ".join(refused.output.split())
    assert "risk: must be 5 x 6 whole numbers" in both
    assert "damage: must have 5 rows, for the differences 1 to 5, not 0" in both

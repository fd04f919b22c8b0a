"""Why something can't be chosen: every refusal names its clause. Also what the table shows."""

from __future__ import annotations

import pytest

from parcours.engine.scene import plain
from parcours.games.rally import actions as a
from tests.rally.driving import GAME, at_start, begun, die, gear, go, laid, phase, risk_die, standing, start_on, station


def why(race, target: str, seat: int = 0) -> tuple[str, str]:
    refusal = GAME.why_not(race, seat, target)
    return str(refusal.words), refusal.clause


@pytest.mark.parametrize(
    ("last", "wanted", "clause"), [(2, 4, "RA-G2"), (5, 2, "RA-G3"), (5, 3, "RA-E5"), (3, 9, "RA-E5"), (4, 4, "RA-E5")]
)
def test_why_not_this_gear(last, wanted, clause):
    assert why(standing({"Red": 20}, last=last), f"gear:{wanted}")[1] == clause


def test_why_not_two_down_without_the_card():
    race = standing({"Red": 20}, last=5)
    race.races[0]["over_rev"][0] = 0
    race.look_again()
    assert why(race, "gear:3") == ("You have used your over-rev card: shift one gear at a time.", "RA-G3")


def test_why_not_this_square():
    race = standing({"Red": 20, "Blue": 30}, last=4)
    assert why(race, "square:21")[1] == "RA-T3"
    gear(race, 4)
    risk_die(race, 1)
    assert why(race, "square:30") == ("Too far: this gear goes 7 squares at most.", "RA-G1")
    assert why(race, "square:19")[1] == "RA-G7"
    assert why(race, "square:22")[1] == "RA-E6"
    go(race, 2)
    assert phase(race) == "brake"
    assert why(race, "square:25")[1] == "RA-B2"
    assert why(race, "square:20")[1] == "RA-B1"


def test_why_not_this_card():
    race = laid(begun(2), ())
    assert why(race, "card:5") == (
        "A stage starts at difficulty 0, but this card starts at 1: choose another.", "RA-R5",
    )  # fmt: skip
    assert why(race, "card:12")[1] == "RA-O4"
    assert why(race, "card:99")[1] == "RA-R1"
    race = laid(begun(2, "safari"), (1, 4))
    assert why(race, "card:5")[1] == "RA-R3"
    assert why(race, "card:1")[1] == "RA-R1"
    assert why(race, "road:4.5.7.8.9.1.2.3") == (
        "You can’t lay this road: at most 1 hairpin: 2 laid, cards 4 and 5.", "RA-R7",
    )  # fmt: skip
    assert why(race, "road:1.7.8.9.2.3.10.11")[1] == "RA-R3"


def test_why_not_this_trim_or_stop():
    race = GAME.start(teams=2, manual_chance=True, carried={"last_trims": [0, 0]})
    assert why(race, "trim:2") == ("Between rallies, trim changes by one step at most: it was stable.", "RA-A2")
    assert why(race, "trim:1")[1] == "RA-A1"
    assert why(race, "trim:1", seat=1)[1] == "RA-A1"
    race = standing({"Red": 20, "Blue": 5}, last=2)
    assert why(race, "stop:1")[1] == "RA-M6"
    gear(race, 2)
    die(race, 1)
    go(race, 1)
    assert why(race, "stop:1")[1] == "RA-M3"


def test_why_not_this_car():
    race = at_start(3)
    start_on(race)
    assert why(race, "rider:1")[1] == "RA-T1"
    assert why(race, "rider:0")[1] == "RA-T1"
    race = standing({"Red": 20, "Blue": 30}, off=("Blue",), cars=3)
    assert why(race, "rider:1")[1] == "RA-G5"
    assert why(race, "rider:2")[1] == "RA-D6"
    race.races[0]["stand"][1] = 2
    race.look_again()
    assert why(race, "rider:1") == ("Blue must sit out 2 more moves.", "RA-D5")
    assert why(race, "piece:c1.7") == why(race, "rider:1"), "as the board asks of a piece"


def test_whose_turn_it_is():
    race = standing({"Red": 20, "Blue": 30}, last=3)
    assert why(race, "gear:3", seat=1) == ("Wait: Red decides.", "RA-T1")
    gear(race, 3)
    assert why(race, "gear:3")[1] == "RA-C5"


@pytest.mark.parametrize(
    "target", ["", "gear:", "gear:x", "square:-1", "square:999999999", "card:1.2", "what:1", "rider:77"]
)
def test_any_target_gets_an_answer(target):
    for race in (GAME.start(teams=2), standing({"Red": 20}), at_start(2)):
        assert str(GAME.why_not(race, 0, target).words)


@pytest.mark.clause("RA-H1")
def test_own_mechanics_reach_is_shaded_for_their_owner_only():
    race = at_start(2, mechanics={"Red": (35,), "Blue": (12,)})
    assert GAME.scene(race, 0).shaded == tuple(range(30, 39))
    assert GAME.scene(race, 1).shaded == tuple(range(47, 56))
    assert GAME.scene(race, -1).shaded == ()
    assert [piece.id for piece in GAME.scene(race, 0).pieces if piece.kind == "mechanic"] == ["m0.35"]
    assert not [piece for piece in GAME.scene(race, -1).pieces if piece.kind == "mechanic"]


def test_the_story_tells_no_secrets():
    race = laid(begun(2))
    before = race.state
    race.play(a.STATION + 10)
    told = [GAME.story(before, a.STATION + 10, race.state, race.setup.course, viewer) for viewer in (-1, 0, 1)]
    assert [len(entries) for entries in told] == [0, 1, 0]
    race = GAME.start(teams=2, manual_chance=True)
    before = race.state
    race.play(a.TRIM + 2)
    assert not GAME.story(before, a.TRIM + 2, race.state, race.setup.course, 1)


def test_the_weather_wheel_shows_the_two_sectors_that_may_be_next():
    race = at_start(2)
    panel = next(panel for panel in GAME.scene(race, 0).panels if panel.form == "wheel")
    styles = [cell.style for cell in panel.rows[0].cells]
    assert (styles[0], styles[1], styles[10]) == ("strong", "due", "due")
    assert styles.count("due") == 2


def test_the_tables_light_up_what_counts_now():
    race = standing({"Red": 34}, last=4, trim="fast")
    gear(race, 4)
    risk_die(race, 3)
    panels = {panel.id: panel for panel in GAME.scene(race, 0).panels}
    lit = [
        (r, c)
        for r, row in enumerate(panels["risk"].rows)
        for c, cell in enumerate(row.cells)
        if cell.style == "strong"
    ]
    assert lit == [(3, 3)], "4th gear, the die 3 counts 4"
    assert panels["risk"].rows[3].cells[3].text == "2"
    go(race, 4)
    panels = {panel.id: panel for panel in GAME.scene(race, 0).panels}
    assert [row.active for row in panels["damage"].rows] == [False, True, False, False, False]


def test_a_scene_can_be_told_in_every_language_at_every_step():
    race = GAME.start(teams=2, seed=4, manual_chance=True, road="random")
    steps = 0
    while not race.over and steps < 60:
        for language in ("en", "it", "de", "fr"):
            plain(GAME.scene(race, max(race.actor, 0)), language)
        race.play(race.legal()[len(race.legal()) // 2])
        steps += 1


def test_mechanics_are_placed_by_their_numbers():
    race = laid(begun(2))
    scene = GAME.scene(race, 0)
    assert scene.choices[14].short == "15"
    assert scene.choices[14].path == (14,)
    station(race, 65)
    assert list(race.races[0]["mechanic"][0]) == [0, 0, 15]

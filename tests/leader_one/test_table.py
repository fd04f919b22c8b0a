"""Leader 1 on the table: the choices with costs and odds, panels, the story, and why something can't be done."""

from __future__ import annotations

import numpy as np
import pytest

from parcours.engine.click import offered
from parcours.engine.scene import plain
from parcours.games.leader_one import actions as a
from parcours.games.leader_one.figures import figures
from parcours.games.leader_one.paths import Paths
from parcours.games.leader_one.texts import ways_of
from tests.leader_one import oracle
from tests.leader_one.riding import (
    GAME,
    attack,
    begin,
    draw,
    give_tile,
    having_moved,
    laid,
    phase,
    rider,
    roll_bunch,
    row,
    standing,
    to,
)

FIRST = GAME.course("first_race")


def choice(race, action: int) -> dict:
    scene = plain(GAME.scene(race, race.actor), "en")
    return next(entry for entry in scene["choices"] if entry["action"] == action)


def to_square(race, square: str) -> int:
    return a.RIDE + race.setup.course.square_at(square) - int(race.races[0]["origin"])


def panel(race, seat: int, id_: str) -> dict:
    scene = plain(GAME.scene(race, seat), "en")
    return next(entry for entry in scene["panels"] if entry["id"] == id_)


def why(race, target: str, seat: int = 0) -> tuple[str, str]:
    refusal = GAME.why_not(race, seat, target)
    return refusal.clause, str(refusal.words)


def square(race, name: str) -> str:
    return f"square:{race.setup.course.square_at(name)}"


def test_a_move_is_shown_with_its_price_path_and_odds():
    race = standing({"Yellow rouleur": "4/2:1"}, course=FIRST, energy=15)
    race.races[0]["risks"][0] = 1
    scene = plain(GAME.scene(race, 0), "en")
    shown = next(entry for entry in scene["choices"] if entry["risk"])
    assert shown["cost"] == "5 energy"
    assert shown["risk"] == "fatigue 58% (needs 8)", "7 of 12 faces miss"
    assert "at worst 15 energy in total" in shown["details"]
    assert "1 free + 3 paid squares" in shown["details"]
    assert len(shown["path"]) == 5
    assert shown["path"][0] == FIRST.square_at("4/2:1")
    assert {"L1-C2a", "L1-C2d"} <= set(shown["clauses"])


def test_a_blocked_road_and_slipstream_are_shown():
    full = {"White rouleur": row(11, 1), "White leader": row(11, 2), "White climber": row(11, 3)}
    race = standing({**full, "Yellow rouleur": row(10)}, energy=9)
    having_moved(race, *full)
    shown = choice(race, to_square(race, row(12)))
    assert shown["cost"] == "1 energy"
    assert "through 1 occupied square" in shown["details"]
    race = standing({"White leader": row(12), "Pink leader": row(11), "Yellow rouleur": row(10)})
    to(race, row(13))
    shown = choice(race, to_square(race, row(18)))
    assert "Yellow rouleur loses the slipstream" in shown["details"]
    near = choice(race, to_square(race, row(12)))
    assert "on White leader’s wheel" in near["details"]


def test_every_way_shown_costs_what_it_costs():
    race = GAME.start(course="queen_stage", teams=4, seed=3, manual_chance=True)
    rng = np.random.default_rng(3)
    seen = 0
    while seen < 25 and not race.over:
        state = race.state
        if phase(race) == "move" and seen % 2 == 0:
            paths = Paths(state, race.setup.course)
            known = oracle.ways(
                state, race.setup.course, int(state["mover"]), int(state["free"]), bool(state["attacking"])
            )
            for square in range(len(race.setup.course.road.squares)):
                for way in ways_of(state, square, race.setup.course):
                    told = paths.way(square, way)
                    risk = ("", "fatigue", "fall", "both")[told.risk]
                    assert told.cost == known[square, told.length, risk]
                    assert len(told.squares) == told.length + 1
        seen += phase(race) == "move"
        legal = race.legal()
        race.replay(legal[rng.integers(len(legal))])


def test_the_energy_sheet_crosses_off_risk_boxes():
    race = standing({"Yellow rouleur": "4/2:1"}, inside=["White leader"], course=FIRST, energy=15)
    race.races[0]["risks"][0] = 1
    sheet = panel(race, 0, "sheet")
    assert sheet["rows"][0]["label"] == "Yellow rouleur"
    assert [(cell["text"], cell["style"]) for cell in sheet["rows"][0]["cells"][:4]] == [
        ("15", "strong"),
        ("5+", "crossed"),
        ("8+", ""),
        ("11+", "faint"),
    ]
    assert sheet["rows"][1]["cells"][6]["text"] == "in the bunch"


def test_the_bunch_is_a_piece_and_its_panel_tells_what_a_move_would_do():
    race = standing(
        {"Pink leader": row(14)},
        inside=["Yellow leader", "White climber"],
        bunch=row(10),
        energy={"White climber": 1, "Pink leader": 9, "Yellow leader": 9},
    )
    scene = plain(GAME.scene(race, 2), "en")
    piece = next(entry for entry in scene["pieces"] if entry["kind"] == "bunch")
    assert (piece["label"], piece["square"]) == ("2", race.setup.course.square_at(row(10)))
    assert piece["note"] == "in the bunch: Yellow leader, White climber"
    rows = {entry["label"]: [cell["text"] for cell in entry["cells"]] for entry in panel(race, 2, "bunch")["rows"]}
    assert rows["3"] == ["0", "", ""]
    assert rows["4"] == ["0", "Pink leader", ""]
    assert rows["6"] == ["2", "Pink leader", "White climber"]
    assert [group["name"] for group in scene["strip"]["groups"]] == ["Breakaway", "Bunch"]


@pytest.mark.clause("L1-C4b")
def test_a_kept_tile_is_hidden_from_the_others():
    race = standing({"Yellow leader": "7/1:5", "White leader": "5/1:3"}, course=FIRST, bunch="3/2:3")
    to(race, "8/1:1", 2)
    before = race.state
    draw(race, 4)
    told = [str(entry.words) for entry in GAME.story(before, a.TILE + 2, race.state, FIRST, 1)]
    own = [str(entry.words) for entry in GAME.story(before, a.TILE + 2, race.state, FIRST, 0)]
    assert told == ["Yellow leader takes a feed tile"]
    assert own == ["Yellow leader draws a tile worth 4"]
    race.play(a.KEEP)
    assert panel(race, 1, "tiles:0")["rows"][0]["cells"][0]["text"] == "?"
    assert panel(race, 0, "tiles:0")["rows"][0]["cells"][0]["text"] == "4"


@pytest.mark.clause("L1-A3b")
def test_nobody_hears_what_the_others_choose():
    race = GAME.start(teams=2, manual_chance=True)
    before = race.state
    race.play(a.DESCENDS)
    assert GAME.story(before, a.DESCENDS, race.state, FIRST, 1) == ()
    assert [str(entry.words) for entry in GAME.story(before, a.DESCENDS, race.state, FIRST, 0)] == [
        "Yellow rouleur is the descender"
    ]


def test_the_ring_is_shown_in_a_tour():
    line = {"kind": 0, "jersey": 0, "energy": 3, "number": 2, "out": False}
    race = GAME.start(
        teams=2,
        riders="1",
        manual_chance=True,
        carried={"stage": 2, "riders": [line, line | {"jersey": 1, "number": -19}], "token": 0},
    )
    rows = [[cell["text"] for cell in entry["cells"]] for entry in panel(race, 0, "ring")["rows"]]
    assert rows == [["2", "+2", "", "24", ""], ["5", "-19", "21", "3", ""]]


def test_the_story_tells_what_happened():
    race = standing({"Blue leader": row(12)}, inside=["Yellow leader", "White leader"], bunch=row(10), energy=20)
    told = []

    def play(action: int) -> None:
        before = race.state
        race.replay(action)
        told.extend(str(entry.words) for entry in GAME.story(before, action, race.state, race.setup.course, -1))

    play(to_square(race, row(13)))
    for action in (a.DONE, a.DONE, a.ANNOUNCE, a.FACE + 1, a.PAY, a.DROP, a.PAY):
        play(action)
    assert told == [
        "Blue leader rides 1 square to 3/2:1, 0 energy",
        "Yellow calls +1",
        "The bunch die shows 4: the bunch moves 5 squares",
        "The bunch reels in Blue leader",
        "Yellow leader stays in the bunch for 1 energy",
        "White leader lets the bunch go",
        "Blue leader stays in the bunch for 1 energy",
        "Turn 6: White leads the bunch",
    ]


def test_why_a_square_is_not_open():
    race = standing({"Yellow rouleur": row(10), "White leader": row(9)}, energy=1, bunch=row(4))
    assert why(race, square(race, row(12)))[0] == "L1-B1c", "it is open"
    assert why(race, square(race, row(9, 1)))[0] == "L1-H3"
    assert why(race, square(race, row(15))) == (
        "L1-B1f",
        "5 squares cost 3 energy; Yellow rouleur has only 1: choose a nearer square.",
    )
    assert why(race, square(race, row(25)))[0] == "L1-B1c"
    assert why(race, square(race, row(12)), seat=1) == ("L1-B0b", "Yellow decides now.")
    two = standing({"White leader": row(11), "Yellow rouleur": row(10)})
    having_moved(two, "White leader")
    assert why(two, square(two, row(11))) == ("L1-B1b", "White leader is there: choose another square.")
    punctured = standing({"White leader": row(11), "Yellow rouleur": row(10)}, settle=False)
    punctured.races[0]["punctured"][rider(punctured, "White leader")] = 1
    begin(punctured)
    assert why(punctured, square(punctured, row(11)))[0] == "L1-C3f"
    back = standing({"Yellow rouleur": row(8)}, inside=["White leader"], bunch=row(10), holder="White")
    roll_bunch(back, 3)
    assert why(back, square(back, row(13)))[0] == "L1-B1k"
    risky = standing({"Yellow rouleur": "4/2:1"}, course=FIRST, energy=14)
    assert why(risky, square(risky, "4/2:5"))[0] == "L1-C2d"
    full = {"White rouleur": row(11, 1), "White leader": row(11, 2), "White climber": row(11, 3)}
    stuck = standing({**full, "Yellow rouleur": row(10)}, energy=9)
    having_moved(stuck, *full)
    assert why(stuck, square(stuck, row(11)))[0] == "L1-B1b"


def test_why_a_rider_or_a_tile_is_not_open():
    race = standing(
        {"Yellow rouleur": row(20)},
        inside=["Yellow leader", "White leader"],
        bunch=row(10),
        energy={"Yellow leader": 2},
        settle=False,
    )
    give_tile(race, "White leader", 3)
    begin(race)
    to(race, row(21))
    assert why(race, "rider:1")[0] == "L1-B1f"
    assert why(race, "rider:0")[0] == "L1-B2a"
    assert why(race, "rider:4")[0] == "L1-A2c"
    assert why(race, "rider:2")[0] == "L1-F1"
    assert why(race, "piece:r2") == why(race, "rider:2")
    assert why(race, "tile:3")[0] == "L1-C4b"
    assert why(race, "nonsense")[0] == "L1-B0a"
    race.play(a.DONE)
    race.play(a.DONE)
    race.play(a.SILENT)
    assert why(race, "rider:1")[0] == "L1-B0a", "the die has its say"


def test_an_attack_too_short_is_explained():
    race = standing({}, inside=["Yellow leader", "White leader"], bunch=row(10))
    near = race.setup.course.square_at(row(12))
    assert why(race, f"piece:r{rider(race, 'Yellow leader')}.{near}")[0] == "L1-B2b", "before he is sent"
    attack(race, "Yellow leader")
    assert why(race, square(race, row(12)))[0] == "L1-B2b"


def test_one_press_attacks_and_names_the_price():
    race = standing({}, inside=["Yellow rouleur", "Yellow leader", "White leader"], bunch=row(10))
    presses = [press for press in offered(race) if press.actions]
    assert {press.piece for press in presses if not press.other} == {"r0", "r1"}
    for press in presses:
        after = race.copy()
        for action in press.actions:
            after.replay(action)
        assert after.races[0]["at"][int(press.piece[1:])] == press.path[-1]
    four = next(press for press in presses if press.piece == "r0" and press.short == "4")
    assert plain(four, "en")["label"].startswith("Attack with Yellow rouleur: 4 to ")
    assert str(four.cost) == "1 energy"


def test_a_tile_is_played_for_an_attack_only_where_it_is_needed():
    race = standing({}, inside=["Yellow leader", "White leader"], bunch=row(10), energy=3, settle=False)
    give_tile(race, "Yellow leader", 5)
    begin(race)
    tile = a.PLAY + 3
    lengths = {other: {press.short for press in offered(race) if tile in press.actions and press.other is other}
               for other in (False, True)}  # fmt: skip
    plain_ones = {press.short for press in offered(race) if press.actions and tile not in press.actions}
    assert lengths[True] == plain_ones
    assert lengths[False]
    assert not lengths[False] & plain_ones


def test_commissioners_find_words_for_every_roll():
    race = standing({}, inside=["Yellow leader"], bunch=row(10), course=laid("1A 2B 5A 6A 20B 3A", feeds=[2]))
    race.play(a.DONE)
    race.play(a.SILENT)
    scene = plain(GAME.scene(race, 0), "en")
    assert [(entry["label"], entry["weight"]) for entry in scene["choices"]] == [
        ("The bunch die shows 3", 4),
        ("The bunch die shows 4", 3),
        ("The bunch die shows a red 4", 1),
        ("The bunch die shows 5", 4),
    ]
    race.play(a.FACE)
    assert phase(race) == "draw"
    scene = plain(GAME.scene(race, 0), "de")
    assert scene["choices"][0]["label"] == "Der gelbe Leader zieht ein Plättchen mit 2"


HOW_WON = ("breakaway", "late attack", "attack in the last turn", "with the bunch")


def test_figures_tell_how_stages_are_won():
    won, attacks, types = figures(2, seed=1)
    for table in (won, attacks, types):
        assert len(table.rows) == 6
        assert all(len(line) == len(table.columns) for line in table.rows)
    for line in won.rows:
        breakaway, late, last_turn, bunch = (line[won.columns.index(name)] for name in HOW_WON)
        assert breakaway + late + last_turn + bunch == pytest.approx(1, abs=0.01)
    for line in attacks.rows:
        assert all(share is None or 0 <= share <= 1 for share in line[2::2])
        assert sum(line[1::2]) >= 1, "who wins has left the bunch"
    assert types.rows[0][1:5] == (4, 1, 2, 2)

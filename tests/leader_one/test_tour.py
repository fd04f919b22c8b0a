"""Leader 1, D: stage races."""

from __future__ import annotations

import pytest

from parcours.errors import BadOptionError
from parcours.games.leader_one import actions as a
from parcours.games.leader_one import state as s
from parcours.games.leader_one.tour import MOST_CARRIED, RING, booked
from tests.leader_one.riding import GAME, laid, phase, row, standing, to

TOUR = GAME.tour
WHITE, BLUE, GREEN = 1, 3, 4
ROULEUR, LEADER, CLIMBER = 0, 1, 2


def line(
    seat: int, kind: int, turn: int | None, place: int, energy: int = 0, bonuses: int = 0, rode: bool = True
) -> dict:
    return {
        "seat": seat,
        "kind": kind,
        "jersey": seat % 5,
        "rode": rode,
        "turn": turn,
        "place": place,
        "energy": energy,
        "bonuses": bonuses,
    }


def stage(*lines: dict, bunch_turn: int = 16) -> dict:
    return {"riders": list(lines), "bunch_turn": bunch_turn}


def numbers(*stages: dict) -> list[int]:
    return [rider.number for rider in booked(stages)]


@pytest.mark.clause("L1-D1a", "L1-D1b", "L1-D1c", "L1-D1f", "L1-D2b", "L1-28")
def test_wins_delays_and_bonuses():
    told = booked(
        [
            stage(
                line(0, 0, 14, 1, bonuses=1),
                line(0, 1, 14, 2),
                line(1, 0, 16, 3),
                line(1, 1, 19, 4),
                line(1, 2, None, 5),
            ),
        ]
    )
    assert [rider.number for rider in told[:4]] == [3, 0, -2, -5]
    assert [rider.out for rider in told] == [0, 0, 0, 0, 1], "not in by the end of turn 19"


@pytest.mark.clause("L1-D1d", "L1-D1e", "L1-29")
def test_the_ring_and_who_is_near_to_being_out():
    lines = (
        line(WHITE, ROULEUR, 10, 1),
        line(BLUE, LEADER, 10, 2),
        line(GREEN, CLIMBER, 11, 3),
        line(GREEN, LEADER, 11, 3),
        line(WHITE, CLIMBER, 14, 5),
        line(BLUE, CLIMBER, 29, 6),
        line(0, ROULEUR, 29, 7),
        line(2, ROULEUR, 29, 8),
    )
    players, table = TOUR.classifications(5, [stage(*lines)])
    assert (players.ring, table.ring) == (0, RING)
    shown = [(str(entry.name), entry.place, entry.gap) for entry in table.lines[:6]]
    assert shown == [
        ("White rouleur", 1, 0),
        ("Blue leader", 2, 2),
        ("Green climber", 3, 3),
        ("Green leader", 3, 3),
        ("White climber", 5, 6),
        ("Blue climber", 6, 21),
    ]
    last = table.lines[5]
    assert (RING - last.gap, last.out, str(last.notes[0])) == (3, False, "3 squares from elimination")


@pytest.mark.clause("L1-D1e")
def test_whom_the_leader_reaches_is_out_for_good():
    first = stage(line(0, 0, 10, 1), line(1, 0, 31, 2), line(1, 1, 32, 3))
    told = booked([first])
    assert [rider.number for rider in told] == [2, -21, -22]
    assert [bool(rider.out) for rider in told] == [False, False, True], "23 behind is in, 24 is out"
    later = booked([first, stage(line(0, 0, 10, 1), line(1, 0, 10, 2), line(1, 1, None, 0, rode=False))])
    assert [bool(rider.out) for rider in later] == [False, True, True]
    assert later[2].stages == [-22, None]


@pytest.mark.clause("L1-D1d")
def test_level_riders_rank_by_energy_then_by_the_last_place():
    table = TOUR.classifications(
        3,
        [
            stage(
                line(0, 0, 10, 1, energy=1),
                line(1, 0, 12, 5, energy=4),
                line(1, 1, 12, 3, energy=22),
                line(2, 0, 12, 4, energy=4),
            ),
        ],
    )[1]
    assert [str(entry.name) for entry in table.lines] == [
        "Yellow rouleur",
        "White leader",
        "Pink rouleur",
        "White rouleur",
    ]
    assert [entry.place for entry in table.lines] == [1, 2, 3, 4]


@pytest.mark.clause("L1-D1g")
def test_the_first_rider_wins_for_his_player_and_who_is_out_ranks_behind():
    one = stage(line(0, 0, 10, 2, energy=9), line(1, 0, 10, 1), line(2, 0, None, 3))
    two = stage(line(0, 0, 8, 1), line(1, 0, None, 2), line(2, 0, None, 0, rode=False))
    players, riders = TOUR.classifications(3, [one, two])
    assert [(entry.seat, entry.place) for entry in players.lines] == [(0, 1), (1, 2), (2, 3)], (
        "the later out the better"
    )
    assert [entry.out for entry in riders.lines] == [False, True, True]
    assert riders.lines[0].after == (0, 2)
    assert riders.lines[1].stages == (2, 0)
    presets = {preset.id: preset.stages for preset in TOUR.presets}
    stages = presets["small_tour"]
    assert not TOUR.over(3, stages, [one, two])
    assert TOUR.over(3, stages, [one, two, two])
    assert TOUR.over(2, stages, [stage(line(0, 0, None, 1), line(1, 0, None, 2))]), "no rider is left"
    assert [each.course for each in presets["big_tour"]] == [
        "sprinters_day",
        "uphill_drag",
        "two_faced_pass",
        "the_long_day",
        "queen_stage",
    ]
    assert all(each.course in GAME.course_names for preset in TOUR.presets for each in preset.stages)


@pytest.mark.clause("L1-D3a", "L1-30")
def test_at_most_15_energy_goes_over():
    results = [stage(line(0, 0, 10, 1, energy=6), line(1, 0, 10, 2, energy=22))]
    carried = TOUR.carried(2, TOUR.presets[0].stages, results)
    race = GAME.start(teams=2, riders="1", course="two_faced_pass", carried=carried, manual_chance=True)
    assert race.state["energy"][:2].tolist() == [45, 54]
    assert MOST_CARRIED == 15


@pytest.mark.clause("L1-D1a", "L1-A3b", "L1-A3e", "L1-C4e")
def test_the_next_stage_has_the_same_riders_without_those_who_are_out():
    results = [
        stage(line(0, 0, 10, 3), line(0, 2, 10, 2), line(1, 1, 10, 1, energy=3), line(1, 2, None, 4), bunch_turn=10)
    ]
    carried = TOUR.carried(2, TOUR.presets[0].stages, results)
    assert carried["token"] == 1, "the owner of the leader"
    race = GAME.start(teams=2, riders="2", carried=carried, manual_chance=True)
    assert phase(race) == "qualities", "riders are not picked again, qualities are"
    assert race.state["kind"][:4].tolist() == [0, 2, 1, 2]
    assert race.state["status"][:4].tolist() == [s.IN_BUNCH, s.IN_BUNCH, s.IN_BUNCH, s.OUT]
    assert int(race.state["pile"].sum()) == 36, "all tiles are back"
    for action in (a.DESCENDS, a.SPRINTS + 1):
        race.play(action)
    assert race.legal() == [a.DESCENDS, a.SPRINTS], "white has one rider left"
    race.play(a.SPRINTS)
    assert (int(race.state["holder"]), race.actor) == (1, 1)
    while not race.over:
        race.play(race.roll() if race.actor < 0 else race.choice_of(GAME.bot("random")))
    assert race.state["place"][3] == 0
    told = TOUR.result(race.state, race.setup.course)
    assert [entry["rode"] for entry in told["riders"]] == [True, True, True, False]
    assert TOUR.classifications(2, [*results, told])
    assert {entry.place for entry in race.standings()} == {1, 2}


@pytest.mark.clause("L1-D1a")
def test_the_first_stage_starts_from_nothing():
    carried = TOUR.carried(4, TOUR.presets[0].stages, [])
    race = GAME.start(carried=carried)
    assert int(race.state["stage"]) == 1
    assert race.state["number"].tolist() == [0] * 12


@pytest.mark.parametrize(
    "carried",
    [
        {"stage": 0},
        {"stage": True},
        {"stage": 2, "riders": []},
        {"stage": 2, "other": 1},
        {"stage": 2, "riders": [{"kind": 0}] * 2, "token": 0},
        {"stage": 2, "riders": [{"kind": 7, "jersey": 0, "energy": 0, "number": 0, "out": False}] * 2, "token": 0},
        {"stage": 2, "riders": [{"kind": 0, "jersey": 0, "energy": 16, "number": 0, "out": False}] * 2, "token": 0},
        {"stage": 2, "riders": [{"kind": 0, "jersey": 0, "energy": 0, "number": 0, "out": False}] * 2, "token": 5},
        {"stage": 2, "riders": [{"kind": 0, "jersey": 0, "energy": 0, "number": 0, "out": True}] * 2, "token": 0},
    ],
)
def test_what_does_not_fit_is_refused(carried):
    with pytest.raises(BadOptionError, match="leader_one"):
        GAME.start(teams=2, riders="1", carried=carried)


@pytest.mark.clause("L1-D2a", "L1-D2b")
def test_bonuses_are_told_in_the_result():
    course = laid("1A 2B 5A 6A 20B 3A", bonuses=[2, 5])
    race = standing({"Yellow leader": row(12)}, course=course, bunch=row(5), energy=20, stage=1)
    to(race, row(13), 1)
    told = TOUR.result(race.state, race.setup.course)
    assert [entry["bonuses"] for entry in told["riders"]][1] == 1

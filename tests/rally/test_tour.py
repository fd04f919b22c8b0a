"""Rallies and the championship: RA-S2, RA-P5 to RA-P9, RA-L1."""

from __future__ import annotations

import json

import pytest

from parcours.games.rally.tour import points_for, rallies_of, shared_places
from tests.rally.driving import GAME

TOUR = GAME.tour


def stage(rally: str, *scores: int, special: bool = False, trims=None, destroyed=()):
    return {
        "rally": rally, "name": rally.title(), "scores": list(scores), "trims": trims or [0] * len(scores), "arrow": 4,
        "destroyed": [car in destroyed for car in range(len(scores))], "special": special,
    }  # fmt: skip


@pytest.mark.clause("RA-23", "RA-P6", "RA-P7")
def test_places_and_points_of_the_rulebooks_example():
    totals = [-6, -4, -4, -1, 2, 5]
    places = shared_places(totals)
    assert places == [1, 2, 2, 4, 5, 6]
    assert [points_for(place) for place in places] == [9, 6, 6, 3, 2, 1]
    assert [points_for(place) for place in shared_places([-6, -6, -4])] == [9, 9, 4]


@pytest.mark.clause("RA-P5", "RA-P6")
def test_a_rally_is_won_on_the_lowest_total_the_special_stage_included():
    results = [stage("italy", -1, 3, 0), stage("italy", 2, -3, 0, special=True)]
    table = TOUR.classifications(3, results)[0]
    assert [(line.seat, line.place, line.total) for line in table.lines] == [(1, 1, 0), (2, 1, 0), (0, 3, 1)]
    assert table.lines[2].stages == (-1, 2)
    assert table.lines[2].after == (-1, 1)
    assert table.best == "least"


@pytest.mark.clause("RA-P8", "RA-S2")
def test_most_b_points_win_the_championship():
    results = [stage("montecarlo", -3, -2, 1), stage("sweden", 2, -2, 0), stage("italy", -1, 0, 1)]
    championship, *rallies = TOUR.classifications(3, results)
    assert championship.best == "most"
    assert [(line.seat, line.place, line.total) for line in championship.lines] == [(0, 1, 22), (1, 2, 21), (2, 3, 14)]
    assert len(rallies) == 3


@pytest.mark.clause("RA-P8")
def test_championship_ties_by_more_wins_then_more_second_places_then_shared():
    wins = [stage("montecarlo", 1, 2, 3, 4), stage("sweden", 4, 2, 3, 1), stage("italy", 3, 1, 2, 4)]
    table = TOUR.classifications(4, wins)[0]
    assert {line.seat: line.total for line in table.lines} == {0: 9 + 3 + 4, 1: 6 + 6 + 9, 2: 4 + 4 + 6, 3: 3 + 9 + 3}
    level = [stage("montecarlo", 1, 2, 9, 9), stage("sweden", 2, 1, 9, 9)]
    lines = TOUR.classifications(4, level)[0].lines
    assert [line.place for line in lines] == [1, 1, 3, 3]


@pytest.mark.clause("RA-P8")
def test_equal_points_are_parted_by_rally_wins():
    # Red 9 + 3 with a win, Blue 6 + 6 without.
    ranked = [stage("a", 1, 2, 5, 5), stage("b", 4, 2, 1, 3)]
    table = {line.seat: line for line in TOUR.classifications(4, ranked)[0].lines}
    assert (table[0].total, table[1].total) == (12, 12)
    assert (table[0].place, table[1].place) == (2, 3)


@pytest.mark.clause("RA-P9", "RA-A1", "RA-W2")
def test_within_a_rally_trims_scores_and_the_arrow_go_on():
    stages = next(p for p in TOUR.presets if p.id == "montecarlo").stages
    carried = TOUR.carried(2, stages, [stage("montecarlo", -1, 2, trims=[2, 0])])
    assert carried == {"trims": [2, 0], "scores": [-1, 2], "arrow": 4}
    race = GAME.start(teams=2, course="montecarlo", carried=carried)
    assert [int(car) for car in race.races[0]["order"][:2]] == [0, 1]


@pytest.mark.clause("RA-A2", "RA-W2", "RA-P9")
def test_the_next_rally_knows_only_what_the_trims_were():
    stages = next(p for p in TOUR.presets if p.id == "championship").stages
    results = [stage("montecarlo", -1, 2, trims=[2, 0])] * 3 + [stage("montecarlo", 0, 1, special=True, trims=[2, 0])]
    assert TOUR.carried(2, stages, results) == {"last_trims": [2, 0]}
    assert TOUR.carried(2, stages, []) == {}


def test_the_same_rally_driven_twice_in_a_row_is_told_apart_by_its_special_stage():
    italy = stage("italy", 1, 2)
    special = stage("italy", 1, 2, special=True)
    assert rallies_of([italy, special, italy, special]) == [[0, 1], [2, 3]]


@pytest.mark.clause("RA-S2", "RA-L1", "RA-P8")
def test_a_whole_rally_of_bots_from_start_to_classification():
    preset = next(p for p in TOUR.presets if p.id == "italy")
    results = []
    for number, one in enumerate(preset.stages):
        carried = TOUR.carried(3, preset.stages, results)
        race = GAME.start(teams=3, course=one.course, seed=number, carried=carried, road="random", **one.options)
        while not race.over:
            race.play(race.choice_of(GAME.bot("random")))
        results.append(json.loads(json.dumps(TOUR.result(race.state, race.setup.course))))
    assert TOUR.over(3, preset.stages, results)
    table = TOUR.classifications(3, results)[0]
    assert [line.total for line in table.lines] == sorted(line.total for line in table.lines)
    assert sum(line.total for line in table.lines) == sum(sum(r["scores"]) for r in results)


def test_presets_are_the_eight_rallies_and_two_championships():
    ids = [preset.id for preset in TOUR.presets]
    assert ids == [*GAME.course_names, "championship", "championship_plain"]
    for preset in TOUR.presets:
        assert len(preset.stages) <= TOUR.most_stages
        for one in preset.stages:
            assert one.course in GAME.course_names
            GAME.checked_options(2, one.options)


@pytest.mark.clause("RA-S2", "RA-P6", "RA-P8", "RA-A2")
def test_a_championship_of_two_rallies_ridden_by_bots(tmp_path):
    from parcours.tours import load_tour, new_tour, ride

    stages = [one for preset in TOUR.presets if preset.id in ("italy", "morocco") for one in preset.stages]
    tour = new_tour(GAME, stages, teams=3, seed=3, options={"road": "random"})
    ride(tour, ["random"] * 3)
    assert tour.over
    championship, *rallies = tour.classifications()
    assert str(championship.title) == "Championship"
    assert len(rallies) == 2
    points = {line.seat: line.total for line in championship.lines}
    assert points == {seat: sum(points_for(row.place) for table in rallies for row in table.lines if row.seat == seat)
                      for seat in range(3)}  # fmt: skip
    trims = [result["trims"] for result in tour.results]
    assert trims[0] == trims[1]
    assert all(abs(before - now) <= 1 for before, now in zip(trims[1], trims[2], strict=True))
    tour.save(tmp_path / "two.tour")
    assert load_tour(tmp_path / "two.tour").classifications() == tour.classifications()

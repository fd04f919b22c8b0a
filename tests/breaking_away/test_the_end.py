"""Breaking Away: how a race ends, and who has won."""

from __future__ import annotations

import pytest

from tests.breaking_away.riding import TEAMS, due, give, ride, standing


def finishing(count: int, teams: int = 4):
    """A race with `count` riders about to cross the finish one after the other, and Red 4 far behind."""
    names = [f"{team} {n}" for n in (1, 2, 3) for team in ("Red", "Blue", "Green", "Yellow")][:count]
    race = standing({name: 100 - i for i, name in enumerate(names)} | {"Red 4": 40}, teams=teams)
    for name in names:
        give(race, name, 20)
    return race


@pytest.mark.clause("BA-E1")
def test_the_race_is_over_at_once_when_the_eighth_rider_crosses():
    race = finishing(9)
    for _ in range(7):
        ride(race, 20)
    assert not race.over
    ride(race, 20)
    assert race.over
    assert race.legal() == []


@pytest.mark.clause("BA-E3")
def test_with_fewer_than_eight_riding_the_race_ends_when_the_last_has_crossed():
    race = finishing(3)
    ride(race, 20, 20, 20)
    assert not race.over
    give(race, "Red 4", 70)
    ride(race, 70)
    assert race.over


@pytest.mark.clause("BA-E3", "BA-M6")
def test_the_race_also_ends_when_the_last_one_on_the_road_retires():
    race = finishing(3)
    ride(race, 20, 20, 20, "retires")
    assert race.over


def with_points(race, **points: int):
    for team, value in points.items():
        race.races[0]["points"][TEAMS[team]] = value
    return race


def places(race) -> dict[str, int]:
    return {str(row.name): row.place for row in race.standings()}


@pytest.mark.clause("BA-E2")
def test_most_points_win():
    race = with_points(finishing(8), Red=10, Blue=40, Green=30, Yellow=20)
    assert places(race) == {"Blue": 1, "Green": 2, "Yellow": 3, "Red": 4}


@pytest.mark.clause("BA-E2")
def test_on_a_tie_the_better_placed_rider_at_the_finish_wins():
    race = finishing(8)
    for _ in range(8):
        ride(race, 20)
    assert race.over
    with_points(race, Red=30, Blue=30, Green=30, Yellow=30)
    assert places(race) == {"Red": 1, "Blue": 2, "Green": 3, "Yellow": 4}


@pytest.mark.clause("BA-E2")
def test_a_tie_among_teams_without_a_finisher_goes_to_the_one_further_along_then_nearer_the_inside():
    race = standing({"Red 1": 60, "Blue 1": 70, "Green 1": 70, "Yellow 1": 104})
    with_points(race, Red=12, Blue=12, Green=12, Yellow=12)
    assert places(race) == {"Yellow": 1, "Blue": 2, "Green": 3, "Red": 4}


@pytest.mark.clause("BA-E2")
def test_tied_teams_with_nobody_left_share_the_place():
    race = with_points(standing({"Red 1": 60, "Blue 1": 50}), Green=5, Yellow=5, Red=9, Blue=1)
    assert places(race) == {"Red": 1, "Green": 2, "Yellow": 2, "Blue": 4}


@pytest.mark.clause("BA-E1", "BA-E3")
def test_the_story_says_why_the_race_is_over():
    from tests.breaking_away.riding import GAME

    for race, last, said in (
        (finishing(8), 20, "The eighth rider crosses the finish: the race is over"),
        (finishing(3), "retires", "The last rider crosses the finish: the race is over"),
    ):
        while not race.over:
            before = race.state
            at_the_back = due(race) == "Red 4"
            ride(race, last if at_the_back else 20)
        told = GAME.story(before, race.actions[-1], race.state, race.setup.course, -1)
        assert str(told[-1].words) == said

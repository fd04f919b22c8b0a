"""Breaking Away: points at the lines."""

from __future__ import annotations

import pytest

from tests.breaking_away.riding import GAME, give, points, ride, standing


@pytest.mark.clause("BA-P1")
def test_who_stops_on_the_line_has_not_crossed_it():
    race = standing({"Red 1": 30, "Blue 1": 20})
    ride(race, 3)
    assert points(race, "Red") == 0
    ride(race, 3)
    ride(race, 4)
    assert points(race, "Red") == 10


@pytest.mark.clause("BA-P2")
def test_the_first_eight_over_a_sprint_line_score():
    riders = {
        f"{team} {n}": 32 - i
        for i, (n, team) in enumerate((n, t) for n in (1, 2) for t in ("Red", "Blue", "Green", "Yellow"))
    }
    riders["Red 3"] = 24
    race = standing(riders)
    for name in riders:
        give(race, name, 12)
    for _ in range(9):
        ride(race, 12)
    assert {team: points(race, team) for team in ("Red", "Blue", "Green", "Yellow")} == {
        "Red": 10 + 4, "Blue": 8 + 3, "Green": 6 + 2, "Yellow": 5 + 1,
    }  # fmt: skip


@pytest.mark.clause("BA-P2")
def test_the_finish_gives_double():
    riders = {f"Red {n}": 99 - n for n in (1, 2, 3, 4)} | {f"Blue {n}": 95 - n for n in (1, 2, 3, 4)}
    race = standing(riders)
    for name in riders:
        give(race, name, 12)
    for _ in range(8):
        ride(race, 12)
    assert points(race, "Red") == 20 + 16 + 12 + 10
    assert points(race, "Blue") == 8 + 6 + 4 + 2
    assert race.over


@pytest.mark.clause("BA-P3")
def test_who_moves_first_over_the_line_beats_who_goes_further():
    race = standing({"Red 1": 33, "Blue 1": 32})
    give(race, "Red 1", 1)
    give(race, "Blue 1", 24)
    ride(race, 1)  # one square beyond the line
    ride(race, 24)  # twenty-three beyond it
    assert (points(race, "Red"), points(race, "Blue")) == (10, 8)


@pytest.mark.clause("BA-P4")
def test_points_are_public():
    race = standing({"Red 1": 33, "Blue 1": 20})
    ride(race, 3)
    for viewer in (-1, 0, 1):
        assert int(race.view(viewer)["points"][0]) == 10
        table = next(panel for panel in GAME.scene(race, viewer).panels if panel.id == "points")
        assert table.rows[0].cells[-1].text == "10"

"""Leader 1, A.2 and A.3: riders picked in turn, qualities, energy, the token."""

from __future__ import annotations

import pytest

from parcours.games.leader_one import actions as a
from parcours.games.leader_one import state as s
from tests.leader_one.riding import GAME, free, laid, phase, reach, standing, tail_front

LINEUP = {lineup: a.LINEUP + number for number, lineup in enumerate(a.LINEUPS)}


@pytest.mark.clause("L1-A2a", "L1-A2c")
def test_up_to_four_players_have_a_team_of_their_own():
    race = GAME.start(teams=4, manual_chance=True)
    assert phase(race) == "qualities"
    assert race.state["kind"].tolist() == [0, 1, 2] * 4
    assert race.state["jersey"].tolist() == [0] * 3 + [1] * 3 + [2] * 3 + [3] * 3
    assert (GAME.min_teams, GAME.max_teams) == (2, 10)
    assert [str(team.name) for team in GAME.teams[:5]] == ["Yellow", "White", "Pink", "Blue", "Green"]


@pytest.mark.clause("L1-A2c", "L1-A2d")
def test_with_fewer_riders_they_pick_from_their_own_team_in_turn():
    race = GAME.start(teams=3, riders="2", manual_chance=True)
    assert phase(race) == "first pick"
    assert race.legal() == [a.FIRST, a.FIRST + 1, a.FIRST + 2]
    assert race.weights() == [1, 1, 1]
    race.play(a.FIRST + 2)
    for seat, lineup in ((2, (0, 2)), (0, (0, 1)), (1, (1, 2))):
        assert (phase(race), race.actor) == ("lineup", seat)
        assert race.legal() == [LINEUP[0, 1], LINEUP[0, 2], LINEUP[1, 2]]
        race.play(LINEUP[lineup])
    assert phase(race) == "qualities"
    assert race.state["kind"][:6].tolist() == [0, 1, 1, 2, 0, 2]
    assert race.state["jersey"][:6].tolist() == [0, 0, 1, 1, 2, 2]


@pytest.mark.clause("L1-A2c", "L1-A2d")
def test_five_players_pick_all_riders_of_one_team():
    race = GAME.start(teams=5, riders="2", manual_chance=True)
    race.play(a.FIRST + 3)
    assert (phase(race), race.actor) == ("jersey", 3)
    assert len(race.legal()) == 5
    race.play(a.JERSEY + 4)
    race.play(LINEUP[1, 2])
    assert (phase(race), race.actor) == ("jersey", 4)
    assert a.JERSEY + 4 not in race.legal(), "no two share a team"
    race.play(a.JERSEY)
    race.play(LINEUP[0, 1])
    assert race.legal() == [a.JERSEY + 1, a.JERSEY + 2, a.JERSEY + 3]
    assert race.state["jersey"][6:10].tolist() == [4, 4, 0, 0]


@pytest.mark.clause("L1-A2c", "L1-A2d")
def test_six_and_more_players_pick_one_of_fifteen_riders():
    race = GAME.start(teams=6, manual_chance=True)
    race.play(a.FIRST)
    for lineup in ((0,), (1,), (2,)):
        assert a.JERSEY + 2 in race.legal()
        race.play(a.JERSEY + 2)
        assert LINEUP[lineup] in race.legal()
        race.play(LINEUP[lineup])
        if race.legal()[0] == a.JERSEY and lineup != (2,):
            race.play(a.JERSEY + 2)
            assert LINEUP[lineup] not in race.legal(), "that rider is taken"
            race.undo()
    assert race.legal() == [a.JERSEY, a.JERSEY + 1, a.JERSEY + 3, a.JERSEY + 4], "pink has nobody left"


@pytest.mark.clause("L1-A3b")
def test_one_rider_is_the_descender_and_another_the_sprinter():
    race = GAME.start(teams=2, manual_chance=True)
    assert race.legal() == [a.DESCENDS, a.DESCENDS + 1, a.DESCENDS + 2]
    race.play(a.DESCENDS + 1)
    assert race.legal() == [a.SPRINTS, a.SPRINTS + 2], "no rider has both"
    race.play(a.SPRINTS + 2)
    assert race.actor == 1
    one = GAME.start(teams=2, riders="1", manual_chance=True)
    for action in (a.FIRST, LINEUP[1,], LINEUP[2,]):
        one.play(action)
    assert one.legal() == [a.DESCENDS, a.SPRINTS], "with one rider one of the two"


@pytest.mark.clause("L1-A3b")
def test_qualities_are_shown_together():
    race = GAME.start(teams=2, manual_chance=True)
    race.play(a.DESCENDS + 1)
    race.play(a.SPRINTS + 2)
    assert race.view(1)["quality"].tolist() == [0] * 12
    assert race.view(-1)["quality"].tolist() == [0] * 12
    assert race.view(0)["quality"][:3].tolist() == [0, s.DESCENDER, s.SPRINTER]
    race.play(a.DESCENDS)
    race.play(a.SPRINTS + 1)
    assert race.view(1)["quality"][:6].tolist() == [0, 1, 2, 1, 2, 0]


@pytest.mark.clause("L1-A3c", "L1-B2c")
def test_a_quality_brings_one_more_free_square_where_it_counts():
    down = laid("1A 5B 6B 2B 3A")
    race = standing({"Yellow leader": "2/1:1"}, course=down, qualities={"Yellow leader": "descender"})
    assert free(race) == 5
    race = standing({"Yellow leader": "1/2:6"}, course=down, qualities={"Yellow leader": "descender"})
    assert free(race) == 2, "the move starts on the flat"
    race = standing({"Yellow leader": "5/2:1"}, course=down, qualities={"Yellow leader": "sprinter"})
    assert free(race) == 3
    race = standing({"Yellow leader": "4/2:6"}, course=down, qualities={"Yellow leader": "sprinter"})
    assert free(race) == 2
    steep = laid("2A 4BR", {2: 1})
    race = standing({"Yellow leader": "2/1:2"}, course=steep, qualities={"Yellow leader": "sprinter"})
    assert free(race) == 2, "there is no zone on a mountain finish"


@pytest.mark.clause("L1-A3d")
def test_all_start_in_the_bunch_on_the_line():
    race = GAME.start(teams=4, manual_chance=True)
    assert set(race.state["status"].tolist()) == {s.IN_BUNCH}
    assert tail_front(race) == (-140, 0)


@pytest.mark.clause("L1-A3e")
def test_the_token_is_drawn_and_goes_to_the_leaders_player_in_a_tour():
    race = GAME.start(teams=2, riders="1", manual_chance=True)
    for action in (a.FIRST + 1, LINEUP[0,], LINEUP[0,], a.SPRINTS, a.SPRINTS):
        race.play(action)
    assert phase(race) == "first token"
    assert race.weights() == [1, 1]
    race.play(a.FIRST + 1)
    assert int(race.state["holder"]) == 1
    line = {"kind": 0, "jersey": 0, "energy": 3, "number": 2, "out": False}
    later = GAME.start(
        teams=2,
        riders="1",
        manual_chance=True,
        carried={"stage": 2, "riders": [line, line | {"jersey": 1}], "token": 1},
    )
    later.play(a.SPRINTS)
    later.play(a.SPRINTS)
    assert (phase(later), int(later.state["holder"]), later.actor) == ("speak", 1, 1)


@pytest.mark.clause("L1-B1d", "L1-A3c")
def test_free_squares_by_type_and_terrain():
    course = laid("1A 12A 20A 5B 3A", {3: 3})
    table = {"1": (3, 2, 1), "2": (2, 2, 2), "3": (1, 2, 3), "4": (4, 4, 4)}
    for hex_, squares in table.items():
        for kind, number in zip(("rouleur", "leader", "climber"), squares, strict=True):
            race = standing({f"Yellow {kind}": f"{hex_}/1:6"}, course=course, bunch="S/2:6")
            assert free(race) == number, (hex_, kind)


@pytest.mark.clause("L1-B1d")
def test_the_hex_where_the_move_starts_counts():
    race = standing({"Yellow climber": "1/2:6"}, course=laid("1A 5B 3A"), energy=0)
    assert set(reach(race)) == {"2/1:1", "2/2:1"}

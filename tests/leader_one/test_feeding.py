"""Leader 1, C.4 and D.2: feed lines, tiles used and kept, claims, bonus lines."""

from __future__ import annotations

import pytest

from parcours.errors import IllegalActionError
from parcours.games.leader_one import actions as a
from parcours.games.leader_one import state as s
from tests.leader_one.riding import (
    GAME,
    attack,
    attackers,
    begin,
    draw,
    due,
    energy,
    event,
    give_tile,
    laid,
    no_attacks,
    phase,
    play_tile,
    rider,
    roll_bunch,
    row,
    standing,
    status,
    to,
)

FIRST = GAME.course("first_race")
FED = laid("1A 2B 5A 6A 20B 3A", feeds=[2], bonuses=[2, 4])
"""A straight road with a feed and a bonus line after row 12, and a bonus line after row 24."""
LAST_LINE = laid("1A 2B 5A 6A 20B 3A")
"""The same road with a feed line after row 30; it ends after row 36."""


def before_the_line(**switches):
    return standing({"Yellow leader": "7/1:5", "White leader": "5/1:3"}, course=FIRST, bunch="3/2:3", **switches)


@pytest.mark.clause("L1-A1g", "L1-C4a", "L1-C4b", "L1-24")
def test_a_tile_for_who_crosses_the_line():
    race = before_the_line()
    assert int(race.setup.course.road.squares["front"][race.state["at"][1]]) == 2870
    to(race, "7/1:6", 1)
    assert due(race) == "White leader", "stopping short of it is not crossing"
    race = before_the_line()
    to(race, "8/1:1", 2)
    assert race.legal() == [a.TILE, a.TILE + 1, a.TILE + 2, a.TILE + 3]
    assert race.weights() == [3, 3, 3, 3]
    had = energy(race, "Yellow leader")
    draw(race, 4)
    assert (phase(race), due(race), race.actor) == ("tile", "Yellow leader", 0)
    race.play(a.KEEP)
    assert energy(race, "Yellow leader") == had
    assert int(race.state["tiles"][1]) == 1
    to(race, "5/1:4", 1)
    roll_bunch(race, 3)
    assert due(race) == "Yellow leader"
    play_tile(race, 4)
    assert energy(race, "Yellow leader") == had + 4
    assert race.state["used"].tolist() == [[0] * 4, [0, 0, 1, 0], [0] * 4]


@pytest.mark.clause("L1-C4a", "L1-C4b")
def test_a_tile_may_be_used_at_once_and_comes_once_a_line():
    race = before_the_line()
    to(race, "8/1:1", 2)
    had = energy(race, "Yellow leader")
    draw(race, 5)
    race.play(a.USE)
    assert energy(race, "Yellow leader") == had + 5
    to(race, "5/1:4", 1)
    roll_bunch(race, 3)
    to(race, "8/1:2", 1)
    assert phase(race) != "draw", "once per rider and line"


@pytest.mark.clause("L1-C4a", "L1-A1h")
@pytest.mark.parametrize(("kind", "pile"), [("rouleur", 0), ("leader", 1), ("climber", 2)])
def test_each_type_has_its_pile(kind, pile):
    race = standing({f"Yellow {kind}": row(12)}, course=FED)
    to(race, row(13), 1)
    draw(race, 2)
    assert race.state["pile"][pile].tolist() == [2, 3, 3, 3]


@pytest.mark.clause("L1-C4a", "L1-B4d", "L1-A1g")
def test_in_the_bunch_all_are_fed_in_bunch_order_and_then_the_dropped():
    race = standing(
        {},
        inside=["Yellow leader", "Yellow climber", "White rouleur", "Pink leader"],
        course=FED,
        bunch=row(12),
        holder="White",
        energy={"Yellow climber": 0},
    )
    roll_bunch(race, 5)
    order = []
    while phase(race) in ("settle", "draw", "tile"):
        if phase(race) == "settle":
            race.play(a.PAY)
        else:
            order.append(due(race))
            draw(race, 2)
            race.play(a.KEEP)
    assert order == ["White rouleur", "Pink leader", "Yellow leader", "Yellow climber"]
    assert status(race, "Yellow climber") == "road", "dropped on row 15: beyond the line too"


@pytest.mark.clause("L1-A1g")
def test_who_rejoins_the_bunch_beyond_the_line_has_crossed_it():
    race = standing({"Yellow leader": row(8)}, inside=["White leader"], course=FED, bunch=row(10), energy=20)
    roll_bunch(race, 3)
    draw(race, 3)
    race.play(a.USE)
    assert due(race) == "Yellow leader"
    to(race, row(12), 4)
    assert (phase(race), due(race), status(race, "Yellow leader")) == ("draw", "Yellow leader", "bunch")


@pytest.mark.clause("L1-C4b")
def test_kept_tiles_are_added_at_the_finish():
    race = standing({"Yellow leader": row(36), "White leader": row(20)}, energy=1, settle=False)
    give_tile(race, "Yellow leader", 5)
    give_tile(race, "Yellow leader", 2)
    begin(race)
    to(race, row(37), 1)
    assert (energy(race, "Yellow leader"), status(race, "Yellow leader")) == (1 + 1 + 7, "home")


@pytest.mark.clause("L1-C4b")
def test_a_tile_counts_for_the_move_before_which_it_is_played():
    race = standing({}, inside=["Yellow climber", "White leader"], bunch=row(10), energy=3, settle=False)
    begin(race)
    assert attackers(race) == set()
    race = standing({}, inside=["Yellow climber", "White leader"], bunch=row(10), energy=3, settle=False)
    give_tile(race, "Yellow climber", 2)
    begin(race)
    assert attackers(race) == {"Yellow climber"}, "with the tile he can pay 5"
    attack(race, "Yellow climber")
    assert race.legal() == [a.PLAY]
    play_tile(race, 2)
    to(race, row(14), 4)
    assert energy(race, "Yellow climber") == 0


@pytest.mark.clause("L1-C4e")
def test_an_empty_pile_is_made_of_used_tiles_and_without_any_he_adds_three():
    race = standing({"Yellow leader": row(12), "White leader": row(12, 1)}, course=FED, energy=0, settle=False)
    state = race.races[0]
    state["pile"][1] = 0
    state["used"][1] = [0, 2, 0, 0]
    begin(race)
    to(race, row(13), 1)
    assert race.legal() == [a.TILE + 1]
    draw(race, 3)
    race.play(a.KEEP)
    assert race.state["used"][1].tolist() == [0, 0, 0, 0]
    state["pile"][1] = 0
    race.look_again()
    had = energy(race, "White leader")
    to(race, row(13, 1), 1)
    assert (energy(race, "White leader"), phase(race)) == (had + 1 + 3, "announce"), "recovery, and 3"


@pytest.mark.clause("L1-C4c", "L1-C4d", "L1-O3", "L1-24")
def test_with_claim_feed_the_tile_must_be_asked_for_in_time():
    race = before_the_line(claim_feed=True)
    to(race, "8/1:1", 2)
    assert (phase(race), race.actor) == ("claim", 0)
    claimed = race.copy()
    claimed.play(a.CLAIM + 1)
    assert phase(claimed) == "draw"
    race.play(a.WAIVE)
    assert due(race) == "White leader"
    to(race, "5/1:4", 1)
    with pytest.raises(IllegalActionError):
        race.play(a.CLAIM + 1)
    no_attacks(race)
    assert a.CLAIM + 1 not in race.legal(), "the next rider has moved"


@pytest.mark.clause("L1-C4c", "L1-C4d")
def test_a_claim_may_be_made_while_nobody_has_moved():
    race = standing({"Yellow leader": "7/1:5", "Yellow climber": "5/1:3"}, course=FIRST, bunch="3/2:3", claim_feed=True)
    to(race, "8/1:1", 2)
    race.play(a.WAIVE)
    assert due(race) == "Yellow climber"
    assert a.CLAIM + 1 in race.legal(), "his own next rider has not moved yet"
    race.play(a.CLAIM + 1)
    draw(race, 4)
    race.play(a.USE)
    assert (phase(race), due(race)) == ("move", "Yellow climber")
    assert a.CLAIM + 1 not in race.legal()
    late = standing({"Yellow leader": row(12)}, inside=["Yellow climber"], course=FED, bunch=row(10), claim_feed=True)
    to(late, row(13), 1)
    late.play(a.WAIVE)
    assert a.CLAIM + 1 in late.legal(), "before the attacks"
    late.play(a.DONE)
    assert a.CLAIM + 1 in late.legal(), "before the announcement"
    late.play(a.CLAIM + 1)
    draw(late, 2)
    late.play(a.KEEP)
    assert phase(late) == "announce"


@pytest.mark.clause("L1-C4b", "L1-C4d")
def test_a_tile_claimed_for_who_is_home_is_added_at_once():
    places = {"Yellow leader": row(30), "Yellow climber": row(20)}
    race = standing(places, course=LAST_LINE, energy=20, claim_feed=True)
    to(race, "X/2:1", 7)
    race.play(a.WAIVE)
    assert (status(race, "Yellow leader"), due(race)) == ("home", "Yellow climber")
    had = energy(race, "Yellow leader")
    race.play(a.CLAIM + 1)
    draw(race, 4)
    assert (phase(race), due(race)) == ("move", "Yellow climber"), "nobody is asked"
    assert energy(race, "Yellow leader") == had + 4
    assert int(race.state["used"][1].sum()) == 1


@pytest.mark.clause("L1-C4d")
def test_a_stay_closes_the_claim_too():
    places = {
        "Yellow leader": row(12),
        "White rouleur": row(8, 1),
        "White leader": row(8, 2),
        "White climber": row(8, 3),
        "Pink climber": row(7),
    }
    race = standing(places, course=FED, energy=0, claim_feed=True, bunch=row(5))
    to(race, row(13), 1)
    race.play(a.WAIVE)
    for name in ("White rouleur", "White leader", "White climber"):
        race.races[0]["moved"][rider(race, name)] = 1
    assert int(race.state["claims"][1]) == 1
    race.races[0]["phase"], race.races[0]["rider"] = s.PUNCTURE_ROLL, 1
    race.look_again()
    event(race, 12)
    assert phase(race) == "announce"
    assert int(race.state["claims"][1]) == 0


@pytest.mark.clause("L1-D2a", "L1-D2b")
def test_the_first_over_a_bonus_line_takes_it():
    race = standing({"White leader": row(12), "Yellow leader": row(11)}, course=FED, energy=20, bunch=row(5), stage=1)
    to(race, row(13), 1)
    draw(race, 2)
    race.play(a.KEEP)
    assert race.state["bonus"][:3].tolist() == [rider(race, "White leader"), -1, -1]
    to(race, row(14), 3)
    assert race.state["bonus"][:3].tolist() == [rider(race, "White leader"), -1, -1]
    inside = standing(
        {},
        inside=["Yellow leader", "White climber", "White rouleur"],
        course=FED,
        bunch=row(22),
        holder="White",
        stage=1,
    )
    roll_bunch(inside, 3)
    assert int(inside.state["bonus"][1]) == rider(inside, "White rouleur"), "the first in bunch order"
    empty = standing({"Yellow leader": row(5)}, course=FED, bunch=row(22), stage=1)
    roll_bunch(empty, 3)
    assert int(empty.state["bonus"][1]) == -1, "an empty bunch takes nothing"
    alone = standing({"White leader": row(12)}, course=FED, bunch=row(5))
    to(alone, row(13), 1)
    assert int(alone.state["bonus"][0]) == -1, "only in stage races"

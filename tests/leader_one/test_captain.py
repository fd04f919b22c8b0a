"""Leader 1: the road captain knows the race."""

from __future__ import annotations

import pytest

from parcours.games.leader_one import actions as a
from tests.leader_one.riding import GAME, begin, give_tile, laid, no_attacks, phase, rider, row, standing, where

CAPTAIN = GAME.bot("captain")


def decide(race) -> int:
    return race.choice_of(CAPTAIN)


@pytest.mark.parametrize(("course", "riders"), [("first_race", "3"), ("sprinters_day", "3"), ("queen_stage", "1")])
def test_its_riders_win_over_80_of_100_races_against_three_random_players(course, riders):
    batch = GAME.batch(40, teams=4, seed=11, course=course, riders=riders)
    places = batch.play_out(["captain", "random", "random", "random"])
    assert (places[:, 0] == 1).mean() > 0.8


def test_it_sits_in_the_bunch_early_and_goes_when_it_can_be_home():
    early = standing({}, inside=["Yellow rouleur", "White leader"], bunch=row(2), energy=18)
    assert decide(early) == a.DONE
    late = standing({}, inside=["Yellow rouleur", "White leader"], bunch=row(31), energy=18)
    assert decide(late) == a.ATTACK
    late.play(a.ATTACK)
    late.play(decide(late))
    if phase(late) == "way":
        late.play(decide(late))
    assert where(late, "Yellow rouleur") == "home"


def test_it_sends_the_rider_who_is_fastest_to_the_finish():
    race = standing({}, inside=["Yellow rouleur", "Yellow climber", "White leader"], bunch=row(28), energy=18)
    assert race.legal()[0] == a.ATTACK
    assert decide(race) == a.ATTACK, "the rouleur on the flat"
    steep = laid("2A 12B 13B 16AR 4BR", {2: 3})
    climb = standing(
        {}, inside=["Yellow rouleur", "Yellow climber", "White leader"], bunch="4/1:5", course=steep, energy=18
    )
    assert decide(climb) == a.ATTACK + 2, "the climber uphill"


def test_it_stays_in_the_bunch_as_long_as_it_can_pay():
    race = standing(
        {}, inside=["Yellow leader", "White leader"], bunch=row(5), energy={"Yellow leader": 1, "White leader": 9}
    )
    no_attacks(race)
    race.play(a.SILENT)
    race.play(a.FACE + 3)
    assert decide(race) == a.PAY
    poor = standing({}, inside=["Yellow leader", "White leader"], bunch=row(5), settle=False,
                    energy={"Yellow leader": 0, "White leader": 9})  # fmt: skip
    give_tile(poor, "Yellow leader", 3)
    begin(poor)
    no_attacks(poor)
    poor.play(a.SILENT)
    poor.play(a.FACE + 3)
    assert decide(poor) == a.PLAY + 1


def test_it_drives_the_bunch_only_after_a_dangerous_rival():
    far = standing({"White rouleur": row(8)}, inside=["Yellow leader"], bunch=row(5), energy=18)
    far.races[0]["energy"][rider(far, "White rouleur")] = 1
    begin(far)
    far.play(far.legal()[0])
    no_attacks(far)
    assert phase(far) == "announce"
    assert decide(far) == a.SILENT
    near = standing({"White rouleur": row(20)}, inside=["Yellow leader", "Pink leader"], bunch=row(8), energy=18)
    near.play(near.legal()[0])
    if phase(near) == "way":
        near.play(near.legal()[0])
    no_attacks(near)
    assert decide(near) == a.ANNOUNCE


def test_it_leaves_the_bunch_alone_while_its_own_man_leads_the_way():
    ahead = {"Yellow rouleur": row(21), "White rouleur": row(20)}
    race = standing(ahead, inside=["Yellow leader", "Pink leader"], bunch=row(8), energy=18)
    while phase(race) != "announce":
        race.play(race.legal()[0] if phase(race) in ("move", "way") else a.DONE)
    assert decide(race) == a.SILENT
    behind = {"Yellow climber": row(14), "White rouleur": row(26)}
    race = standing(behind, inside=["Yellow rouleur", "Pink leader"], bunch=row(8), energy=18)
    while phase(race) != "announce":
        race.play(race.legal()[0] if phase(race) in ("move", "way") else a.DONE)
    assert decide(race) == a.ANNOUNCE, "the rival ahead would be home long before its climber"


def test_it_claims_tiles_uses_them_when_poor_and_keeps_them_when_rich():
    race = standing({"Yellow leader": row(30)}, inside=["White leader"], bunch=row(5), claim_feed=True, energy=0)
    race.play(race.legal()[0])
    assert phase(race) == "claim"
    assert decide(race) == a.CLAIM + 1
    race.play(a.CLAIM + 1)
    race.play(a.TILE)
    assert decide(race) == a.USE
    rich = standing({"Yellow leader": row(30)}, inside=["White leader"], bunch=row(5), energy=30)
    rich.play(rich.legal()[0])
    rich.play(a.TILE)
    assert decide(rich) == a.KEEP, "the rivals need not know"


def test_it_plays_a_kept_tile_when_the_longest_move_can_no_longer_be_paid():
    for energy, plays in ((20, False), (14, True)):
        race = standing({"Yellow leader": row(20)}, inside=["White leader"], bunch=row(5), settle=False, energy=energy)
        give_tile(race, "Yellow leader", 4)
        begin(race)
        assert phase(race) == "move"
        assert (decide(race) == a.PLAY + 2) == plays


def test_it_takes_the_inside_of_the_next_curve():
    bend = laid("1A 10AR 11AL 2B 3A")
    race = standing({"Yellow rouleur": "1/2:4"}, inside=["White leader"], bunch="S/2:6", course=bend, energy=3)
    assert phase(race) == "move"
    while phase(race) in ("move", "way"):
        race.play(decide(race))
    assert where(race, "Yellow rouleur").split(":")[0].endswith("/3"), "the inside of a bend to the right"


def test_a_helper_asks_and_drops_out_of_the_bunch_for_a_better_team_mate_behind():
    race = standing(
        {"Yellow rouleur": row(4)},
        inside=["Yellow climber", "White leader"],
        bunch=row(10),
        energy={"Yellow rouleur": 30, "Yellow climber": 0, "White leader": 9},
    )
    assert (phase(race), decide(race)) == ("speak", a.ASK_ME)
    race.play(a.ASK_ME)
    assert decide(race) == a.DONE, "asking again would take it back"
    no_attacks(race)
    race.play(a.SILENT)
    race.play(a.FACE)
    assert phase(race) == "settle"
    assert decide(race) == a.DROP
    race.play(a.DROP)
    assert where(race, "Yellow climber") == row(11, 1), "just behind"


def test_nobody_drops_back_for_a_team_mate_who_is_no_better_or_comes_back_alone():
    for behind, energy in ((4, {"Yellow rouleur": 0, "Yellow climber": 30}), (8, {"Yellow rouleur": 30})):
        race = standing(
            {"Yellow rouleur": row(behind)}, inside=["Yellow climber", "White leader"], bunch=row(10), energy=energy
        )
        assert decide(race) != a.ASK_ME


def test_a_helper_keeps_the_slipstream_for_the_better_team_mate_on_his_wheel():
    def ridden(energy: dict[str, int]) -> int:
        race = standing(
            {"Yellow leader": row(20), "Yellow rouleur": row(19)}, inside=["White leader"], bunch=row(3), energy=energy
        )
        while phase(race) in ("move", "way") and where(race, "Yellow leader") == row(20):
            race.play(decide(race))
        return int(race.races[0]["length"])

    assert ridden({"Yellow leader": 30, "Yellow rouleur": 0}) >= 6, "for himself"
    assert ridden({"Yellow leader": 30, "Yellow rouleur": 60}) < 6, "for the other"

"""The ladder: who rides against whom, what is kept, and the ratings that follow."""

from __future__ import annotations

import json
from collections import Counter

import pytest

import parcours
from parcours.errors import BadOptionError, ParcoursError
from parcours.lab.ladder import Ladder
from parcours.lab.ladder_schedule import LadderRace
from parcours.reports.ladder import ladder_svg

GAME = parcours.game("breaking_away")


def ladder(*names: str, **how: object) -> Ladder:
    return Ladder(GAME, [GAME.bot(name) for name in names], GAME.course(), **how)  # type: ignore[arg-type]


def test_each_line_up_is_ridden_from_every_seat_under_the_same_luck():
    made = ladder("sprinter", "random", "novice", "amateur")
    seats = [made.schedule.seats_of(number) for number in range(4)]
    for seat in range(4):
        assert len({line_up[seat] for line_up in seats}) == 4
    assert made.schedule.seats_of(4) == seats[0]


@pytest.mark.parametrize(("names", "teams"), [(("sprinter", "random"), 4), (("sprinter", "random", "novice"), 6)])
def test_fewer_bots_than_seats_share_them(names, teams):
    made = ladder(*names, teams=teams)
    sat = Counter(name for number in range(24 * teams) for name in made.schedule.seats_of(number))
    assert set(sat) == set(names)
    assert max(sat.values()) <= 1.3 * min(sat.values())


def test_more_bots_than_seats_take_turns():
    made = ladder("sprinter", "random", "novice", "amateur", "elite", teams=3)
    sat = Counter(name for number in range(300) for name in made.schedule.seats_of(number))
    assert len(sat) == 5
    assert min(sat.values()) > 100


def test_races_come_out_the_same_on_any_number_of_cores():
    one, many = ladder("sprinter", "random", teams=3), ladder("sprinter", "random", teams=3)
    one.run(6, threads=1)
    many.run(6, threads=3)
    assert one.entries == many.entries
    assert [rung.rating for rung in one.rungs()] == [rung.rating for rung in many.rungs()]


def test_the_better_bot_stands_higher_and_surely_so():
    made = ladder("sprinter", "random", "random")
    made.run(30)
    first, last = made.rungs()
    assert (first.bot, last.bot) == ("sprinter", "random")
    assert first.wins.value > 0.8
    assert first.rating.low > last.rating.high
    assert (first.races, last.races) == (30, 60)
    assert made.verdict()
    assert first.quick is not None


def test_who_is_no_better_has_not_won_the_match():
    made = ladder("random", "sprinter", teams=4)
    made.run(8)
    assert not made.verdict()


def test_a_shared_win_is_split():
    made = ladder("sprinter", "random", teams=3)
    made.entries = {0: LadderRace(("sprinter", "random", "random"), (1, 1, 3), (5, 5, 1))}
    assert {rung.bot: rung.wins.value for rung in made.rungs()} == {"sprinter": 0.5, "random": 0.25}


def test_it_goes_on_where_it_was_stopped(tmp_path):
    file = tmp_path / "my.ladder"
    ladder("sprinter", "random", teams=3, file=file).run(3)
    again = ladder("sprinter", "random", teams=3, file=file)
    assert sorted(again.entries) == [0, 1, 2]
    heard: list[int] = []
    again.run(5, heard.append)
    assert heard == [4, 5]
    whole = ladder("sprinter", "random", teams=3)
    whole.run(5)
    assert again.entries == whole.entries


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ({"seed": 1}, "ridden with seed 0, not 1"),
        ({"teams": 4}, "ridden with teams 3, not 4"),
        ({"options": {"open_sheets": True}}, "ridden with options "),
    ],
)
def test_other_races_are_not_mixed_in(tmp_path, other, says):
    file = tmp_path / "my.ladder"
    ladder("sprinter", "random", teams=3, file=file).run(1)
    with pytest.raises(ParcoursError, match=says):
        ladder("sprinter", "random", **({"teams": 3} | other), file=file)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": 1}', '{"races": 3}'])
def test_a_file_that_is_no_ladder_is_refused(tmp_path, text):
    file = tmp_path / "my.ladder"
    file.write_text(text)
    with pytest.raises(ParcoursError, match="is not a ladder file"):
        ladder("sprinter", "random", teams=3, file=file)
    assert file.read_text() == text


def test_a_damaged_race_is_refused(tmp_path):
    file = tmp_path / "my.ladder"
    ladder("sprinter", "random", teams=3, file=file).run(1)
    told = json.loads(file.read_text())
    told["races"][0][1] = ["random", "random", "random"]
    file.write_text(json.dumps(told))
    with pytest.raises(ParcoursError, match="do not have this ladder's line-ups"):
        ladder("sprinter", "random", teams=3, file=file)


def test_one_bot_is_no_ladder():
    with pytest.raises(BadOptionError, match="two different"):
        ladder("sprinter", "sprinter", "sprinter")


def test_the_picture_shows_every_bot():
    made = ladder("sprinter", "random", teams=3)
    made.run(3)
    picture = ladder_svg(made)
    assert picture.count("<circle") == 2
    assert ">sprinter<" in picture
    assert ">random<" in picture

"""Tours in the library: ridden stage by stage, strange races refused, written to a file and read again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import parcours
from parcours.engine.match import Match
from parcours.engine.tour import Stage
from parcours.errors import BadOptionError, TourError, TourFileError
from parcours.games.um_reifenbreite.stages import StageResult, tour_standings
from parcours.tours import Tour, load_tour, new_tour, preset_of, ride
from parcours.tours.tour import stage_seed
from parcours.tours.tourfile import read_tour, write_tour

GAMES = ("breaking_away", "um_reifenbreite")


def small(seed: int = 5, stages: int = 2) -> Tour:
    return new_tour("breaking_away", ["grand_circuit"] * stages, teams=3, seed=seed, name="Two days")


def ridden(race: Match) -> Match:
    while not race.over:
        race.play(race.choice_of(race.game.bots[-1]))
    return race


@pytest.fixture(scope="module")
def whole() -> Tour:
    tour = small()
    ride(tour, ["sprinter", "random", "random"])
    return tour


@pytest.fixture
def text(whole: Tour) -> str:
    return write_tour(whole)


# ---------------------------------------------------------------------------------------------------- riding


def test_a_tour_is_ridden_stage_by_stage() -> None:
    tour = small()
    assert tour.classifications() == ()
    totals = [0, 0, 0]
    for number in range(2):
        race = ridden(tour.next_race())
        tour.book(race)
        for row in race.standings():
            totals[row.seat] += row.points
        general = tour.classifications()[0]
        assert {line.seat: line.total for line in general.lines} == dict(enumerate(totals))
        assert all(len(line.after) == len(line.stages) == number + 1 for line in general.lines)
        assert [line.place for line in general.lines] == sorted(line.place for line in general.lines)
        assert tour.over == (number == 1)
    assert tour.classifications(after=1)[0].lines != tour.classifications()[0].lines
    with pytest.raises(TourError, match="is over after 2 stages"):
        tour.next_race()


def test_every_stage_has_its_own_luck_and_the_same_seed_gives_the_same_tour(whole: Tour) -> None:
    seeds = {stage_seed(seed, number) for seed in range(20) for number in range(20)}
    assert len(seeds) == 400
    assert all(0 <= seed < 2**63 for seed in seeds)
    again = small()
    ride(again, ["sprinter", "random", "random"])
    assert again.results == whole.results
    assert [race.actions for race in again.races if race] == [race.actions for race in whole.races if race]


@pytest.mark.parametrize("name", GAMES)
def test_presets_can_be_ridden(name: str) -> None:
    game = parcours.game(name)
    assert game.tour is not None
    for preset in game.tour.presets:
        tour = new_tour(game, preset.id)
        assert str(tour.title) == str(preset.name)
        assert tour.next_race().setup.options.items() >= dict(game.tour.options).items()
        for language in ("it", "de"):
            assert preset.about.to(language) != str(preset.about)


def test_a_stages_own_options_go_before_those_of_the_tour() -> None:
    tour = new_tour(
        "breaking_away",
        [Stage("grand_circuit", {"open_sheets": False}), "grand_circuit"],
        options={"open_sheets": True},
    )
    assert tour.next_race().setup.options["open_sheets"] is False
    tour.book(ridden(tour.next_race()))
    assert tour.next_race().setup.options["open_sheets"] is True


# ------------------------------------------------------------------------------------------------- refusals


def test_an_unfinished_race_is_not_booked() -> None:
    tour = small()
    with pytest.raises(TourError, match="stage 1 is not over"):
        tour.book(tour.next_race())
    assert tour.results == []


def test_a_foreign_race_is_not_booked() -> None:
    tour = small()
    game = parcours.game("breaking_away")
    seed = stage_seed(5, 0)
    own = ridden(tour.next_race())
    for race, what in (
        (ridden(game.start(teams=3, seed=seed + 1)), "luck"),
        (ridden(game.start(teams=4, seed=seed)), "number of teams"),
        (ridden(game.start(teams=3, seed=seed, staggered_start=True)), "set of options"),
        (ridden(small(seed=6).next_race()), "luck"),
        (ridden(parcours.game("um_reifenbreite").start(teams=2, level="A", seed=seed)), "game"),
    ):
        with pytest.raises(TourError, match=f"not stage 1 of this tour: it has a different {what}"):
            tour.book(race)
    assert tour.results == []
    tour.book(own)
    with pytest.raises(TourError, match="not stage 2"):
        tour.book(own)
    assert len(tour.results) == 1


@pytest.mark.parametrize(
    ("how", "what"),
    [
        ({"stages": []}, "1 to 30 stages, not 0"),
        ({"stages": ["grand_circuit"] * 31}, "1 to 30 stages, not 31"),
        ({"stages": ["nowhere"]}, "no course 'nowhere'"),
        ({"stages": "nothing"}, "no tour 'nothing' .tours: three_days"),
        ({"stages": [Stage("grand_circuit", {"wings": True})]}, "stage 1: .*no option 'wings'"),
        ({"stages": ["grand_circuit"], "options": {"wings": True}}, "no option 'wings'"),
        ({"stages": ["grand_circuit"], "teams": 9}, "teams must be 3 to 6, not 9"),
    ],
)
def test_a_tour_that_can_not_be_ridden_is_refused_at_once(how: dict[str, object], what: str) -> None:
    with pytest.raises(BadOptionError, match=what):
        new_tour("breaking_away", **how)  # type: ignore[arg-type]


def test_bots_must_be_as_many_as_teams() -> None:
    with pytest.raises(BadOptionError, match="2 bots for 3 teams"):
        ride(small(), ["random", "random"])


# ------------------------------------------------------------------------------------------ Um Reifenbreite


@pytest.mark.clause("UR-16a", "UR-16b")
def test_the_teams_table_is_the_final_result_of_chapter_16() -> None:
    tour = new_tour("um_reifenbreite", ["A", "B"], teams=2, seed=2, options={"level": "A", "sprints": True})
    ride(tour, ["random"])
    stages = [StageResult(tuple(r["riders"]), tuple(r["best_places"])) for r in tour.results]
    teams, riders, sprints = tour.classifications()
    expected = [(row.seat, row.place, row.total) for row in tour_standings(stages)]
    assert [(line.seat, line.place, line.total) for line in teams.lines] == expected
    for race, result in zip(tour.races, tour.results, strict=True):
        assert race is not None
        points = {row.seat: row.points for row in race.standings()}
        assert {seat: sum(result["riders"][seat * 4 : seat * 4 + 4]) for seat in range(2)} == points
    best = max(line.total for line in riders.lines if line.seat == teams.lines[0].seat)
    own = sum(line.total for line in riders.lines if line.seat == teams.lines[0].seat)
    assert teams.lines[0].total == 2 * best + own
    assert len(riders.lines) == len(sprints.lines) == 8
    assert riders.jersey != sprints.jersey


@pytest.mark.clause("UR-16c")
def test_level_riders_are_parted_by_the_last_stage() -> None:
    game = parcours.game("um_reifenbreite")
    assert game.tour is not None
    even = {"riders": [10] * 8, "best_places": [1, 2], "places": [2, 1, 3, 4, 5, 6, 7, 8], "on_the_way": [0] * 8}
    teams, riders = game.tour.classifications(2, [even])
    assert [(line.seat, line.place) for line in teams.lines] == [(0, 1), (1, 2)]
    assert [line.rider for line in riders.lines][:2] == [1, 0]


# ------------------------------------------------------------------------------------------------- the file


def test_a_tour_is_read_as_it_was_written(whole: Tour, tmp_path: Path) -> None:
    whole.save(tmp_path / "my.tour")
    again = load_tour(tmp_path / "my.tour")
    assert again.results == json.loads(json.dumps(whole.results))
    assert again.classifications() == whole.classifications()
    assert (again.seats, again.seed, again.name, again.stages) == (whole.seats, whole.seed, whole.name, whole.stages)
    assert write_tour(again) == write_tour(whole)


def test_an_unfinished_tour_is_ridden_on_from_its_file() -> None:
    tour = new_tour("breaking_away", "three_days", teams=3, seed=8, options={"staggered_start": True})
    tour.book(ridden(tour.next_race()))
    again = read_tour(write_tour(tour))
    assert not again.over
    assert again.stage_name(1) == preset_of(tour.game, "three_days").stages[1].name
    assert again.next_race().digest() == tour.next_race().digest()
    ride(again, ["sprinter"])
    assert again.over


def test_a_course_that_is_not_the_games_travels_along(tmp_path: Path) -> None:
    source = Path(parcours.__file__).parent / "games/breaking_away/data/courses/grand_circuit.toml"
    mine = tmp_path / "mine.toml"
    mine.write_text(source.read_text(encoding="utf-8").replace('name = "Grand Circuit"', 'name = "My road"'), "utf-8")
    tour = new_tour("breaking_away", [str(mine), "grand_circuit"], teams=3)
    tour.book(ridden(tour.next_race()))
    text = write_tour(tour)
    mine.unlink()
    again = read_tour(text)
    assert str(again.stage_name(0)) == "My road"
    assert again.classifications() == tour.classifications()


def line_of(text: str, begin: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith(begin))


@pytest.mark.parametrize(
    ("begin", "put", "what"),
    [
        ("Parcours tour", "Parcours tour, format 9", "update Parcours"),
        ("Parcours tour", "Something else", "not a tour file"),
        ("game:", "game: chess", "there is no game 'chess'"),
        ("teams:", "teams: many", "teams must be a whole number"),
        ("teams:", "teams: 7", "teams must be 3 to 6, not 7"),
        ("options:", "options: {", "options: is not JSON"),
        ("options:", "options: []", "options must be a JSON object"),
        ("seat 2:", "seat 3: random", "expected 'seat 2: ...'"),
        ("chance:", "chance: good", "chance must be 'seed NUMBER'"),
        ("stage 1:", "stage 1: nowhere 0000 {}", "there is no course 'nowhere'"),
        ("stage 1:", "stage 1: grand_circuit 0000 {}", "has changed: its digest is now"),
        ("stage 1:", "stage 1: grand_circuit", "a stage must be 'COURSE DIGEST OPTIONS'"),
        ("result 1:", 'result 1: {"points": [1, 2, 3]}', "the result of stage 1 does not match its race"),
        ("result 2:", "result 2: 5", "a result must be a JSON object"),
        ("=== stage 2", "=== stage 3", "expected '=== stage 2'"),
        ("=== end", "=== end 1", "expected '=== end 2'"),
    ],
)
def test_a_bad_file_is_refused_with_its_line(text: str, begin: str, put: str, what: str) -> None:
    at = line_of(text, begin)
    lines = text.splitlines()
    lines[at - 1] = put
    with pytest.raises(TourFileError, match=f"tour, line {at}: .*{what}"):
        read_tour("\n".join(lines) + "\n")


def test_an_edited_move_is_refused_with_its_line(text: str) -> None:
    lines = text.splitlines()
    at = line_of(text, "=== stage 2") + next(
        n for n, line in enumerate(lines[line_of(text, "=== stage 2") :]) if line.startswith("3.2 ")
    )
    lines[at] = "3.2 Red 1 +99"
    with pytest.raises(TourFileError, match=rf"line {at + 1}: stage 2: 'Red 1 \+99' is not possible here"):
        read_tour("\n".join(lines) + "\n")


def test_races_in_the_wrong_order_are_refused(text: str) -> None:
    one, two = line_of(text, "=== stage 1"), line_of(text, "=== stage 2")
    end = line_of(text, "=== end")
    lines = text.splitlines()
    swapped = [*lines[:one], *lines[two : end - 1], lines[two - 1], *lines[one : two - 1], lines[end - 1]]
    with pytest.raises(TourFileError, match="not stage 1 of this tour: it has a different luck"):
        read_tour("\n".join(swapped) + "\n")


def test_another_seed_makes_it_another_tour(text: str) -> None:
    with pytest.raises(TourFileError, match="a different luck"):
        read_tour(text.replace("chance: seed 5\n", "chance: seed 6\n", 1))


def test_wherever_a_file_is_cut_it_is_refused(text: str) -> None:
    lines = text.splitlines()
    marks = [line_of(text, begin) for begin in ("game", "seat 2", "stage 2", "result 2", "=== stage 1", "=== stage 2")]
    for cut in (*marks, len(lines) - 1, len(lines) - 3):
        with pytest.raises(TourFileError):
            read_tour("\n".join(lines[:cut]) + "\n")
    with pytest.raises(TourFileError, match="text after the end"):
        read_tour(text + "more\n")


def test_what_can_not_be_read_is_said(tmp_path: Path) -> None:
    with pytest.raises(TourFileError, match="can't be read"):
        load_tour(tmp_path / "none.tour")
    (tmp_path / "bad.tour").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(TourFileError, match="not UTF-8 text"):
        load_tour(tmp_path / "bad.tour")


def test_a_tour_without_its_races_is_not_written(whole: Tour) -> None:
    bare = small()
    bare.results, bare.races = list(whole.results), [None, None]
    assert bare.classifications() == whole.classifications()
    with pytest.raises(TourError, match="its race is missing"):
        write_tour(bare)


@pytest.mark.parametrize(
    ("game", "result", "winners"),
    [
        ("breaking_away", {"points": [31, 40, 40]}, (1, 2)),
        ("breaking_away", {"points": [41, 40, 40]}, (0,)),
        ("rally", {"scores": [-2, 3, -2]}, (0, 2)),
    ],
)
def test_a_stage_is_won_by_all_who_share_the_win(game, result, winners):
    assert parcours.game(game).tour.winners(result) == winners

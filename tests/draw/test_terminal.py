"""The race in the terminal: everything in its place, within 80 columns, for any game's scene."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console, RenderableType
from rich.style import Style

import parcours
from parcours.draw import palette
from parcours.draw.playback import moments, show_position, story_up_to, watch
from parcours.draw.ribbon import LANES, Ribbon
from parcours.draw.terminal import MOST_GROUPS, Artist
from parcours.engine.match import Match
from parcours.engine.scene import Cell, Group, Mark, Panel, Piece, Row, Scene, StoryEntry, Strip
from parcours.lab.simulate import make_plan, ride

GAME = parcours.game("breaking_away")


def ridden(teams: int = 4, seed: int = 3) -> Match:
    bots = ["sprinter", "random"] * 3
    return ride(make_plan(GAME, bots[:teams], seed=seed))


def drawn(picture: RenderableType, width: int = 80) -> str:
    """A picture as plain text."""
    console = Console(file=io.StringIO(), width=width, color_system=None)
    console.print(picture)
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


def made_up_scene(pieces: list[Piece], groups: list[Group], **strip: object) -> Scene:
    shown: dict[str, object] = {"round": "Round 2", "to_go": "5 km to go", "profile": (), "marks": ()}
    return Scene(
        game="made_up", seat=-1, actor=0, over=False, turn=2, prompt="", pieces=tuple(pieces), choices=(), panels=(),
        strip=Strip(groups=tuple(groups), **(shown | strip)),  # type: ignore[arg-type]
    )  # fmt: skip


def rider(number: int, progress: float, **more: object) -> Piece:
    kept: dict[str, object] = {"id": f"p{number}", "seat": number % 4, "label": str(number), "square": number}
    kept |= {"kind": "rider"}
    return Piece(name=f"rider {number}", progress=progress, **(kept | more))  # type: ignore[arg-type]


@pytest.mark.parametrize("teams", [3, 4, 6])
def test_every_frame_fits_80_columns(teams: int) -> None:
    match = ridden(teams)
    artist = Artist(match.setup, 80, colour=False)
    for number, moment in enumerate(moments(match)):
        if number % 10 and not moment.race.over:
            continue
        scene = GAME.scene(moment.race, -1)
        for picture in (artist.frame(scene, story_up_to(moment.race, len(moment.race.actions))), artist.compact(scene)):
            assert max(map(len, drawn(picture, 200).splitlines())) <= 80


def test_a_frame_shows_every_rider_the_lines_the_points_and_the_story() -> None:
    match = ridden().at(150)
    scene = GAME.scene(match, -1)
    text = drawn(Artist(match.setup, colour=False).frame(scene, story_up_to(match, 150)))
    for piece in scene.pieces:
        assert GAME.teams[piece.seat].letter + piece.label in text
    for word in ("BREAKING AWAY", "Grand Circuit", "Start", "First sprint", "Finish", "Total", str(scene.strip.round)):
        assert word in text
    assert str(story_up_to(match, 150)[-1].words) in text


def test_riders_of_one_square_touch_and_others_do_not() -> None:
    artist = Artist(ridden().setup)
    row = artist.bibs([rider(1, 0.5), rider(2, 0.5, square=1), rider(3, 0.4)])
    assert row.plain == "B1Y2 G3"


def test_a_steady_frame_keeps_its_height() -> None:
    match = ridden()
    artist = Artist(match.setup, colour=False)
    heights = set()
    for count in (0, 60, 100, 150):
        scene = GAME.scene(match.at(count), -1)
        heights.add(len(drawn(artist.groups(scene, MOST_GROUPS + 1)).splitlines()))
    assert heights == {MOST_GROUPS + 1}


def test_many_groups_share_the_last_line() -> None:
    pieces = [rider(n, 1 - n / 10) for n in range(1, 9)]
    groups = [Group(f"group {n}", (f"p{n}",), 1 - n / 10, f"+{n}") for n in range(1, 9)]
    text = drawn(Artist(ridden().setup, colour=False).groups(made_up_scene(pieces, groups)))
    assert len(text.splitlines()) == MOST_GROUPS
    assert "group 4" in text
    assert "group 5" not in text
    assert all(f"{n} " in text or f"{n}\n" in text for n in range(1, 9))


def test_a_crowd_on_the_ribbon_is_told_by_a_plus() -> None:
    road = Ribbon(80, 8)
    road.put(30, [(str(n), Style()) for n in range(6)])
    column = [lane[30][0] for lane in road.cells]
    assert column == ["0", "1", "2", "+"]
    assert len(column) == LANES


def test_the_waiting_stand_before_the_start_and_the_finished_behind_the_finish() -> None:
    road = Ribbon(80, 3)
    places = road.places([rider(1, 1.0, pose="finished"), rider(2, 0.5), rider(3, 0.0)])
    where = {piece.label: column for column, pieces in places.items() for piece in pieces}
    assert where["3"] < road.start < where["2"] < road.finish < where["1"]
    assert all(0 <= column < 80 for column in where.values())


def test_hills_and_lines_of_other_games_are_drawn() -> None:
    marks = (Mark("Col", 0.5, "summit"), Mark("Top", 0.52, "pass"), Mark("Finish", 1.0, "finish"))
    profile = ((0.0, 0.0), (0.5, 1.0), (1.0, 0.0))
    pieces = [rider(1, 0.2), rider(12, 0.3, label="12"), rider(3, 0.4, seat=-1, kind="bunch")]
    scene = made_up_scene(pieces, [Group("All", ("p1", "p12", "p3"), 0.4)], marks=marks, profile=profile)
    text = drawn(Artist(ridden().setup).frame(scene))
    assert "█" in text
    assert "Col" in text
    assert "Top" not in text, "there is no room for it beside the other"
    assert "•3" in text


def test_panels_of_any_game_are_tables() -> None:
    rows = (Row("wind", (Cell("3", "strong"), Cell("", "blank"), Cell("9", "crossed"))), Row("Red", (), 0, active=True))
    text = drawn(Artist(ridden().setup).table(Panel("w", "dial", "Weather", ("now", "then", "later"), rows)))
    assert "Weather" in text
    assert "wind" in text
    assert "▌Red" in text


@pytest.mark.parametrize("columns", range(6, 22, 3))
def test_tables_that_leave_no_room_for_the_story_stand_below_it(columns: int) -> None:
    names = tuple(f"col {n}" for n in range(columns))
    panel = Panel("wide", "table", "Places", names, (Row("Amber’s captain", tuple(Cell("12") for _ in names), 0),))
    scene = replace(made_up_scene([rider(1, 0.2)], [Group("All", ("p1",), 0.2)]), panels=(panel,))
    for width in (60, 80):
        artist = Artist(ridden().setup, width)
        text = drawn(artist.frame(scene, [StoryEntry("escapes")]), width)
        assert max(map(len, text.splitlines())) <= width
        assert "escapes" in text
        assert "Amber" in text


def test_the_story_keeps_the_newest_that_fits() -> None:
    artist = Artist(ridden().setup)
    entries = [StoryEntry(f"number {n}", seat=n % 4, weight="major") for n in range(20)]
    assert artist.story(entries, 30, 3).plain.split("\n") == ["▌ number 17", "▌ number 18", "▌ number 19"]
    assert artist.story([StoryEntry("word " * 20)], 30, 2).plain == ""


def test_the_podium_has_the_first_three_on_steps_and_the_rest_below() -> None:
    match = ridden()
    text = drawn(Artist(match.setup, colour=False).podium(match.standings()))
    first, second, third, fourth = match.standings()
    lines = text.splitlines()
    heights = [next(n for n, line in enumerate(lines) if str(row.name) in line) for row in (first, second, third)]
    assert heights == [0, 1, 2]
    assert lines[-1].strip().startswith(f"4. {fourth.name}")
    assert f"{first.points} points" in text


def test_watching_without_a_terminal_prints_a_frame_a_turn_and_the_podium() -> None:
    match = ridden()
    console = Console(file=io.StringIO(), width=80)
    watch(match, console, speed=0.001)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    for turn in range(1, match.turn + 1):
        assert f"Turn {turn}  ·" in text
    assert text.count("BREAKING AWAY") == match.turn + 1
    assert f"{match.standings()[0].points} points" in text
    assert "\x1b" not in text


def test_watching_in_a_terminal_draws_in_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr("parcours.draw.playback.time.sleep", slept.append)
    match = ridden().at(60)
    console = Console(file=io.StringIO(), width=80, height=24, force_terminal=True, color_system="truecolor")
    watch(match, console, speed=1000)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert "\x1b[" in text
    assert slept
    assert max(slept) < 0.1


def test_a_position_lists_the_actions_near_it() -> None:
    match = ridden()
    console = Console(file=io.StringIO(), width=80)
    show_position(match, 100, console)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    before = match.at(99)
    marked = next(line for line in text.splitlines() if line.startswith("▸"))
    assert marked.split()[1:3] == ["100", str(before.turn)]
    assert before.notation(match.actions[99]) in marked
    assert before.words(match.actions[99]) in marked
    assert f"after 100 of {len(match.actions)} actions" in text


def test_text_on_a_colour_can_be_read() -> None:
    assert palette.readable_on("#FFFFFF") == palette.INK
    assert palette.readable_on("#000000") == palette.CREAM

"""Races, courses, searches and tours can show themselves: printed, in notebooks, in files."""

from __future__ import annotations

import pickle
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import parcours
from parcours.bots.search import Budget, search
from parcours.draw.playback import moments
from parcours.draw.raster import as_png
from parcours.engine.match import Match
from parcours.errors import BadOptionError
from parcours.svg import text, width_of
from parcours.tours import new_tour, ride

image = pytest.importorskip("PIL.Image", reason="Pillow is not installed: pip install 'parcours[lab]'")
GAME = parcours.game("breaking_away")


def ridden(name: str, actions: int) -> Match:
    """A race after some actions, or over."""
    game = parcours.game(name)
    race = game.start(seed=3)
    while not race.over and len(race.actions) < actions:
        race.play(race.choice_of(game.bots[-1]))
    return race


@pytest.mark.parametrize("name", parcours.game_names())
def test_a_race_shows_itself(name: str, tmp_path: Path) -> None:
    race = ridden(name, 30)
    shown = str(race)
    scene = race.game.scene(race, -1)
    assert str(scene.prompt) in " ".join(shown.split())
    assert f"after {len(race.actions)} of {len(race.actions)} actions" in shown
    assert repr(race) != shown

    race.picture(tmp_path / "now.svg")
    svg = (tmp_path / "now.svg").read_text(encoding="utf-8")
    assert svg == race._repr_svg_()
    drawn = list(ElementTree.fromstring(svg).iter())
    pieces = [group for group in drawn if "piece" in str(group.get("class"))]
    on_the_board = [piece for piece in scene.pieces if piece.square is not None]
    assert pieces or not on_the_board
    told = [element.text or "" for element in drawn]
    assert str(scene.prompt) in told
    for standing in race.standings():
        assert f"{race.game.teams[standing.seat].letter} {standing.points}" in told


@pytest.mark.parametrize("name", parcours.game_names())
def test_a_course_shows_itself(name: str, tmp_path: Path) -> None:
    game = parcours.game(name)
    for course in map(game.course, game.course_names):
        assert str(course).splitlines()[0].endswith(f": {game.name}")
        assert repr(course) == f"<course {course.id} of {name}, {len(course.lines)} lines>"
    course = game.course()
    course.picture(tmp_path / "map.svg")
    assert ElementTree.fromstring((tmp_path / "map.svg").read_text(encoding="utf-8")).get("class") == "board"


def test_a_course_tells_its_lines() -> None:
    assert "Second sprint     73  10, 8, 6, 5, 4, 3, 2, 1" in str(GAME.course()).splitlines()


def pixels(path: Path) -> np.ndarray:
    """A picture file as rows of coloured points."""
    with image.open(path) as shown:
        return np.asarray(shown.convert("RGB"))


def test_a_race_is_drawn_in_pixels(tmp_path: Path) -> None:
    start, race = GAME.start(seed=3), ridden("breaking_away", 120)
    for number, one in enumerate((start, race)):
        one.picture(tmp_path / f"{number}.png")
    before, after = pixels(tmp_path / "0.png"), pixels(tmp_path / "1.png")
    assert before.shape == after.shape == (1096, 1600, 3)
    assert 0 < (before != after).any(axis=2).mean() < 0.1


def test_letters_take_the_room_that_was_planned_for_them() -> None:
    def width(words: str) -> int:
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 100">{words}</svg>'
        shown = np.asarray(image.open(BytesIO(as_png(svg, 900))))[..., 3]
        found = np.flatnonzero(shown.any(axis=0))
        return int(found[-1] - found[0])

    planned = width_of("GRAND CIRCUIT", 46)
    assert width(text("title", 10, 60, "GRAND CIRCUIT", 46)) == pytest.approx(planned, abs=6)


def frames(path: Path) -> tuple[list[np.ndarray], list[int]]:
    """The pictures of a film, and for how many thousandths of a second each is shown."""
    with image.open(path) as film:
        found = []
        for number in range(film.n_frames):
            film.seek(number)
            found.append((np.asarray(film.convert("RGB")), film.info["duration"]))
    shown, lasting = zip(*found, strict=True)
    return list(shown), list(lasting)


def test_a_race_is_a_film(tmp_path: Path) -> None:
    race = ridden("breaking_away", 60)
    race.animation(tmp_path / "turns.gif", width=320)
    race.animation(tmp_path / "moves.gif", width=200, each="move", seconds=0.2)
    turns, lasting = frames(tmp_path / "turns.gif")
    assert len(turns) == 1 + sum(moment.ends_turn for moment in moments(race))
    assert {frame.shape for frame in turns} == {(219, 320, 3)}
    assert lasting == [600] * (len(turns) - 1) + [2400]
    assert all(0 < (one != next_).any(axis=2).mean() < 0.2 for one, next_ in pairwise(turns))
    moves, lasting = frames(tmp_path / "moves.gif")
    assert len(moves) > len(turns)
    assert sum(lasting) == 200 * (sum(1 for _ in moments(race)) + 4)


def test_a_road_that_is_laid_anew_is_a_film_too(tmp_path: Path) -> None:
    race = ridden("rally", 25)
    race.animation(tmp_path / "rally.gif", width=200)
    shown, _ = frames(tmp_path / "rally.gif")
    assert len(shown) == 1 + sum(moment.ends_turn for moment in moments(race))


@pytest.mark.parametrize(
    ("file", "how", "said"),
    [("a.png", {}, "must be a .gif file"), ("a.gif", {"each": "hour"}, "each must be 'turn' or 'move'"),
     ("a.gif", {"seconds": 0}, "more than 0"), ("a.gif", {"width": 10}, "200 to 3200 pixels")],
)  # fmt: skip
def test_a_film_that_cannot_be_made_is_refused(file: str, how: dict[str, Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(BadOptionError, match=said):
        GAME.start().animation(tmp_path / file, **how)


def test_a_picture_of_another_kind_is_refused(tmp_path: Path) -> None:
    for shown in (GAME.start(), GAME.course()):
        with pytest.raises(BadOptionError, match=r"must be a \.svg or \.png file"):
            shown.picture(tmp_path / "now.bmp")


def test_a_search_shows_itself() -> None:
    race = ridden("breaking_away", 90)
    found = search(race, Budget(iterations=60))
    lines = str(found).splitlines()
    assert lines[0] == f"{GAME.teams[race.actor].name} to decide: 60 tries"
    assert [line.split("  ")[0] for line in lines[2:]] == [race.words(one.action) for one in found.prospects]
    cells = [cell.text for cell in ElementTree.fromstring(found._repr_html_()).iter("td")]
    assert race.words(found.best.action) in cells
    assert str(pickle.loads(pickle.dumps(found))) == str(found)


def test_a_tour_shows_itself() -> None:
    tour = new_tour(GAME, ["grand_circuit"] * 2, teams=3, seed=7)
    assert "0 of 2 stages ridden" in str(tour)
    ride(tour, ["random"])
    shown, page = str(tour), tour._repr_html_()
    for line in tour.classifications()[0].lines:
        assert f"{line.place}. {line.name}" in shown
        assert str(line.total) in shown
        assert GAME.teams[line.seat].colour in page
    tables = ElementTree.fromstring(f"<div>{page}</div>").findall("table")
    assert len(tables) == 1 + len(tour.classifications())

"""The profile editor: rounds in a row, what is wrong with them, and the file that it writes."""

from __future__ import annotations

import pytest

from parcours.engine.builder import Draft, Piece
from parcours.games import find_game

GAME = find_game("profi")
BUILDER = GAME.builder
assert BUILDER is not None
PROFILES = ("cobbles", "flat", "hills", "mountain", "short")


def drafted(written: str) -> Draft:
    """A draft from rounds as profiles write them: `B Gs R2 R2^ D`."""
    marks = {"s": "sprint", "^": "summit", "f": "feed"}
    pieces = []
    for word in written.split():
        part = word.rstrip("s^f")
        pieces.append(Piece(part, "", tuple(marks[letter] for letter in word[len(part) :])))
    return Draft("Ours", tuple(pieces))


def told(written: str) -> list[tuple[int, str, str]]:
    assert BUILDER is not None
    return [(fault.piece, str(fault.words), fault.clause) for fault in BUILDER.survey(drafted(written)).faults]


@pytest.mark.clause("PR-C1")
def test_every_terrain_and_category_is_offered() -> None:
    assert BUILDER is not None
    assert [part.id for part in BUILDER.parts] == ["G", "B", "D", "K", "R4", "R3", "R2", "R1", "RH"]


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_of_the_game_comes_back_as_it_was(name: str) -> None:
    assert BUILDER is not None
    course = GAME.course(name)
    draft = BUILDER.draft_of(course)
    assert draft is not None
    assert BUILDER.survey(draft).broken == ()
    again = GAME.read_course("ours.toml", BUILDER.course_text(draft))
    assert again.facts == course.facts


def test_a_board_is_no_draft() -> None:
    assert BUILDER is not None
    assert BUILDER.draft_of(GAME.course("two_passes")) is None


@pytest.mark.clause("PR-P3", "PR-H5", "PR-Q7")
def test_all_faults_are_told_at_once() -> None:
    assert told("D Bs R2 RH^ Gs") == [
        (1, "A descent must follow a summit.", "PR-H5"),
        (2, "Put the sprint on green.", "PR-Q7"),
        (5, "The last round is already a sprint.", "PR-Q2"),
        (3, "The last round of a climb must be its summit.", "PR-P3"),
        (3, "A climb of this category needs at least 2 rounds.", "PR-P3"),
        (4, "A climb of this category needs at least 3 rounds.", "PR-P3"),
    ]


def test_figures_and_the_profile() -> None:
    assert BUILDER is not None
    seen = BUILDER.survey(drafted("B Gs R2 R2^ D Bf G"))
    assert [figure.value for figure in seen.figures] == [7, 1, 1, 1]
    heights = [height for _, height in seen.profile]
    assert len(heights) == 8
    assert heights[4] == max(heights)
    assert seen.picture is None

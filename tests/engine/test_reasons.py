"""Why a question matters and what speaks for a choice, in the game's words and figures."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

import parcours
from parcours.engine.catalogue import LANGUAGES
from parcours.engine.scene import Choice, Scene
from parcours.engine.words import said

QUESTIONS = 120


def asked(name: str, seed: int = 7) -> Iterator[Scene]:
    """The questions of a race in which everybody answers at random."""
    race, luck = parcours.game(name).start(seed=seed), random.Random(seed)
    for _ in range(QUESTIONS):
        if race.over:
            return
        yield race.game.scene(race, race.actor)
        race.play(luck.choice(race.legal()))


def reasons(scene: Scene) -> list[tuple[Choice, str]]:
    return [(choice, said(choice.why, "en")) for choice in scene.choices if choice.why]


@pytest.mark.parametrize(
    ("game", "stake"),
    [
        ("um_reifenbreite", r"\d+ squares? to the finish"),
        ("rally", r"\d+ squares? to the finish"),
        ("profi", r"\d+ chips? left"),
    ],
)
def test_a_question_matters_by_so_much(game: str, stake: str) -> None:
    told = [scene.stake for scene in asked(game)]
    assert any(re.match(stake, said(one, "en")) for one in told)
    for one in filter(None, told):
        assert len({said(one, language) for language in LANGUAGES}) == len(LANGUAGES)


def test_whose_wheel_a_rider_of_um_reifenbreite_takes() -> None:
    seen = 0
    for scene in asked("um_reifenbreite"):
        riders = {str(piece.name): piece for piece in scene.pieces}
        for choice, why in reasons(scene):
            if found := re.match("ends on the wheel of (.+), ready to follow", why):
                seen += 1
                assert riders[found[1]].square not in (None, choice.path[-1])
                assert riders[found[1]].id != choice.piece
    assert seen


def test_how_far_is_safe_in_a_rally() -> None:
    safe = more = 0
    for scene in asked("rally"):
        told = reasons(scene)
        for choice, why in told:
            if "as far as is safe" in why:
                safe += 1
                assert not choice.risk
            elif "more than is safe" in why:
                more += 1
                assert choice.risk
        assert sum("as far as is safe" in why for _, why in told) <= 1
    assert safe
    assert more


def test_the_wheel_and_the_chips_that_stay_in_profi() -> None:
    seen = 0
    for scene in asked("profi"):
        for choice, why in reasons(scene):
            seen += 1
            assert why.startswith(said(choice.details[0], "en"))
            assert re.search(r", \d+ chips? left$", why)
    assert seen

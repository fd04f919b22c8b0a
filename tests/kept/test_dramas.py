"""Every big moment that a game knows is reported as one, so that the table can draw, sound and announce it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import parcours
from parcours.engine.match import Match

MOST_RACES = 30
OPTIONS: dict[str, dict[str, bool]] = {"um_reifenbreite": {"sprints": True}}
KNOWN = {
    "breaking_away": {"attack", "sprint", "finish"},
    "um_reifenbreite": {"attack", "sprint", "crash", "off_road", "finish"},
    "leader_one": {"attack", "catch", "crash", "puncture", "finish"},
    "rally": {"off_road", "finish"},
    "profi": {"attack", "sprint", "summit", "crash", "puncture", "finish", "out"},
}
POSES = {"down": "crash", "off_road": "off_road", "finished": "finish", "retired": "out"}
"""The moment that a piece's new pose tells of, as `dramasBetween` on the page reads it."""


def moments(race: Match) -> Iterator[str]:
    """The big moments of a race of bots, as it is ridden."""
    game, course, luck = race.game, race.setup.course, Random(race.setup.seed)
    poses = {piece.id: piece.pose for piece in game.scene(race, -1).pieces}
    while not race.over:
        before = race.state
        action = race.choice_of(game.bots[-1]) if race.actor >= 0 else luck.choice(list(race.legal()))
        race.replay(action)
        yield from (entry.event for entry in game.story(before, action, race.races[0], course, -1) if entry.event)
        now = {piece.id: piece.pose for piece in game.scene(race, -1).pieces}
        yield from (POSES[pose] for piece, pose in now.items() if pose != poses.get(piece) and pose in POSES)
        poses = now


@pytest.mark.parametrize("name", KNOWN)
def test_every_big_moment_is_told(name: str) -> None:
    game, missing = parcours.game(name), set(KNOWN[name])
    for seed in range(MOST_RACES):
        missing -= set(moments(game.start(seed=seed, **OPTIONS.get(name, {}))))
        if not missing:
            return
    assert not missing

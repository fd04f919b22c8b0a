"""A level replaces an older one only after winning a match against it: holders.toml records who holds which level."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import parcours
from parcours.bots.levels import EVERY_LEVEL
from parcours.bots.named import fingerprint
from parcours.games import GAMES

RECORD: dict[str, Any] = tomllib.loads((Path(__file__).parent / "holders.toml").read_text(encoding="utf-8"))


def holder(record: dict[str, Any], game: str, level: str) -> str:
    """The holder of a level after all its matches."""
    held: str = record["first"][game][level]
    for match in record.get("match", []):
        if (match["game"], match["level"]) == (game, level):
            share, low, high = match["share"]
            assert match["lost"] == held, f"{match['won']} did not ride against {held}, who held the {level} of {game}"
            assert match["equals"] < low <= share <= high, f"{match['won']} has not surely won: {match['ridden']}"
            held = match["won"]
    return held


@pytest.mark.parametrize("level", EVERY_LEVEL, ids=lambda level: level.name)
@pytest.mark.parametrize("name", GAMES)
def test_nobody_holds_a_level_without_a_match(name, level):
    found = fingerprint(parcours.game(name), level)
    assert found == holder(RECORD, name, level.name), (
        f"the {level.name} of {name} has changed: ride a match against the one before, and add it to holders.toml"
    )


MATCH = {
    "game": "rally", "level": "elite", "lost": "old", "won": "new", "ridden": "parcours ladder rally ...",
    "share": [31.0, 27.1, 35.1], "equals": 25.0,
}  # fmt: skip


def after(**other: Any) -> str:
    """The holder of the level after this match."""
    return holder({"first": {"rally": {"elite": "old"}}, "match": [{**MATCH, **other}]}, "rally", "elite")


def test_who_has_won_holds_the_level():
    assert after() == "new"
    assert after(level="champion") == after(game="profi") == "old"


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ({"lost": "another"}, "did not ride against old"),
        ({"share": [26.0, 22.1, 30.1]}, "has not surely won"),
        ({"share": [31.0, 33.0, 35.1]}, "has not surely won"),
    ],
)
def test_a_match_that_was_not_won_against_the_holder_is_none(other, says):
    with pytest.raises(AssertionError, match=says):
        after(**other)

"""Races that were recorded under older rules: they open, say which rules those were, and stay what they were."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from parcours.cli import app
from parcours.engine.racefile import load_race, read_race, write_race

FILES = sorted((Path(__file__).parent / "older_races").glob("*.race"))
RULES = {file.name: int(file.name.split(".")[1]) for file in FILES}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_it_opens_and_says_under_which_rules_it_was_ridden(file: Path) -> None:
    race = load_race(file)
    text = file.read_text(encoding="utf-8")
    now = race.game.rules.VERSION
    assert race.ridden_under == RULES[file.name] < now
    assert race.note.startswith(f"ridden under rules {race.ridden_under} of {race.game.id}; the rules are now {now}")
    lines = text[text.index("\n\n") + 2 :].splitlines()[:-1]
    written = [line for line in lines if not line.startswith("@")]
    rest = race.written.actions if race.written else ()
    assert len(race.actions) + len(rest) == len(written)
    assert list(rest) == written[len(race.actions) :]
    ridden = race.at(0)
    for line, action in zip(written, race.actions, strict=False):
        assert line.partition(" ")[2] == ridden.notation(action)
        ridden.replay(action)
    if race.written is not None:
        assert write_race(race) == text, "looking at it changes nothing"
        assert race.written.winner in text


def test_there_are_races_that_the_rules_allow_no_more() -> None:
    assert any(load_race(file).written is not None for file in FILES if file.name.startswith("profi"))


def test_where_digests_can_be_compared_no_more_actions_rolls_and_the_end_are() -> None:
    """Leader 1's digests included the scratch fields up to rules 3."""
    files = [file for file in FILES if file.name.startswith("leader_one")]
    assert {RULES[file.name] for file in files} == {1, 2, 3}
    for file in files:
        assert load_race(file).written is None, "ridden to its end under today's rules"
    text = files[-1].read_text(encoding="utf-8")
    digest = text[text.index("\n@ 64 ") :].split()[2]
    assert read_race(text.replace(digest, "0" * 16)).written is None
    assert read_race(text.replace("bunch die 5", "bunch die 3", 1)).written is not None, "another race's roll"


def test_replay_shows_what_was_written() -> None:
    file = next(file for file in FILES if load_race(file).written is not None)
    race = load_race(file)
    assert race.written is not None
    told = CliRunner().invoke(app, ["replay", str(file)])
    assert told.exit_code == 0
    assert f"The rest, as written under rules {race.ridden_under} of {race.game.id}" in told.output
    assert race.written.actions[-1] in told.output
    assert f"winner: {race.written.winner}" in told.output

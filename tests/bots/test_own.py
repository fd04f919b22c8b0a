"""Users' own bots: what they are given, and what happens when they fail."""

from __future__ import annotations

from pathlib import Path

import pytest

import parcours
from parcours.bots.own import OwnBot, own_bot
from parcours.engine.match import Match
from parcours.errors import BadOptionError

EXAMPLE = Path(__file__).parents[2] / "examples" / "grinder.py"

BOTS = '''
import os, sys, time

class Honest:
    def choose(self, race):
        print("thinking aloud", file=sys.stdout)
        return race.legal()[-1]

class Curious:
    """Answers with what it can see of a rival's sheet, told as an error."""
    def choose(self, race):
        rival = (race.actor + 1) % race.teams
        told = [race.setup.seed, race.setup.seats, race.actions, race.state["factor"][4 * rival].tolist()]
        raise LookupError(str(told))

class Loud:
    def choose(self, race):
        raise ValueError("no idea")

class Stubborn:
    def choose(self, race):
        return 9999

class Wordy:
    def choose(self, race):
        return "the first one"

class Sleepy:
    def choose(self, race):
        time.sleep(60)

class Quitter:
    def choose(self, race):
        os._exit(3)

class Mute:
    pass
'''


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bots")
    (folder / "mine.py").write_text(BOTS)
    (folder / "broken.py").write_text("class Bad:\n    def choose(self, race) return 1\n")
    return folder


@pytest.fixture
def bot(folder):
    made: list[OwnBot] = []

    def make(name: str, patience: float = 20.0) -> OwnBot:
        made.append(own_bot(str(folder / name), patience))
        return made[-1]

    yield make
    for own in made:
        own.close()


def riding(seed: int = 3) -> Match:
    """A race in which somebody has a real choice."""
    game = parcours.game("breaking_away")
    race = game.start(teams=3, seed=seed)
    while len(race.actions) < 20:
        race.play(race.choice_of(game.bot("sprinter")))
    return race


def test_it_rides_a_whole_race(bot):
    own, race = bot("mine.py:Honest"), parcours.game("breaking_away").start(teams=3, seed=1)
    while not race.over:
        if race.actor:
            race.play(race.choice_of(race.game.bot("sprinter")))
        else:
            last = race.legal()[-1]
            assert own.answer(race, 0) == (last, "")
            race.play(last)
    assert race.standings()


def test_it_is_handed_what_its_seat_sees_and_nothing_else(bot):
    own, race = bot("mine.py:Curious"), riding()
    _, why = own.answer(race, 0)
    rival = (race.actor + 1) % 3
    seen = race.view(race.actor)["factor"][4 * rival].tolist()
    assert seen != race.state["factor"][4 * rival].tolist()
    assert f"(), [], {seen}]" in why
    assert f"[{race.setup.seed}, " not in why


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("mine.py:Loud", "ValueError: no idea (mine.py, line 18)"),
        ("mine.py:Stubborn", "action 9999 is not legal now (legal: "),
        ("mine.py:Wordy", "it answered 'the first one', which is not an action code"),
        ("mine.py:Quitter", "its process has ended"),
        ("mine.py:Mute", "Mute in mine.py has no method choose(self, race)"),
        ("mine.py:Nobody", "mine.py has no class Nobody"),
        ("broken.py:Bad", "SyntaxError"),
    ],
)
def test_whoever_fails_loses_its_turn_to_the_games_own_bot(bot, name, says):
    race = riding()
    action, why = bot(name).answer(race, 7)
    assert action == race.choice_of(race.game.bots[-1], 7)
    assert says in why
    assert why.endswith("; sprinter chose for it")


def test_whoever_is_slow_is_not_waited_for_for_ever(bot):
    own, race = bot("mine.py:Sleepy", patience=0.3), riding()
    told = [own.answer(race, 0)[1] for _ in range(4)]
    assert all("longer than 0.3 seconds" in why for why in told[:3])
    assert "no longer asked" in told[3]


def test_the_example_wins_against_random_teams():
    own, race = own_bot(f"{EXAMPLE}:Grinder"), parcours.game("breaking_away").start(teams=3, seed=2)
    try:
        while not race.over:
            if race.actor == 1:
                action, why = own.answer(race, 0)
                assert not why
            else:
                action = race.choice_of(race.game.bot("random"))
            race.play(action)
    finally:
        own.close()
    assert race.standings()[0].seat == 1


@pytest.mark.parametrize("name", ["nowhere.py:Bot", "mine.py:", "mine.py:not a name"])
def test_a_file_that_is_not_there_is_refused_at_once(folder, name, monkeypatch):
    monkeypatch.chdir(folder)
    with pytest.raises(BadOptionError):
        own_bot(name)


def test_two_bots_of_one_name_are_refused(folder):
    game = parcours.game("breaking_away")
    (folder / "other.py").write_text("class sprinter:\n    def choose(self, race):\n        return 0\n")
    with pytest.raises(BadOptionError, match="already a bot 'sprinter'"):
        game.admit(own_bot(str(folder / "other.py:sprinter")))

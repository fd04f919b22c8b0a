"""Profi in figures: what is counted in compiled code is what an onlooker counts at the table."""

from __future__ import annotations

from collections import Counter

import pytest

from parcours.engine.tally import play_out_tallied
from parcours.games.profi import actions as a
from parcours.games.profi import state as s
from parcours.games.profi.figures import figures
from parcours.games.profi.tally import COUNTED, tally
from tests.profi.riding import GAME

SEED = 5


def looked_on(course: str) -> Counter[str]:
    """The same race, ridden action by action, and what an onlooker notes."""
    race = GAME.start(teams=4, seed=SEED, course=course, manual_chance=True)
    bot = GAME.bot("directeur")
    seen: Counter[str] = Counter()
    while not race.over:
        before = race.state
        action = race.roll() if race.actor < 0 else race.choice_of(bot)
        race.play(action)
        after = race.state
        doped = a.DOPE <= action < a.TYPE or action == a.PLAY + a.DOPING_CARD
        seen["attacks"] += action in (a.ATTACK, a.SURGE)
        seen["circles offered"] += action == a.CIRCLE
        seen["challenges"] += a.CHALLENGE <= action < a.NO_DUEL
        seen["duels"] += action == a.ACCEPT
        seen["raises"] += action == a.RAISE
        seen["doping cards used"] += doped
        seen["counters"] += int(before["phase"]) == s.COUNTER and action != a.NO_COUNTER and not doped
        seen["circles"] += action == a.JOIN and not int(before["joined"])
        if not a.HELP <= action < a.TAKE_CHIP:
            seen["falls"] += int((after["fell"] > before["fell"]).sum())
    return seen


@pytest.mark.parametrize("course", ["short", "cobbles"])
def test_what_is_counted_is_what_an_onlooker_sees(course: str) -> None:
    batch = GAME.batch(1, teams=4, seed=SEED, course=course)
    counted = play_out_tallied(batch, ["directeur"] * 4, tally, len(COUNTED))[0]
    seen = looked_on(course)
    assert dict(zip(COUNTED, counted.tolist(), strict=True)) == {name: seen[name] for name in COUNTED}


def test_every_race_is_won_by_some_role() -> None:
    happened, won = figures(8, SEED)
    assert happened.columns == ("what", "first", "professional")
    first = {str(row[0]): row[1] for row in happened.rows}
    assert (first["challenges"], first["circles offered"], first["doping cards used"]) == (0, 0, 0)
    assert [row[:3] for row in won.rows[:2]] == [("first", "coast", 1), ("first", "cobbles", 1)]
    for row in won.rows:
        assert sum(share for share in row[3:] if isinstance(share, float)) == pytest.approx(1, abs=0.01)

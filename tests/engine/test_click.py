"""One press for several questions: it has the same effect as answering one by one, and the cheapest way comes first."""

from __future__ import annotations

import pytest

import parcours
from parcours.engine.click import offered
from parcours.engine.match import Match
from parcours.engine.routine import forced_or_usual


def ridden_on(race: Match) -> Match | None:
    """Ride on to the first seat's next question that is neither forced nor a routine."""
    while not race.over:
        if race.actor == 0 and forced_or_usual(race, race.game.quick.routines) is None:
            return race
        race.play(race.choice_of(race.game.bots[-1]))
    return None


def paid_and_risked(race: Match, actions: tuple[int, ...]) -> tuple[float, frozenset[str]]:
    """The total price and the risks of these answers."""
    here, paid, risked = race, 0.0, frozenset[str]()
    for action in actions:
        paid += here.game.price(here, action)
        risked |= here.game.risks(here, action)
        here = here.at_once(action)
    return paid, risked


@pytest.mark.parametrize("name", ["profi", "leader_one"])
def test_a_press_gives_legal_answers_that_lead_where_it_says(name: str) -> None:
    race, seen = parcours.game(name).start(seed=2, quick=True), 0
    while seen < 12 and (asked := ridden_on(race)) is not None:
        for choice in offered(asked):
            after = asked.copy()
            for action in choice.actions or (choice.action,):
                assert after.actor == 0
                after.replay(action)
            if choice.actions and choice.path:
                seen += 1
                standing = {p.id: p.square for p in after.game.scene(after, 0).pieces}
                assert choice.piece in standing
        race.play(race.choice_of(race.game.bots[-1]))
    assert seen >= 12


def test_every_answer_can_still_be_given_one_by_one() -> None:
    race = ridden_on(parcours.game("profi").start(seed=2, quick=True))
    assert race is not None
    first = {(choice.actions or (choice.action,))[0] for choice in offered(race)}
    assert first == set(race.legal())


def test_all_stay_in_the_bunch_with_one_press() -> None:
    race = parcours.game("leader_one").start(seed=2, quick=True)
    while (asked := ridden_on(race)) is not None:
        together = [choice for choice in offered(asked) if str(choice.label) == "All stay in the bunch"]
        if together:
            before = [int(energy) for energy in asked.races[0]["energy"][:3]]
            after = asked.copy()
            for action in together[0].actions:
                after.replay(action)
            paid = sum(before) - sum(int(energy) for energy in after.races[0]["energy"][:3])
            assert str(together[0].cost) == f"{paid} energy"
            return
        race.play(race.choice_of(race.game.bots[-1]))
    raise AssertionError("the bunch never cost anything")


def test_looking_ahead_changes_nothing() -> None:
    race = ridden_on(parcours.game("profi").start(seed=2, quick=True))
    assert race is not None
    before, legal = race.digest(), race.legal()
    offered(race)
    assert (race.digest(), race.legal()) == (before, legal)


@pytest.mark.parametrize("name", ["profi", "leader_one"])
def test_only_what_is_worse_in_nothing_is_folded_away(name: str) -> None:
    """A way that costs more but risks less is a choice of its own, not one of the other ways."""
    game = parcours.game(name)
    several = 0
    for seed in range(1, 13):
        race = game.start(seed=seed, quick=True)
        while ridden_on(race) is not None:
            ways: dict[tuple[str, int], list[tuple[bool, float, frozenset[str]]]] = {}
            for choice in offered(race):
                if choice.path:
                    told = (choice.other, *paid_and_risked(race, choice.actions or (choice.action,)))
                    ways.setdefault((choice.piece, choice.path[-1]), []).append(told)
            for found in ways.values():
                main = [one for one in found if not one[0]]
                for _, price, risks in (one for one in found if one[0]):
                    assert any(cheaper <= price and safer <= risks for _, cheaper, safer in main)
                for one in main:
                    assert not any(o is not one and o[1] <= one[1] and o[2] < one[2] for o in found)
                several += len(main) > 1
            race.play(race.choice_of(game.bots[-1]))
        if several:
            break
    assert several or name == "profi"

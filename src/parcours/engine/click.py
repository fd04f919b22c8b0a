"""One press on the board answers several small questions: the card, the chips and the lane that lead to a square.

A game says which of its questions only complete the choice before (`Game.goes_on`). This module works out every way in
which the deciding seat can answer such a series. It groups the ways by the square that they lead to, the cheapest
first. A way is folded away only if another way to the same square costs no more and risks no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from parcours.engine.match import Match
from parcours.engine.scene import Choice, Text
from parcours.engine.words import Say

GUESS = 0x5EA1
"""The key for looking ahead: what the deciding seat can't see is dealt in one fixed way."""
MOST_WAYS = 1500
"""If there are more ways than this, the questions are asked one by one."""


@dataclass(frozen=True)
class Click:
    """Answers to several questions, given with one press."""

    choices: tuple[Choice, ...]
    words: tuple[Text, ...]
    price: float
    risks: frozenset[str] = frozenset()

    @property
    def actions(self) -> tuple[int, ...]:
        return tuple(choice.action for choice in self.choices)

    @property
    def target(self) -> tuple[str, int] | None:
        """The piece that moves and the square where it ends; None if no piece moves."""
        placed = [choice for choice in self.choices if choice.path]
        return (placed[-1].piece, placed[-1].path[-1]) if placed else None

    def beats(self, other: Click) -> bool:
        """Whether it leads to the same square as the other, costs no more, and has no risk that the other avoids."""
        return self.target == other.target and self.price <= other.price and self.risks <= other.risks

    def shown(self, number: int, other: bool) -> Choice:
        """The answers as one choice, with its own number."""
        if len(self.choices) == 1:
            return self.choices[0]
        last = next((choice for choice in reversed(self.choices) if choice.path), self.choices[-1])
        return replace(
            last,
            action=number,
            actions=self.actions,
            label=_joined(self.words),
            short=last.short or next((choice.short for choice in self.choices if choice.short), ""),
            key="",
            cost=_joined([choice.cost for choice in self.choices if choice.cost and not _restated(choice, last)]),
            risk=_joined([choice.risk for choice in self.choices if choice.risk and not _restated(choice, last)]),
            gain=_joined([choice.gain for choice in self.choices if choice.gain and not _restated(choice, last)]),
            details=tuple(last.details),
            clauses=tuple(dict.fromkeys(clause for choice in self.choices for clause in choice.clauses)),
            other=other,
        )


def _restated(choice: Choice, last: Choice) -> bool:
    """Whether the last answer leads to the same square as this one, and so already tells its cost, risk and gain."""
    return choice is not last and choice.path[-1:] == last.path[-1:] != ()


def _joined(texts: Sequence[Text]) -> Text:
    if not texts:
        return ""
    joined = texts[0]
    for text in texts[1:]:
        joined = Say("{first}, {then}", first=joined, then=text)
    return joined


def clicks(match: Match) -> list[Click]:
    """Everything the deciding seat can do with one press, as it sees the race; empty if nothing belongs together."""
    if match.actor < 0:
        return []
    here = match.guess(match.actor, GUESS)
    found: list[Click] = []
    complete = _collect(here, Click((), (), 0.0), found)
    return found if complete and any(len(click.choices) > 1 for click in found) else []


def _collect(here: Match, before: Click, found: list[Click]) -> bool:
    seat = here.actor
    for choice in here.game.choices_of(here, seat):
        after = here.at_once(choice.action)
        made = (*before.choices, here.game.lands(here, after, choice))
        paid = before.price + here.game.price(here, choice.action)
        click = Click(made, (), paid, before.risks | here.game.risks(here, choice.action))
        if after.actor == seat and here.game.goes_on(after):
            if not _collect(after, click, found):
                return False
        else:
            words = tuple(word for one in made if (word := here.game.answer_words(one)))
            found.append(replace(click, words=words or (choice.label,)))
        if len(found) > MOST_WAYS:
            return False
    return True


def offered(match: Match) -> tuple[Choice, ...]:
    """The choices that the table offers to the deciding seat. For each square these are the cheapest way there and any
    way that risks less, then the other ways (`other`); choices that lead to no square are kept, too. Empty: the scene's
    own choices stay as they are."""
    if match.actor < 0:
        return ()
    together = match.game.together(match)
    found = clicks(match)
    if not found:
        plain = match.game.choices_of(match, match.actor)
        return (replace(together, action=match.game.actions), *plain) if together else ()
    best: dict[tuple[str, int], list[Click]] = {}
    for click in sorted(found, key=lambda click: (click.price, len(click.risks))):
        if click.target is not None:
            ways = best.setdefault(click.target, [])
            if not any(way.beats(click) for way in ways):
                ways.append(click)
    main = [click for click in found if click.target is None or click in best[click.target]]
    rest = sorted((click for click in found if click not in main), key=lambda click: click.price)
    ordered = [(click, False) for click in main] + [(click, True) for click in rest]
    return tuple(click.shown(match.game.actions + n, other) for n, (click, other) in enumerate(ordered))

"""What happened in a turn, in a sentence or two, as a commentator would sum it up.

Each game tells its own big moments (`Game.headlines`), from what everybody could see when the turn began and when it
ended. This module tells who leads, and by how much, for all games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from parcours.engine.words import Say

MOST = 2
"""The most sentences for one turn."""
Name = Callable[[int], Say]


def together(one: str, many: str, riders: Sequence[int], name: Name) -> list[Say]:
    """One sentence about all riders to whom something happened; none if there are no such riders."""
    return [Say.number(one, many, len(riders), riders=listed([name(rider) for rider in riders]))] if riders else []


def listed(names: Sequence[Say]) -> Say:
    """Names as a sentence lists them.

    >>> str(listed([Say("Red"), Say("Blue"), Say("Green")]))
    'Red, Blue and Green'
    """
    return Say("{some} and {last}", some=list(names[:-1]), last=names[-1]) if len(names) > 1 else names[0]


def new_in(state: int, then: Iterable[int], now: Iterable[int]) -> list[int]:
    """The riders who are in a state now and were not in it then."""
    return [rider for rider, (was, is_) in enumerate(zip(then, now, strict=True)) if was != state == is_]


def front(then: Mapping[int, int], now: Mapping[int, int], name: Name) -> list[Say]:
    """Who leads, and by how many squares. `then` and `now` give the place along the road of each rider on it."""
    order = sorted(now, key=lambda rider: -now[rider])
    if not order or not now[order[0]]:
        return []
    leader = order[0]
    if len(order) == 1:
        return [Say("{rider} is alone on the road", rider=name(leader))]
    second = order[1]
    gap = now[leader] - now[second]
    gaps = {"rider": name(leader), "other": name(second)}
    if not gap:
        return [Say("{rider} and {other} are level in front", **gaps)]
    led = max(then, key=lambda rider: then[rider], default=leader)
    if led not in now:
        return [Say.number("{rider} now leads the race, {n} square ahead of {other}",
                           "{rider} now leads the race, {n} squares ahead of {other}", gap, **gaps)]  # fmt: skip
    if led != leader:
        return [Say.number("{rider} takes the lead, {n} square ahead of {other}",
                           "{rider} takes the lead, {n} squares ahead of {other}", gap, **gaps)]  # fmt: skip
    rest = [place for rider, place in then.items() if rider != leader]
    lead = then.get(leader, 0) - max(rest, default=0)
    if gap > lead:
        return [Say.number("{rider} pulls away: {n} square ahead of {other}",
                           "{rider} pulls away: {n} squares ahead of {other}", gap, **gaps)]  # fmt: skip
    if gap < lead:
        return [Say.number("{other} closes in on {rider}: {n} square between them",
                           "{other} closes in on {rider}: {n} squares between them", gap, **gaps)]  # fmt: skip
    return [Say.number("{rider} still leads, {n} square ahead of {other}",
                       "{rider} still leads, {n} squares ahead of {other}", gap, **gaps)]  # fmt: skip

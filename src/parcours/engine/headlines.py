"""What a turn comes down to, in a sentence or two: what a commentator would say of it.

A game tells its own sensations (`Game.headlines`) from what everybody could see as the turn began and as it ended. Who
leads, and by how much, is told for all games here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from parcours.engine.words import Say

MOST = 2
"""Sentences a turn."""
Name = Callable[[int], Say]


def together(one: str, many: str, riders: Sequence[int], name: Name) -> list[Say]:
    """One sentence for all whom something happened to, or none."""
    return [Say.number(one, many, len(riders), riders=listed([name(rider) for rider in riders]))] if riders else []


def listed(names: Sequence[Say]) -> Say:
    """Names as a sentence lists them.

    >>> str(listed([Say("Red"), Say("Blue"), Say("Green")]))
    'Red, Blue and Green'
    """
    return Say("{some} and {last}", some=list(names[:-1]), last=names[-1]) if len(names) > 1 else names[0]


def new_in(state: int, then: Iterable[int], now: Iterable[int]) -> list[int]:
    """Who has come into a state."""
    return [rider for rider, (was, is_) in enumerate(zip(then, now, strict=True)) if was != state == is_]


def front(then: Mapping[int, int], now: Mapping[int, int], name: Name) -> list[Say]:
    """Who leads, and by how many squares, among those who are on the road (rider to place along it)."""
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
        return [Say("{rider} and {other} ride level at the front", **gaps)]
    led = max(then, key=lambda rider: then[rider], default=leader)
    if led not in now:
        return [Say.number("{rider} is first on the road now, {n} square ahead of {other}",
                           "{rider} is first on the road now, {n} squares ahead of {other}", gap, **gaps)]  # fmt: skip
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

"""Information-set Monte Carlo tree search for any number of teams, compiled together with each game's rules.

This file is loaded once per game (`kernel.load_per_game`), with the game's rule functions among its globals. A whole
iteration, from the guess to the back-up, runs inside compiled code.

Each iteration guesses what the searching seat can't see (`determinize` on its view, never on the race itself), descends
the tree, rides the race to its end with the game's own bot in all seats, and adds up what every team got. Chance is a
branch like any other, but it is drawn and not chosen. The n-th visit of each choice at the root has the same guess and
the same luck, so that choices are compared under like conditions.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parcours.bots.tree_layout import DEEPEST, PLACES, POINTS, ROLLS, SQUARES, STRAYS, WINS, Buffers
from parcours.engine.chance import CHANCE, OVER, draw, mix, pick_weighted
from parcours.engine.kernel import bulk, rare, rule
from parcours.engine.road import Road
from parcours.engine.search_parameters import SearchParameters

if TYPE_CHECKING:
    from parcours.engine.loops import act, apply_chance
    from parcours.engine.rules_interface import (
        actor,
        choose,
        clock,
        determinize,
        foreseen,
        legal,
        result,
        score,
        weights,
    )

Array = NDArray[Any]


@rare
def offer(race: Any, road: Road, codes: Array) -> int:
    """`legal`, kept out of line."""
    return legal(race, road, codes)


@rare
def carry_out(race: Any, road: Road, action: int) -> None:
    """`act`, kept out of line."""
    act(race, road, action)


@rare
def favourite(guide: int, race: Any, road: Road, who: int, codes: Array, number: int, key: np.uint64) -> int:
    """The choice of the game's own bot (`choose`), kept out of line. Guide 0 picks any legal action."""
    if guide == 0:
        return codes[draw(key, 0, number)]
    return choose(guide, race, road, who, codes, number, key)


# ------------------------------------------------------------------------------------------------- the tree


@rare
def roll_for(race: Any, road: Road, seat: int, number: int, luck: np.uint64, buffers: Buffers) -> int:
    """What chance does after a seat's choice. This depends on how often chance has acted after this seat's choices, not
    on how often in all. So with the same key each seat has the same luck, whatever the others do and in whatever order.
    This makes choices easier to compare."""
    buffers.rolled[seat] += 1
    weights(race, road, buffers.chances)
    return buffers.codes[pick_weighted(luck, int(seat) * ROLLS + buffers.rolled[seat], buffers.chances, number)]


@rule
def branch(nodes: Array, node: int, action: int) -> int:
    """The branch of a node for this action, or 0."""
    child = nodes[node].first
    while child > 0 and nodes[child].action != action:
        child = nodes[child].next
    return child


@rule
def add_branch(nodes: Array, node: int, action: int) -> int:
    """Add a branch; returns 0 if the tree is full. Node 0 is the root; its `action` counts the nodes in use."""
    child = nodes[0].action + 1
    if child >= len(nodes):
        return 0
    nodes[0].action = child
    nodes[child].action = action
    nodes[child].next = nodes[node].first
    nodes[node].first = child
    return child


@rare
def pick(
    nodes: Array, node: int, codes: Array, number: int, who: int, liked: int, known: Array, how: SearchParameters
) -> int:
    """The legal action to try next: one that was good for the deciding seat, or was seldom tried. The choice of the
    game's own bot gets most of the first attention."""
    child = nodes[node].first
    while child > 0:
        known[nodes[child].action] = child
        child = nodes[child].next
    visits = nodes[node].visits
    untried = nodes[node].totals[who] / visits - how.doubt if visits > 0 else 0.5
    best, best_worth = 0, -1e9
    for k in range(number):
        attention = (1.0 - how.liking) / number
        if codes[k] == liked:
            attention += how.liking
        child = known[codes[k]]
        if child > 0:
            nodes[child].offered += 1
            tried = nodes[child].visits
            worth = nodes[child].totals[who] / tried
            worth += how.explore * attention * sqrt(nodes[child].offered) / (1 + tried)
        else:
            worth = untried + how.explore * attention * sqrt(visits + 1)
        if worth > best_worth:
            best, best_worth = k, worth
    child = nodes[node].first
    while child > 0:
        known[nodes[child].action] = 0
        child = nodes[child].next
    return codes[best]


# ------------------------------------------------------------------------------------------- an iteration


@rare
def ride_down(
    nodes: Array, first: int, seat: int, road: Road, luck: np.uint64, buffers: Buffers, how: SearchParameters
) -> tuple[int, int]:
    """Descend the tree from the first branch, chosen by `seat`, to a new branch or to the end of the race. Returns how
    many nodes the path has, and who chose last."""
    race = buffers.race[0]
    path = buffers.path
    path[0], path[1] = 0, first
    depth = 2
    node = first
    new = nodes[first].visits == 0
    last = seat
    who = actor(race)
    while who != OVER and not new and depth < DEEPEST:
        number = offer(race, road, buffers.codes)
        if number == 0:
            break
        if who == CHANCE:
            action = roll_for(race, road, last, number, luck, buffers)
        else:
            last = who
            liked = favourite(int(how.guide), race, road, who, buffers.codes, number, mix(luck, depth))
            action = pick(nodes, node, buffers.codes, number, who, liked, buffers.known, how)
        child = branch(nodes, node, action)
        if child == 0:
            child = add_branch(nodes, node, action)
            if child == 0:
                if who == CHANCE:
                    buffers.rolled[last] -= 1
                break
            new = who != CHANCE
        if who == CHANCE:
            apply_chance(race, road, action)
        else:
            carry_out(race, road, action)
        path[depth] = child
        depth += 1
        node = child
        who = actor(race)
    return depth, last


@rare
def ride_out(
    race: Any, road: Road, last: int, end: int, luck: np.uint64, buffers: Buffers, how: SearchParameters
) -> None:
    """The play-out: ride to the end of the race, or to the horizon, with the game's own bot in all seats. Now and then
    it strays. If the guess contradicts itself and somebody has no legal action, the play-out ends there."""
    keys = mix(luck, DEEPEST)
    guide, stray = int(how.guide), int(how.stray)
    who = actor(race)
    while who != OVER and clock(race) < end:
        number = offer(race, road, buffers.codes)
        if number == 0:
            break
        if who == CHANCE:
            apply_chance(race, road, roll_for(race, road, last, number, luck, buffers))
        else:
            last = who
            key = mix(keys, race.ply)
            action = buffers.codes[0]
            if number > 1:
                strays = stray > 0 and draw(key, 1, STRAYS) < stray
                action = favourite(0 if strays else guide, race, road, who, buffers.codes, number, key)
            carry_out(race, road, action)
        who = actor(race)


@rare
def read_end(race: Any, road: Road, teams: int, buffers: Buffers) -> None:
    """Each seat's share of the win, place and points at the end of a play-out; if cut short, what it can expect."""
    places, points, wins, ranks = buffers.places, buffers.points, buffers.wins, buffers.ranks
    if actor(race) != OVER:
        expect(teams, foreseen(race, road, points), buffers)
        return
    result(race, road, places)
    score(race, road, points)
    sharing = 0
    for seat in range(teams):
        sharing += places[seat] == 1
    for seat in range(teams):
        wins[seat] = 1.0 / sharing if places[seat] == 1 else 0.0
        ranks[seat] = places[seat]


@rare
def expect(teams: int, luck: float, buffers: Buffers) -> None:
    """The expected wins and places, given the foreseen points; `luck` is by how much luck may still move those."""
    points, wins, ranks = buffers.points, buffers.wins, buffers.ranks
    for seat in range(teams):
        ranks[seat] = 1.0
        share = 0.0
        for other in range(teams):
            share += exp(min((points[other] - points[seat]) / luck, 50.0))
            if other != seat:
                ranks[seat] += 1.0 / (1.0 + exp(min((points[seat] - points[other]) / luck, 50.0)))
        wins[seat] = 1.0 / share


@rare
def weigh(teams: int, buffers: Buffers, how: SearchParameters) -> None:
    """What a result is worth to each seat, from 0 to 1: winning, the place, and the margin in points."""
    points = buffers.points
    for seat in range(teams):
        rival = -1e9
        for other in range(teams):
            if other != seat:
                rival = max(rival, points[other])
        margin = (points[seat] - rival) / how.scale
        worth = how.margin * (0.5 + 0.5 * margin / (1.0 + abs(margin)))
        worth += how.place * (teams - buffers.ranks[seat]) / (teams - 1)
        buffers.values[seat] = worth + how.win * buffers.wins[seat]


@rule
def back_up(nodes: Array, depth: int, teams: int, buffers: Buffers) -> None:
    """Add the result of the iteration to every node of the path."""
    for step in range(depth):
        node = nodes[buffers.path[step]]
        node.visits += 1
        for seat in range(teams):
            node.totals[seat] += buffers.values[seat]


@rule
def note_figures(figures: Array, teams: int, buffers: Buffers) -> None:
    """Add what each seat got to the figures of the choice that was tried."""
    for seat in range(teams):
        figures[seat, WINS] += buffers.wins[seat]
        figures[seat, PLACES] += buffers.ranks[seat]
        figures[seat, POINTS] += buffers.points[seat]
        figures[seat, SQUARES] += buffers.values[seat] ** 2


@bulk
def grow(
    nodes: Array, figures: Array, road: Road, view: Array, choices: Array, liked: int, key: np.uint64, times: int,
    buffers: Buffers, how: SearchParameters,
) -> None:  # fmt: skip
    """Search for `times` more iterations. `view` is what the acting seat sees, `choices` what it can do, `liked` what
    the game's own bot would do; `figures[choice, seat]` adds up the results of each choice."""
    seat = actor(view[0])
    teams = view[0].teams
    number = len(choices)
    end = clock(view[0]) + int(how.horizon) if how.horizon > 0 else 1 << 30
    for _ in range(times):
        action = pick(nodes, 0, choices, number, seat, liked, buffers.known, how)
        first = branch(nodes, 0, action)
        if first == 0:
            first = add_branch(nodes, 0, action)
        luck = mix(key, nodes[first].visits)
        buffers.race[0] = view[0]
        race = buffers.race[0]
        determinize(race, road, seat, mix(luck, DEEPEST + 1))
        carry_out(race, road, action)
        for one in range(teams):
            buffers.rolled[one] = 0
        depth, last = ride_down(nodes, first, seat, road, luck, buffers, how)
        ride_out(race, road, last, end, luck, buffers, how)
        read_end(race, road, teams, buffers)
        weigh(teams, buffers, how)
        back_up(nodes, depth, teams, buffers)
        for k in range(number):
            if choices[k] == action:
                note_figures(figures[k], teams, buffers)

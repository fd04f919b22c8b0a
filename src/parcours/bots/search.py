"""Searching for the best choice from what a seat can see: budgets, cores, and what was found.

>>> import parcours
>>> race = parcours.game("breaking_away").start(teams=3, seed=1)
>>> found = search(race, Budget(iterations=40))
>>> found.iterations, found.best.action in race.legal()
(40, True)
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import dataclass, field
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parcours.bots.search_grid import Position, grid_of
from parcours.bots.tree_layout import DEEPEST, FIGURES, MOST_SEATS, NODE, PLACES, POINTS, SQUARES, WINS, Buffers
from parcours.bots.unscored import no_clock, no_foresight, no_score
from parcours.engine import kernel
from parcours.engine.chance import key_of
from parcours.engine.course import Course
from parcours.engine.game import RULES_INTERFACE, Game
from parcours.engine.kernel import COMPILED, cores
from parcours.engine.match import Match, digest_of
from parcours.engine.record import Races, new_races
from parcours.engine.search_parameters import SearchParameters
from parcours.errors import BadOptionError, IllegalActionError

TREES = 4
"""How many trees share a budget in iterations. It is the same for any number of cores, so the result is, too."""
BRANCHES = 3
"""How many new branches of a tree an iteration can need: a decision, and the outcomes of chance after it."""
MOST_NODES = 300_000
SELDOM = 8
"""A choice tried this many times less often than the most tried one is not judged by its worth."""
AGAIN = 203
"""The purpose of the random numbers for a second look."""
SLICE = 0.02
"""Seconds between two looks at the clock."""
APART = 3.0
"""A choice must be better by this many standard errors to be called better."""
ALIKE = 0.004
"""Choices that still can't be told apart count as equally good once the error of their difference is below this."""
FEW = 30
"""With fewer tries than this, a choice does not count as known."""


@dataclass(frozen=True)
class Budget:
    """How long to search: a number of iterations (then everything repeats exactly) or of seconds."""

    iterations: int = 0
    seconds: float = 0.0

    def __post_init__(self) -> None:
        given = (self.iterations, self.seconds)
        if not all(isinstance(one, int | float) for one in given) or (self.iterations > 0) == (self.seconds > 0):
            raise BadOptionError("a search needs either iterations or seconds, more than 0, not both")


@dataclass(frozen=True)
class Prospect:
    """What a choice leads to: how often it was tried, and what each seat got from it on average."""

    action: int
    visits: int
    worth: float
    """The figure that the search maximises, for the deciding seat: from 0 to 1."""
    wins: tuple[float, ...]
    """Each seat's chance to win."""
    places: tuple[float, ...]
    points: tuple[float, ...]
    error: float = 1.0
    """The standard error of its worth."""


@dataclass(frozen=True)
class Found:
    """What a search found: the choices, best first."""

    seat: int
    prospects: tuple[Prospect, ...]
    iterations: int
    seconds: float = field(compare=False)
    position: Position | None = field(default=None, compare=False, repr=False)
    """The position that was searched, so that choices can be put into words."""

    def __str__(self) -> str:
        """One line per choice, the best first."""
        return str(grid_of(self))

    def _repr_html_(self) -> str:
        """The same in a notebook."""
        return grid_of(self).html()

    @property
    def best(self) -> Prospect:
        return self.prospects[0]

    def told(self) -> list[Prospect]:
        """The choices that were tried often enough to tell what they are worth; the best first, the rest by worth."""
        most = max(prospect.visits for prospect in self.prospects)
        rest = [p for p in self.prospects[1:] if SELDOM * p.visits >= most]
        return [self.best, *sorted(rest, key=lambda p: -p.worth)]

    def of(self, action: int) -> Prospect:
        """What was found about one of the choices."""
        for prospect in self.prospects:
            if prospect.action == action:
                return prospect
        raise IllegalActionError(f"action {action} was not among the choices")


def straying(how: SearchParameters) -> SearchParameters:
    """The parameters for estimating chances: play-outs stray now and then, since people make mistakes and no lead is
    ever quite safe."""
    return how._replace(stray=max(how.stray, 128.0))


def evenly(how: SearchParameters) -> SearchParameters:
    """The parameters for estimating the worth of every choice, instead of only finding the best."""
    return straying(how)._replace(explore=3.0 * how.explore, liking=0.0)


def kernel_of(game: Game) -> ModuleType:
    """The search, compiled with a game's rules."""
    found: ModuleType | None = game.__dict__.get("_search")
    if found is None:
        given: dict[str, Any] = {name: getattr(game.loops, name) for name in (*RULES_INTERFACE, "act", "apply_chance")}
        rules = {name: rule for module in reversed(game.kernel_modules) for name, rule in vars(module).items()}
        given["score"] = rules.get("score", no_score)
        given["foreseen"] = rules.get("foreseen", no_foresight)
        given["clock"] = rules.get("clock", no_clock)
        found = kernel.load_per_game(f"parcours.games.{game.id}.tree", "../bots/tree.py", **given)
        game.__dict__["_search"] = found
    return found


def search(
    race: Match, budget: Budget, *, seed: int = 0, threads: int | None = None, how: SearchParameters | None = None
) -> Found:
    """Search for the best choice of the acting seat. The search sees the seat's view and nothing else."""
    if not isinstance(budget, Budget):
        raise BadOptionError(
            f"search takes a budget, not {budget!r}: use Budget(iterations=100) or Budget(seconds=0.5) from "
            "parcours.bots.search"
        )
    if race.actor < 0:
        raise IllegalActionError(f"{race.game.id}: no seat has a decision to make")
    return Searcher(race.game, race.setup.course, race.view_races(race.actor), seed, how).run(budget, threads)


class Searcher:
    """A search from one view. The same view, seed and number of iterations give the same result on any machine."""

    def __init__(
        self, game: Game, course: Course, view: Races, seed: int = 0, how: SearchParameters | None = None
    ) -> None:
        self.game, self.view, self._road = game, view, course.road
        self._position = Position.of(game, course, view)
        # All of one type: a whole number among them would make Numba compile everything once more.
        self.how = SearchParameters(*map(float, how or game.search_parameters))
        self._kernel = kernel_of(game)
        codes = game.codes_buffer()
        self.seat, number = game.loops.look(view, self._road, codes)
        self.choices = codes[:number].copy()
        self.key = key_of(seed, int(digest_of(view[0]), 16), 1 + int(self.seat))
        liked = game.loops.choose_one(view.copy(), self._road, int(self.how.guide), self.key, 0, codes)
        self._liked = int(liked)

    def run(self, budget: Budget, threads: int | None = None) -> Found:
        """Search as long as the budget lasts. If there is only one choice, there is nothing to search."""
        return self._run(budget, threads, alone=len(self.choices) == 1)

    def judge(self, action: int, budget: Budget, threads: int | None = None) -> tuple[Prospect, Prospect]:
        """The best choice, and the choice that was made. If they differ, both are searched once more, with guesses and
        luck that had no part in finding the best. So the difference between them is not exaggerated."""
        best = self.run(budget, threads).best
        if best.action == action:
            return best, best
        share = Budget(iterations=max(budget.iterations // 2, 1))
        again = [self._alone(one)._run(share, threads, alone=False).best for one in (best.action, action)]
        return again[0], again[1]

    def _alone(self, action: int) -> Searcher:
        """The same search with one choice only, with other guesses and other luck."""
        other = copy(self)
        other.choices = np.array([action], self.choices.dtype)
        other.key = key_of(int(self.key), 1, AGAIN)
        return other

    def _run(self, budget: Budget, threads: int | None, alone: bool) -> Found:
        began = time.perf_counter()
        workers = cores(threads) if COMPILED else 1
        self.game.make_ready("search", lambda: self._tree(0, 1).grow(0))
        if budget.iterations:
            shares = _shares(1 if alone else budget.iterations)
            trees = [self._tree(number, share) for number, share in enumerate(shares)]
            jobs = [partial(grown.grow, share) for grown, share in zip(trees, shares, strict=True)]
        else:
            end = began + (0.0 if alone else budget.seconds)
            trees = [self._tree(number, MOST_NODES) for number in range(1 if alone else workers)]
            jobs = [partial(grown.grow_until, end) for grown in trees]
        _run(jobs, workers)
        return self._found(trees, time.perf_counter() - began)

    def _believed(self, prospect: Prospect, liked: Prospect | None, usual: float) -> float:
        """What a choice is believed to be worth. For the choice of the game's own bot it is the worth that was found.
        For any other it is a little less than that, until many tries have shown otherwise. (Of many choices with few
        tries, the one that looks best has usually just been lucky.)"""
        if prospect.action == self._liked and prospect.visits:
            return prospect.worth
        tried, trust = prospect.visits, self.how.trust
        believed = (tried * prospect.worth + trust * (usual - self.how.lean)) / max(tried + trust, 1e-9)
        if liked is None or not self.how.sure:
            return believed
        return believed - self.how.sure * math.hypot(prospect.error, liked.error)

    def _tree(self, number: int, iterations: int) -> _Tree:
        return _Tree(self, key_of(int(self.key), number), iterations)

    def _found(self, trees: Sequence[_Tree], seconds: float) -> Found:
        visits = np.sum([grown.visits() for grown in trees], axis=0)
        figures = np.sum([grown.figures for grown in trees], axis=0)
        worths = np.sum([grown.worths(int(self.seat)) for grown in trees], axis=0)
        errors = errors_of(visits, worths, figures[:, self.seat, SQUARES])
        teams = int(self.view[0]["teams"])
        told = []
        for k, action in enumerate(self.choices.tolist()):
            tried = max(int(visits[k]), 1)
            wins, places, points = (
                tuple((figures[k, :teams, figure] / tried).tolist()) for figure in (WINS, PLACES, POINTS)
            )
            if self._kernel.score is no_score:
                points = (0.0,) * teams
            worth = float(worths[k]) / tried
            told.append(Prospect(action, int(visits[k]), worth, wins, places, points, float(errors[k])))
        liked = next((p for p in told if p.action == self._liked and p.visits), None)
        usual = liked.worth if liked else float(worths.sum()) / max(int(visits.sum()), 1)
        told.sort(key=lambda p: (-self._believed(p, liked, usual), -p.visits))
        return Found(int(self.seat), tuple(told), int(visits.sum()), seconds, self._position)


def errors_of(
    visits: NDArray[np.int64], sums: NDArray[np.float64], squares: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The standard errors of the choices' worths; 1 for a choice that was tried less than twice."""
    known = np.maximum(visits, 1)
    errors = np.sqrt(np.maximum(squares / known - (sums / known) ** 2, 0.0) / known)
    return np.where(visits > 1, errors, 1.0)


def is_made(visits: NDArray[np.int64], sums: NDArray[np.float64], squares: NDArray[np.float64]) -> bool:
    """Whether the choice is clear and more thinking would change nothing: the best choice is better than each of the
    others worth trying, or both are known so well that it does not matter which is taken."""
    worths, errors = sums / np.maximum(visits, 1), errors_of(visits, sums, squares)
    tried = SELDOM * visits >= visits.max()
    if visits[tried].min() < FEW:
        return False
    best = int(np.argmax(np.where(tried, worths, -np.inf)))
    errors = np.hypot(errors, errors[best])
    apart = (worths[best] - worths > APART * errors) | (errors < ALIKE)
    return bool(np.all(apart | ~tried | (np.arange(len(visits)) == best)))


class _Tree:
    """One tree, grown by one thread at a time."""

    def __init__(self, searcher: Searcher, key: np.uint64, iterations: int) -> None:
        game = searcher.game
        self._searcher, self._key = searcher, key
        size = min(BRANCHES * iterations + len(searcher.choices) + 2, MOST_NODES)
        nodes = np.zeros(size, NODE)
        self.nodes = nodes if COMPILED else nodes.view(np.recarray)
        self.figures = np.zeros((len(searcher.choices), MOST_SEATS, FIGURES))
        self._buffers = Buffers(
            race=new_races(1, game.record),
            codes=game.codes_buffer(),
            chances=game.chances_buffer(),
            known=np.zeros(game.actions, np.int32),
            path=np.zeros(DEEPEST + 1, np.int32),
            places=np.zeros(MOST_SEATS, np.int8),
            points=np.zeros(MOST_SEATS),
            wins=np.zeros(MOST_SEATS),
            ranks=np.zeros(MOST_SEATS),
            values=np.zeros(MOST_SEATS),
            rolled=np.zeros(MOST_SEATS, np.int64),
        )

    def grow(self, times: int) -> None:
        """Search for `times` more iterations."""
        of = self._searcher
        of._kernel.grow(
            self.nodes, self.figures, of._road, of.view, of.choices, of._liked, self._key, times, self._buffers, of.how
        )

    def grow_until(self, end: float) -> None:
        """Search until the time is up; after an eighth of it, stop if the choice is clear."""
        early = (7 * time.perf_counter() + end) / 8
        times = max(4, len(self._searcher.choices))
        began = time.perf_counter()
        self.grow(times)
        while (now := time.perf_counter()) < end:
            pace = (now - began) / times
            if now > early and is_made(self.visits(), *self._sums()):
                break
            began, times = now, max(1, min(100_000, int(min(SLICE, end - now) / max(pace, 1e-7))))
            self.grow(times)

    def _sums(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """For each choice, the sum of its worths to the deciding seat, and the sum of their squares."""
        seat = int(self._searcher.seat)
        return self.worths(seat), self.figures[:, seat, SQUARES]

    def _branches(self) -> dict[int, int]:
        """The root's branches: action and node."""
        found, node = {}, int(self.nodes[0]["first"])
        while node > 0:
            found[int(self.nodes[node]["action"])] = node
            node = int(self.nodes[node]["next"])
        return found

    def visits(self) -> NDArray[np.int64]:
        branches = self._branches()
        return np.array([self.nodes[branches[a]]["visits"] if a in branches else 0 for a in self._actions()], np.int64)

    def worths(self, seat: int) -> NDArray[np.float64]:
        branches = self._branches()
        return np.array([self.nodes[branches[a]]["totals"][seat] if a in branches else 0.0 for a in self._actions()])

    def _actions(self) -> list[int]:
        actions: list[int] = self._searcher.choices.tolist()
        return actions


def _shares(iterations: int) -> list[int]:
    """The budget divided among the trees; a small budget goes to fewer trees."""
    trees = max(1, min(TREES, iterations // 50))
    return [iterations // trees + (number < iterations % trees) for number in range(trees)]


def _run(jobs: Sequence[Callable[[], None]], workers: int) -> None:
    if workers == 1 or len(jobs) == 1:
        for job in jobs:
            job()
        return
    with ThreadPoolExecutor(workers) as pool:
        for done in [pool.submit(job) for job in jobs]:
            done.result()

"""A race being ridden: its set-up and its list of actions are the whole truth; everything else follows from them."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from parcours.engine import registry
from parcours.engine.chance import CHANCE, OVER
from parcours.engine.course import Course
from parcours.engine.game import Bot, Game
from parcours.engine.options import OptionValue
from parcours.engine.record import Races, packed, unpacked
from parcours.engine.seal import sealed_key
from parcours.engine.standings import Standings
from parcours.engine.tour import Carried
from parcours.errors import BadOptionError, IllegalActionError

SNAPSHOT_EVERY = 64
"""Actions between two remembered states, from which a replay starts."""


@dataclass(frozen=True)
class Setup:
    """All that is fixed before the first action."""

    game: Game
    teams: int
    course: Course
    options: dict[str, OptionValue]
    seats: tuple[str, ...] = ()
    """Who sits where, in words ("sprinter", "Ada"); for the file's header only."""
    seed: int = 0
    manual_chance: bool = False
    carried: Carried = field(default_factory=dict)
    """What it brings along from earlier stages of a tour."""
    secret: bytes = field(default=b"", repr=False)
    """Where luck is under seal: what every roll follows from, instead of the seed. Nobody is told it before the end."""
    luck_from: int = 0
    """How many actions were taken over from another race: only what is rolled after them follows from the seed."""


class Match:
    """One race. `legal`, `play`, `over` are all that a bot writer needs; undo and branching follow from the log.

    >>> import parcours
    >>> race = parcours.game("breaking_away").start(teams=3, seed=1)
    >>> race.play(race.legal()[0])
    >>> race.actor, len(race.actions)
    (1, 1)
    """

    def __init__(self, setup: Setup, *, settle: bool = True) -> None:
        self.setup = setup
        self.game = setup.game
        self.actions: list[int] = []
        self.note = ""
        """What a reader of a file should be told about it."""
        self.ridden_under = int(self.game.rules.VERSION)
        """The version of the rules that its actions were recorded under."""
        self.written: Written | None = None
        """What its file tells beyond its actions: today's rules do not allow it."""
        self._loops = self.game.loops
        self._road = setup.course.road
        self._luck = self.game.luck_key(setup.seed)
        self._codes = self.game.codes_buffer()
        self._chances = self.game.chances_buffer()
        self._races = self.game.blank(setup.teams, setup.options, setup.course, setup.carried)
        self._snapshots: dict[int, Races] = {0: self._races.copy()}
        self._actor, self._count = self._loops.look(self._races, self._road, self._codes)
        if settle:
            self.settle()

    @staticmethod
    def replayed(setup: Setup, actions: Sequence[int]) -> Match:
        """The race that a set-up and a list of actions tell: every outcome of chance stands in the list."""
        match = Match(setup, settle=False)
        for action in actions:
            match.replay(action)
        return match

    # ------------------------------------------------------------------------------------------------- playing

    @property
    def over(self) -> bool:
        return bool(self._actor == OVER)

    @property
    def actor(self) -> int:
        """The seat that decides now, CHANCE (-1) or OVER (-2)."""
        return int(self._actor)

    def legal(self) -> list[int]:
        """The legal action codes for the actor; empty when the race is over."""
        codes: list[int] = self._codes[: self._count].tolist()
        return codes

    def play(self, action: int) -> None:
        """Carry out an action; then chance, unless it is left to the caller. An illegal one changes nothing."""
        self.replay(action)
        if self._actor == CHANCE:
            self.settle()

    def replay(self, action: int) -> None:
        """Carry out an action, of a seat or of chance, and nothing else. An illegal one changes nothing."""
        if self.written is not None:
            raise IllegalActionError(f"{self.game.id}: {self.note}; it can be looked at, not ridden on")
        if self._count == 0:
            raise IllegalActionError(f"{self.game.id}: the race is over")
        if action not in self._codes[: self._count].tolist():
            raise IllegalActionError(f"{self.game.id}: {self._refused(action)}")
        self._do(int(action))

    def _refused(self, action: object) -> str:
        whole = isinstance(action, int | np.integer) and not isinstance(action, bool)
        meaning = ""
        if whole and 0 <= int(action) < self.game.actions:  # type: ignore[call-overload]
            meaning = f" ({self.game.code_words(int(action))})"  # type: ignore[call-overload]
        legal = ", ".join(map(str, self.legal()))
        return f"action {action!r}{meaning} is not legal now (legal: {legal})"

    def _do(self, action: int) -> None:
        self._actor, self._count = self._loops.play(self._races, self._road, action, self._codes)
        self.actions.append(action)
        if len(self.actions) % SNAPSHOT_EVERY == 0:
            self._snapshots[len(self.actions)] = self._races.copy()

    def settle(self) -> None:
        """Let chance act until a seat is to decide."""
        while self._actor == CHANCE and not self.setup.manual_chance:
            self._do(self.roll())

    def roll(self) -> int:
        """At a chance node: the outcome that the seed gives (without carrying it out)."""
        luck = self._luck
        if self.setup.secret:
            luck = sealed_key(self.setup.secret, int(self._races[0]["rolls"]))
        return int(self._loops.roll_one(self._races, self._road, luck, self._codes, self._chances))

    def weights(self) -> list[int]:
        """At a chance node: the weight of each outcome, in the order of `legal()`."""
        self._loops.read_weights(self._races, self._road, self._chances)
        chances: list[int] = self._chances[: self._count].tolist()
        return chances

    # ------------------------------------------------------------------------------------------ undo and replay

    def copy(self) -> Match:
        """An independent race in the same state."""
        return self.at(len(self.actions))

    def at(self, count: int) -> Match:
        """The race as it stood after its first `count` actions, as a race of its own that can be ridden on."""
        if not 0 <= count <= len(self.actions):
            raise IllegalActionError(f"the race has {len(self.actions)} actions; there is no point {count} to go to")
        other = object.__new__(Match)
        other.__dict__.update(self.__dict__)
        other.actions = []
        other.written = None
        other._codes = self._codes.copy()
        other._snapshots = dict(self._snapshots)
        other.go_to(self.actions[:count])
        return other

    def undo(self) -> int:
        """Take back the last decision of a seat and all that chance made of it. How many actions that were."""
        before = len(self.actions)
        kept = list(self.actions)
        while kept:
            kept.pop()
            self.go_to(kept)
            if self._actor != CHANCE or self.setup.manual_chance:
                return before - len(kept)
        raise IllegalActionError("there is nothing to take back")

    def at_once(self, action: int) -> Match:
        """The race after a legal action, without its past: for looking ahead."""
        other = object.__new__(Match)
        other.__dict__.update(self.__dict__)
        other._codes, other._races = self._codes.copy(), self._races.copy()
        other.actions, other._snapshots = [], {0: other._races}
        other._actor, other._count = other._loops.play(other._races, other._road, action, other._codes)
        return other

    def restore(self, snapshots: Mapping[int, Races], actions: list[int]) -> None:
        """Set this race to a list of actions, starting from a remembered state.

        `snapshots` has states of the race by the number of actions before them.
        """
        self._snapshots.update(snapshots)
        self.go_to(actions)

    def go_to(self, actions: list[int]) -> None:
        """Set this race to another list of legal actions, from the nearest state that it remembers."""
        nearest = max(n for n in self._snapshots if n <= len(actions))
        self._snapshots = {n: races for n, races in self._snapshots.items() if n <= nearest}
        self._races = self._snapshots[nearest].copy()
        self.actions = actions[:nearest]
        self._actor, self._count = self._loops.look(self._races, self._road, self._codes)
        for action in actions[nearest:]:
            self._do(action)

    def with_seats(self, seats: Sequence[str]) -> Match:
        """The same race with other words for who sits where."""
        other = self.copy()
        other.setup = replace(self.setup, seats=tuple(seats))
        return other

    # -------------------------------------------------------------------------------------------------- looking

    @property
    def races(self) -> Races:
        """The race itself, as an array of one. Whoever writes to it must call `look_again`: for set-up positions."""
        return self._races

    def look_again(self) -> None:
        """Work out anew who is to act, after the record was written to; the past is forgotten."""
        self.actions = []
        self._snapshots = {0: self._races.copy()}
        self._actor, self._count = self._loops.look(self._races, self._road, self._codes)

    @property
    def state(self) -> np.void:
        """A copy of the whole record. It holds everything: show nobody what `view` does not."""
        return self._races.copy()[0]  # type: ignore[no-any-return]

    @property
    def teams(self) -> int:
        return self.setup.teams

    @property
    def turn(self) -> int:
        return self.game.turn(self._races[0])

    def view(self, seat: int) -> np.void:
        """The record as a seat may see it; -1 is a spectator."""
        self._check_seat(seat)
        return self.view_races(seat)[0]  # type: ignore[no-any-return]

    def _check_seat(self, seat: object) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not -1 <= seat < self.teams:
            raise BadOptionError(
                f"{self.game.id}: there is no seat {seat!r} (seats: 0 to {self.teams - 1}; -1 is a spectator)"
            )

    def view_races(self, seat: int) -> Races:
        """As `view`, as an array of one race: what the compiled functions take."""
        races = self._races.copy()
        self._loops.veil_one(races, self._road, seat)
        return races

    def guess(self, seat: int, key: int) -> Match:
        """A race that this seat could be in: its view, with one possibility for what it can't see.

        It has no past: it can be ridden on, not taken back.
        """
        races = self.view_races(seat)
        self._loops.fill_one(races, self._road, seat, np.uint64(key))
        other = object.__new__(Match)
        other.__dict__.update(self.__dict__)
        other._codes = self._codes.copy()
        other._races = races
        other.setup = replace(self.setup, secret=b"")
        other.look_again()
        return other

    def seen_by(self, seat: int, luck: int = 0) -> Match:
        """The race as this seat sees it, with luck of its own: what a bot may be handed. It has no past, and rolls for
        itself where it is ridden on."""
        other = object.__new__(Match)
        other.__dict__.update(self.__dict__)
        other.setup = replace(self.setup, seats=(), seed=luck, secret=b"", manual_chance=False)
        other.note = ""
        other._luck = self.game.luck_key(luck)
        other._codes, other._chances = self._codes.copy(), self._chances.copy()
        other._races = self.view_races(seat)
        other.look_again()
        return other

    def choice_of(self, bot: Bot, seed: int | None = None) -> int:
        """What a bot does now in the acting seat. It is given the seat's view and nothing else."""
        if not isinstance(bot, Bot):
            raise BadOptionError(f"{self.game.id}: choice_of takes a bot, not {bot!r}: {_instead_of(bot)}")
        if self.actor < 0:
            raise IllegalActionError(f"{self.game.id}: {'the race is over' if self.over else 'chance is to act'}")
        return bot.choice(self, self.setup.seed if seed is None else seed)

    def quick_choice(self, kind: int, seed: int) -> int:
        """What the game's own bot of this kind does now in the acting seat."""
        key = self.game.bot_key(seed, self.actor)
        view, ply = self.view_races(self.actor), len(self.actions)
        return int(self._loops.choose_one(view, self._road, kind, key, ply, self._codes.copy()))

    def standings(self) -> Standings:
        """Where the teams stand now, best first."""
        return self.game.standings_of(self._races[0], self.setup.course)

    def words(self, action: int) -> str:
        """A legal action in English. Any other is refused, with what it means and what is legal."""
        if action not in self._codes[: self._count].tolist():
            raise IllegalActionError(f"{self.game.id}: {self._refused(action)}")
        return str(self.game.words(self._races[0], action, self.setup.course))

    def notation(self, action: int) -> str:
        """A legal action as a race file writes it."""
        return self.game.notation(self._races[0], action, self.setup.course)

    def digest(self, rules: int | None = None) -> str:
        """A digest of the state: the same on every machine. With a version of the rules, that of a record as it was
        under them, without the fields that came later."""
        later = self.game.fields_since.items()
        return digest_of(self._races[0], [name for name, since in later if rules is not None and since > rules])

    def save(self, path: str | PathLike[str]) -> None:
        """Write the race to a file that `parcours.load` reads."""
        from parcours.engine.racefile import save_race

        save_race(self, path)

    def picture(self, path: str | PathLike[str]) -> None:
        """Draw the race as it stands, as a spectator sees it: an SVG file."""
        Path(path).write_text(self._repr_svg_(), encoding="utf-8")

    def _repr_svg_(self) -> str:
        """The race in a notebook."""
        return registry.shown().picture(self)

    def __str__(self) -> str:
        """Road, riders, points and the question, as a spectator sees them."""
        return registry.shown().text(self)

    def __copy__(self) -> Match:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        states = {number: packed(races) for number, races in self._snapshots.items()}
        told = (self.note, self.ridden_under, self.written)
        return _unpickled, (self.setup, told, states, list(self.actions))

    def __repr__(self) -> str:
        where = "over" if self.over else f"turn {self.turn}"
        return f"<race of {self.game.id}, {self.teams} teams, {where}, {len(self.actions)} actions>"


def _unpickled(
    setup: Setup, told: tuple[str, int, Written | None], states: dict[int, bytes], actions: list[int]
) -> Match:
    """A race from another process, or from a file of pickles."""
    match = Match(setup, settle=False)
    match.note, match.ridden_under, match.written = told
    match.restore({number: unpacked(told, setup.game.record) for number, told in states.items()}, actions)
    return match


def _instead_of(bot: object) -> str:
    """What whoever gave this for a bot may have meant."""
    if isinstance(bot, str):
        return f"give game.bot({bot!r})"
    return (
        "one of your own is asked with bot.choose(race.seen_by(race.actor)), or is named by its file, "
        "parcours.bots.own.own_bot('FILE.py:CLASS')"
    )


@dataclass(frozen=True)
class Written:
    """The rest of a race that was ridden under older rules, as its file has it."""

    text: str
    """The whole file: a race that is looked at is not changed by that."""
    actions: tuple[str, ...]
    """In notation, each with its number."""
    result: str
    winner: str


def digest_of(race: Any, without: Collection[str] = ()) -> str:
    """A digest of a record's values, field by field (padding and byte order do not count)."""
    digest = hashlib.sha256()
    for name in race.dtype.names:
        if name in without:
            continue
        value = np.ascontiguousarray(race[name])
        digest.update(value.astype(value.dtype.newbyteorder("<")).tobytes())
    return digest.hexdigest()[:16]

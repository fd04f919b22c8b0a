"""A race being ridden. Its set-up and its list of actions define it; everything else follows from them."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from parcours.engine import registry
from parcours.engine.chance import CHANCE, OVER
from parcours.engine.course import Course
from parcours.engine.game import Bot, Game
from parcours.engine.options import OptionValue
from parcours.engine.record import Races, copied, packed, unpacked
from parcours.engine.seal import sealed_key
from parcours.engine.standings import Standings
from parcours.engine.tour import Carried
from parcours.errors import BadOptionError, IllegalActionError

SNAPSHOT_EVERY = 64
"""Actions between two remembered states from which a replay can start; a few more if chance acts several times."""
ROLLS_AT_ONCE = 32
"""How many outcomes of chance one call of the rules can roll after a seat's action. Every outcome beyond that takes a
call of its own."""
NO_ROLLS = np.zeros(0, np.int16)


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
    """What the race brings along from earlier stages of a tour."""
    secret: bytes = field(default=b"", repr=False)
    """For sealed luck: the secret that determines every roll in place of the seed. Kept secret until the end."""
    luck_from: int = 0
    """How many actions were taken over from another race: only rolls after those follow from the seed."""


class Match:
    """One race. `legal`, `play` and `over` are all that somebody who writes a bot needs. Undo and branching replay its
    list of actions.

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
        """What people should be told about the race when they open its file."""
        self.ridden_under = int(self.game.rules.VERSION)
        """The version of the rules under which its actions were recorded."""
        self.written: Written | None = None
        """If today's rules don't allow the rest of the race: that rest as its file has it."""
        self._loops = self.game.loops
        self._road = setup.course.road
        self._luck = self.game.luck_key(setup.seed)
        self._legal: list[int] = []
        self._make_room()
        self._races = self.game.blank(setup.teams, setup.options, setup.course, setup.carried)
        self._snapshots: dict[int, Races] = {0: copied(self._races)}
        self._look()
        if settle:
            self.settle()

    @staticmethod
    def replayed(setup: Setup, actions: Sequence[int]) -> Match:
        """The race that a set-up and a list of actions give. The list contains every outcome of chance."""
        match = Match(setup, settle=False)
        for action in actions:
            match.replay(action)
        return match

    def _make_room(self) -> None:
        """Arrays for the rules to write to. No two races share them: each race may be ridden in its own thread."""
        self._codes, self._chances = self.game.codes_buffer(), self.game.chances_buffer()
        rules_roll = not self.setup.manual_chance and not self.setup.secret
        self._rolled = np.zeros(ROLLS_AT_ONCE, np.int16) if rules_roll else NO_ROLLS
        self._codes_read, self._rolled_read = self._codes.data, self._rolled.data  # quicker to read

    def _twin(self, setup: Setup) -> Match:
        """Another race, so far with the same state and past."""
        other = object.__new__(Match)
        other.__dict__.update(self.__dict__)
        other.setup = setup
        other._make_room()
        return other

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
        return self._legal.copy()

    def play(self, action: int) -> None:
        """Carry out an action; then let chance act, unless that is left to the caller. An illegal action is refused and
        changes nothing."""
        if self.written is not None or action not in self._legal:
            raise self._refusal(action)
        self._do(int(action), self._rolled)
        if self._actor == CHANCE:
            self.settle()

    def replay(self, action: int) -> None:
        """Carry out one action, of a seat or of chance, and no more. An illegal one is refused and changes nothing."""
        if self.written is not None or action not in self._legal:
            raise self._refusal(action)
        self._do(int(action), NO_ROLLS)

    def _refusal(self, action: object) -> IllegalActionError:
        if self.written is not None:
            return IllegalActionError(f"{self.game.id}: {self.note}; you can view this race, but not continue it")
        if not self._legal:
            return IllegalActionError(f"{self.game.id}: the race is over")
        return IllegalActionError(f"{self.game.id}: {self._refused(action)}")

    def _check_legal(self, action: object) -> None:
        if action not in self._legal:
            raise IllegalActionError(f"{self.game.id}: {self._refused(action)}")

    def _refused(self, action: object) -> str:
        whole = isinstance(action, int | np.integer) and not isinstance(action, bool)
        meaning = ""
        if whole and 0 <= int(action) < self.game.actions:  # type: ignore[call-overload]
            meaning = f" ({self.game.code_words(int(action))})"  # type: ignore[call-overload]
        legal = ", ".join(map(str, self.legal()))
        return f"action {action!r}{meaning} is not legal now (legal: {legal})"

    def _do(self, action: int, rolled: NDArray[np.int16]) -> None:
        """Carry out an action, then let chance act as long as `rolled` has room for its outcomes."""
        self._actor, number, rolls = self._loops.play.unchecked(
            self._races, self._road, action, self._luck, self._codes, self._chances, rolled
        )
        self._legal = self._codes_read[:number].tolist()
        actions = self.actions
        actions.append(action)
        if rolls:
            actions += self._rolled_read[:rolls].tolist()
        if len(actions) >= self._next_snapshot:
            self._remember()

    def _look(self) -> None:
        """Work out who acts and what is legal. (This call checks the types of its arguments; `_do`, which passes the
        same types, does not.)"""
        self._actor, number = self._loops.look(self._races, self._road, self._codes)
        self._legal = self._codes_read[:number].tolist()
        self._next_snapshot = len(self.actions) + SNAPSHOT_EVERY

    def _remember(self) -> None:
        self._snapshots[len(self.actions)] = copied(self._races)
        self._next_snapshot = len(self.actions) + SNAPSHOT_EVERY

    def settle(self) -> None:
        """Let chance act until a seat has a decision."""
        while self._actor == CHANCE and not self.setup.manual_chance:
            self._do(self.roll(), NO_ROLLS)

    def roll(self) -> int:
        """At a chance node: the outcome that follows from the race's luck (it is not carried out)."""
        self._check_chance()
        luck = self._luck
        if self.setup.secret:
            luck = sealed_key(self.setup.secret, int(self._races[0]["rolls"]))
        return int(self._loops.roll_one(self._races, self._road, luck, self._codes, self._chances))

    def weights(self) -> list[int]:
        """At a chance node: the weight of each outcome, in the order of `legal()`."""
        self._check_chance()
        self._loops.read_weights(self._races, self._road, self._chances)
        chances: list[int] = self._chances[: len(self._legal)].tolist()
        return chances

    def _check_chance(self) -> None:
        if self._actor != CHANCE:
            now = "the race is over" if self.over else f"it is seat {self.actor}'s turn"
            raise IllegalActionError(f"{self.game.id}: chance does not act now: {now}")

    # ------------------------------------------------------------------------------------------ undo and replay

    def copy(self) -> Match:
        """An independent race in the same state."""
        return self.at(len(self.actions))

    def at(self, count: int) -> Match:
        """A copy of the race as it stood after its first `count` actions. It can be ridden on."""
        if not isinstance(count, int | np.integer) or not 0 <= count <= len(self.actions):
            raise IllegalActionError(f"there is no point {count!r} in this race: choose 0 to {len(self.actions)}")
        other = self._twin(self.setup)
        other.actions = []
        other.written = None
        other._snapshots = dict(self._snapshots)
        other.go_to(self.actions[:count])
        return other

    def undo(self) -> int:
        """Take back the last decision of a seat and all that chance did after it; returns how many actions."""
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
        other = self._twin(self.setup)
        other._races = copied(self._races)
        other.actions, other._snapshots = [], {}
        other._do(int(action), NO_ROLLS)
        other.actions, other._snapshots = [], {0: copied(other._races)}
        return other

    def restore(self, snapshots: Mapping[int, Races], actions: list[int]) -> None:
        """Set this race to a list of actions, starting from a remembered state.

        `snapshots` has states of the race, by the number of actions that led to them.
        """
        self._snapshots.update(snapshots)
        self.go_to(actions)

    def go_to(self, actions: list[int]) -> None:
        """Set this race to another list of legal actions, starting from the nearest remembered state."""
        nearest = max(n for n in self._snapshots if n <= len(actions))
        self._snapshots = {n: races for n, races in self._snapshots.items() if n <= nearest}
        self._races = copied(self._snapshots[nearest])
        self.actions = actions[:nearest]
        self._look()
        for action in actions[nearest:]:
            self._do(action, NO_ROLLS)

    def with_seats(self, seats: Sequence[str]) -> Match:
        """The same race with other words for who sits where."""
        other = self.copy()
        other.setup = replace(self.setup, seats=tuple(seats))
        return other

    # -------------------------------------------------------------------------------------------------- looking

    @property
    def races(self) -> Races:
        """The race itself, as an array of one. After writing to it (to set up a position), call `look_again`."""
        return self._races

    def look_again(self) -> None:
        """Work out again who acts, after the record was written to; the past is forgotten."""
        self.actions = []
        self._snapshots = {0: copied(self._races)}
        self._look()

    @property
    def state(self) -> np.void:
        """A copy of the whole record, hidden information included. Players may see only what `view` shows them."""
        return copied(self._races)[0]  # type: ignore[no-any-return]

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
        """As `view`, but as an array of one race, which the compiled functions take."""
        races = copied(self._races)
        self._loops.redact_one(races, self._road, seat)
        return races

    def guess(self, seat: int, key: int) -> Match:
        """A race that this seat could be in: its view, with one possibility for what it can't see.

        It has no past: it can be ridden on, but nothing before can be taken back.
        """
        self._check_seat(seat)
        races = self.view_races(seat)
        self._loops.determinize_one(races, self._road, seat, np.uint64(key))
        other = self._twin(replace(self.setup, secret=b""))
        other._races = races
        other.look_again()
        return other

    def seen_by(self, seat: int, luck: int = 0) -> Match:
        """The race as this seat sees it, with different luck, so that it can be handed to a bot. It has no past. If it
        is ridden on, it rolls its own luck."""
        self._check_seat(seat)
        other = self._twin(replace(self.setup, seats=(), seed=luck, secret=b"", manual_chance=False))
        other.note = ""
        other._luck = self.game.luck_key(luck)
        other._races = self.view_races(seat)
        other.look_again()
        return other

    def choice_of(self, bot: Bot, seed: int | None = None) -> int:
        """A bot's choice in the acting seat. It is given the seat's view and nothing else."""
        if not isinstance(bot, Bot):
            raise BadOptionError(f"{self.game.id}: choice_of takes a bot, not {bot!r}: {_instead_of(bot)}")
        if self.actor < 0:
            raise IllegalActionError(f"{self.game.id}: {'the race is over' if self.over else 'chance acts next'}")
        return bot.choice(self, self.setup.seed if seed is None else seed)

    def quick_choice(self, kind: int, seed: int) -> int:
        """The choice of the game's own bot of this kind in the acting seat."""
        key = self.game.bot_key(seed, self.actor)
        view, ply = self.view_races(self.actor), len(self.actions)
        return int(self._loops.choose_one(view, self._road, kind, key, ply, self._codes.copy()))

    def standings(self) -> Standings:
        """Where the teams stand now, best first."""
        return self.game.standings_of(self._races[0], self.setup.course)

    def words(self, action: int) -> str:
        """A legal action in English. For any other action, an error says what it means and what is legal."""
        self._check_legal(action)
        return str(self.game.words(self._races[0], action, self.setup.course))

    def notation(self, action: int) -> str:
        """A legal action as a race file writes it."""
        self._check_legal(action)
        return self.game.notation(self._races[0], action, self.setup.course)

    def digest(self, rules: int | None = None) -> str:
        """A digest of the state, the same on every machine. Given a version of the rules, it leaves out fields that
        were added after that version."""
        return digest_of(self._races[0], left_out(self.game, rules))

    def fits(self, digest: str, rules: int) -> bool:
        """Whether the state matches a digest that was written under these rules; True if such digests can't be
        compared."""
        return not has_lasting_digests(self.game, rules) or self.digest(rules) == digest

    def save(self, path: str | PathLike[str]) -> None:
        """Write the race to a file that `parcours.load` reads."""
        from parcours.engine.racefile import save_race

        save_race(self, path)

    def picture(self, path: str | PathLike[str]) -> None:
        """Draw the race as it stands, as a spectator sees it: an .svg or a .png file."""
        registry.shown().write(self._repr_svg_(), Path(path))

    def animation(
        self,
        path: str | PathLike[str],
        *,
        each: Literal["turn", "move"] = "turn",
        seconds: float = 0.6,
        width: int = 960,
    ) -> None:
        """Draw the race so far as an animated .gif: one picture for each turn or move, shown for `seconds`."""
        registry.shown().animate(self, Path(path), each, seconds, width)

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
    """What somebody who passed this object as a bot should pass instead."""
    if isinstance(bot, str):
        return f"use game.bot({bot!r})"
    return (
        "ask your own bot with bot.choose(race.seen_by(race.actor)), or load it with "
        "parcours.bots.own.own_bot('FILE.py:CLASS')"
    )


@dataclass(frozen=True)
class Written:
    """The rest of a race under older rules that today's rules don't allow, as its file has it."""

    text: str
    """The whole file: saving the race writes it unchanged."""
    actions: tuple[str, ...]
    """In notation, each with its number."""
    result: str
    winner: str


def left_out(game: Game, rules: int | None = None) -> set[str]:
    """The fields that digests leave out, under these rules or today's."""
    later = {name for name, since in game.fields_since.items() if rules is not None and since > rules}
    return later if game.digests_without_scratch is None else later.union(game.scratch)


def has_lasting_digests(game: Game, rules: int) -> bool:
    """Whether digests that were written under these rules can still be compared."""
    return game.digests_without_scratch is None or rules >= game.digests_without_scratch


def digest_of(race: Any, without: Collection[str] = ()) -> str:
    """A digest of a record's values, field by field (padding and byte order do not count)."""
    digest = hashlib.sha256()
    for name in race.dtype.names:
        if name in without:
            continue
        value = np.ascontiguousarray(race[name])
        digest.update(value.astype(value.dtype.newbyteorder("<")).tobytes())
    return digest.hexdigest()[:16]

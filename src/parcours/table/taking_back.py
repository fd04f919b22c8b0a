"""Taking back: what is free, what needs agreement, and whose. All of this depends on what people could notice."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from parcours.engine.chance import CHANCE
from parcours.engine.match import digest_of
from parcours.table.log import ACTION, BACK, CLICK, HANDED, LUCK, PERSON, USUAL, LogEntry
from parcours.table.story import told
from parcours.table.together import is_together

if TYPE_CHECKING:
    from parcours.table.tables import Seat, Table


def is_free(table: Table, seat: int) -> bool:
    """Whether a person may take back the last choice without asking: if nobody else rides in this race, or if nobody
    acted on the choice and it revealed nothing. This depends on what the person could notice. If it depended on what
    others do in secret, it would reveal that they do something."""
    if table.note is not None or seat < 0:
        return False
    last = table.last_choice(seat)
    if last is None:
        return False
    if not _others(table, seat):
        return True
    own = [n for n in range(last, len(table.path)) if n == last or _belongs(seat, table.log[table.path[n]])]
    after = {table.path[n] for n in own}
    steps = table.book(seat).steps
    noticed = [index for index in steps if table.log[index].kind not in (HANDED, BACK) and index not in after]
    if noticed and noticed[-1] > table.path[last]:
        return False
    if begun_together(table, last) and any(s.kind == "person" for s in _others(table, seat)):
        return False
    return not any(_revealed(table, seat, n) for n in own) and not _silent_turn(table, seat, last)


def asked_for(table: Table, seat: int, kept: int) -> list[int]:
    """The seats whose people must agree before all but the first `kept` actions are taken back.

    These are people who ride for themselves, people whom a bot has replaced since then (they may have chosen something
    before), and every open seat, for its next player. If luck has come since then, or if there are no such seats, all
    others are asked: handing a seat to a bot makes nothing free, and the same luck will come again. Only what everybody
    knows decides who is asked, so that the question reveals no secret.
    """
    others = _others(table, seat)
    if _luck_since(table, kept):
        return [s.seat for s in others]
    asked = [
        s.seat
        for s in others
        if s.kind == "open" or not s.ridden_by_bot or _handed_since(table, s.seat, table.path[kept])
    ]
    return asked or [s.seat for s in others]


def begun_together(table: Table, kept: int) -> bool:
    """Whether all began to decide at once after the first `kept` actions: going back before that erases what others
    may have chosen early. (Everybody knows that they can choose early; nobody is told whether they have.)"""
    key = (-1, kept, table.path[-1])
    if key not in table.silent_turns:
        states = [table.match.at(n) for n in range(kept, len(table.path))] if table.game.at_once else []
        asked = [is_together(table.game, state) for state in (*states, table.match)]
        table.silent_turns[key] = any(now and not before for before, now in pairwise(asked))
    return table.silent_turns[key]


def _belongs(seat: int, entry: LogEntry) -> bool:
    """Whether an action was the table's answer for a seat, or a further answer of one press by its person."""
    return entry.actor == seat and entry.by in (CLICK, USUAL)


def _others(table: Table, seat: int) -> list[Seat]:
    """The seats of people at other screens, whether they are there, yet to come or replaced by a bot."""
    return [s for s in table.seats if s.kind != "bot" and s.screen != table.seats[seat].screen]


def _luck_since(table: Table, kept: int) -> bool:
    """Whether any luck that everybody has noticed has come after the first `kept` actions."""
    return any(table.log[n].by == LUCK for n in set(table.path[kept:]).intersection(table.book(-1).steps))


def _silent_turn(table: Table, seat: int, number: int) -> bool:
    """Whether, since this choice, another person had a turn and could choose something without the seat noticing.
    (Everybody sees whose turn it is; what could be chosen is judged from what the seat knows.)"""
    others = {s.seat for s in _others(table, seat) if s.kind == "person"}
    actors = [table.log[index].actor for index in table.path] + [table.match.actor]
    turn = next((n for n in range(number + 1, len(actors)) if actors[n] in others), None)
    if turn is None:
        return False
    key = (seat, turn, table.path[turn - 1])
    if key not in table.silent_turns:
        table.silent_turns[key] = _may_be_silent(table, seat, table.match.at(turn).guess(seat, 11).legal(), turn)
    return table.silent_turns[key]


def _may_be_silent(table: Table, seat: int, legal: list[int], turn: int) -> bool:
    """Whether a seat would not notice one of these choices. Three are tried: the first, the middle and the last."""
    for action in {legal[0], legal[len(legal) // 2], legal[-1]}:
        after = table.match.at(turn).guess(seat, 11)
        before = after.state
        after.replay(action)
        if not told(after, before, action, seat):
            return True
    return False


def _handed_since(table: Table, seat: int, index: int) -> bool:
    """Whether a seat was handed to a bot, or its person typed in a roll, at this entry of the log or later."""
    return any(
        (e.kind == HANDED and e.actor == seat) or (e.kind == ACTION and e.by == PERSON and e.seat == seat)
        for e in table.log[index:]
    )


def _revealed(table: Table, seat: int, number: int) -> bool:
    """Whether the choice revealed something to whoever made it: given what the seat knew, could it have come out
    differently?"""
    action = table.match.actions[number]
    before = table.match.at(number)
    if before.actor == CHANCE:
        return False
    after = digest_of(table.match.at(number + 1).view(seat))
    for guess in (before.guess(seat, key) for key in (11, 23, 42)):
        if action not in guess.legal():
            return True
        guess.replay(action)
        if digest_of(guess.view(seat)) != after:
            return True
    return False

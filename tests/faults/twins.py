"""Two races that differ only in what somebody may not know, and everything that a table tells that person about them.

A door is anything that an answer comes out of. Either `Table.match` is swapped between the truth and a race that this
viewer could just as well be in; or two tables are ridden side by side, and one rider chooses differently in secret.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

import httpx
import numpy as np

from parcours.engine.game import Game
from parcours.engine.match import Match, digest_of
from parcours.engine.options import OptionValue
from parcours.engine.routine import forced_or_usual
from parcours.table import taking_back
from parcours.table.log import PERSON
from parcours.table.tables import Table
from parcours.table.workers import SeatView
from tests.table.conftest import Server
from tests.table.helpers import Rider, Seated
from tests.table.sockets import TIMES, Live, watching

MADE = re.compile(rb"D:\d{14}[^)]*|\d{4}-\d\d-\d\dT[\d:]+[Z+][\d:]*|/ID *\[[^]]*\]|<xmpMM:\w+ID>[^<]*")
"""When a PDF was made, and what is derived from that time."""
NAMED = re.compile(r'"((?:[a-z_]+):[\d.]+)"')
"""Names that a scene gives to things; a viewer may ask about them."""
EVERY_KIND = ("box", "card", "cell", "gear", "mechanic", "move", "retire", "rider", "row", "square")
MOST_ASKED = 6
MOST_TRIED = 6


def strangers(rider: Rider, game: Game, teams: int, options: dict[str, OptionValue]) -> Seated:
    """A table at which everybody sits at a screen of their own."""
    kinds = ["me", *["friend"] * (teams - 1)]
    table = rider.open(*kinds, game=game.id, teams=teams, options=options)
    for seat, invite in table.invites.items():
        claimed = rider.post(f"/tables/{table.id}/seats/{seat}/claim", {"invite": invite, "name": f"Rider {seat}"})
        table.secrets[seat] = claimed.json()["secret"]
    return table


def live_table(server: Server, table: Seated) -> Table:
    """The table as the server has it. Nobody else uses it: it has no bots, and no request is under way."""
    found: Table = server.app.state.registry.tables[table.id]
    return found


def somehow(match: Match, luck: np.random.Generator) -> int:
    """A choice: half of the time at random, otherwise by the game's own bot."""
    legal = match.legal()
    if luck.random() < 0.5:
        return legal[luck.integers(len(legal))]
    return match.choice_of(match.game.bots[-1], int(luck.integers(2**31)))


def ride_on(seated: Seated, table: Table, luck: np.random.Generator, most: int) -> None:
    """Let people ride on, choosing now well and now at random; then the table is committed, and everybody is told."""
    for _ in range(most):
        match = table.match
        if match.over:
            break
        table.play(somehow(match, luck), PERSON, match.actor)
    assert seated.post("/chat", {"text": "so far"}).status_code == 201


def could_be(truth: Match, viewer: int, key: int) -> Match:
    """A race that this viewer could just as well be in, with the past of the true one."""
    other = truth.copy()
    other.races[:] = truth.guess(viewer, key).races
    past, remembered = list(truth.actions), dict(truth._snapshots)
    other.look_again()
    other.actions, other._snapshots = past, remembered
    return other


@contextmanager
def in_its_place(table: Table, match: Match) -> Iterator[None]:
    """Put the table into this race for as long as the block lasts."""
    truth = table.match
    _swap(table, match)
    try:
        yield
    finally:
        _swap(table, truth)


def _swap(table: Table, match: Match) -> None:
    table.match = match
    table.version += 1
    table.cache.clear()


def everything_told(table: Seated, viewer: int) -> dict[str, str]:
    """What comes out of every door for a viewer who only looks and asks."""
    seat = viewer if viewer >= 0 else None
    steps = table.state(seat)["steps"]
    found: dict[str, httpx.Response] = {}
    for path in ("/state", "", "/story", "/sheet", "/race", "/report", "/review", "/board"):
        found[path] = table.get(path, seat)
    found["/state in German"] = table.get("/state", seat, lang="de")
    for step in sorted({0, steps // 2, steps}):
        found[f"/steps/{step}"] = table.get(f"/steps/{step}", seat)
        found[f"/branch {step}"] = table.post("/branch", {"step": step}, seat)
        found[f"picture {step}"] = table.get(f"/steps/{step}/picture.svg", seat)
    found["the list"] = table.rider.get("/tables", table.secrets.get(viewer))
    found["hint"] = table.post("/hint", None, seat)
    found["review"] = table.post("/review", None, seat)
    found["return race"] = table.post("/rematch", None, seat)
    for target in _targets(found["/state"].text):
        found[f"why {target}"] = table.post("/why", {"target": target}, seat)
    return {door: _text(answer) for door, answer in found.items()}


def _targets(state: str) -> list[str]:
    named = sorted(set(NAMED.findall(state)))
    some = named[:: max(1, len(named) // MOST_ASKED)]
    return [*some, *(f"{kind}:0" for kind in EVERY_KIND)]


def _text(answer: httpx.Response) -> str:
    return f"{answer.status_code} {_headers(answer)} {TIMES.sub('TIME', answer.text)}"


def _headers(answer: httpx.Response) -> list[tuple[str, str]]:
    return sorted((name, value) for name, value in answer.headers.items() if name not in ("date", "content-length"))


def set_in_type(table: Seated, viewer: int) -> dict[str, str]:
    """What is typeset or painted for a viewer; this takes a while."""
    seat = viewer if viewer >= 0 else None
    doors = ("/sheet.pdf", f"/steps/{table.state(seat)['steps']}/picture.png")
    answers = {door: table.get(door, seat) for door in doors}
    assert {answer.status_code for answer in answers.values()} == {200}
    return {door: f"{_headers(answer)} {MADE.sub(b'', answer.content).hex()}" for door, answer in answers.items()}


def handed_to_a_search(match: Match, viewer: int) -> dict[str, str]:
    """Everything that a search for a hint is given."""
    if match.actor != viewer:
        return {}
    given = SeatView.of(match.seen_by(viewer))
    return {"search": f"{given.setup.hex()} {digest_of(given.race().races[0])} {given.seat}"}


def asked_to_take_back(table: Seated, live: Table, viewer: int) -> dict[str, str]:
    """What a viewer, and then everybody, is told if taking back needs consent. (The question is then dropped.)"""
    if viewer < 0 or taking_back.is_free(live, viewer):
        return {}
    found = {"undo": _text(table.post("/undo", None, viewer))}
    for seat in table.secrets:
        if live.asked is not None:
            found[f"undo, as seat {seat} is asked"] = str(table.state(seat)["undo"])
    live.asked = None
    live.version += 1
    return found


def differing(one: dict[str, str], two: dict[str, str]) -> list[str]:
    """The doors that tell the two races apart, and where they differ."""
    found = [f"{door}: only once" for door in one.keys() ^ two.keys()]
    for door in one.keys() & two.keys():
        a, b = one[door], two[door]
        if a != b:
            at = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
            found.append(f"{door}: ...{a[max(0, at - 80) : at + 80]!r} / ...{b[max(0, at - 80) : at + 80]!r}")
    return found


# ----------------------------------------------------------------------------------------------- two side by side


class Side:
    """One of two races that are ridden side by side."""

    def __init__(self, rider: Rider, server: Server) -> None:
        self.rider, self.server = rider, server
        self.table: Seated
        self.live: Table

    def sit_down(self, game: Game, teams: int, options: dict[str, OptionValue]) -> None:
        """Open a new table of strangers."""
        self.table = strangers(self.rider, game, teams, options)
        self.live = live_table(self.server, self.table)

    def ride(self, choices: Sequence[int]) -> None:
        """Make these choices."""
        for action in choices:
            self.live.play(action, PERSON, self.live.match.actor)

    def act(self, action: int) -> None:
        """Make a choice for the seat that has one."""
        self.table.act(self.live.match.actor, action)

    def pushed(self, watcher: Live) -> str:
        """What a watcher was pushed, up to a chat line that comes last: every story line, and the last state. (Two
        changes at once may come in one message; how often that happens varies.)"""
        news: list[str] = []
        while True:
            message = watcher.next()
            news += [str(line) for line in message.get("story", [])]
            if message.get("chat"):
                break
        return TIMES.sub("TIME", f"{news} {watcher.state | {'chat': [], 'version': ''}}")


def ride_apart(sides: Sequence[Side], owner: int, luck: np.random.Generator, most: int) -> int:
    """Ride on at both tables, and compare what everybody but the owner of the secret is told. Returns the number of
    secret choices."""
    viewers = [seat for seat in range(-1, sides[0].live.match.teams) if seat != owner]
    secrets = 0
    with ExitStack() as stack:
        watchers = [
            [stack.enter_context(watching(side.table, seat if seat >= 0 else None)) for seat in viewers]
            for side in sides
        ]
        for side, its in zip(sides, watchers, strict=True):
            assert side.table.post("/chat", {"text": "there"}).status_code == 201
            for watcher in its:
                side.pushed(watcher)
        for _ in range(most):
            pair = alike([side.live.match for side in sides], owner, viewers, luck)
            if pair is None:
                break
            secrets += pair[0] != pair[1]
            for side, action in zip(sides, pair, strict=True):
                side.act(action)
                assert side.table.post("/chat", {"text": "done"}).status_code == 201
            one, two = (
                {f"pushed to {seat}": side.pushed(watcher) for seat, watcher in zip(viewers, its, strict=True)}
                for side, its in zip(sides, watchers, strict=True)
            )
            assert not differing(one, two), f"after {pair}"
        if secrets:
            for viewer in viewers:
                one, two = (
                    everything_told(side.table, viewer) | asked_to_take_back(side.table, side.live, viewer)
                    for side in sides
                )
                assert not differing(one, two), f"viewer {viewer} of the secrets of {owner}"
            taken_back = [took_back(side, viewers) for side in sides]
            assert taken_back[0] == taken_back[1]
            for viewer in viewers if taken_back[0] >= 0 else ():
                one, two = (everything_told(side.table, viewer) for side in sides)
                assert not differing(one, two), f"viewer {viewer}, when {taken_back[0]} had taken back"
            one, two = (
                {f"pushed to {seat}": side.pushed(watcher) for seat, watcher in zip(viewers, its, strict=True)}
                for side, its in zip(sides, watchers, strict=True)
            )
            assert not differing(one, two), "as something was taken back"
    return secrets


def took_back(side: Side, viewers: Sequence[int]) -> int:
    """The first viewer who can takes the last choice back, and all agree; then somebody says so in the chat. Returns
    that viewer's seat."""
    for seat in viewers:
        if seat >= 0 and side.table.state(seat)["undo"]["possible"]:
            before = len(side.live.path)
            assert side.table.post("/undo", None, seat).status_code == 200
            for other in list(side.live.asked.answers) if side.live.asked else []:
                assert side.table.post("/undo/answer", {"agree": True}, other).status_code == 200
            assert len(side.live.path) < before
            break
    else:
        seat = -1
    assert side.table.post("/chat", {"text": "taken back"}).status_code == 201
    return seat


def alike(
    races: Sequence[Match], owner: int, viewers: Sequence[int], luck: np.random.Generator
) -> tuple[int, int] | None:
    """A choice for each race, so that nobody but the owner sees a difference: two different ones, if possible."""
    one, two = races
    assert one.actor == two.actor
    if one.over:
        return None
    found = in_secret(one, two, viewers, luck) if one.actor == owner else None
    if found is not None:
        return found
    for action in luck.permutation(sorted(set(one.legal()) & set(two.legal()))):
        if seen_after(one, int(action), viewers) == seen_after(two, int(action), viewers):
            return int(action), int(action)
    return None


def in_secret(one: Match, two: Match, viewers: Sequence[int], luck: np.random.Generator) -> tuple[int, int] | None:
    """Two choices that none of these viewers can tell apart."""
    tried = [[int(a) for a in luck.permutation(race.legal())[:MOST_TRIED]] for race in (one, two)]
    if one is two:
        tried[1] = tried[0]
    first = {action: seen_after(one, action, viewers) for action in tried[0]}
    second = first if one is two else {action: seen_after(two, action, viewers) for action in tried[1]}
    pairs = ((a, b) for a in tried[0] for b in tried[1] if a != b and first[a] == second[b])
    return next(((a, b) for a, b in pairs if not any(comes_to_the_same(race, a, b) for race in (one, two))), None)


def comes_to_the_same(race: Match, a: int, b: int) -> bool:
    """Whether two choices are only two ways to the same end; then there is nothing secret about them."""
    ends = [chosen(race, action).digest() for action in {a, b}.intersection(race.legal())]
    return len(ends) == 2 and ends[0] == ends[1]


def chosen(race: Match, action: int) -> Match:
    """The race after this choice, and after the table has answered what is forced."""
    after = race.copy()
    after.play(action)
    while (forced := forced_or_usual(after, ())) is not None:
        after.play(forced)
    return after


def seen_after(race: Match, action: int, viewers: Sequence[int]) -> tuple[object, ...]:
    """What these viewers see after this choice."""
    after = chosen(race, action)
    return (after.actor, *(digest_of(after.view(viewer)) for viewer in viewers))


def way_to_a_secret(match: Match, luck: np.random.Generator, skip: int) -> tuple[list[int], int] | None:
    """The choices that lead, after about `skip` of them, to a seat that can choose in secret; and that seat."""
    race, way = match.copy(), []
    while not race.over:
        viewers = [seat for seat in range(-1, race.teams) if seat != race.actor]
        if len(way) >= skip and in_secret(race, race, viewers, luck) is not None:
            return way, race.actor
        way.append(somehow(race, luck))
        race = chosen(race, way[-1])
    return None

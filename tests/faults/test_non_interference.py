"""Whatever a hidden fact is, a player who may not know it is told the same, byte by byte, at every door of the
table."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import numpy as np
import pytest

from parcours.engine import seal
from parcours.engine.game import Game
from parcours.engine.options import OptionValue
from parcours.engine.record import same
from parcours.games import GAMES, find_game
from parcours.table import keys, tables
from parcours.table.tables import Table
from tests.faults.amount import LONG, amount
from tests.faults.twins import (
    Side,
    asked_to_take_back,
    could_be,
    differing,
    everything_told,
    handed_to_a_search,
    in_its_place,
    live_table,
    ride_apart,
    ride_on,
    set_in_type,
    strangers,
    way_to_a_secret,
)
from tests.luck import LUCK
from tests.table.conftest import Server, relaxed, running
from tests.table.helpers import Rider, Seated

OPEN = {"um_reifenbreite"}
"""Games without secrets (UR-22a, UR-22b)."""
SELDOM = {"leader_one": 70}
"""How many actions at most between two looks, in the small share."""


def option_sets(game: Game) -> list[tuple[str, int, dict[str, OptionValue]]]:
    """The names, teams and options with which a game is tested."""
    plain: tuple[str, int, dict[str, OptionValue]] = ("plain", game.min_teams + 1, {})
    if game.option_presets:
        more = [(preset.id, game.min_teams, dict(preset.options)) for preset in game.option_presets]
    else:
        more = [(option.name, game.min_teams, {option.name: True}) for option in game.options if not option.choices]
    return [plain, *more] if LONG else [more[-1] if game.option_presets else plain]


RACES = [
    pytest.param(name, teams, options, id=f"{name}-{teams}-{called}")
    for name in GAMES
    for called, teams, options in option_sets(find_game(name))
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    database = tmp_path_factory.mktemp("table") / "tables.db"
    with running(relaxed(str(database), hints_waiting=100)) as made:
        thinkers = made.app.state.registry.thinkers
        thinkers.search_ready = lambda game: False  # a search limited by time finds different things each time
        yield made


@pytest.fixture
def rider(server: Server) -> Iterator[Rider]:
    with httpx.Client(base_url=server.address, timeout=60) as client:
        yield Rider(client)


def all_doors(table: Seated, live: Table, viewer: int, typed: bool) -> dict[str, str]:
    """What comes out of every door; with sheets as PDF and pictures, if `typed`."""
    told = everything_told(table, viewer) | asked_to_take_back(table, live, viewer)
    return told | handed_to_a_search(live.match, viewer) | (set_in_type(table, viewer) if typed else {})


@pytest.mark.parametrize(("name", "teams", "options"), RACES)
def test_no_door_tells_what_its_viewer_may_not_know(
    server: Server, rider: Rider, monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest, name: str, teams: int, options: dict[str, OptionValue],
) -> None:  # fmt: skip
    """Over a whole race, the truth is replaced by what a viewer could just as well believe. The viewer's answers
    stay."""
    seed = zlib.crc32(f"{request.node.name} {LUCK}".encode())
    drawn = random.Random(seed)
    monkeypatch.setattr(keys, "new_seed", lambda: drawn.getrandbits(63))
    monkeypatch.setattr(tables, "SEEN", float("inf"))  # nobody is away because the test is slow
    luck = np.random.default_rng(seed)
    compared, seen = 0, False
    for _ in range(amount(1, 6)):
        table = strangers(rider, find_game(name), teams, options)
        for seat in range(-1, teams):
            table.state(seat if seat >= 0 else None)
        live = live_table(server, table)
        while True:
            ride_on(table, live, luck, int(luck.integers(1, amount(SELDOM.get(name, 200), 40))))
            if live.match.over:  # then the race file reveals everything
                break
            for viewer in range(-1, teams):
                truth = live.match
                states = {} if seen else {seat: table.state(seat) for seat in range(teams)}
                other = could_be(truth, viewer, int(luck.integers(2**62)))
                assert same(other.view(viewer), truth.view(viewer)), "this is no race that the viewer could be in"
                if same(other.state, truth.state):
                    continue
                typed = LONG or not compared
                known = all_doors(table, live, viewer, typed)
                with in_its_place(live, other):
                    told = all_doors(table, live, viewer, typed)
                    seen = seen or any(table.state(seat) != state for seat, state in states.items())
                assert not differing(known, told), f"viewer {viewer} after {len(truth.actions)} actions"
                compared += 1
    assert bool(compared) == (name not in OPEN)
    assert seen == (name not in OPEN), "whoever has the secret sees another one"


# ------------------------------------------------------------------------------------- chosen differently in secret


@pytest.fixture
def sides(tmp_path: Path) -> Iterator[list[Side]]:
    """Two servers on which everything has the same name, key and luck."""
    with ExitStack() as stack:
        made = []
        for name in ("one", "two"):
            server = stack.enter_context(running(relaxed(str(tmp_path / f"{name}.db"))))
            server.app.state.registry.thinkers.search_ready = lambda game: False
            client = stack.enter_context(httpx.Client(base_url=server.address, timeout=60))
            made.append(Side(Rider(client), server))
        yield made


@pytest.mark.parametrize(("name", "teams", "options"), [race for race in RACES if race.values[0] not in OPEN])
def test_what_somebody_chooses_in_secret_does_not_show(
    sides: list[Side], monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest,
    name: str, teams: int, options: dict[str, OptionValue],
) -> None:  # fmt: skip
    """Side by side: in the second race one rider chooses differently wherever nobody may notice; all others choose the
    same. What the others are told and pushed is the same, byte by byte."""
    monkeypatch.setattr(tables, "SEEN", float("inf"))
    luck = np.random.default_rng(zlib.crc32(f"{request.node.name} {LUCK}".encode()))
    secrets = 0
    for number in range(amount(2, 60)):
        for side in sides:
            named = random.Random(number)
            monkeypatch.setattr(keys, "new_table_id", lambda named=named: f"{named.getrandbits(60):x}")
            monkeypatch.setattr(keys, "new_secret", lambda named=named: f"{named.getrandbits(120):x}")
            monkeypatch.setattr(keys, "new_seed", lambda named=named: named.getrandbits(63))
            monkeypatch.setattr(keys, "new_luck", lambda named=named: named.randbytes(seal.SECRET_BYTES))
            monkeypatch.setattr(keys, "new_key", lambda named=named: named.randbytes(16))
            side.sit_down(find_game(name), teams, options)
        found = way_to_a_secret(sides[0].live.match, luck, int(luck.integers(0, 200)) * (number % 2))
        if found is not None:
            way, owner = found
            for side in sides:
                side.ride(way)
            secrets += ride_apart(sides, owner, luck, amount(8, 60))
    assert secrets, "nobody chose anything in secret"

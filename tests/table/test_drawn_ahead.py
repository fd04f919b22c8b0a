"""What is drawn ahead is what a quick start shows. Otherwise it would be drawn in vain, and nobody would notice."""

from __future__ import annotations

import secrets
import time
from typing import Any

import httpx
import pytest

import parcours
from parcours.engine.seal import SECRET_BYTES, seal_of
from parcours.table import board_cache, keys
from parcours.table.drawer import boards_of, lays_its_own
from parcours.table.drawing_ahead import ROADS, DrawingAhead, _is_usual
from parcours.table.opening import SeatWish, Wish, checked_wish
from tests.table.conftest import Server
from tests.table.helpers import Rider
from tests.table.test_ease import quick

LAYING = [name for name in parcours.game_names() if lays_its_own(parcours.game(name))]
PATIENCE = 300


@pytest.fixture
def under_seal(same_luck: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Luck as it is outside tests: sealed."""
    monkeypatch.setattr(keys, "new_luck", lambda: secrets.token_bytes(SECRET_BYTES))


def ready(server: Server) -> DrawingAhead:
    """Somebody looks at the front page, and everything is drawn for this visitor."""
    ahead: DrawingAhead = server.app.state.registry.drawing_ahead
    httpx.get(f"{server.address}api/v1/games", timeout=30)
    end = time.monotonic() + PATIENCE
    while ahead._drawing is None or not ahead._drawing.done():
        assert time.monotonic() < end, "the boards are drawn"
        time.sleep(0.05)
    assert not ahead._missing()
    return ahead


def wish(name: str, **more: Any) -> Wish:
    """A quick start as the page asks for it, or with something else."""
    game = parcours.game(name)
    seats = [SeatWish("me"), *(SeatWish("bot") for _ in range(game.default_teams - 1))]
    made = checked_wish(game, game.course(), {}, None, seats, False, bool(more.get("commissioner")), more.get("luck"))
    return Wish(**{**vars(made), "quick": True, **more})


def test_only_rally_lays_a_road_for_every_race() -> None:
    assert LAYING == ["rally"]


@pytest.mark.parametrize("name", [name for name in parcours.game_names() if name not in LAYING])
def test_the_board_of_a_quick_start_is_drawn_before_anybody_asks(name: str) -> None:
    ((number, key, board),) = boards_of([(name, b"", 0, "en")])
    race = parcours.game(name).start(quick=True, seed=3)
    shown = race.game.course_shown(race.races[0], race.setup.course)
    assert (number, key) == (0, board_cache.key_of(shown, "en"))
    assert board == board_cache.draw(shown, race.game.accent, "en")
    assert key != board_cache.key_of(shown, "fr")


@pytest.mark.parametrize("name", LAYING)
@pytest.mark.usefixtures("under_seal")
def test_roads_lie_ready_for_races_that_lay_their_own(name: str, server: Server, rider: Rider) -> None:
    ahead = ready(server)
    waiting = [road.secret for road in ahead._roads[name]]
    assert len(waiting) == ROADS
    first, second = quick(rider, name), quick(rider, name)
    assert [table.state(0)["table"]["seal"] for table in (first, second)] == [seal_of(secret) for secret in waiting]
    keys_shown = [table.state(0)["scene"]["board"] for table in (first, second)]
    assert len(set(keys_shown)) == ROADS
    known = {key[2] for key in board_cache._kept if key[0] == name}
    assert set(keys_shown) <= known, "drawn before anybody asked"
    assert first.get("/board", 0).json()["key"] == keys_shown[0]
    ready(server)
    assert not set(waiting) & {road.secret for road in ahead._roads[name]}, "no luck is given twice"


@pytest.mark.parametrize("name", LAYING)
@pytest.mark.usefixtures("under_seal")
def test_a_race_that_is_not_the_usual_quick_start_has_a_luck_of_its_own(name: str, server: Server) -> None:
    ahead = ready(server)
    game = parcours.game(name)
    other = next(course for course in game.course_names if course != game.default_course)
    unusual: list[dict[str, Any]] = [
        {"quick": False}, {"luck": 5}, {"commissioner": True}, {"teams": game.max_teams},
        {"course": game.course(other)}, {"options": {**wish(name).options, "extension": True}},
        {"secret": bytes(SECRET_BYTES)},
    ]  # fmt: skip
    for more in unusual:
        asked = wish(name, **more)
        assert ahead.deal(asked, "en") is asked, more
    assert ahead.deal(wish(name), "it").secret == b"", "not drawn in that language"
    assert _is_usual(wish(name))

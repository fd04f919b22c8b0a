"""Bots that take their time at the table: the table stays free meanwhile. And bots of the host's own."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from parcours.engine.kernel import COMPILED
from tests.table.conftest import Server, relaxed, running
from tests.table.helpers import QUICK, Rider, Seated

pytestmark = pytest.mark.skipif(not COMPILED, reason="uncompiled, a thought takes minutes")

OWN = """
import time

class Ponderer:
    def choose(self, race):
        time.sleep(3)
        return race.legal()[0]

class Tablemate:
    def choose(self, race):
        return race.legal()[0]

class Clumsy:
    def choose(self, race):
        raise RuntimeError("lost its glasses")
"""


@pytest.fixture(scope="module")
def bots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("own") / "mates.py"
    path.write_text(OWN)
    return path


@pytest.fixture(scope="module")
def server(database: str, bots: Path) -> Iterator[Server]:
    with running(
        relaxed(database, bots=tuple(f"{bots}:{name}" for name in ("Ponderer", "Tablemate", "Clumsy")))
    ) as made:
        yield made


def thinking(table: Seated) -> dict[str, object]:
    """Wait until a bot thinks."""
    for _ in range(1000):
        state = table.state(0)
        if state["table"]["thinking"] >= 0:
            return state
        time.sleep(0.01)
    raise AssertionError("no bot ever thought")


def test_the_table_is_free_while_a_bot_thinks(rider: Rider) -> None:
    table = rider.open("me", "Ponderer", "sprinter")
    table.act(0, QUICK)
    state = thinking(table)
    steps = state["steps"]
    assert state["table"]["thinking"] == 1
    assert "Blue" in str(state["scene"]["prompt"])
    assert table.post("/chat", {"text": "take your time"}).status_code == 201
    state = table.state(0)
    assert state["chat"][-1]["text"] == "take your time"
    assert state["steps"] == steps, "it was said while the bot was thinking"


def test_a_thought_is_in_vain_if_the_choice_before_it_is_taken_back(rider: Rider) -> None:
    table = rider.open("me", "Ponderer", "sprinter")
    table.act(0, QUICK)
    thinking(table)
    assert table.post("/undo").status_code == 200
    state = table.state(0)
    assert state["table"]["actor"] == 0
    assert state["table"]["thinking"] == -1
    time.sleep(4.0)
    assert table.state(0)["state_id"] == state["state_id"], "the bot's choice belonged to another race"
    table.act(0, QUICK)
    assert thinking(table)


def test_levels_ride_a_race_to_its_end(rider: Rider) -> None:
    table = rider.open("me", "novice", "amateur")
    table.stand_in(0, "novice")
    for _ in range(3000):
        if table.get().json()["status"] == "finished":
            break
        time.sleep(0.1)
    assert table.get().json()["winner"]


def test_the_levels_and_the_hosts_bots_are_offered(rider: Rider) -> None:
    game = next(g for g in rider.get("/games").json() if g["id"] == "breaking_away")
    names = [bot["name"] for bot in game["bots"]]
    assert names[:4] == ["novice", "amateur", "elite", "champion"]
    assert "professional" not in names
    assert game["default_bot"] == "sprinter"
    assert {"Tablemate", "Clumsy"} <= set(names)


def test_the_hosts_bot_takes_a_seat(rider: Rider) -> None:
    table = rider.open("me", "Tablemate", "sprinter")
    table.act(0, QUICK)
    assert table.turn_of(0)["table"]["seats"][1]["name"] == "Tablemate"


def test_a_bot_that_fails_says_so_and_the_race_goes_on(rider: Rider) -> None:
    table = rider.open("me", "Clumsy", "sprinter")
    table.act(0, QUICK)
    state = table.turn_of(0)
    assert state["chat"][0]["name"] == "Clumsy"
    assert "RuntimeError: lost its glasses" in state["chat"][0]["text"]
    assert "sprinter chose for it" in state["chat"][0]["text"]


def test_no_file_is_loaded_for_somebody_on_the_net(rider: Rider, bots: Path) -> None:
    for name in (f"{bots}:Tablemate"[-40:], "mates.py:Tablemate", "mates.py"):
        seats = [{"kind": "me"}, {"kind": "bot", "bot": name}, {"kind": "bot"}]
        assert rider.post("/tables", {"game": "breaking_away", "seats": seats}).status_code == 422


def test_a_bot_that_is_not_here_any_more_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "gone.py"
    path.write_text("class Wanderer:\n    def choose(self, race):\n        return race.legal()[0]\n")
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    with running(relaxed(database, bots=(f"{path}:Wanderer",))) as server, client_of(server) as client:
        table = Rider(client).open("me", "Wanderer", "sprinter")
        guests = server.app.state.registry.tables[table.id].game.__dict__["_let_in"]
    guests.pop("Wanderer").close()
    with running(relaxed(database)) as server, client_of(server) as client:
        again = Seated(Rider(client), table.id, table.secrets, {})
        again.act(0, QUICK)
        assert again.turn_of(0)["table"]["seats"][1]["name"] == "Wanderer"


def client_of(server: Server) -> httpx.Client:
    return httpx.Client(base_url=server.address, timeout=30)


def searched(table: Seated) -> dict[str, Any]:
    """A hint from a search, as soon as the search is compiled."""
    for _ in range(6000):
        hint: dict[str, Any] = table.post("/hint").json()
        if hint["searched"]:
            return hint
        time.sleep(0.1)
    raise AssertionError("the search was never compiled")


def test_a_hint_says_so_while_there_is_no_search_yet(
    rider: Rider, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = rider.open("me", "sprinter", "sprinter")
    table.act(0, QUICK)
    state = table.turn_of(0)
    with monkeypatch.context() as not_yet:
        not_yet.setattr(server.app.state.registry.thinkers, "search_ready", lambda game: False)
        hint = table.post("/hint").json()
    assert hint["searched"] is False
    assert hint["choices"] == []
    assert hint["action"] in {choice["action"] for choice in state["scene"]["choices"]}
    assert searched(table)["choices"], "and asked again, it has figures"


def test_a_hint_tells_what_each_choice_leads_to(rider: Rider) -> None:
    table = rider.open("me", "sprinter", "sprinter")
    table.act(0, QUICK)
    state = table.turn_of(0)
    hint = searched(table)
    offered = {choice["action"]: choice["label"] for choice in state["scene"]["choices"]}
    assert hint["action"] == hint["choices"][0]["action"]
    assert {choice["action"]: choice["label"] for choice in hint["choices"]}.items() <= offered.items()
    assert all(0 <= choice["wins"] <= 1 and 1 <= choice["place"] <= 3 for choice in hint["choices"])
    assert table.state(0)["state_id"] == state["state_id"]
    again = table.post("/hint", lang="de").json()
    figures = [{**choice, "label": ""} for choice in hint["choices"]]
    assert [{**choice, "label": ""} for choice in again["choices"]] == figures, "the same, in another language"
    assert again["label"] != hint["label"]


def test_a_finished_race_is_looked_at_again(rider: Rider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parcours.bots.review.cache_root", lambda: tmp_path)
    table = rider.open("me", "sprinter", "sprinter")
    assert table.post("/review").status_code == 403
    table.ride()
    assert table.get("/review", 0).json()["status"] == "none"
    told = table.post("/review").json()
    seen = {told["done"]}
    for _ in range(12000):
        told = table.get("/review", 0).json()
        seen.add(told["done"])
        if told["status"] != "running":
            break
        time.sleep(0.05)
    assert told["status"] == "done"
    assert len(seen) > 1, "its progress can be seen"
    steps = [point["step"] for point in told["curve"]]
    assert steps == sorted(steps)
    assert steps[-1] <= table.state(0)["steps"]
    assert all(sum(point["wins"]) == pytest.approx(1, abs=0.01) for point in told["curve"])
    for costly in told["costly"]:
        assert costly["seat"] == 0
        assert costly["did"].startswith("Red")
        assert costly["did"] != costly["better"]
        assert table.get(f"/steps/{costly['step']}", 0).status_code == 200
    assert table.get("/review", 0, lang="de").json()["costly"] != told["costly"]

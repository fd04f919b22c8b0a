"""Hints, sheets and reviews: few wait, each once, and nobody's leaving makes room for more than the limit."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import httpx
import pytest

from parcours.games import find_game
from parcours.table.refusals import Refused
from parcours.table.request_queues import RequestQueue
from tests.table.conftest import Server
from tests.table.helpers import Rider


def refused(error: BaseException | object, status: int) -> None:
    assert isinstance(error, Refused)
    assert error.status == status
    assert f"Try again in {error.retry} second" in str(error.message)


async def _queue() -> None:
    window, gate = RequestQueue(waiting=2, a_client=2, seconds=1.2), asyncio.Event()
    begun: list[str] = []

    async def work(name: str) -> str:
        begun.append(name)
        await gate.wait()
        return name

    def ask(name: str, client: str = "") -> asyncio.Task[str]:
        return asyncio.ensure_future(window.served(name, client or name, lambda: work(name)))

    tasks = {name: ask(name) for name in "abc"}
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert begun == ["a"], "one at a time"
    refused(*await asyncio.gather(ask("b"), return_exceptions=True), 429)
    refused(*await asyncio.gather(ask("d"), return_exceptions=True), 503)
    tasks["b"].cancel()
    await asyncio.gather(tasks["b"], return_exceptions=True)
    assert set(window.asking) == {"a", "c"}, "who leaves the queue leaves a place"
    tasks["a"].cancel()
    await asyncio.gather(tasks["a"], return_exceptions=True)
    assert set(window.asking) == {"a", "c"}, "what is being done is not undone by leaving"
    assert begun == ["a"]
    gate.set()
    assert await tasks["c"] == "c"
    await asyncio.sleep(0)
    assert not window.asking


async def _clients() -> None:
    window, gate = RequestQueue(waiting=8, a_client=3, seconds=1.2), asyncio.Event()

    def ask(name: str, client: str) -> asyncio.Task[object]:
        return asyncio.ensure_future(window.served(name, client, gate.wait))

    first = [ask(f"seat {n}", "one") for n in range(20)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert len(window.asking) == 3, "one client's, however many seats it has"
    for refusal in await asyncio.gather(*first[3:], return_exceptions=True):
        refused(refusal, 429)
    others = [ask(f"seat of {client}", client) for client in ("two", "three", "four")]
    gate.set()
    assert all(await asyncio.gather(*first[:3], *others))
    assert not window.asking


def test_one_at_a_time_few_wait_each_once() -> None:
    asyncio.run(_queue())


def test_one_client_leaves_room_for_the_others() -> None:
    asyncio.run(_clients())


@pytest.mark.parametrize("kind", ["hint", "sheet.pdf"])
def test_sixty_at_once_are_not_queued(server: Server, client: httpx.Client, kind: str) -> None:
    rider = Rider(client)
    table = rider.open("me", "here", "here")
    table.state(0)
    registry = server.app.state.registry
    holding, held = threading.Event(), threading.Event()
    find = registry.thinkers.stand_in
    search, setting = registry.thinkers.search, registry.typesetter.submit

    def slowly(work: Any) -> Any:
        async def slow(*given: Any) -> Any:
            held.set()
            await asyncio.to_thread(holding.wait)
            return await work(*given)

        return slow

    registry.thinkers.stand_in, registry.thinkers.search = slowly(find), slowly(search)
    if kind == "sheet.pdf":
        setting(lambda: (held.set(), holding.wait()))
    answers: list[httpx.Response] = []

    def ask() -> None:
        headers = {"authorization": f"Bearer {table.secrets[0]}"}
        with httpx.Client(base_url=server.address, timeout=60) as own:
            path = f"/api/v1/tables/{table.id}/{kind}"
            answers.append(own.post(path, headers=headers) if kind == "hint" else own.get(path, headers=headers))

    first = threading.Thread(target=ask)
    first.start()
    assert held.wait(60)
    window = registry.hints if kind == "hint" else registry.exports
    while not window.asking:
        threading.Event().wait(0.01)
    try:
        for _ in range(60):
            ask()
        assert len(answers) == 60, "nobody but the first waits"
        for answer in answers:
            assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too_many")
            assert int(answer.headers["retry-after"]) >= 1
            assert "Try again in" in answer.json()["error"]["message"]
        window.most = 1
        other = table.secrets[1]
        full = rider.post(f"/tables/{table.id}/hint", secret=other) if kind == "hint" else None
        assert full is None or (full.status_code, full.json()["error"]["code"]) == (503, "busy")
    finally:
        holding.set()
        first.join()
        registry.thinkers.stand_in, registry.thinkers.search = find, search
        window.most = 9
    assert answers[-1].status_code == 200
    assert not window.asking


def test_reviews_do_not_queue_without_end(server: Server, client: httpx.Client) -> None:
    tables = []
    for _ in range(3):
        table = Rider(client).open("random", "random", "random")
        table.finished()
        tables.append(table)
    reviews = server.app.state.registry.reviews
    reviews._waiting, begin = 2, reviews._thinkers.begin
    reviews._thinkers.begin = lambda work: None
    try:
        assert [table.post("/review", seat=None).status_code for table in tables] == [200, 200, 503]
        assert tables[0].post("/review", seat=None).status_code == 200, "it is begun already"
        reviews._made.clear()
        reviews._waiting, reviews._a_client = 16, 2
        assert [table.post("/review", seat=None).status_code for table in tables] == [200, 200, 429]
        for made in reviews._made.values():
            made.client = "192.0.2.7"
        assert tables[2].post("/review", seat=None).status_code == 200, "what others asked for does not count"
    finally:
        reviews._waiting, reviews._a_client, reviews._thinkers.begin = 16, 4, begin
        reviews._made.clear()


@pytest.fixture
def exports(server: Server, client: httpx.Client) -> list[str]:
    """All routes that give something to save: of a finished race, and of a finished tour of one stage."""
    rider = Rider(client)
    table = rider.open("random", "random", "random")
    table.finished()
    seats = [{"kind": "bot", "bot": "random"}] * 3
    stages = [{"course": find_game("breaking_away").course().id}]
    told = rider.post("/tours", {"game": "breaking_away", "stages": stages, "seats": seats})
    assert told.status_code == 201, told.text
    tour, stage = told.json()["tour"]["id"], told.json()["table"]["id"]
    for _ in range(3000):
        if rider.get(f"/tables/{stage}").json()["status"] == "finished":
            break
        threading.Event().wait(0.02)
    steps = [f"/tables/{table.id}/steps/1/picture.{kind}" for kind in ("svg", "png")]
    kept = [f"/tables/{table.id}/{door}" for door in ("sheet", "sheet.pdf", "race")]
    return [*steps, *kept, *(f"/tours/{tour}/{door}" for door in ("sheet", "sheet.pdf", "file"))]


def test_everything_to_keep_is_made_one_at_a_time_and_whoever_leaves_leaves_the_queue(
    server: Server, client: httpx.Client, exports: list[str]
) -> None:
    window = server.app.state.registry.exports
    window.asking["another"] = "192.0.2.7"
    window._turn._value = 0  # somebody else's work is under way
    try:
        for door in exports:
            path = f"{server.address}api/v1{door}"
            with httpx.Client() as leaving, pytest.raises(httpx.ReadTimeout):
                leaving.get(path, timeout=0.3)
            while len(window.asking) > 1:
                threading.Event().wait(0.01)
            window.asking["mine"] = "127.0.0.1"
            refusal = client.get(path)
            assert (refusal.status_code, refusal.json()["error"]["code"]) == (429, "too_many"), door
            assert "Try again in" in refusal.json()["error"]["message"]
            del window.asking["mine"]
            window.most = 1
            refusal = client.get(path)
            assert (refusal.status_code, refusal.json()["error"]["code"]) == (503, "busy"), door
            window.most = 9
    finally:
        window.asking.clear()
        window._turn._value, window.most = 1, 9
    for door in exports:
        assert client.get(f"{server.address}api/v1{door}").status_code == 200, door

"""Two clients at once, the same request twice, two servers on one database: exactly one action counts."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from parcours.table.log import PERSON
from parcours.table.storage import Storage
from parcours.table.tables import Table
from tests.table.helpers import Rider

AT_ONCE = 8


def codes(answers: list[httpx.Response]) -> Counter[str]:
    return Counter("ok" if a.status_code < 300 else a.json()["error"]["code"] for a in answers)


def test_the_same_action_sent_at_once(rider: Rider) -> None:
    table = rider.open("me", "here", "here")
    for _ in range(6):
        seat = table.actor()
        state = table.state(seat)
        body = {"action": state["scene"]["choices"][-1]["action"], "state_id": state["state_id"]}
        with ThreadPoolExecutor(AT_ONCE) as pool:
            answers = list(pool.map(lambda _, b=body, s=seat: table.post("/actions", b, s), range(AT_ONCE)))
        assert codes(answers) == {"ok": 1, "already_done": AT_ONCE - 1}
        ridden = next(a.json()["steps"] for a in answers if a.status_code == 200)
        assert state["steps"] < ridden == table.state(seat)["steps"]


def test_different_actions_at_once(rider: Rider) -> None:
    table = rider.open("me", "here", "here", commissioner=True)
    for seat in range(3):
        table.act(seat, 5)
    states = [table.state(seat) for seat in range(3)]
    with ThreadPoolExecutor(3) as pool:
        draws = [s["scene"]["choices"][n]["action"] for n, s in enumerate(states)]
        bodies = [{"action": draws[n], "state_id": states[n]["state_id"]} for n in range(3)]
        answers = list(pool.map(lambda n: table.post("/actions", bodies[n], n), range(3)))
    assert codes(answers) == {"ok": 1, "stale": 2}
    assert sum(entry["words"].startswith("The draw: ") for entry in table.state(0)["story"]) == 1


def test_an_invitation_claimed_at_once(rider: Rider) -> None:
    table = rider.open("me", "friend", "sprinter")
    body = {"invite": table.invites[1], "name": "Gino"}
    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = list(pool.map(lambda _: rider.post(f"/tables/{table.id}/seats/1/claim", body), range(AT_ONCE)))
    assert codes(answers) == {"ok": 1, "already_done": AT_ONCE - 1}


def test_what_another_server_has_written_is_not_written_over(rider: Rider, database: str) -> None:
    table = rider.open("me", "here", "here")
    state_id = table.state(0)["state_id"]
    there = Storage(database)
    stored = there.load(table.id)
    assert stored is not None
    theirs = Table(stored)
    theirs.play(6, PERSON, 0, state_id)
    there.write(theirs.take_change()).result()
    there.close()
    late = table.post("/actions", {"action": 5, "state_id": state_id})
    assert (late.status_code, late.json()["error"]["code"]) == (409, "stale")
    assert table.state(0)["state_id"] == theirs.state_id(0)


@pytest.mark.parametrize("seed", [3])
def test_a_given_seed_gives_the_same_draw(rider: Rider, seed: int) -> None:
    prompts = set()
    for _ in range(2):
        table = rider.open("me", "here", "here", seed=seed)
        for seat in range(3):
            table.act(seat, 5)
        prompts.add(table.state(0)["story"][-1]["words"])
    assert len(prompts) == 1


def test_a_given_seed_gives_the_same_bots(rider: Rider) -> None:
    """Random riders: their choices depend on the seed."""
    ends = []
    for seed in (3, 3, 4):
        table = rider.open("random", "random", "random", seed=seed)
        table.finished()
        ends.append(table.get("/race", 0).text)
    assert ends[0] == ends[1] != ends[2]

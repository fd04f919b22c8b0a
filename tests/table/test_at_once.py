"""Two clients at once, the same twice, two servers on one database: exactly one action counts."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.table.conftest import relaxed, running
from tests.table.helpers import Rider, Seated

AT_ONCE = 8


def codes(answers: list[httpx.Response]) -> Counter[str]:
    return Counter("ok" if a.status_code < 300 else a.json()["error"]["code"] for a in answers)


def test_the_same_action_sent_at_once(rider: Rider) -> None:
    table = rider.open("me", "here", "here")
    for _ in range(6):
        seat = table.actor()
        state = table.state(seat)
        body = {"action": state["scene"]["choices"][-1]["action"], "moment": state["moment"]}
        with ThreadPoolExecutor(AT_ONCE) as pool:
            answers = list(pool.map(lambda _, b=body, s=seat: table.post("/actions", b, s), range(AT_ONCE)))
        assert codes(answers) == {"ok": 1, "already_done": AT_ONCE - 1}
        assert table.state(seat)["steps"] == state["steps"] + 1


def test_different_actions_at_once(rider: Rider) -> None:
    table = rider.open("me", "here", "here", commissioner=True)
    for seat in range(3):
        table.act(seat, 5)
    states = [table.state(seat) for seat in range(3)]
    with ThreadPoolExecutor(3) as pool:
        draws = [s["scene"]["choices"][n]["action"] for n, s in enumerate(states)]
        answers = list(
            pool.map(lambda n: table.post("/actions", {"action": draws[n], "moment": states[n]["moment"]}, n), range(3))
        )
    assert codes(answers) == {"ok": 1, "stale": 2}
    assert sum("drawn" in entry["words"] for entry in table.state(0)["story"]) == 1


def test_an_invitation_claimed_at_once(rider: Rider) -> None:
    table = rider.open("me", "friend", "sprinter")
    body = {"invite": table.invites[1], "name": "Gino"}
    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = list(pool.map(lambda _: rider.post(f"/tables/{table.id}/seats/1/claim", body), range(AT_ONCE)))
    assert codes(answers) == {"ok": 1, "already_done": AT_ONCE - 1}


def test_two_servers_on_one_database(rider: Rider, database: str) -> None:
    table = rider.open("me", "here", "here")
    with running(relaxed(database)) as other, httpx.Client(base_url=other.address, timeout=30) as client:
        there = Seated(Rider(client), table.id, table.secrets, {})
        moment = table.state(0)["moment"]
        assert there.state(0)["moment"] == moment
        assert table.post("/actions", {"action": 6, "moment": moment}).status_code == 200
        late = there.post("/actions", {"action": 5, "moment": moment})
        assert late.status_code == 409
        assert late.json()["error"]["code"] == "stale"
        assert there.state(0)["moment"] == table.state(0)["moment"]


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
    """Random riders: what they do is drawn."""
    ends = []
    for seed in (3, 3, 4):
        table = rider.open("random", "random", "random", seed=seed)
        table.finished()
        ends.append(table.get("/race", 0).text)
    assert ends[0] == ends[1] != ends[2]

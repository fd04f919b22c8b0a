"""Several people at one table: invitations, live updates, undo, bots that stand in, chat, private tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from parcours.games import GAMES, find_game
from tests.table.conftest import relaxed, running
from tests.table.helpers import Rider, Seated
from tests.table.sockets import taken, watching


def friends(rider: Rider) -> Seated:
    """A table of two people at two screens, and a bot; the first has to choose."""
    table = rider.open("me", "friend", "sprinter")
    answer = rider.post(f"/tables/{table.id}/seats/1/claim", {"invite": table.invites[1], "name": "Fausto"})
    assert answer.status_code == 200
    table.secrets[1] = answer.json()["secret"]
    return table


def test_an_invitation_is_good_once(rider: Rider) -> None:
    table = rider.open("me", "friend", "sprinter")
    assert table.info["status"] == "waiting"
    assert table.info["seats"][1]["kind"] == "open"
    path, invite = f"/tables/{table.id}/seats/1/claim", table.invites[1]
    assert rider.post(path, {"invite": "x" * 32, "name": "Eve"}).status_code == 401
    assert rider.post(path, {"invite": invite, "name": "Fausto"}).status_code == 200
    again = rider.post(path, {"invite": invite, "name": "Eve"})
    assert again.status_code == 409
    assert again.json()["error"]["code"] == "already_done"
    assert table.get().json()["seats"][1]["name"] == "Fausto"
    assert table.get().json()["status"] == "live"


def test_live_updates_reach_everybody(rider: Rider) -> None:
    table = friends(rider)
    with watching(table, 1) as fausto, watching(table) as spectator:
        first = fausto.next()["state"]
        spectator.next()
        assert first["scene"]["seat"] == 1
        table.act(0, 5)
        told = fausto.until(lambda m: bool(m.get("story")))
        assert told["kind"] == "news"
        assert told["story"][0]["words"] == "Red hands in the movement sheet"
        assert fausto.state == table.state(1)
        spectator.until(lambda m: bool(m.get("story")))
        assert spectator.state["scene"]["seat"] == -1


def test_reconnecting_misses_nothing(rider: Rider) -> None:
    table = friends(rider)
    with watching(table, 1) as fausto:
        fausto.next()
        known = fausto.state
    table.act(0, 5)
    with watching(table, 1, known=known) as fausto:
        told = fausto.next()
        assert told["kind"] == "news"
        assert told["story"][-1]["words"] == "Red hands in the movement sheet"
        assert len(told["story"]) == len(fausto.state["story"]) - len(known["story"])
        state = fausto.state
        fausto.send({"kind": "look", "lang": "de"})
        whole = fausto.until(lambda m: m["kind"] == "state")["state"]
        assert whole["state_id"] == state["state_id"]
        assert whole["scene"]["prompt"] != state["scene"]["prompt"]
        fausto.send({"kind": "ping", "ping": 7})
        assert fausto.until(lambda m: m["kind"] == "pong") == {"kind": "pong", "pong": 7}


def test_after_a_restart_only_what_is_new_of_the_story_is_told(tmp_path: Path) -> None:
    """The restarted server has no earlier view in memory, but it recognises what it told before."""
    settings = relaxed(str(tmp_path / "tables.db"))
    with running(settings) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        table = friends(Rider(client))
        table.act(0, 5)
        table.act(1, 5)
        with watching(table, 1) as fausto:
            fausto.next()
            known = fausto.state
    with running(settings) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        table.rider = Rider(client)
        table.turn_of(0)
        table.act(0)
        with watching(table, 1, known=known) as fausto:
            told = fausto.next()
            assert told["story_from"] == len(known["story"])
            assert [line["words"] for line in told["state"]["story"]] != []
            while fausto.state["version"] != table.state(1)["version"]:
                fausto.next()
            assert fausto.state == table.state(1)


@pytest.mark.parametrize("have", ["7", "99999-abc", "-1-x", "x" * 40, "٣-abc"])
def test_who_has_a_view_that_is_not_known_is_told_all(rider: Rider, have: str) -> None:
    table = friends(rider)
    table.act(0, 5)
    answer = table.get("/state", 1, have=have).json()
    assert (answer["kind"], answer["story_from"]) == ("state", 0)
    assert answer["state"] == table.state(1)
    with watching(table, 1, known={"version": have}) as fausto:
        assert fausto.next()["kind"] == "state"
        assert fausto.state == table.state(1)


def test_an_answer_is_told_like_a_push(rider: Rider) -> None:
    """Choices, taking back, routines: the answer is what has changed."""
    table = friends(rider)
    state = table.state(0)
    for path, body in (
        ("/actions", {"action": 6}), ("/actions", {"action": 6 + 15}), ("/undo", None),
        ("/routines", {"routines": []}), ("/actions", {"action": 6 + 13}),
    ):  # fmt: skip
        sent = {**body, "state_id": state["state_id"]} if path == "/actions" else body
        answer = table.post(path, sent, 0, have=state["version"]).json()
        assert answer["kind"] == "news", path
        state = taken(state, answer)
        assert state == table.state(0)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_put_together_of_news_is_what_there_is(rider: Rider, game: str) -> None:
    """A whole race in each game, with a move taken back, for each seat and a spectator."""
    kinds = ["me"] + ["here"] * (find_game(game).default_teams - 1)
    table = rider.open(*kinds, game=game, quick=True)
    known = {seat: table.state(seat) for seat in (None, *table.secrets)}
    for _ in range(60):
        table.ride(1, last=True)
        if len(known[0]["story"]) % 9 == 0 and known[0]["undo"]["possible"]:
            table.post("/undo")
        for seat, state in known.items():
            message = table.get("/state", seat, have=state["version"]).json()
            assert message["kind"] == "news"
            known[seat] = taken(state, message)
            assert known[seat] == table.state(seat)


def test_who_is_there_is_told_when_it_changes(rider: Rider, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some come and go on a live connection, some only ask now and then. Nobody else has to ask to learn of it."""
    monkeypatch.setattr("parcours.table.tables.SEEN", 0.5)
    table = friends(rider)
    with watching(table) as spectator:
        spectator.next()

        def there(seat: int) -> bool:
            return bool(spectator.state["table"]["seats"][seat]["connected"])

        def gone(_: dict[str, Any]) -> bool:
            return not there(0) and not there(1)

        if not gone({}):
            spectator.until(gone)
        table.get("", 0)
        spectator.until(lambda _: there(0))
        told = json.loads(spectator.texts[-1])
        assert told["changes"] == {"table": {"seats": [[0, {"connected": True}], 1, 2]}}
        spectator.until(gone)
        with watching(table, 1):
            spectator.until(lambda _: there(1))
            spectator.quiet(1)
            assert there(1), "as long as the line is up"
        spectator.until(gone)


def test_presence_and_chat(rider: Rider) -> None:
    table = friends(rider)
    with watching(table) as spectator:
        assert spectator.next()["state"]["table"]["seats"][0]["connected"] in (True, False)
        with watching(table, 1) as fausto:
            fausto.next()
            assert table.post("/chat", {"text": "  Allez!\u0007 "}).status_code == 201
            (line,) = spectator.until(lambda m: bool(m.get("chat")))["chat"]
            assert (line["seat"], line["text"], line["id"]) == (0, "Allez!", 1)
            assert fausto.until(lambda m: bool(m.get("chat")))["chat"] == [line]
    assert table.state(1)["chat"] == [line]
    assert table.post("/chat", {"text": "x" * 501}).status_code == 422
    assert table.post("/chat", {"text": "hello"}, seat=None).status_code == 403


def test_own_slip_is_taken_back_freely(rider: Rider) -> None:
    table = friends(rider)
    table.act(0, 6)
    before = table.state(0)
    table.act(0, 6 + 15)
    assert table.state(0)["undo"] == {"possible": True, "free": True, "asked": None}
    assert table.post("/undo").status_code == 200
    after = table.state(0)
    assert after["scene"]["panels"] == before["scene"]["panels"]
    assert after["story"][-1]["words"] == "Red takes back 1 move"
    assert after["story"][-1]["back_to"] == before["steps"]
    assert len(after["story"]) == len(before["story"]) + 2
    assert table.state(1)["story"] == []


def test_what_others_acted_on_needs_their_consent(rider: Rider) -> None:
    table = friends(rider)
    table.act(0, 5)
    table.act(1, 5)
    assert table.state(0)["undo"]["free"] is False
    asked = table.post("/undo").json()
    assert asked["undo"]["asked"] == {"by": 0, "answers": {"1": None}}
    assert table.post("/undo/answer", {"agree": True}, seat=0).status_code == 409
    assert table.post("/undo/answer", {"agree": False}, seat=1).json()["undo"]["asked"] is None
    table.post("/undo")
    agreed = table.post("/undo/answer", {"agree": True}, seat=1).json()
    assert table.state(0)["scene"]["actor"] == 0
    assert agreed["scene"]["turn"] == 0
    assert "takes back" in agreed["story"][-1]["words"]


def test_alone_against_bots_undo_is_free(rider: Rider) -> None:
    table = rider.open("me", "sprinter", "random")
    table.act(0, 5)
    before = table.turn_of(0)
    table.act(0)
    table.turn_of(0)
    after = table.post("/undo").json()
    assert after["scene"]["pieces"] == before["scene"]["pieces"]
    assert after["table"]["your_turn"]
    assert after["state_id"] != before["state_id"]


def test_a_bot_stands_in_and_gives_back(rider: Rider) -> None:
    table = friends(rider)
    bot = f"/tables/{table.id}/seats/0/bot"
    assert rider.post(bot, {"bot": "sprinter"}, table.secrets[0]).status_code == 200
    state = table.state(0)
    seat = state["table"]["seats"][0]
    assert (seat["kind"], seat["name"], seat["bot"]) == ("person", "Me 0", "sprinter")
    table.turn_of(1)
    assert table.state(0)["scene"]["actor"] == 1
    assert rider.delete(bot, table.secrets[1]).status_code == 403
    assert rider.delete(bot, table.secrets[0]).status_code == 200
    assert rider.delete(bot, table.secrets[0]).status_code == 409
    assert rider.post(bot, {"bot": "sprinter"}, table.secrets[1]).status_code == 403
    assert rider.post(bot, {"bot": "nobody"}, table.secrets[0]).status_code == 422


def test_an_open_seat_can_be_ridden_by_a_bot_until_claimed(rider: Rider) -> None:
    table = rider.open("me", "friend", "sprinter")
    assert rider.post(f"/tables/{table.id}/seats/1/bot", {"bot": "random"}, table.secrets[0]).status_code == 200
    table.act(0, 5)
    table.turn_of(0)
    claimed = rider.post(f"/tables/{table.id}/seats/1/claim", {"invite": table.invites[1], "name": "Gino"})
    assert claimed.status_code == 200
    assert table.get().json()["seats"][1]["bot"] is None


def test_private_tables_are_not_there_for_strangers(rider: Rider) -> None:
    table = rider.open("me", "friend", "sprinter", private=True)
    for path in ("", "/state", "/story", "/steps/0", "/board", "/race", "/report", "/sheet"):
        assert table.get(path).status_code == 404, path
    assert rider.get(f"/tables/{table.id}", "x" * 32).status_code == 404
    assert rider.get(f"/tables/{table.id}", table.invites[1]).status_code == 200
    assert rider.post(f"/tables/{table.id}/seats/1/claim", {"invite": "x" * 32, "name": "Eve"}).status_code == 404
    with watching(table) as stranger:
        assert stranger.next()["error"]["code"] == "no_table"
        with pytest.raises(ConnectionClosed) as closed:
            stranger.next()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404
    assert rider.post("/tables", {"game": "breaking_away", "private": True, "teams": 3,
                                  "seats": [{"kind": "bot"}] * 3}).status_code == 422  # fmt: skip

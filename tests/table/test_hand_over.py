"""A seat is handed to a bot for the rest of the race, and taken back. Everybody is told, and it is saved."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from tests.table.conftest import Server, relaxed, running
from tests.table.helpers import Rider, Seated
from tests.table.sockets import watching

HANDED, BACK = "A bot takes over for Red: Sprinter", "Red takes over from the bot"


def friends(rider: Rider) -> Seated:
    """Two people at two screens, and a bot."""
    table = rider.open("me", "friend", "sprinter")
    answer = rider.post(f"/tables/{table.id}/seats/1/claim", {"invite": table.invites[1], "name": "Fausto"})
    table.secrets[1] = answer.json()["secret"]
    return table


def words(table: Seated, seat: int | None = None) -> list[str]:
    return [entry["words"] for entry in table.state(seat)["story"]]


def test_everybody_is_told_and_it_is_kept(rider: Rider, server: Server) -> None:
    table = friends(rider)
    with watching(table) as spectator:
        spectator.next()
        table.stand_in(0, "sprinter")
        spectator.until(lambda m: any(line["words"] == HANDED for line in m.get("story", [])))
        assert spectator.state["table"]["seats"][0]["bot"] == "sprinter"
    for viewer in (0, 1, None):
        assert HANDED in words(table, viewer)
    assert rider.delete(f"/tables/{table.id}/seats/0/bot", table.secrets[0]).status_code == 200
    assert table.get().json()["seats"][0]["bot"] is None
    before = {viewer: table.state(viewer)["story"] for viewer in (0, 1, None)}
    assert BACK in [entry["words"] for entry in before[None]]
    registry = server.app.state.registry
    registry.forget(registry.tables[table.id])
    assert {viewer: table.state(viewer)["story"] for viewer in (0, 1, None)} == before
    assert table.turn_of(1)["scene"]["choices"]


def test_looking_back_and_taking_back_pass_over_it(rider: Rider) -> None:
    table = friends(rider)
    table.act(0, 5)
    before = table.state(0)
    table.stand_in(0, "sprinter")
    rider.delete(f"/tables/{table.id}/seats/0/bot", table.secrets[0])
    assert table.state(0)["steps"] == before["steps"] + 2
    for step in range(table.state(0)["steps"] + 1):
        assert table.get(f"/steps/{step}", 0).status_code == 200
    assert table.state(0)["undo"] == before["undo"], "nobody has ridden since"
    assert table.post("/undo").json()["undo"]["asked"] == {"by": 0, "answers": {"1": None}}
    assert table.post("/undo/answer", {"agree": True}, seat=1).status_code == 200
    assert table.state(0)["scene"]["actor"] == 0


def test_only_the_owner_hands_over_while_being_there(rider: Rider) -> None:
    table = friends(rider)
    bot = f"/tables/{table.id}/seats/0/bot"
    with watching(table, 0) as ada:
        ada.next()
        for secret in (table.secrets[1], None, "x" * 32):
            assert rider.post(bot, {"bot": "sprinter"}, secret).status_code in (401, 403)
    assert not [line for line in words(table) if "bot" in line]


@pytest.mark.parametrize("game", ["breaking_away", "um_reifenbreite"])
def test_bots_alone_ride_to_the_end(rider: Rider, game: str) -> None:
    bots = {"breaking_away": "sprinter", "um_reifenbreite": "roadman"}
    table = rider.open("me", *[bots[game]] * 3, game=game)
    table.stand_in(0, bots[game])
    assert table.finished()["scene"]["over"]
    late = rider.post(f"/tables/{table.id}/seats/0/bot", {"bot": "random"}, table.secrets[0])
    assert (late.status_code, late.json()["error"]["code"]) == (409, "over")
    gone = rider.delete(f"/tables/{table.id}/seats/0/bot", table.secrets[0])
    assert (gone.status_code, gone.json()["error"]["code"]) == (409, "over")
    race = table.get("/race").text
    again = rider.seated(rider.client.post("api/v1/races", content=race))
    assert again.info["status"] == "finished"


def test_a_commissioner_still_rolls_for_bots(rider: Rider) -> None:
    table = rider.open("me", "roadman", "roadman", game="um_reifenbreite", teams=3, commissioner=True)
    table.stand_in(0, "roadman")
    for _ in range(12):
        state = table.turn_of(0)
        assert state["scene"]["choices"], "dice are typed in by people"
        table.act(0)


def test_a_handed_seat_is_ridden_on_after_a_restart(tmp_path: Path) -> None:
    settings = relaxed(f"sqlite:///{tmp_path / 'tables.db'}")  # its own database: one server at a time can hold it
    with running(settings) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        table = friends(Rider(client))
        table.stand_in(0, "sprinter")
        told = words(table)
    with running(settings) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        table.rider = Rider(client)
        assert words(table)[: len(told)] == told
        assert table.state(0)["table"]["seats"][0]["bot"] == "sprinter"


def test_what_opens_a_turn_stands_under_it(rider: Rider) -> None:
    for game, bot in (("breaking_away", "sprinter"), ("um_reifenbreite", "roadman")):
        table = rider.open(bot, bot, bot, game=game, teams=3)
        story = table.finished()["story"]
        opened = {entry["words"]: entry["turn"] for entry in story if entry["words"].endswith(" begins")}
        assert len(opened) > 5
        assert all(opened_by == f"Turn {turn} begins" for opened_by, turn in opened.items())
        turns = [entry["turn"] for entry in story]
        assert turns == sorted(turns)


def test_handing_over_sent_twice_counts_once(rider: Rider) -> None:
    table = rider.open("me", "here", "here")
    table.stand_in(0)
    story = table.state(0)["story"]
    again = table.post("/seats/0/bot", {"bot": "random"}, 0)
    assert (again.status_code, again.json()["error"]["code"]) == (409, "already_done")
    assert [line for line in table.state(0)["story"] if line not in story] == []
    assert table.post("/seats/0/bot", {"bot": "sprinter"}, 0).status_code == 200, "another bot may ride instead"

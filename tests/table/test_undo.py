"""Taking back, fairly: nobody's choice is erased without that person, and nothing counts twice."""

from __future__ import annotations

from parcours.table import tables
from tests.table.conftest import Server
from tests.table.helpers import Rider, Seated
from tests.table.test_together import friends


def away(server: Server, table: Seated, seat: int) -> None:
    """A person has not been heard of for so long that others may hand the seat to a bot."""
    server.app.state.house.tables[table.id].seats[seat].seen -= tables.SEEN + 1


def replaced(server: Server, table: Seated, seat: int, by: int) -> None:
    away(server, table, seat)
    answer = table.rider.post(f"/tables/{table.id}/seats/{seat}/bot", {"bot": "random"}, table.secrets[by])
    assert answer.status_code == 200, answer.text


def chosen(server: Server, table: Seated) -> int:
    """How many choices of people stand."""
    held = server.app.state.house.tables[table.id]
    return sum(held.log[index].by == "person" for index in held.path)


def test_a_rival_can_not_rewind_the_race_of_whoever_was_replaced(rider: Rider, server: Server) -> None:
    table = friends(rider)
    table.ride(most=4)
    replaced(server, table, 1, by=0)
    table.turn_of(0)
    stood = chosen(server, table)
    for _ in range(3):
        answer = table.post("/undo")
        assert answer.status_code in (200, 409)
    assert chosen(server, table) == stood, "nobody was asked, and a choice is gone"
    assert table.state(0)["undo"] == {"possible": True, "free": False, "asked": {"by": 0, "answers": {"1": None}}}


def test_whoever_was_replaced_agrees_with_or_without_taking_the_seat_back(rider: Rider, server: Server) -> None:
    for takes_back in (False, True):
        table = friends(rider)
        table.act(0, 5)
        table.act(1, 5)
        replaced(server, table, 1, by=0)
        table.turn_of(0)
        if takes_back:
            assert rider.delete(f"/tables/{table.id}/seats/1/bot", table.secrets[1]).status_code == 200
        assert table.post("/undo").json()["undo"]["asked"] == {"by": 0, "answers": {"1": None}}
        assert chosen(server, table) == 2
        assert table.post("/undo/answer", {"agree": True}, seat=1).status_code == 200
        assert chosen(server, table) == 0


def test_whoever_left_does_not_hinder_what_the_others_agree_on(rider: Rider, server: Server) -> None:
    table = rider.open("me", "friend", "friend")
    for seat in (1, 2):
        claim = rider.post(f"/tables/{table.id}/seats/{seat}/claim", {"invite": table.invites[seat], "name": "F"})
        table.secrets[seat] = claim.json()["secret"]
    table.act(0, 5)
    table.act(1, 5)
    replaced(server, table, 2, by=0)
    assert table.post("/undo").json()["undo"]["asked"]["answers"] == {"1": None, "2": None}, "2 may have chosen since"
    table.turn_of(0)
    table.act(0)
    table.turn_of(1)
    table.act(1)
    table.turn_of(0)
    assert table.post("/undo").json()["undo"]["asked"]["answers"] == {"1": None}, "a bot has ridden for 2 all along"


def test_a_choice_sent_again_after_it_was_taken_back_is_not_carried_out(rider: Rider) -> None:
    table = rider.open("me", "roadman", "roadman", game="um_reifenbreite", teams=3)
    before = table.turn_of(0)
    body = {"action": before["scene"]["choices"][0]["action"], "moment": before["moment"]}
    assert table.post("/actions", body).status_code == 200
    assert table.post("/undo").status_code == 200
    after = table.turn_of(0)
    assert after["scene"]["choices"] == before["scene"]["choices"], "the same choice is open again"
    late = table.post("/actions", body)
    assert (late.status_code, late.json()["error"]["code"]) == (409, "already_done")
    assert after["moment"] != before["moment"]
    assert table.post("/actions", {**body, "moment": after["moment"]}).status_code == 200


def test_the_token_is_the_same_after_a_restart(rider: Rider, server: Server) -> None:
    table = rider.open("me", "roadman", "roadman", game="um_reifenbreite", teams=3)
    table.turn_of(0)
    table.act(0)
    table.post("/undo")
    moment = table.turn_of(0)["moment"]
    house = server.app.state.house
    house.forget(house.tables[table.id])
    assert table.state(0)["moment"] == moment


def test_what_somebody_chose_in_secret_is_not_erased_without_asking(rider: Rider, server: Server) -> None:
    """A sheet is filled in box by box, and nobody sees it: so it looked as if nobody had acted."""
    table = friends(rider)
    table.act(0, 5)
    untouched = table.state(0)["undo"]
    table.act(1, 6)
    stood = chosen(server, table)
    assert table.state(0)["undo"] == untouched, "it does not tell that something was chosen"
    assert untouched == {"possible": True, "free": False, "asked": None}
    assert table.post("/undo").json()["undo"]["asked"]["answers"] == {"1": None}
    assert chosen(server, table) == stood
    assert table.post("/undo/answer", {"agree": True}, seat=1).status_code == 200
    assert chosen(server, table) == 0


def test_where_everything_is_seen_a_slip_is_still_taken_back_freely(rider: Rider) -> None:
    table = rider.open("me", "friend", game="rally", teams=2)
    claim = rider.post(f"/tables/{table.id}/seats/1/claim", {"invite": table.invites[1], "name": "F"})
    table.secrets[1] = claim.json()["secret"]
    free = []
    for _ in range(12):
        seat = table.actor()
        if seat not in table.secrets:
            break
        table.act(seat)
        free.append(table.state(seat)["undo"]["free"])
    assert any(free)

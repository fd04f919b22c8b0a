"""Taking back, fairly: nobody's choice is erased without asking that person, and nothing counts twice."""

from __future__ import annotations

import secrets
from random import Random

import pytest

from parcours.games import GAMES, find_game
from parcours.table import keys, tables
from parcours.table.story import told
from parcours.table.together import is_together
from tests.table.conftest import Server
from tests.table.helpers import Rider, Seated
from tests.table.test_together import friends


def away(server: Server, table: Seated, seat: int) -> None:
    """Make a person count as away, so that others may hand the seat to a bot."""
    server.app.state.registry.tables[table.id].seats[seat].seen -= tables.SEEN + 1


def replaced(server: Server, table: Seated, seat: int, by: int) -> None:
    away(server, table, seat)
    answer = table.rider.post(f"/tables/{table.id}/seats/{seat}/bot", {"bot": "random"}, table.secrets[by])
    assert answer.status_code == 200, answer.text


def chosen(server: Server, table: Seated) -> int:
    """How many choices that people made still stand."""
    held = server.app.state.registry.tables[table.id]
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
    body = {"action": before["scene"]["choices"][0]["action"], "state_id": before["state_id"]}
    assert table.post("/actions", body).status_code == 200
    assert table.post("/undo").status_code == 200
    after = table.turn_of(0)
    assert after["scene"]["choices"] == before["scene"]["choices"], "the same choice is open again"
    late = table.post("/actions", body)
    assert (late.status_code, late.json()["error"]["code"]) == (409, "already_done")
    assert after["state_id"] != before["state_id"]
    assert table.post("/actions", {**body, "state_id": after["state_id"]}).status_code == 200


def test_the_token_is_the_same_after_a_restart(rider: Rider, server: Server) -> None:
    table = rider.open("me", "roadman", "roadman", game="um_reifenbreite", teams=3)
    table.turn_of(0)
    table.act(0)
    table.post("/undo")
    state_id = table.turn_of(0)["state_id"]
    registry = server.app.state.registry
    registry.forget(registry.tables[table.id])
    assert table.state(0)["state_id"] == state_id


def test_what_somebody_chose_in_secret_is_not_erased_without_asking(rider: Rider, server: Server) -> None:
    """A sheet is filled in box by box, and nobody sees it. An earlier version thought that nobody had acted."""
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


def claimed(rider: Rider, table: Seated, seat: int = 1) -> None:
    answer = rider.post(f"/tables/{table.id}/seats/{seat}/claim", {"invite": table.invites[seat], "name": "Fausto"})
    assert answer.status_code == 200, answer.text
    table.secrets[seat] = answer.json()["secret"]


def under_way(rider: Rider, server: Server, rounds: int = 2) -> Seated:
    """A race with luck; the friend's seat is still open, and a bot rides for it."""
    table = rider.open("me", "friend", "roadman", game="um_reifenbreite", teams=3)
    replaced(server, table, 1, by=0)
    for _ in range(rounds):
        table.turn_of(0)
        table.act(0)
    table.turn_of(0)
    return table


def test_whoever_waits_for_a_friend_can_not_ride_ahead_and_come_back(rider: Rider, server: Server) -> None:
    """With a bot in the open seat, a player could see all luck to come, take everything back, and wait for the
    friend."""
    table = under_way(rider, server)
    stood = chosen(server, table)
    for _ in range(3):
        assert table.post("/undo").status_code in (200, 409)
    assert chosen(server, table) == stood, "nobody was asked, and the luck to come is known"
    assert table.state(0)["undo"] == {"possible": True, "free": False, "asked": {"by": 0, "answers": {"1": None}}}
    claimed(rider, table)
    assert chosen(server, table) == stood
    assert table.post("/undo/answer", {"agree": True}, seat=1).status_code == 200
    assert chosen(server, table) == stood - 1


def test_whoever_takes_a_seat_later_is_asked_about_what_was_before(rider: Rider, server: Server) -> None:
    table = under_way(rider, server)
    claimed(rider, table)
    stood = chosen(server, table)
    assert table.post("/undo").json()["undo"]["asked"]["answers"] == {"1": None}
    assert table.post("/undo/answer", {"agree": False}, seat=1).status_code == 200
    assert chosen(server, table) == stood


def test_while_a_seat_is_open_a_slip_is_taken_back_freely(rider: Rider, server: Server) -> None:
    table = rider.open("me", "friend", "sprinter")
    table.act(0, 6)
    assert table.state(0)["undo"] == {"possible": True, "free": True, "asked": None}
    assert table.post("/undo").status_code == 200
    assert chosen(server, table) == 0


def test_all_are_asked_where_luck_comes_again(rider: Rider, server: Server) -> None:
    """Otherwise two people could agree to try out the luck that the third, for whom a bot rides, will meet as well."""
    table = rider.open("me", "friend", "friend", game="um_reifenbreite", teams=3)
    for seat in (1, 2):
        claimed(rider, table, seat)
    for _ in range(3):
        table.act(table.actor())
    replaced(server, table, 2, by=0)
    held = server.app.state.registry.tables[table.id]
    for _ in range(40):
        table.turn_of(seat := 0 if held.match.actor != 1 else 1)
        table.act(seat)
        if any(held.log[index].by == "chance" for index in held.path[held.last_choice(seat) :]):
            break
    asked = table.post("/undo", seat=seat).json()["undo"]["asked"]
    assert asked == {"by": seat, "answers": {str(1 - seat): None, "2": None}}


@pytest.mark.parametrize("name", GAMES)
def test_every_roll_is_noticed_by_everybody(name: str) -> None:
    """So no choice is taken back freely across a roll: the same luck would come again, and somebody would know it."""
    game = find_game(name)
    race, luck, rolls = game.start(seed=5, manual_chance=True), Random(5), 0
    for _ in range(600):
        if race.over:
            break
        before = race.state
        by_luck = race.actor == -1
        action = race.roll() if by_luck else luck.choice(race.legal())
        race.play(action)
        if by_luck:
            rolls += 1
            assert all(told(race, before, action, viewer) for viewer in range(-1, race.teams))
    assert rolls or race.over


def test_when_the_secret_of_luck_is_told_an_open_seat_counts(
    rider: Rider, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keys, "new_luck", lambda: secrets.token_bytes(32))
    table = rider.open("me", "friend", "roadman", game="um_reifenbreite", teams=3)
    replaced(server, table, 1, by=0)
    table.turn_of(0)
    table.act(0)
    table.stand_in(0)
    table.finished()
    assert "chance: secret " in table.get("/race").text
    undone = table.post("/undo")
    assert (undone.status_code, undone.json()["error"]["code"]) == (409, "unsealed")


def test_taking_back_sent_twice_takes_back_once(rider: Rider, server: Server) -> None:
    table = rider.open("me", "roadman", "roadman", game="um_reifenbreite", teams=3)
    for _ in range(2):
        table.turn_of(0)
        table.act(0)
    body = {"state_id": table.turn_of(0)["state_id"]}
    stood = chosen(server, table)
    assert table.post("/undo", body).status_code == 200
    late = table.post("/undo", body)
    assert (late.status_code, late.json()["error"]["code"]) == (409, "already_done")
    assert chosen(server, table) == stood - 1
    other = table.post("/undo", {"state_id": "another"})
    assert (other.status_code, other.json()["error"]["code"]) == (409, "stale")


def test_a_question_is_dropped_when_the_table_answers_for_somebody(rider: Rider, server: Server) -> None:
    """Otherwise the others would agree to more than they were asked for."""
    table = friends(rider)
    table.act(0, 5)
    table.act(1, 5)
    replaced(server, table, 1, by=0)
    table.turn_of(0)
    assert table.post("/undo").json()["undo"]["asked"]
    held = server.app.state.registry.tables[table.id]
    held.record_action(held.match.legal()[0], "usual", held.match.actor)
    assert held.asked is None
    server.app.state.registry.forget(held)


def at_the_mechanics(rider: Rider, server: Server) -> tuple[Seated, int]:
    """A race of two in which somebody has laid the road, and is the first of all who now place their mechanics."""
    for _ in range(30):
        table = rider.open("me", "friend", game="rally")
        claimed = rider.post(f"/tables/{table.id}/seats/1/claim", {"invite": table.invites[1], "name": "Fausto"})
        table.secrets[1] = claimed.json()["secret"]
        held = server.app.state.registry.tables[table.id]
        layer, before = -1, True
        while before or not is_together(held.game, held.match):
            layer, before = table.actor(), is_together(held.game, held.match)
            table.act(layer, table.state(layer)["scene"]["choices"][-1]["action"])
        if table.actor() == layer:
            return table, layer
    raise AssertionError("nobody lays the road first")


def test_what_others_chose_early_is_not_erased_without_asking(rider: Rider, server: Server) -> None:
    """In Rally, the road's last card leads all to their mechanics. If it is taken back, the others' mechanics are
    gone."""
    table, layer = at_the_mechanics(rider, server)
    held, other = server.app.state.registry.tables[table.id], 1 - layer
    table.act(other)
    assert held.sealed[other]
    assert table.post("/undo", seat=layer).json()["undo"]["asked"] == {"by": layer, "answers": {str(other): None}}
    assert held.sealed[other], "it is gone, and nobody was asked"
    assert table.post("/undo/answer", {"agree": True}, seat=other).status_code == 200
    assert not held.sealed[other]

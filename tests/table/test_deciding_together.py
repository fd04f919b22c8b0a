"""Where a rule lets everybody decide at once, nobody waits: an early choice lies sealed until its turn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import parcours
from parcours.engine.options import OptionValue
from parcours.table import together
from parcours.table.log import CLICK, PERSON, SEALED
from parcours.table.storage import Storage
from parcours.table.tables import Table
from parcours.table.together import is_together
from tests.faults.twins import live_table, somehow, strangers
from tests.table.conftest import Server
from tests.table.helpers import Rider, Seated

SET_UPS: dict[str, tuple[int, dict[str, OptionValue]]] = {
    "breaking_away": (3, {}),
    "leader_one": (3, {}),
    "rally": (3, {}),
    "profi": (3, {"circle": True}),
}
MOST_RACES = 20
PLAIN = ("scene", "story", "steps", "undo", "state_id")


def shown(table: Seated, viewer: int | None) -> dict[str, Any]:
    state = table.state(viewer)
    return {name: state[name] for name in PLAIN} | {"actor": state["table"]["actor"]}


def at_a_common_question(server: Server, rider: Rider, name: str) -> tuple[Seated, int, int]:
    """A table where all decide at once; the seat that the rules ask first, and another seat."""
    teams, options = SET_UPS[name]
    game, luck = parcours.game(name), np.random.default_rng(4)
    for _ in range(MOST_RACES):
        table = strangers(rider, game, teams, options)
        live = live_table(server, table)
        while not live.match.over:
            first = live.match.actor
            others = [seat for seat in range(teams) if live.question(seat) is not live.match]
            if others:
                assert table.post("/chat", {"text": "so far"}).status_code == 201
                return table, first, others[-1]
            live.play(somehow(live.match, luck), PERSON, first)
    raise AssertionError("all never decided at once")


def chosen_by(table: Table, seat: int) -> list[int]:
    """What a person has chosen for a seat in the race, in order."""
    chosen = [table.log[index] for index in table.path]
    return [entry.code for entry in chosen if entry.seat == entry.actor == seat and entry.by in (PERSON, CLICK)]


def decide(table: Seated, seat: int) -> list[int]:
    """Answer everything that a seat is asked now, each time with the last choice."""
    made = []
    while (state := table.state(seat))["scene"]["choices"] and state["table"]["actor"] != seat:
        made.append(state["scene"]["choices"][-1]["action"])
        table.act(seat, made[-1])
    return made


@pytest.mark.parametrize("name", ["breaking_away", "rally"])
def test_nobody_waits_for_a_turn_where_all_decide_at_once(server: Server, rider: Rider, name: str) -> None:
    table, first, other = at_a_common_question(server, rider, name)
    live = live_table(server, table)
    assert table.state(other)["table"]["your_turn"]
    assert table.state(other)["scene"]["actor"] == other
    rivals = [None, *(s for s in table.secrets if s != other)]
    before = {viewer: shown(table, viewer) for viewer in rivals}
    made = decide(table, other)
    assert made
    assert {viewer: shown(table, viewer) for viewer in rivals} == before, "nobody notices"
    waiting = table.state(other)["scene"]
    assert (waiting["choices"], waiting["prompt"]) == ([], "Your choice is in. The others are still deciding.")
    while live.match.actor == first:
        table.act(first)
    for seat in range(first + 1, other):
        while live.match.actor == seat:
            table.act(seat)
    assert chosen_by(live, other) == made
    assert not live.sealed[other]


def test_what_was_decided_early_is_taken_back_without_asking(server: Server, rider: Rider) -> None:
    table, _, other = at_a_common_question(server, rider, "breaking_away")
    offered = table.state(other)["scene"]["choices"]
    decide(table, other)
    state = table.state(other)
    assert state["undo"] == {"possible": True, "free": True, "asked": None}
    assert table.post("/undo", seat=other).status_code == 200
    again = table.state(other)
    assert again["scene"]["choices"] == offered
    assert again["state_id"] != state["state_id"]


def test_a_late_duplicate_of_an_early_choice_counts_once(server: Server, rider: Rider) -> None:
    table, _, other = at_a_common_question(server, rider, "breaking_away")
    state = table.state(other)
    body = {"action": state["scene"]["choices"][-1]["action"], "state_id": state["state_id"]}
    assert table.post("/actions", body, other).status_code == 200
    assert table.post("/actions", body, other).json()["error"]["code"] == "already_done"
    table.post("/undo", seat=other)
    assert table.post("/actions", body, other).json()["error"]["code"] == "already_done"


def test_somebody_elses_choice_does_not_make_mine_stale(server: Server, rider: Rider) -> None:
    table, first, other = at_a_common_question(server, rider, "breaking_away")
    state = table.state(other)
    table.act(first, 5)
    body = {"action": state["scene"]["choices"][-1]["action"], "state_id": state["state_id"]}
    assert table.post("/actions", body, other).status_code == 200


def test_nobody_decides_early_what_others_may_see(server: Server, rider: Rider) -> None:
    table = strangers(rider, parcours.game("um_reifenbreite"), 2, {})
    live = live_table(server, table)
    waiting = 1 - live.match.actor
    state = table.state(waiting)
    assert state["scene"]["choices"] == []
    choice = table.state(live.match.actor)["scene"]["choices"][0]["action"]
    refused = table.post("/actions", {"action": choice, "state_id": state["state_id"]}, waiting)
    assert refused.json()["error"]["code"] == "not_your_turn"


@pytest.mark.parametrize("name", ["leader_one", "profi"])
def test_an_early_choice_is_carried_out_in_its_turn(server: Server, rider: Rider, name: str) -> None:
    table, _, other = at_a_common_question(server, rider, name)
    live = live_table(server, table)
    made = decide(table, other)
    assert [entry.code for entry in live.log if entry.kind == SEALED] == made
    while is_together(live.game, live.match):
        table.act(live.match.actor)
    assert not any(live.sealed)
    assert chosen_by(live, other)[-len(made) :] == made


def test_an_early_choice_outlives_the_server(server: Server, rider: Rider, database: str) -> None:
    table, first, other = at_a_common_question(server, rider, "breaking_away")
    made = decide(table, other)
    storage = Storage(database)
    stored = storage.load(table.id)
    storage.close()
    assert stored is not None
    again = Table(stored)
    assert [entry.code for entry in again.sealed[other]] == made
    while again.match.actor == first:
        again.play(again.match.legal()[0], PERSON, first)
    for seat in range(first + 1, other):
        while again.match.actor == seat:
            again.play(again.match.legal()[0], PERSON, seat)
    assert chosen_by(again, other) == made
    assert not together.sealed_by(again.log, 3)[other]


def test_a_hint_can_be_had_before_ones_turn(server: Server, rider: Rider) -> None:
    table, _, other = at_a_common_question(server, rider, "rally")
    offered = [choice["action"] for choice in table.state(other)["scene"]["choices"]]
    assert table.post("/hint", None, other).json()["action"] in offered

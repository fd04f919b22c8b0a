"""If several share the first place, nobody is called the only winner."""

from __future__ import annotations

from random import Random

import parcours
from parcours.engine.match import Match
from parcours.table.log import PERSON
from parcours.table.tables import SHARED
from tests.faults.twins import live_table
from tests.table.conftest import Server
from tests.table.helpers import Rider

TIED = 7
"""With this luck, two teams that drive at random end level."""


def tied_race() -> Match:
    race, luck = parcours.game("rally").start(seed=TIED, teams=2), Random(TIED)
    while not race.over:
        race.replay(luck.choice(race.legal()) if race.actor >= 0 else race.roll())
    assert [standing.place for standing in race.standings()] == [1, 1]
    return race


def test_a_shared_win_is_nobodys_alone(server: Server, rider: Rider) -> None:
    table = rider.open("me", "here", game="rally", teams=2, commissioner=True)
    live = live_table(server, table)
    for action in tied_race().actions[len(live.match.actions) :]:
        live.record_action(action, PERSON, 0)
    assert live.winner == SHARED
    assert table.post("/chat", {"text": "level"}).status_code == 201
    state = table.state(0)["table"]
    assert state["winner"] is None
    assert "Red" in state["prompt"]
    assert "Blue" in state["prompt"]
    listed = next(one for one in rider.get("/tables").json()["tables"] if one["id"] == table.id)
    assert (listed["winner"], listed["prompt"]) == (None, "The win is shared")

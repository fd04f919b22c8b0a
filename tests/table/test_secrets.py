"""Nothing that a viewer may not know leaves the server. Two races that differ only in what is hidden are ridden side by
side, and every byte sent to a spectator and to each rival is compared."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from parcours.table import keys
from tests.table.conftest import relaxed, running
from tests.table.helpers import OWN, QUICK, Rider, Seated
from tests.table.sockets import TIMES, Live, watching

VIEWERS = (None, 1, 2)
"""A spectator and the two rivals of seat 0, whose sheet is the secret."""
QUICK_AS_OWN = [5, 6, 7, 6, 7, 4, 5, 3, 4]
"""The quick line-up, written by hand; the last factor of each rider follows from the others."""


SECOND = re.compile(r'"table":\{"updated":"TIME"\},?|"updated":"TIME",?')
"""A part that is pushed only if a second has passed between two pushes."""


class Side:
    """One of the two races, and what each viewer has been sent."""

    def __init__(self, table: Seated, live: dict[int | None, Live]) -> None:
        self.table, self.live = table, live

    def divide(self, factors: list[int] | None) -> None:
        """Seat 0 takes the quick line-up, or writes these factors."""
        if factors is None:
            self.table.act(0, QUICK)
            return
        before = self.seen(raw=True)
        self.table.act(0, OWN)
        for number, factor in enumerate(factors):
            if number == 1:
                time.sleep(1.05)  # so that a time would show
            assert all(live.quiet(0.02) for live in self.live.values()), "a push told that something happened in secret"
            if number % 4 == 1:
                assert self.seen(raw=True) == before
            self.table.act(0, OWN + factor)

    def seen(self, raw: bool = False) -> dict[tuple[int | None, str], str]:
        """Everything that each viewer can get now."""
        steps = self.table.state(1)["steps"]
        paths = ["/state", "", "/story", "/sheet", "/race", "/report", "/steps/0", f"/steps/{steps}", "/board"]
        found = {}
        for viewer in VIEWERS:
            for path in paths:
                found[viewer, path] = self.text(self.table.get(path, viewer), raw)
            found[viewer, "list"] = self.text(self.table.rider.get("/tables", self.table.secrets.get(viewer or 9)), raw)
            found[viewer, "why"] = self.text(self.table.post("/why", {"target": "box:0.0"}, viewer), raw)
        return found

    @staticmethod
    def text(answer: httpx.Response, raw: bool) -> str:
        headers = sorted((k, v) for k, v in answer.headers.items() if k != "date")
        text = f"{answer.status_code} {headers} {answer.text}"
        return text if raw else TIMES.sub("TIME", text)

    def pushed(self) -> dict[int | None, str]:
        """What came to each viewer since the last call."""
        found = {}
        for viewer, live in self.live.items():
            first = len(live.texts)
            live.until(lambda message: bool(message.get("story")))
            found[viewer] = SECOND.sub("", TIMES.sub("TIME", "\n".join(live.texts[first:])))
        return found


@contextmanager
def race(folder: Path, **options: Any) -> Iterator[Side]:
    with ExitStack() as stack:
        server = stack.enter_context(running(relaxed(str(folder))))
        client = stack.enter_context(httpx.Client(base_url=server.address, timeout=30))
        table = Rider(client).open("me", "here", "here", commissioner=True, **options)
        for seat in range(3):
            table.state(seat)
        live = {viewer: stack.enter_context(watching(table, viewer)) for viewer in VIEWERS}
        for number, one in enumerate(live.values()):
            one.next()
            for _ in range(len(live) - number):
                one.quiet(0.15)
        yield Side(table, live)


@pytest.fixture
def sides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Side, Side]]:
    """Two races, the same except for what seat 0 will write on its sheet; even ids and keys are the same."""
    monkeypatch.setattr(keys, "new_table_id", lambda: "the-same-one")
    monkeypatch.setattr(keys, "new_key", lambda: b"the same key ...")
    secrets = [f"secret-{n}-{'x' * 20}" for n in range(3)]
    with ExitStack() as stack:
        made = []
        for name in ("one", "two"):
            left = iter(secrets)
            monkeypatch.setattr(keys, "new_secret", lambda left=left: next(left))
            made.append(stack.enter_context(race(tmp_path / f"{name}.db")))
        yield made[0], made[1]


def ride_side_by_side(one: Side, two: Side, most: int) -> int:
    """Make the same public choices in both races; compare every byte for the viewers. Returns the number of choices."""
    actor = 1
    for count in range(most):
        seat = max(0, actor)
        states = [side.table.state(seat) for side in (one, two)]
        if not states[0]["scene"]["choices"]:
            return count
        offered = [{c["label"]: c["action"] for c in state["scene"]["choices"]} for state in states]
        shared = [label for label in offered[0] if label in offered[1]]
        if not shared:
            return count
        label = max(shared, key=lambda text: int("0" + "".join(re.findall(r"[Rr]ides? (\d+)", text))))
        for side, state, choices in zip((one, two), states, offered, strict=True):
            answer = side.table.post("/actions", {"action": choices[label], "state_id": state["state_id"]}, seat)
            actor = answer.json()["scene"]["actor"]
        assert one.pushed() == two.pushed()
        if count % 48 == 0:
            assert one.seen() == two.seen()
    return most


def test_whether_a_rival_took_the_quick_line_up(sides: tuple[Side, Side]) -> None:
    one, two = sides
    one.divide(None)
    two.divide(QUICK_AS_OWN)
    assert one.pushed() == two.pushed()
    assert one.seen() == two.seen()
    assert ride_side_by_side(one, two, 1000) > 60
    assert one.table.get().json()["status"] == two.table.get().json()["status"] == "finished"


def test_hidden_factors_do_not_show(sides: tuple[Side, Side]) -> None:
    """Rider 1 has 15-13-1-1 in one race and 15-9-3-3 in the other. Until one of these is announced, nobody can tell."""
    one, two = sides
    one.divide([15, 13, 1, 6, 7, 4, 5, 3, 4])
    two.divide([15, 9, 3, 6, 7, 4, 5, 3, 4])
    assert one.pushed() == two.pushed()
    assert ride_side_by_side(one, two, 26) >= 20


def test_a_whole_race_to_its_end(tmp_path: Path) -> None:
    """No factor that was never announced appears in anything sent to rivals, from the first byte to the podium."""
    with race(tmp_path / "one.db") as side:
        table = side.table
        table.act(0, OWN)
        for factor in (15, 13, 1, 6, 7, 4, 5, 3, 4):
            table.act(0, OWN + factor)
        table.ride(2)
        table.ride(30, last=True)
        for seat in range(3):
            table.stand_in(seat)
        table.finished()
        for live in side.live.values():
            while not live.state["scene"]["over"]:
                check_sheets(live)


def check_sheets(live: Live) -> None:
    """Red's sheet, as a rival is shown it next, has no box that says "only you know it"."""
    live.next()
    text = live.texts[-1]
    for panel in live.state["scene"]["panels"]:
        if panel["id"] == "sheet:0":
            for row in panel["rows"]:
                for cell in row["cells"][:4]:
                    assert cell["style"] != "fresh"
                    assert cell["style"] != "hidden" or cell["text"] == "?"
    assert "Red takes the quick line-up" not in text
    assert "Red divides the points" not in text
    assert "Red 1 gets" not in text


def test_what_somebody_does_in_secret_does_not_show_in_anything_else(rider: Rider) -> None:
    """At other screens, while a sheet is filled in: neither whether an undo is free nor the table's status shows it."""
    table = rider.open("me", "friend", "friend")
    claim = {"invite": table.invites[1], "name": "Gino"}
    table.secrets[1] = rider.post(f"/tables/{table.id}/seats/1/claim", claim).json()["secret"]
    table.state(0)
    lookers = [(0, "/state"), (None, "/state"), (None, ""), (0, "")]

    def look() -> list[str]:
        return [table.get(path, seat).text for seat, path in lookers] + [rider.get("/tables").text]

    waiting = table.get("", 1).text, table.state(1)["state_id"], rider.get("/tables").text
    assert '"waiting"' in waiting[0]
    table.act(0, OWN)
    assert (table.get("", 1).text, table.state(1)["state_id"], rider.get("/tables").text) == waiting
    assert table.post("/undo").status_code == 200
    assert (table.get("", 1).text, table.state(1)["state_id"], rider.get("/tables").text) == waiting
    table.act(0, QUICK)
    before = look()
    assert not table.state(0)["undo"]["free"], "what could be chosen in secret is asked for, chosen or not"
    table.act(1, OWN)
    table.act(1, OWN + 15)
    assert look() == before
    assert table.post("/undo").json()["undo"]["asked"] == {"by": 0, "answers": {"1": None, "2": None}}
    claim = {"invite": table.invites[2], "name": "Learco"}
    table.secrets[2] = rider.post(f"/tables/{table.id}/seats/2/claim", claim).json()["secret"]
    for seat in (1, 2):
        assert table.post("/undo/answer", {"agree": True}, seat=seat).status_code == 200
    assert table.state(0)["scene"]["actor"] == 0

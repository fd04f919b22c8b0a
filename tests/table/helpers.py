"""A rider over the API: opens tables, looks, acts. Used by the tests of the table."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import httpx

API = "/api/v1"
QUICK, OWN = 5, 6


@dataclass
class Seated:
    """A table as one client knows it: its id, and the secrets and invitations that the client was given."""

    rider: Rider
    id: str
    secrets: dict[int, str]
    invites: dict[int, str]
    info: dict[str, Any] = field(default_factory=dict)

    def get(self, path: str = "", seat: int | None = None, **params: Any) -> httpx.Response:
        return self.rider.get(
            f"/tables/{self.id}{path}", self.secrets.get(seat) if seat is not None else None, **params
        )

    def post(self, path: str, body: Any = None, seat: int | None = 0, **params: Any) -> httpx.Response:
        secret = self.secrets.get(seat) if seat is not None else None
        return self.rider.post(f"/tables/{self.id}{path}", body, secret, **params)

    def state(self, seat: int | None = None, **params: Any) -> dict[str, Any]:
        answer = self.get("/state", seat, **params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def act(self, seat: int, action: int | None = None) -> dict[str, Any]:
        """Make a choice (by default the first offered) in the present state."""
        state = self.state(seat)
        chosen = state["scene"]["choices"][0]["action"] if action is None else action
        answer = self.post("/actions", {"action": chosen, "state_id": state["state_id"]}, seat)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def actor(self) -> int:
        return int(self.get().json()["actor"])

    def ride(self, most: int = 10_000, last: bool = False) -> int:
        """Ride on with all seats held, each choosing the first (or last) offered choice. Returns the number of
        choices."""
        made = 0
        info = self.get(seat=min(self.secrets)).json()
        while made < most and info["status"] != "finished":
            seat = info["actor"] if info["actor"] in self.secrets else min(self.secrets)
            state = self.state(seat)
            info = state["table"]
            if state["scene"]["choices"]:
                action = state["scene"]["choices"][-1 if last else 0]["action"]
                answer = self.post("/actions", {"action": action, "state_id": state["state_id"]}, seat)
                assert answer.status_code == 200, answer.text
                info = answer.json()["table"]
                made += 1
            else:
                time.sleep(0.002)
        return made

    def turn_of(self, seat: int) -> dict[str, Any]:
        """Wait for the bots until it is this seat's turn (or the race is over)."""
        for _ in range(10_000):
            state = self.state(seat)
            if state["scene"]["over"] or (state["table"]["your_turn"] and state["scene"]["choices"]):
                return state
            time.sleep(0.005)
        raise AssertionError(f"seat {seat} never came to its turn")

    def stand_in(self, seat: int = 0, bot: str = "random") -> None:
        """Let a bot ride for a seat."""
        answer = self.post(f"/seats/{seat}/bot", {"bot": bot}, seat)
        assert answer.status_code == 200, answer.text

    def finished(self) -> dict[str, Any]:
        """Wait for the bots until the race is over."""
        for _ in range(3000):
            state = self.state(min(self.secrets, default=None))
            if state["table"]["status"] == "finished":
                return state
            time.sleep(0.02)
        raise AssertionError("the bots did not finish")


class Rider:
    """A client of the API."""

    def __init__(self, client: Any) -> None:
        self.client = client

    def get(self, path: str, secret: str | None = None, **params: Any) -> httpx.Response:
        return self.client.get(API + path, params=params, headers=_headers(secret))

    def post(self, path: str, body: Any = None, secret: str | None = None, **params: Any) -> httpx.Response:
        return self.client.post(API + path, json=body, params=params, headers=_headers(secret))

    def delete(self, path: str, secret: str | None = None) -> httpx.Response:
        return self.client.delete(API + path, headers=_headers(secret))

    def open(self, *kinds: str, **more: Any) -> Seated:
        """Open a table; kinds are "me", "here", "friend", or a bot's name."""
        seats = [
            {"kind": kind, "name": f"{kind.title()} {n}"}
            if kind in ("me", "here", "friend")
            else {"kind": "bot", "bot": kind}
            for n, kind in enumerate(kinds)
        ]
        return self.seated(self.post("/tables", {"game": "breaking_away", "seats": seats, **more}))

    def seated(self, answer: httpx.Response) -> Seated:
        assert answer.status_code == 201, answer.text
        told = answer.json()
        secrets = {int(seat): secret for seat, secret in told["secrets"].items()}
        invites = {int(seat): invite for seat, invite in told["invites"].items()}
        return Seated(self, told["table"]["id"], secrets, invites, told["table"])


def _headers(secret: str | None) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"} if secret else {}

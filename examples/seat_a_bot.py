"""Seat a bot of your own at a table over the net.

Open a table with a friend's seat, copy its link, and hand it to this program:

    python examples/seat_a_bot.py "http://127.0.0.1:8421/#/t/TABLE/join/1/INVITE" --name Robot

It claims the seat and plays until the race is over. Put your own thinking into `choose`: it gets the scene that a
person in that seat would see, nothing more. Needs `pip install httpx websockets`.
"""

from __future__ import annotations

import argparse
import json
import re
from typing import Any

import httpx
from websockets.sync.client import connect

LINK = re.compile(r"(?P<server>https?://[^/#]+)/?#/t/(?P<table>[\w-]+)/join/(?P<seat>\d+)/(?P<invite>[\w-]+)")


def choose(scene: dict[str, Any]) -> int:
    """The choice that gains something; otherwise the farthest ride; otherwise the first one offered."""
    choices = scene["choices"]
    best = max(choices, key=lambda choice: (bool(choice["gain"]), len(choice["path"])))
    return int(best["action"])


def claim(server: str, table: str, seat: str, invite: str, name: str) -> str:
    """Take the seat that the link offers. Returns the secret that holds the seat from now on."""
    answer = httpx.post(
        f"{server}/api/v1/tables/{table}/seats/{seat}/claim", json={"invite": invite, "name": name}, timeout=30
    )
    if answer.is_error:
        raise SystemExit(answer.json()["error"]["message"])
    return str(answer.json()["secret"])


def play(server: str, table: str, secret: str) -> dict[str, Any]:
    """Play until the race is over: look whenever there is something new, and act whenever it is our turn."""
    headers = {"authorization": f"Bearer {secret}"}
    address = f"{server.replace('http', 'ws', 1)}/api/v1/tables/{table}/live"
    with httpx.Client(base_url=server, headers=headers, timeout=30) as client, connect(address, max_size=None) as live:
        live.send(json.dumps({"kind": "hello", "secret": secret, "lang": "en"}))
        while True:
            live.recv()
            state = client.get(f"/api/v1/tables/{table}/state").raise_for_status().json()
            while state["scene"]["choices"] and not state["scene"]["over"]:
                body = {"action": choose(state["scene"]), "state_id": state["state_id"]}
                answer = client.post(f"/api/v1/tables/{table}/actions", json=body)
                if answer.status_code == 409:  # the race has moved on meanwhile: wait for the next push
                    break
                answer.raise_for_status()
                state = answer.json()
            if state["scene"]["over"]:
                return dict(state)


def main() -> None:
    parser = argparse.ArgumentParser(description="Seat a bot at a table over the net.")
    parser.add_argument("link", help="the link of a friend's seat")
    parser.add_argument("--name", default="Robot")
    given = parser.parse_args()
    found = LINK.fullmatch(given.link)
    if not found:
        raise SystemExit("that is no link to a seat: it should look like http://HOST/#/t/TABLE/join/SEAT/INVITE")
    secret = claim(**found.groupdict(), name=given.name)
    print(f"{given.name} has taken seat {int(found['seat']) + 1}")
    print(play(found["server"], found["table"], secret)["scene"]["prompt"])


if __name__ == "__main__":
    main()

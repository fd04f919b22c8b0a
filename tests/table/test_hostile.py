"""Whatever is sent in a path, a query, a header or a body: the answer has a reason, and the server never fails."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.table.conftest import relaxed, running
from tests.table.helpers import Rider
from tests.table.test_storage import database, pg  # noqa: F401

NINES = "9" * 5000
WORDS = [
    "",
    " ",
    "\0",
    "a\0b",
    "\ud800",
    "\udfff\ud800",
    "x" * 5000,
    "../../etc/passwd",
    "%00",
    "--5",
    "-0",
    "٣",
    "1e999",
    "nan",
    "Infinity",
    "\u202e",
    "'; DROP TABLE tables; --",
    "{what}",
    "%s%n",
    "\r\nSet-Cookie: x=1",
    "0x10",
    "1_0",
    NINES,
]
DOCUMENTS = [
    b"", b"null", b"true", b"0", b'""', b"[]", b"{}", b"[{}]", b"NaN", b"Infinity", b"-Infinity", b"1e999",
    NINES.encode(), b"-" + NINES.encode(), b"[" * 20_000, b"[" * 20_000 + b"]" * 20_000,
    b'{"a":' * 20_000 + b"1" + b"}" * 20_000, b'"\\ud800"',
    b'{"\\u0000": "\\u0000"}', b'{"a": 1, "a": 2}', b"\xff\xfe\x00", b"\xef\xbb\xbf{}", b"\x00" * 100,
    b'{"seed": ' + NINES.encode() + b"}", b'{"teams": 1e400}', b'{"__proto__": {}}',
]  # fmt: skip
VALUES: list[Any] = [
    None, True, 0, -1, 2**31, 2**63, 2**64, 10**40, 1.5, 1e308, [], {}, [[]] * 50, {"a": {"b": {}}}, *WORDS,
]  # fmt: skip
SEAT = {"kind": "me", "name": "Ada"}
BODIES: dict[str, dict[str, Any]] = {
    "/tables": {"game": "breaking_away", "course": "grand_circuit", "options": {"open_sheets": True}, "teams": 3,
                "seats": [SEAT, {"kind": "bot", "bot": "random"}, SEAT], "private": False,
                "commissioner": False, "seed": 1},
    "/tours": {"game": "breaking_away", "preset": "three_days", "stages": [], "name": "T", "options": {}, "teams": 3,
               "seats": [], "private": False, "commissioner": False, "seed": 1},
    "/tables/{table_id}/actions": {"action": 5, "state_id": "x"},
    "/tables/{table_id}/why": {"target": "box:5.2"},
    "/tables/{table_id}/undo/answer": {"agree": True},
    "/tables/{table_id}/branch": {"step": 1},
    "/tables/{table_id}/chat": {"text": "hello"},
    "/tables/{table_id}/seats/{seat}/claim": {"invite": "x", "name": "Ada"},
    "/tables/{table_id}/seats/{seat}/bot": {"bot": "random"},
    "/games/{game}/builder/survey": {"name": "x", "pieces": [{"part": "1A", "turn": "", "marks": []}], "switches": {}},
    "/games/{game}/courses": {"name": "x", "pieces": [{"part": "1A", "turn": "", "marks": []}], "switches": {}},
}  # fmt: skip
THINGS = ("box", "square", "rider", "card", "gear", "team", "line", "seat", "retire", "hex")
PLACES = ("", "-1", "--1", "1.", ".1", "1.2.3.4", "9" * 40, "0", "999999", "a", "#", "/", ":", "-", "1-2", "2.-1")
TARGETS = [f"{thing}:{place}" for thing in THINGS for place in PLACES]


def routes(client: httpx.Client) -> Iterator[tuple[str, str]]:
    for path, methods in client.get("api/v1/openapi.json").json()["paths"].items():
        for method in methods:
            yield method.upper(), path.removeprefix("/api/v1")


def fine(answer: httpx.Response, sent: object) -> None:
    assert answer.status_code < 500, (
        answer.request.method,
        str(answer.request.url)[:200],
        str(sent)[:200],
        answer.text,
    )
    assert "Traceback" not in answer.text
    if answer.status_code >= 400 and answer.headers.get("content-type", "").startswith("application/json"):
        assert answer.json()["error"]["message"]


def raw(value: object) -> bytes:
    return json.dumps(value).encode()


@pytest.fixture
def met(database: str) -> Iterator[tuple[httpx.Client, dict[str, str], dict[str, str]]]:  # noqa: F811
    """A server on either database, what fits into its paths, and the headers of somebody who asks."""
    with (
        running(relaxed(database)) as server,
        httpx.Client(base_url=server.address, timeout=60) as client,
    ):
        table = Rider(client).open("me", "here", "here")
        fits = {"table_id": table.id, "seat": "0", "step": "0", "game": "leader_one", "course": "x", "tour_id": "x"}
        yield client, fits, {"authorization": f"Bearer {table.secrets[0]}", "content-type": "application/json"}


def filled(path: str, fits: dict[str, str], **other: str) -> str:
    for name, value in {**fits, **other}.items():
        path = path.replace("{" + name + "}", value)
    return "api/v1" + path


def test_every_door(met: tuple[httpx.Client, dict[str, str], dict[str, str]]) -> None:
    client, fits, headers = met
    for method, path in routes(client):
        for name in [name for name in fits if "{" + name + "}" in path]:
            for word in WORDS:
                given = httpx.QueryParams({"x": word.encode("utf-8", "surrogatepass").decode("latin-1")})["x"]
                quoted = "".join(f"%{byte:02X}" for byte in word.encode("utf-8", "surrogatepass"))[:9000]
                fine(client.request(method, filled(path, fits, **{name: quoted}), headers=headers), given)
        if method == "POST":
            for document in DOCUMENTS:
                fine(client.post(filled(path, fits), content=document, headers=headers), document)
        if method == "GET":
            for name in ("lang", "mine", "from", "key"):
                for word in ("%00", "%ED%A0%80", "9" * 5000, "--5", "1e9", "%FF", "x" * 3000, "٣"):
                    fine(client.get(filled(path, fits) + f"?{name}={word}", headers=headers), (name, word))
            for secret in ("x" * 9000, "\xff", "a,b,,c" * 50, ",", "٣".encode().decode("latin-1")):
                fine(
                    client.get(filled(path, fits), headers={"authorization": f"Bearer {secret}".encode("latin-1")}),
                    secret,
                )  # type: ignore[dict-item]


def test_every_field(met: tuple[httpx.Client, dict[str, str], dict[str, str]]) -> None:
    client, fits, headers = met
    for path, body in BODIES.items():
        for name in [*body, "more"]:
            for value in VALUES:
                fine(
                    client.post(filled(path, fits), content=raw({**body, name: value}), headers=headers), (name, value)
                )
    for name in ("kind", "name", "bot"):
        for value in VALUES:
            seats = [{"kind": "bot", name: value}] * 3
            fine(
                client.post("api/v1/tables", content=raw({"game": "breaking_away", "seats": seats}), headers=headers),
                value,
            )
    for game in ("breaking_away", "leader_one", "rally", "profi", "um_reifenbreite"):
        seats = ["me", "here"] if game in ("rally", "profi") else ["me", "here", "here"]
        table = Rider(client).open(*seats, game=game, teams=len(seats))
        for target in TARGETS:
            fine(table.post("/why", {"target": target}), (game, target))


def test_files_of_all_doors(met: tuple[httpx.Client, dict[str, str], dict[str, str]], tmp_path: Path) -> None:
    client, _, headers = met
    race = "Parcours race, format 1\ngame: breaking_away\nrules: 1\ncourse: grand_circuit x\noptions: teams=3\n"
    tour = "Parcours tour, format 1\ngame: breaking_away\nname: x\nteams: 3\noptions: {}\n"
    for text in (
        *(word for word in WORDS), race + f"chance: seed {NINES}\n\n", race.replace("1", NINES), race.replace("3", "٣"),
        race + "carried: " + "[" * 9000 + "\n\n", race + "| a = " + NINES + "\n\n", race + '| a = "\\u0000"\n\n',
        tour + f"chance: seed {NINES}\n", tour.replace("{}", "[" * 9000), tour.replace("3", NINES),
        f"a = {NINES}", "a = 0x" + "f" * 5000, "a = 1e99999", "a = 9999-99-99", "a = " + "[" * 9000, '"' + "a" * 90_000,
        "a" * 150 + " = 1", "[a" + ".a" * 5000 + "]", "\n".join(f"[a{n}]" for n in range(15_000)), "a = nan",
        "a=1979-05-27",
        'game = "rally"\nname = "\\u0000"', 'game = "\\ud800"', 'game = "leader_one"\nformat = ' + "9" * 100,
    ):  # fmt: skip
        for door in ("courses", "races", "tour-files"):
            content = text.encode("utf-8", "surrogatepass")
            answer = client.post(f"api/v1/{door}", content=content, headers=headers)
            fine(answer, text)
            assert answer.status_code in (400, 413, 422), (door, text[:80], answer.text)

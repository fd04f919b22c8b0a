"""Spoilt files and bodies: right, or refused in words, never anything else. (No test here asserts times: see
`fuzz`.)"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from parcours.cli import app
from tests.faults.amount import amount
from tests.faults.fuzz import CORPUS, JUDGES, KINDS, TELLS, corpus, judge, nasty, real, spoilt
from tests.table.conftest import Server, relaxed, running
from tests.table.helpers import Rider

NASTY = sorted(CORPUS.iterdir())


@pytest.mark.parametrize("path", NASTY, ids=lambda path: path.name)
def test_the_corpus_is_refused(path) -> None:
    text = path.read_text("utf-8", errors="surrogateescape")
    assert text.startswith(TELLS), "a file of the corpus begins with what it is"
    kind = path.suffix.removeprefix(".")
    assert kind in KINDS
    if kind != "body":
        assert not judge(kind, nasty(path))


def test_the_command_line_refuses_the_corpus_as_well(tmp_path: Path) -> None:
    """The command line uses the same reader: it prints one line, and no traceback."""
    for path in NASTY:
        kind = path.suffix.removeprefix(".")
        if kind == "body":
            continue
        file = tmp_path / f"{path.stem}.{'toml' if kind == 'course' else kind}"
        file.write_bytes(nasty(path).encode("utf-8", "surrogateescape"))
        for command in ("check", "replay") if kind == "race" else ("check",):
            told = CliRunner().invoke(app, [command, str(file)])
            assert (told.exit_code, len(told.output.splitlines())) == (2, 1), told.output[:500]
            assert str(file) in told.output


@pytest.mark.parametrize("kind", KINDS)
def test_real_ones_are_accepted(kind) -> None:
    assert real(kind)
    for text in real(kind):
        assert judge(kind, text)


@pytest.mark.parametrize("kind", KINDS)
def test_spoilt_ones_are_refused_or_right(kind) -> None:
    @settings(max_examples=amount(100, 20_000))
    @given(st.randoms(use_true_random=False))
    def spoil(luck: random.Random) -> None:
        judge(kind, spoilt(luck, kind))

    spoil()


def test_a_judge_sees_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge would notice a reader that believed what a file says about its own end."""
    from parcours.engine import racefile

    text = real("race")[0]
    assert judge("race", text)
    monkeypatch.setattr(racefile, "_check_digest", lambda *_: None)
    lying = text.rstrip().rpartition(" ")[0] + " 0123456789abcdef\n"
    with pytest.raises(AssertionError):
        judge("race", lying)


# ---------------------------------------------------------------------------------------------- at the real doors


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(relaxed(str(tmp_path_factory.mktemp("table") / "tables.db"))) as made:
        yield made


def _doors(table: str) -> list[str]:
    own = ("actions", "why", "chat", "branch", "undo/answer", "seats/1/bot", "seats/0/claim")
    builder = ("games/leader_one/builder/survey", "games/leader_one/courses", "games/profi/courses")
    return ["tables", "tours", *builder, *(f"tables/{table}/{door}" for door in own)]


def test_no_body_and_no_file_brings_a_server_error(server: Server) -> None:
    luck = random.Random(5)
    with (
        httpx.Client(base_url=f"{server.address}api/v1/", timeout=60) as client,
        httpx.Client(base_url=server.address, timeout=60) as own,
    ):
        table = Rider(own).open("me", "here", "here")
        secret = {"authorization": f"Bearer {table.secrets[0]}"}
        bodies = [(door, text) for text in corpus("body").values() for door in luck.sample(_doors(table.id), 3)]
        bodies += [(luck.choice(_doors(table.id)), spoilt(luck, "body")) for _ in range(amount(150, 20_000))]
        files = {"race": "races", "course": "courses", "tour": "tour-files"}
        bodies += [(files[kind], spoilt(luck, kind)) for kind in files for _ in range(amount(4, 500))]
        bodies += [(files[kind], text) for kind in files for text in corpus(kind).values()]
        for door, text in bodies:
            content = text.encode("utf-8", "surrogatepass")
            headers = secret | {"content-type": "application/json"}
            answer = client.post(door, content=content, headers=headers)
            assert answer.status_code < 500, (door, text[:300], answer.text)
            if answer.status_code >= 400:
                error = json.loads(answer.text)["error"]
                assert error["message"], (door, text[:300])
                assert "\n" not in error["message"], (door, text[:300])
        assert client.get("status").json()["ready"]
        assert table.state(0)["scene"]


def test_all_kinds_have_a_judge() -> None:
    assert set(JUDGES) == set(KINDS)

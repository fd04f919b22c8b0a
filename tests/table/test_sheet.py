"""A race on paper: HTML and PDF hold the same, and everything that the rulebook's sample sheet holds."""

from __future__ import annotations

import io
import re
import time
from html.parser import HTMLParser
from urllib.parse import quote

import pypdf
import pytest

from tests.table.conftest import Server
from tests.table.helpers import Rider, Seated
from tests.um_reifenbreite.test_finish import sample_sheet

SAMPLE = [
    "31 1 50 4 54", "43 2 40 8 48", "51 3 35 7 42", "42 4 32 28 60", "33 5 30 8 38", "21 6 28 19 47", "23 7 26 26",
    "53 8 24 24", "52 9 22 22", "22 10 20 20", "24 11 18 18", "41 12 16 16", "32 13 14 14", "54 14 12 12",
    "44 15 10 10", "34 16 8 8",
]  # fmt: skip
BOXES = [
    "21 11 |||| 8 19", "33 8 8", "42 5 5", "42 7 |||||||| 16 23", "51 5 5", "43 3 3", "43 5 5", "31 4 4", "51 2 2",
]  # fmt: skip
TEAMS = ["47 20 26 18 111", "54 14 38 8 114", "16 60 48 10 134", "42 22 24 12 100"]


class Rows(HTMLParser):
    """The rows of all tables of a page, as texts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.inside = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
            self.inside = True

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "tr"

    def handle_data(self, data: str) -> None:
        if self.inside and data.strip():
            self.rows[-1].append(data.strip())


def printed(table: Seated, seat: int | None = None, **how: str) -> str:
    """The text of a table's PDF."""
    answer = table.get("/sheet.pdf", seat, **how)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/pdf"
    told = answer.headers["content-disposition"]
    info = table.get("", seat, **how).json()
    assert quote(f"{info['course_name']} {info['created'][:10]} ") in told
    assert table.id not in told
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(answer.content)).pages)


def rows_of(table: Seated, **how: str) -> list[str]:
    """The rows of a table's HTML sheet."""
    return [" ".join(row) for row in Rows(table.get("/sheet", **how).text).rows]


@pytest.fixture
def sample(server: Server, rider: Rider) -> Seated:
    """A table whose race stands as on the sample sheet. Only people sit there, so nothing moves between questions."""
    table = rider.open(
        "me", "here", "here", "here", game="um_reifenbreite", course="ring:C",
        options={"sprints": True, "cheating": True},
    )  # fmt: skip
    while table.state(0)["scene"]["actor"] < 0:
        time.sleep(0.01)
    server.app.state.registry.tables[table.id].match.races[:] = sample_sheet().races
    return table


@pytest.mark.clause("UR-E30", "UR-18a", "UR-18b", "UR-18c", "UR-18d", "UR-18e", "UR-18f", "UR-18g")
def test_the_sample_sheet_as_it_is_printed(sample: Seated) -> None:
    on_screen, on_paper = rows_of(sample), printed(sample).splitlines()
    for row in [*BOXES, *SAMPLE]:
        assert row in on_screen
        assert row in on_paper
    for team, totals in zip(("Toughs", "Men of Steel", "Big Calves", "Blackmailers"), TEAMS, strict=True):
        assert f"{team} {totals}" in on_screen
        assert f"{team} {totals}" in on_paper
    titles = re.findall(r"<h2>([^<]*)</h2>", sample.get("/sheet").text)
    assert [title[:3] for title in titles] == ["(1)", "(2)", "(3)", "(4)", "(7)", "(8)", "The"]


@pytest.mark.parametrize(
    ("language", "heading", "team"),
    [
        ("en", "Finishing order", "Big Calves"),
        ("it", "Ordine d’arrivo", None),
        ("de", "Zieleinlauf", "Männer aus"),
        ("fr", "Ordre d’arrivée", "Gros Mollets"),
    ],
)
def test_paper_speaks_three_languages(sample: Seated, language: str, heading: str, team: str | None) -> None:
    paper = printed(sample, lang=language)
    assert heading in paper
    assert team is None or team in paper
    assert f"<html lang='{language}'>" in sample.get("/sheet", lang=language).text


def test_names_stay_what_they_are(rider: Rider) -> None:
    table = rider.seated(
        rider.post("/tables", {
            "game": "um_reifenbreite", "course": "ring:B",
            "seats": [{"kind": "me", "name": "Zoë *Müßig* #x"}, {"kind": "bot"}, {"kind": "bot"}, {"kind": "bot"}],
        })
    )  # fmt: skip
    paper = printed(table, 0)
    assert "LIÈGE–BASTOGNE–LIÈGE" in paper
    assert "Zoë *Müßig* #x" in paper


def test_every_game_has_both(rider: Rider) -> None:
    table = rider.open("random", "sprinter", "sprinter")
    table.finished()
    paper = printed(table)
    assert "Turn 2 begins" in paper
    points = [row for row in rows_of(table) if row.startswith(("Red", "Blue", "Yellow"))]
    assert points
    assert all(row in paper for row in points)


def test_paper_tells_no_secrets(rider: Rider) -> None:
    table = rider.open("me", "friend", "sprinter")
    table.act(0, 5)
    own, rivals = printed(table, 0), printed(table)
    assert own != rivals
    assert table.get("/sheet.pdf", 0).status_code == 200
    private = rider.open("me", "sprinter", "sprinter", private=True)
    assert private.get("/sheet.pdf").status_code == 404

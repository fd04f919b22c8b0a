"""A race on paper: its panels and its story, as HTML and as PDF, the same for every game."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from babel.dates import format_date

from parcours.draw.raster import fonts
from parcours.engine.game import Team
from parcours.engine.scene import plain
from parcours.engine.words import Say, said
from parcours.table.filenames import race_name
from parcours.table.show import to_json
from parcours.table.tables import Table

PAPER = files("parcours.table") / "paper"
PAGE_FONTS = Path(__file__).parent / "page" / "assets"
FACES = {
    "Literata Variable": "literata-latin-wght-normal-*.woff2",
    "Sofia Sans Extra Condensed Variable": "sofia-sans-extra-condensed-latin-wght-normal-*.woff2",
}
"""The page's own fonts, by the names that the style sheet uses. Their files exist once the page is built."""


# ------------------------------------------------------------------------------------------------ what stands on it


def sheet_of(table: Table, viewer: int, language: str) -> dict[str, Any]:
    """What a viewer may know of a race, as it is set on paper: plain texts, no markup."""
    match, game = table.match, table.game
    scene = plain(game.scene(match, viewer), language)
    course = Say(str(match.setup.course.name)).to(language)
    return {
        "language": language,
        "file": race_name(table, language),
        "game": game.name.to(language),
        "course": course,
        "title": f"{game.name.to(language)}: {course}",
        "date": date_words(table.created, language),
        "told": scene["prompt"],
        "teams": [
            team_on_paper(game.teams[s.seat], said(table.who(s.seat), language), language) for s in table.seats
        ],
        "panels": [_on_paper(table, panel) for panel in _panels(table, scene["panels"], language)],
        "heading": Say("The race, move by move").to(language),
        "story": [
            {"step": told["step"], "words": told["words"], "clauses": " ".join(told["clauses"]),
             "weight": told["weight"]}
            for told in (line.plain(language) for line in table.book(viewer).lines)
        ],
    }  # fmt: skip


def team_on_paper(team: Team, who: str, language: str) -> dict[str, str]:
    """A team in the heading, with who plays it: a player without a name of their own goes by the team's."""
    name = team.name.to(language)
    return {"team": name, "colour": team.colour, "who": "" if who == name else who}


def date_words(seconds: float, language: str) -> str:
    """A day as it is written on paper; English is British here, as in all texts."""
    locale = "en_GB" if language == "en" else language
    return format_date(datetime.fromtimestamp(seconds, UTC).date(), "long", locale=locale)


def _panels(table: Table, panels: list[dict[str, Any]], language: str) -> list[dict[str, Any]]:
    """The panels for paper. After the race everybody's panel is shown as its owner sees it: nothing is secret then."""
    found = []
    for panel in panels:
        if table.match.over and panel["owner"] >= 0:
            owners = plain(table.game.scene(table.match, panel["owner"]).panels, language)
            panel = next((p for p in owners if p["id"] == panel["id"]), panel)
        if panel["on_paper"]:
            found.append(panel)
    return found


def _on_paper(table: Table, panel: dict[str, Any]) -> dict[str, Any]:
    rows = [
        {
            "label": str(row["label"]),
            "colour": table.game.teams[row["seat"]].colour if row["seat"] >= 0 else "",
            "cells": [{"text": str(cell["text"]), "style": cell["style"]} for cell in row["cells"]],
        }
        for row in panel["rows"]
    ]
    columns = [str(column) for column in panel["columns"]]
    return {"title": panel["title"], "columns": columns, "rows": rows, "note": str(panel["note"])}


# ------------------------------------------------------------------------------------------------------- as HTML


def sheet_html(sheet: dict[str, Any]) -> str:
    """The sheet for the browser and its printer."""
    teams = "".join(
        f"<li>{_chip(team['colour'])}<b>{escape(team['team'])}</b> {escape(team['who'])}</li>"
        for team in sheet["teams"]
    )  # fmt: skip
    parts = [
        f"<!doctype html><html lang='{sheet['language']}'><head><meta charset='utf-8'>",
        f"<title>{escape(sheet['title'])}</title><link rel='stylesheet' href='/api/v1/sheet.css'></head><body>",
        f"<header><div><p class='game'>{escape(sheet['game'])}</p><h1>{escape(sheet['course'])}</h1></div>",
        f"<p class='date'>{escape(sheet['date'])}</p><ul class='teams'>{teams}</ul>",
        f"<p class='told'>{escape(sheet['told'])}</p></header>",
        f"<main class='pad'>{''.join(_panel_html(panel) for panel in sheet['panels'])}</main>",
        f"<div class='race'><h2>{escape(sheet['heading'])}</h2>{_story_html(sheet['story'])}</div></body></html>",
    ]
    return "".join(parts)


def _chip(colour: str) -> str:
    """A team's colour, as a picture: it is printed even where backgrounds are not."""
    if not colour:
        return ""
    return (
        "<svg class='chip' viewBox='0 0 10 10' aria-hidden='true'><rect x='.5' y='.5' width='9' height='9' "
        f"fill='{colour}' stroke='#1D2A3A'/></svg>"
    )


def _panel_html(panel: dict[str, Any]) -> str:
    wide = max([1, len(panel["columns"]), *(len(row["cells"]) for row in panel["rows"])])
    head = ""
    if any(panel["columns"]):
        named = (f"<th scope='col'>{escape(c)}</th>" if c else "<td></td>" for c in panel["columns"])
        head = f"<thead><tr><td></td>{''.join(named)}</tr></thead>"
    rows = []
    for row in panel["rows"]:
        cells = "".join(f"<td class='{cell['style']}'>{escape(cell['text'])}</td>" for cell in row["cells"])
        room = "<td></td>" * (wide - len(row["cells"])) if row["cells"] else ""
        rows.append(f"<tr><th scope='row'>{_chip(row['colour'])}{escape(row['label'])}</th>{cells}{room}</tr>")
    note = f"<p class='note'>{escape(panel['note'])}</p>" if panel["note"] else ""
    return (
        f"<section><h2>{escape(panel['title'])}</h2><table>{head}<tbody>{''.join(rows)}</tbody></table>{note}</section>"
    )


def _story_html(story: list[dict[str, Any]]) -> str:
    lines = []
    for told in story:
        clauses = f" <small>{escape(told['clauses'])}</small>" if told["clauses"] else ""
        lines.append(f"<li class='{told['weight']}' value='{told['step']}'>{escape(told['words'])}{clauses}</li>")
    return f"<ol class='story'>{''.join(lines)}</ol>"


@lru_cache(maxsize=1)
def sheet_css() -> str:
    """The style sheet for the browser, in the page's own fonts if the page is built."""
    faces = []
    for name, pattern in FACES.items():
        for found in sorted(PAGE_FONTS.glob(pattern))[:1]:
            source = f"url('/assets/{found.name}') format('woff2')"
            faces.append(f"@font-face {{ font-family: '{name}'; font-weight: 200 900; src: {source}; }}\n")
    return "".join(faces) + (PAPER / "sheet.css").read_text(encoding="utf-8")


# -------------------------------------------------------------------------------------------------------- as PDF


def sheet_pdf(sheet: dict[str, Any]) -> bytes:
    """The sheet as a PDF, ready for the printer."""
    import typst

    template = (PAPER / "sheet.typ").read_bytes()
    made = typst.compile(template, format="pdf", font_paths=fonts(), sys_inputs={"sheet": to_json(sheet)})
    assert isinstance(made, bytes)
    return made

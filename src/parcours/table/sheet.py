"""A race on paper: the panels beside the board and the story, as plain HTML for printing."""

from __future__ import annotations

from html import escape
from typing import Any

from parcours.engine.scene import plain
from parcours.engine.words import Say, said
from parcours.table.show import time_words
from parcours.table.tables import Table

CSS = """
body { font: 11pt/1.35 Georgia, 'Times New Roman', serif; margin: 1.5cm auto; max-width: 18cm; color: #111; }
h1 { font-size: 20pt; margin: 0 0 .2em; } h2 { font-size: 13pt; margin: 1.2em 0 .3em; break-after: avoid; }
p.about { margin: 0 0 1em; color: #444; }
table { border-collapse: collapse; margin: 0 0 .6em; break-inside: avoid; }
th, td { border: 1px solid #555; padding: .15em .5em; min-width: 1.6em; text-align: center; }
th { background: #eee; } th.row { text-align: left; }
ol.story { padding-left: 2.6em; columns: 2; column-gap: 1cm; font-size: 9.5pt; }
ol.story li { break-inside: avoid; } li.major { font-weight: bold; }
small { color: #555; }
@media print { body { margin: 0; } }
"""


def sheet_of(table: Table, viewer: int, language: str) -> str:
    """What a viewer may know of a race, on paper."""
    match = table.match
    scene = plain(table.game.scene(match, viewer), language)
    title = f"{table.game.name.to(language)}: {Say(str(match.setup.course.name)).to(language)}"
    people = ", ".join(
        f"{table.game.teams[s.seat].name.to(language)}: {said(table.who(s.seat), language)}" for s in table.seats
    )
    parts = [
        f"<!doctype html><html lang='{language}'><head><meta charset='utf-8'><title>{escape(title)}</title>",
        "<link rel='stylesheet' href='/api/v1/sheet.css'></head><body>",
        f"<h1>{escape(title)}</h1><p class='about'>{escape(people)}<br>{time_words(table.created)[:10]} · ",
        f"{escape(scene['prompt'])}</p>",
        *(_panel(panel) for panel in _panels(table, scene["panels"], language)),
        _story(table, viewer, language),
        "</body></html>",
    ]
    return "".join(parts)


def _panels(table: Table, panels: list[dict[str, Any]], language: str) -> list[dict[str, Any]]:
    """The panels; of a finished race everybody's as their owner sees them: nothing is secret any more."""
    if not table.match.over:
        return panels
    found = []
    for panel in panels:
        if panel["owner"] >= 0:
            owners = plain(table.game.scene(table.match, panel["owner"]).panels, language)
            panel = next((p for p in owners if p["id"] == panel["id"]), panel)
        found.append(panel)
    return found


def _panel(panel: dict[str, Any]) -> str:
    head = "".join(f"<th>{escape(str(column))}</th>" for column in panel["columns"])
    rows = []
    for row in panel["rows"]:
        cells = "".join(f"<td>{escape(str(cell['text']))}</td>" for cell in row["cells"])
        rows.append(f"<tr><th class='row'>{escape(str(row['label']))}</th>{cells}</tr>")
    header = f"<tr><th></th>{head}</tr>" if panel["columns"] else ""
    return f"<h2>{escape(panel['title'])}</h2><table>{header}{''.join(rows)}</table>"


def _story(table: Table, viewer: int, language: str) -> str:
    lines = []
    for line in table.book(viewer).lines:
        told = line.plain(language)
        clauses = f" <small>{escape(' '.join(told['clauses']))}</small>" if told["clauses"] else ""
        lines.append(f"<li class='{told['weight']}' value='{told['step']}'>{escape(told['words'])}{clauses}</li>")
    title = Say("The race, move by move").to(language)
    return f"<h2>{escape(title)}</h2><ol class='story'>{''.join(lines)}</ol>"

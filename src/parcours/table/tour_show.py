"""What viewers are shown of a tour, on the page and on paper: its stages and its classifications."""

from __future__ import annotations

from typing import Any

from parcours.engine.scene import plain
from parcours.engine.tour import CHAMPIONSHIP, Classification, TableLine
from parcours.engine.words import Say, said
from parcours.table.filenames import dated
from parcours.table.sheet import date_words, team_on_paper
from parcours.table.show import seat_info, time_words, who_of
from parcours.table.storage import StoredTour
from parcours.table.touring import may_ride_on, tour_of
from parcours.tours.tour import Tour


def tour_info(stored: StoredTour, language: str, viewer: int) -> dict[str, Any]:
    """A tour for the list of tours."""
    return _info(stored, tour_of(stored), language, viewer)


def tour_whole(stored: StoredTour, language: str, viewer: int) -> dict[str, Any]:
    """A tour with its classifications."""
    tour = tour_of(stored)
    tables = tour.classifications()
    before = tour.classifications(len(tour.results) - 1) if len(tour.results) > 1 else ()
    return {
        **_info(stored, tour, language, viewer),
        "classifications": [_classification(table, before, language) for table in tables],
    }


def _info(stored: StoredTour, tour: Tour, language: str, viewer: int) -> dict[str, Any]:
    row = stored.tour
    tables = tour.classifications()
    leads = [line for line in tables[0].lines if line.place == 1] if tables else []
    leaders = [_leader(stored, tour, line, language) for line in leads]
    return {
        "id": row.id, "game": row.game, "game_name": tour.game.name.to(language), "name": tour.title.to(language),
        "teams": row.teams, "options": dict(tour.options), "private": row.private, "commissioner": row.commissioner,
        "created": time_words(row.created), "updated": time_words(row.updated), "over": tour.over,
        "ridden": len(tour.results), "stages": [_stage(stored, tour, n, language) for n in range(len(tour.stages))],
        "seats": [seat_info(tour.game, seat, language) for seat in stored.seats],
        "leaders": leaders,
        "standing": _how_it_stands(tour, leaders).of(tour.game.id).to(language),
        "seat": viewer, "may_ride_on": may_ride_on(stored, viewer) and not tour.over,
    }  # fmt: skip


def _leader(stored: StoredTour, tour: Tour, line: TableLine, language: str) -> dict[str, Any]:
    return {
        "seat": line.seat, "name": said(line.name, language),
        "who": said(who_of(tour.game, stored.seats[line.seat]), language),
    }  # fmt: skip


def _stage(stored: StoredTour, tour: Tour, number: int, language: str) -> dict[str, Any]:
    """A stage and its status: ridden, riding, next or to come; cancelled if the tour ended before it."""
    table = stored.tables[number] if number < len(stored.tables) else None
    if number < len(tour.results):
        status = "ridden"
    elif tour.over:
        status = "cancelled"
    else:
        status = "riding" if table is not None else "next" if number == len(tour.results) else "to_come"
    winners: list[int] = []
    if status == "ridden":
        winners = list(tour.rules.winners(tour.results[number]))
        winners = winners or ([table.winner] if table is not None and table.winner >= 0 else [])
    return {
        "number": number + 1, "course": tour.stages[number].course,
        "course_name": Say(str(tour.courses[number].name)).to(language),
        "name": tour.stage_name(number).to(language), "options": dict(tour.stages[number].options),
        "option_words": _option_words(tour, number, language), "status": status,
        "table": table.id if table is not None else None, "winners": winners,
        "winner_name": said([tour.game.teams[seat].name for seat in winners], language) or None,
    }  # fmt: skip


def _option_words(tour: Tour, number: int, language: str) -> list[str]:
    """What is special about a stage: the labels of its own options that are not the usual ones and not in its name."""
    found = []
    told = {*tour.rules.options, *(() if tour.stages[number].name else tour.rules.named)}
    for option in tour.game.options:
        value = tour.stages[number].options.get(option.name, option.default)
        if option.name in told or value == option.default:
            continue
        choice = next((label for name, label in option.choices if name == value), None)
        found.append(f"{option.label.to(language)}: {choice.to(language)}" if choice else option.label.to(language))
    return found


def _classification(table: Classification, before: tuple[Classification, ...], language: str) -> dict[str, Any]:
    """A classification; each line has also the place it had a stage before."""
    was = {(line.seat, line.rider): line.place for other in before if other.id == table.id for line in other.lines}
    told: dict[str, Any] = plain(table, language)
    for line, shown in zip(table.lines, told["lines"], strict=True):
        shown["before"] = was.get((line.seat, line.rider))
    return told


# ------------------------------------------------------------------------------------------------------ on paper


def tour_name(stored: StoredTour, language: str) -> str:
    """The name of a tour's files: its title, its day, and the people who ride it, or the teams if only bots ride."""
    game = tour_of(stored).game
    riders = [said(who_of(game, seat), language) for seat in stored.seats if seat.kind == "person"]
    teams = [game.teams[seat.seat].name.to(language) for seat in stored.seats]
    return dated(tour_of(stored).title.to(language), stored.tour.created, riders or teams)


def tour_sheet(stored: StoredTour, language: str) -> dict[str, Any]:
    """The classifications as they are set on paper, and the stages as the tour's story: plain texts, no markup."""
    tour = tour_of(stored)
    game = tour.game
    stages = [_stage(stored, tour, n, language) for n in range(len(tour.stages))]
    return {
        "language": language,
        "file": tour_name(stored, language),
        "game": game.name.to(language),
        "course": tour.title.to(language),
        "title": f"{game.name.to(language)}: {tour.title.to(language)}",
        "date": date_words(stored.tour.updated, language),
        "told": _info(stored, tour, language, -1)["standing"],
        "teams": [
            team_on_paper(game.teams[seat.seat], said(who_of(game, seat), language), language) for seat in stored.seats
        ],
        "panels": [_paper_table(tour, table, language) for table in tour.classifications()],
        "heading": Say("Stages").of(game.id).to(language),
        "story": [
            {"step": stage["number"], "words": _stage_words(stage).to(language), "clauses": "", "weight": "move"}
            for stage in stages
        ],
    }


def _how_it_stands(tour: Tour, leaders: list[dict[str, Any]]) -> Say:
    names = ", ".join(leader["name"] for leader in leaders)
    if not leaders:
        return Say("No stage raced yet")
    if tour.over:
        return Say("Champion: {name}" if is_championship(tour) else "Tour winner: {name}", name=names)
    if len(leaders) > 1:
        return Say(
            "{names} share the lead after {ridden} of {all} stages",
            names=names, ridden=len(tour.results), all=len(tour.stages),
        )  # fmt: skip
    return Say(
        "In the lead after {ridden} of {all} stages: {name}", name=names, ridden=len(tour.results), all=len(tour.stages)
    )


def is_championship(tour: Tour) -> bool:
    """Whether the tour's stages make up several tours, and its first classification adds these up."""
    return tour.classifications()[0].id == CHAMPIONSHIP


def _stage_words(stage: dict[str, Any]) -> Say:
    """A stage in a line: where, how, and who won it."""
    where = ", ".join([stage["name"], *stage["option_words"]])
    if stage["winner_name"]:
        return Say("{stage}: victory for {name}", stage=where, name=stage["winner_name"])
    return Say("{stage}: still to come", stage=where)


def _paper_table(tour: Tour, table: Classification, language: str) -> dict[str, Any]:
    """A classification, with only those stages that gave anybody something in it."""
    count = len(table.lines[0].stages) if table.lines else 0
    given = [n for n in range(count) if any(line.stages[n] is not None for line in table.lines)]
    columns = ["", *(str(n + 1) for n in given), said(table.unit, language), Say("Gap").to(language)]
    rows = []
    for line in table.lines:
        cells = [{"text": str(line.place), "style": "strong"}]
        points = [line.stages[n] for n in given]
        cells += [{"text": "" if one is None else str(one), "style": ""} for one in points]
        cells.append({"text": str(line.total), "style": "strong"})
        cells.append({"text": f"+{line.gap}" if line.gap else "", "style": "crossed" if line.out else "faint"})
        rows.append({"label": said(line.name, language), "colour": tour.game.teams[line.seat].colour, "cells": cells})
    notes = [f"{said(line.name, language)}: {said(list(line.notes), language)}" for line in table.lines if line.notes]
    return {"title": said(table.title, language), "columns": columns, "rows": rows, "note": "; ".join(notes)}

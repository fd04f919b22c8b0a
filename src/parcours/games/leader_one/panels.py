"""Leader 1 on the table: the energy sheet with its risk boxes, the bunch, tiles, the classification ring, reminders."""

from __future__ import annotations

from typing import Any

from parcours.engine.course import Course
from parcours.engine.match import Match
from parcours.engine.road import NOWHERE, TERRAINS
from parcours.engine.scene import Cell, Panel, Row, Text
from parcours.engine.words import Say
from parcours.games.leader_one.rules.bunch import next_on_track
from parcours.games.leader_one.state import (
    BESIDE,
    HOME,
    IN_BUNCH,
    LATE,
    MOST_PAID,
    ON_ROAD,
    PLAIN,
    TILES,
    UNMOVED,
)
from parcours.games.leader_one.tables import FREE, FREE_BUNCH, PRICES, TERRAIN_NAMES, THRESHOLDS, TILE_VALUES
from parcours.games.leader_one.texts import (
    TYPE_NAMES,
    bunch_order,
    front_of,
    quality_words,
    race_order,
    rider_name,
    riders_in_race,
    seat_name,
    type_name,
)

TERRAIN_WORDS = {"flat": "flat", "false_flat": "false flat", "mountain": "mountain", "descent": "descent"}
RING = 24
BUNCH_MOVES = range(3, 8)


def panels(match: Match, race: Any, course: Course, seat: int) -> tuple[Panel, ...]:
    own_first = sorted(range(int(race["teams"])), key=lambda team: team != seat)
    hands = [_hand(race, team, seat) for team in own_first if _has_tiles(race, team)]
    ring = (_ring(race),) if race["stage"] else ()
    order = _order(race, course)
    outside = (order,) if order.rows else ()
    return (_sheet(race, seat), *hands, *outside, _bunch(race, course), *ring, _reminder(), _piles(race))


def _sheet(race: Any, seat: int) -> Panel:
    """The energy sheet: energy, and a box for each risk, crossed off when the risk is taken (L1-A3a, L1-C2b)."""
    rows = []
    each = int(race["each"])
    for rider in sorted(riders_in_race(race), key=lambda r: (r // each != seat, r)):
        risks = int(race["risks"][rider])
        boxes = [
            Cell(f"{needed}+", "crossed" if risks > box else "", help=Say("what the next risk needs"))
            for box, needed in enumerate(THRESHOLDS[:-1])
        ]
        boxes.append(Cell(f"{THRESHOLDS[-1]}+", "due" if risks >= len(THRESHOLDS) - 1 else "faint"))
        quality = int(race["quality"][rider])
        cells = (
            Cell(str(int(race["energy"][rider])), "strong"),
            *boxes,
            Cell(str(int(race["tiles"][rider])) if race["tiles"][rider] else ""),
            Cell(quality_words(quality) if quality != PLAIN else ""),
            Cell(_standing(race, rider), "faint"),
        )
        rows.append(
            Row(rider_name(race, rider), cells, rider // each, f"r{rider}", rider in (race["mover"], race["rider"]))
        )
    columns = (Say("energy"), Say("risk"), Say("risk"), Say("risk"), Say("tiles"), Say("quality"), "")
    return Panel("sheet", "sheet", Say("Energy sheet"), columns, tuple(rows))


def _standing(race: Any, rider: int) -> Text:
    status = int(race["status"][rider])
    if status == HOME:
        return Say("{place}", place=int(race["place"][rider]))
    if status == LATE:
        return Say("outside the time limit")
    if status == BESIDE:
        return Say("down")
    if status == IN_BUNCH:
        return Say("in the bunch")
    return Say("puncture") if race["punctured"][rider] else ""


def _has_tiles(race: Any, team: int) -> bool:
    each = int(race["each"])
    return bool(race["tiles"][team * each : team * each + each].any())


def _hand(race: Any, team: int, seat: int) -> Panel:
    """Kept tiles: only their owner sees the values (L1-C4b)."""
    rows = []
    each = int(race["each"])
    for rider in range(team * each, team * each + each):
        if not race["tiles"][rider]:
            continue
        known = [tile for tile in range(TILES) for _ in range(int(race["kept"][rider][tile]))]
        cells = [Cell(str(TILE_VALUES[tile]), "", f"tile:{TILE_VALUES[tile]}") for tile in known]
        cells += [Cell("?", "hidden")] * (int(race["tiles"][rider]) - len(known))
        rows.append(Row(rider_name(race, rider), tuple(cells), team, f"r{rider}"))
    return Panel(f"tiles:{team}", "hand", Say("{team}: kept tiles", team=seat_name(team)), rows=tuple(rows), owner=team)


def _order(race: Any, course: Course) -> Panel:
    """The riders outside the bunch, in race order (L1-B1a)."""
    rows = []
    outside = [r for r in race_order(race, course) if int(race["status"][r]) in (ON_ROAD, BESIDE)]
    bunch_front = int(course.road.squares["front"][race["bunch"]]) if int(race["bunch"]) != NOWHERE else None
    for number, rider in enumerate(outside, 1):
        front = front_of(race, course, rider)
        ahead = bunch_front is not None and front > bunch_front
        moved = "" if int(race["moved"][rider]) == UNMOVED else Say("has moved")
        cells = (
            Cell(str(number)),
            Cell(course.square_name(int(race["at"][rider]))),
            Cell(Say("ahead") if ahead else Say("behind")),
            Cell(moved, "faint"),
        )
        rows.append(Row(rider_name(race, rider), cells, rider // int(race["each"]), f"r{rider}"))
    return Panel("order", "table", Say("Race order"), ("", Say("square"), "", ""), tuple(rows))


def what_a_move_does(race: Any, course: Course, squares: int) -> tuple[list[int], list[int]]:
    """Which riders a bunch move of this many squares would catch, and which could not pay for it."""
    here, track = int(race["bunch"]), course.road.squares
    for _ in range(squares):
        here = int(next_on_track(course.road, here))
    price = max(0, squares - FREE_BUNCH)
    was, front = int(track["front"][race["bunch"]]), int(track["front"][here])
    caught = [
        r
        for r in riders_in_race(race)
        if int(race["status"][r]) == ON_ROAD
        and not race["punctured"][r]
        and was < int(track["front"][race["at"][r]]) <= front
    ]
    poor = [r for r in bunch_order(race) + caught if int(race["energy"][r]) < price]
    return caught, poor


def _bunch(race: Any, course: Course) -> Panel:
    """Who is in the bunch, and what a move of 3 to 7 would do (L1-B4a, L1-B4b)."""
    inside = [rider_name(race, rider) for rider in bunch_order(race)]
    note: Text = Say("in the bunch: {riders}", riders=inside) if inside else Say("the bunch is empty")
    rows = []
    if int(race["bunch"]) == NOWHERE:
        note = Say("the bunch has finished")
    else:
        for squares in BUNCH_MOVES:
            caught, poor = what_a_move_does(race, course, squares)
            cells = (
                Cell(str(max(0, squares - FREE_BUNCH))),
                Cell(Say("{riders}", riders=[rider_name(race, r) for r in caught]) if caught else ""),
                Cell(Say("{riders}", riders=[rider_name(race, r) for r in poor]) if poor else ""),
            )
            rows.append(Row(str(squares), cells))
    columns = (Say("energy"), Say("would be caught"), Say("couldn't pay"))
    holder = int(race["holder"])
    title = Say("The bunch, led by {team}", team=seat_name(holder)) if holder >= 0 else Say("The bunch")
    return Panel("bunch", "table", title, columns, tuple(rows), note)


def _ring(race: Any) -> Panel:
    """The general classification when the stage began, on its ring (L1-D1a, L1-D1e)."""
    riders = sorted(riders_in_race(race), key=lambda r: -int(race["number"][r]))
    first = int(race["number"][riders[0]]) if riders else 0
    taken = [int(rider) for rider in race["bonus"] if int(rider) >= 0]
    rows = []
    for rider in riders:
        number = int(race["number"][rider])
        cells = (
            Cell(str(number % RING)),
            Cell(f"{number:+d}" if number else "0", "strong"),
            Cell(str(first - number) if number < first else ""),
            Cell(str(RING - first + number)),
            Cell(str(taken.count(rider)) if rider in taken else ""),
        )
        rows.append(Row(rider_name(race, rider), cells, rider // int(race["each"]), f"r{rider}"))
    columns = (Say("ring"), Say("number"), Say("gap"), Say("to elimination"), Say("bonus"))
    title = Say("General classification before stage {stage}", stage=int(race["stage"]))
    return Panel("ring", "table", title, columns, tuple(rows))


def _reminder() -> Panel:
    """Free squares by type and terrain, and what paid squares cost (L1-B1d, L1-B1e)."""
    rows = [
        Row(Say(TERRAIN_WORDS[name]), tuple(Cell(str(n)) for n in FREE[TERRAINS.index(model)]))
        for name, model in TERRAIN_NAMES.items()
    ]
    paid = ", ".join(f"{n} → {PRICES[n]}" for n in range(1, MOST_PAID + 1))
    columns = tuple(type_name(kind) for kind in range(len(TYPE_NAMES)))
    return Panel("reminder", "table", Say("Free squares"), columns, tuple(rows), Say("Paid squares: {paid}", paid=paid))


def _piles(race: Any) -> Panel:
    """The feed tiles that have been used, which are open to all (L1-C4a)."""
    rows = tuple(
        Row(type_name(kind), tuple(Cell(str(int(race["used"][kind][tile])), "faint") for tile in range(TILES)))
        for kind in range(len(TYPE_NAMES))
    )
    columns = tuple(str(value) for value in TILE_VALUES)
    return Panel("piles", "table", Say("Feed tiles used"), columns, rows)

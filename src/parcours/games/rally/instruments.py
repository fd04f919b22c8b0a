"""Rally: the instruments beside the road: gear plate, risk and damage tables, weather wheel, clock, cards."""

from __future__ import annotations

from typing import Any

from parcours.engine.course import Course
from parcours.engine.scene import Cell, CellStyle, Panel, Row, Text
from parcours.engine.words import Say
from parcours.games.rally.cards import FEATURES, Card, Square
from parcours.games.rally.courses import cards_of, limits_of
from parcours.games.rally.readings import Gear
from parcours.games.rally.sheet import score_sheet
from parcours.games.rally.state import (
    DAMAGE_PHASE,
    DRIVING,
    GEAR_PHASE,
    GEARS,
    HIDDEN,
    LAY_PHASE,
    LEFT,
    LEFT_OUT,
    MECHANICS,
    OFF,
    OUT,
    TYRE_PHASE,
    UNKNOWN,
    WAITING,
    WEATHER_PHASE,
)  # fmt: skip
from parcours.games.rally.tables import RESULTS
from parcours.games.rally.texts import (
    car_name,
    feature_name,
    gear_name,
    place_word,
    result_name,
    trim_name,
    tyre_name,
    weather_words,
)  # fmt: skip

STATUS_WORDS = {
    WAITING: "waiting to start", DRIVING: "on the road", OFF: "off the road", LEFT: "finished", OUT: "eliminated",
}  # fmt: skip


def panels(race: Any, course: Course, gears: tuple[Gear, ...]) -> tuple[Panel, ...]:
    """While the road is being laid, the road cards; after that, the instruments of the car that moves."""
    if int(race["phase"]) <= LAY_PHASE:
        return (_set_of_cards(race, course), _limits(race, course), _clock(race, course), _wheel(race))
    found = [_gears(race, gears), _wheel(race), _clock(race, course), _risk(race), _damage(race)]
    return (*found, _mechanics(race, course))


# ----------------------------------------------------------------------------------------------- of the car that moves


def _gears(race: Any, gears: tuple[Gear, ...]) -> Panel:
    """The gear plate: what each gear allows, the gear that is set, and the gears that may be set."""
    car, phase = int(race["car"]), int(race["phase"])
    moving = phase >= TYRE_PHASE
    rows = []
    for gear, allowed in enumerate(gears, 1):
        style: CellStyle = ""
        if moving and phase == GEAR_PHASE and allowed.may_be_set:
            style = "due"
        elif moving and gear == int(race["gear"][car]):
            style = "strong"
        squares = str(allowed.low) if allowed.low == allowed.high else f"{allowed.low}–{allowed.high}"
        cells = (Cell(str(gear), style, f"gear:{gear}", gear_name(gear)), Cell(squares, style))
        rows.append(Row(gear_name(gear), cells, active=style == "strong"))
    card = Say("over-rev card in hand") if race["over_rev"][car] else Say("over-rev card used")
    title = Say("{car}: gears", car=car_name(car))
    return Panel(
        "gears", "dial", title, (Say("gear"), Say("squares")), tuple(rows), card, car, form="gears", on_paper=False
    )


def _risk(race: Any) -> Panel:
    """The risk table: the highest level that a car passes unharmed, for each gear and modified die; the current one is
    highlighted (RA-X1)."""
    car = int(race["car"])
    gear, die = int(race["gear"][car]), int(race["die"])
    modified = min(6, die + int(race["trim"][car]) + int(race["bonus"][int(race["arrow"])])) if die else 0
    set_ = int(race["phase"]) > GEAR_PHASE
    rows = []
    for number in range(1, GEARS + 1):
        cells = []
        for face in range(1, 7):
            style: CellStyle = ""
            if modified and number == gear and face == modified:
                style = "strong"
            elif (set_ and number == gear) or (modified and face == modified):
                style = "fresh"
            cells.append(Cell(str(int(race["risk_table"][number - 1][face - 1])), style))
        rows.append(Row(gear_name(number), tuple(cells), active=set_ and number == gear))
    added = int(max(0, int(race["trim"][car]))) + int(race["bonus"][int(race["arrow"])])
    note: Text = Say("the die plus {n} for trim and weather, 6 at most", n=added)
    title = Say("Risk: highest difficulty passed without damage")
    return Panel("risk", "table", title, tuple("123456"), tuple(rows), note, form="matrix", on_paper=False)


def _damage(race: Any) -> Panel:
    """The damage table: what happens for each difference and die; the row of the square just entered is highlighted
    (RA-D1)."""
    rolling = int(race["phase"]) == DAMAGE_PHASE
    difference = min(5, int(race["difference"])) if rolling else 0
    rows = []
    for row in range(1, 6):
        cells = tuple(
            Cell(
                RESULTS[int(result)].replace("-", "–"), "due" if row == difference else "", "", result_name(int(result))
            )
            for result in race["damage_table"][row - 1]
        )
        label: Text = Say("5 or more") if row == 5 else str(row)
        rows.append(Row(label, cells, active=row == difference))
    note = Say("– nothing, tc a spin, 1 to 3 moves lost, e eliminated")
    title = Say("Damage: by how much the square is too hard")
    return Panel("damage", "table", title, tuple("123456"), tuple(rows), note, form="matrix", on_paper=False)


def _wheel(race: Any) -> Panel:
    """The weather wheel: the current sector, and the two that the next die can lead to (RA-W1)."""
    sectors, arrow = int(race["sectors"]), int(race["arrow"])
    following = {(arrow + 1) % sectors, (arrow - 1) % sectors}
    cells = []
    for sector in range(sectors):
        style: CellStyle = "strong" if sector == arrow else "due" if sector in following else ""
        kind = ("clear", "overcast", "rain", "storm", "snow")[int(race["weather"][sector])]
        bonus = int(race["bonus"][sector])
        cells.append(Cell(f"+{bonus}" if bonus else "", style, kind, weather_words(race, sector)))
    now = weather_words(race, arrow)
    ahead, back = (weather_words(race, (arrow + step) % sectors) for step in (1, -1))
    note = Say("next turn: {ahead} on even, {back} on odd", ahead=ahead, back=back)
    if int(race["phase"]) == WEATHER_PHASE:
        note = Say("now: {ahead} on even, {back} on odd", ahead=ahead, back=back)
    return Panel("weather", "dial", Say("Weather: {weather}", weather=now), rows=(Row(now, tuple(cells)),), note=note,
                 form="wheel", on_paper=False)  # fmt: skip


# ----------------------------------------------------------------------------------------------------------- all cars


def _clock(race: Any, course: Course) -> Panel:
    """The stage clock: every car in start order, turns driven, restarts due, and score A so far (RA-P2)."""
    rows = []
    sheet = score_sheet(race)
    cars = sorted(range(int(race["teams"])), key=lambda car: int(race["start"][car]) or 9)
    turn = int(race["turn"])
    for car in cars:
        line, status = sheet[car], int(race["status"][car])
        start = int(race["start"][car])
        last = line.left_turn or turn
        driven = max(0, last - start + 1) if start and turn else 0
        rows.append(
            Row(car_name(car),
                (Cell(str(start) if start else ""), Cell(_where(race, course, car)),
                 Cell(str(int(race["gear"][car])) if status == DRIVING and race["gear"][car] else ""),
                 Cell(tyre_name(int(race["tyres"][car])) if status not in (WAITING,) else ""),
                 _trim(race, car),
                 Cell("●" if race["over_rev"][car] else "", help=Say("over-rev card")),
                 Cell(str(driven) if driven else ""),
                 Cell(f"{line.score:+d}" if line.score is not None else "", "strong")),
                car, f"c{car}", car == int(race["car"]) and int(race["phase"]) >= TYRE_PHASE)
        )  # fmt: skip
    columns = (
        Say("start"),
        Say("where"),
        Say("gear"),
        Say("tyres"),
        Say("trim"),
        Say("card"),
        Say("turns"),
        Say("score A"),
    )
    return Panel("clock", "table", Say("Stage clock"), columns, tuple(rows), Say("The lowest score A wins the stage"))


def _trim(race: Any, car: int) -> Cell:
    """A car's trim, hidden until all have chosen (RA-H2)."""
    trim = int(race["trim"][car])
    if trim != UNKNOWN:
        return Cell(trim_name(trim), "faint")
    return Cell("?", "hidden") if car < int(race["choosing"]) else Cell("")


def _where(race: Any, course: Course, car: int) -> Text:
    status, stands = int(race["status"][car]), int(race["stand"][car])
    if status == LEFT:
        return Say("finished in turn {turn}", turn=int(race["left_turn"][car]))
    if status == OFF:
        turn = int(race["turn"]) + stands + 1
        return Say("off on square {square}, restarts in turn {turn}", square=place_word(int(race["place"][car])),
                   turn=turn)  # fmt: skip
    if status == DRIVING and int(race["place"][car]):
        return place_word(int(race["place"][car]))
    return Say(STATUS_WORDS[status])


def _mechanics(race: Any, course: Course) -> Panel:
    """Where mechanics stand, as far as the viewer knows (RA-H1)."""
    rows = []
    for car in range(int(race["teams"])):
        cells = []
        for number in range(MECHANICS):
            place = int(race["mechanic"][car][number])
            known = bool(int(race["shown"][car]) >> number & 1)
            if place > LEFT_OUT:
                cells.append(Cell(place_word(place), "fresh" if known else ""))
            elif place == LEFT_OUT:
                cells.append(Cell(Say("left out"), "faint"))
            elif place == HIDDEN:
                cells.append(Cell("?", "hidden", help=Say("a rival's secret")))
        if cells:
            rows.append(Row(car_name(car), tuple(cells), car))
    return Panel(
        "mechanics", "table", Say("Mechanics"), rows=tuple(rows), note=Say("They reach 4 squares in both directions")
    )


# ------------------------------------------------------------------------------------------------- building the road


def _set_of_cards(race: Any, course: Course) -> Panel:
    """All cards of the set, with the level of each square; h marks a hairpin, g a ford."""
    rows = []
    laid = [int(card) for card in race["laid"][: int(race["cards_laid"])]]
    for index, card in enumerate(cards_of(course)):
        if int(race["barred"]) >> index & 1:
            continue
        style: CellStyle = "crossed" if index in laid else ""
        features: Text = Say("{features}", features=[feature_name(name) for name in card.features])
        number = Cell(str(card.id), style, f"card:{card.id}", features if card.features else "")
        squares = tuple(_card_square(card, square) for square in card.squares)
        rows.append(Row(features if card.features else "", (number, *squares)))
    note = Say("h is a hairpin, g a ford: their cards count towards the limits")
    return Panel("cards", "table", Say("Road cards"), rows=tuple(rows), note=note, form="roads")


def _card_square(card: Card, square: Square) -> Cell:
    letter = {"hairpin": "h", "ford": "g"}.get(square.mark, "")
    kind = square.mark or ("fast" if "fast" in card.features else "")
    return Cell(f"{square.level}{letter}", spot=kind, help=Say("square {n}", n=square.number))


def _limits(race: Any, course: Course) -> Panel:
    """The Calendar's limits for this stage, and what the cards laid so far add up to (RA-R3, RA-R6)."""
    cards = cards_of(course)
    laid = [cards[int(card)] for card in race["laid"][: int(race["cards_laid"])]]
    limits = limits_of(course, bool(race["special"]))
    rows = [Row(Say("cards"), (Cell(str(len(laid)), "strong"), Cell(str(limits.cards))))]
    for feature, (least, most) in zip(FEATURES, limits.bounds, strict=True):
        count = sum(feature in card.features for card in laid)
        asked: list[Text] = []
        if least:
            asked.append(Say("at least {n}", n=least))
        if most is not None:
            asked.append(Say("at most {n}", n=most))
        wanted: Text = Say("{limits}", limits=asked) if asked else Say("free")
        rows.append(Row(feature_name(feature), (Cell(str(count), "strong"), Cell(wanted))))
    return Panel("limits", "table", Say("Limits of this stage"), (Say("laid"), Say("limit")), tuple(rows))

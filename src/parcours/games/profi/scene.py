"""Profi on the table: the road and its riders, the hand, the order of moving, energy, terrain to come, standings."""

from __future__ import annotations

from typing import Any

import numpy as np

from parcours.engine.chance import CHANCE
from parcours.engine.course import Course
from parcours.engine.match import Match
from parcours.engine.road import BEYOND_CATEGORY, TERRAINS
from parcours.engine.scene import Cell, CellStyle, Group, Mark, Panel, Piece, Pose, Row, Scene, Strip
from parcours.engine.words import Say
from parcours.games.profi import choices, courses
from parcours.games.profi import state as st
from parcours.games.profi.preview import order_of_moving, who_can_follow
from parcours.games.profi.rules.ground import is_on_verge, lanes_at
from parcours.games.profi.sheet import rider_points
from parcours.games.profi.texts import card_words, label_of, picker_of, rider_name, team_name, weather_words, wind_words

TYPE_NAMES = ("captain", "rouleur", "grimpeur", "sprinter")
POSES: dict[int, Pose] = {st.ABSENT: "retired", st.WAITING: "waiting", st.UP: "riding", st.LYING: "down"}
ROLES = ("leader", "helper", "climber", "sprinter", "helper")
TERRAIN_WORDS = {
    "flat": "green", "hills": "blue", "descent": "blue, descent", "climb": "red", "cobbles": "grey, cobbles",
}  # fmt: skip
CHANCE_WORDS = {
    st.LOT: "Starting order: draw lots",
    st.RAINBOW: "Who wears the rainbow jersey? Draw lots",
    st.DRAW_CARD: "{team} draws a card",
    st.FORM: "Roll {rider}'s form of the day: 1 to 4",
    st.START_DIE: "Roll a die for {rider}'s row",
    st.BREAK_DIE: "Breakaway: roll the four coloured dice (yellow, blue, red, green)",
    st.WEATHER_PHASE: "Roll the weather for this round",
    st.EVENT_LOT: "Who draws the event? Draw lots",
    st.EVENT_CARD: "{rider} draws an event card",
    st.WIND_PHASE: "Roll the wind for {rider}'s group",
    st.DESCENT_DIE: "{rider}: roll the descent die",
    st.DRAW_DOPING: "A doping card is drawn",
    st.CRASH_DIE: "{rider} is in danger: roll the 1:6 die (1 is the skull)",
    st.CRASH_COIN: "{rider} is in danger: roll the 50:50 die",
    st.SECOND_COIN: "{rider} rolls the 50:50 die: stay up or go down?",
    st.DUEL_DIE: "Elbow duel: roll for {rider} (1 is the skull)",
    st.DUMMY_DIE: "{rider} rolls the die",
    st.CONTROL_DIE: "Doping control: roll the coloured dice twice (yellow, blue, red, green)",
}
ASK_WORDS = {
    st.TYPES: "Who races besides the captain?",
    st.STACK: "Which stack do you draw from?",
    st.RESERVE_PHASE: "Who gets a chip from the reserve?",
    st.START_RIDER: "Who lines up next?",
    st.START_MEANS: "How does {rider} start?",
    st.START_PLACE: "Which lane does {rider} start in?",
    st.BREAK_CARD: "Does {rider} break away?",
    st.BREAK_PLACE: "Which lane does {rider} take?",
    st.EVENT_SWAP: "Good radio: swap a card for {rider}?",
    st.PICK_PHASE: "{rider}: which doping card?",
    st.BAG_PHASE: "{rider}: which doping card goes under its stack?",
    st.SPIRIT_PHASE: "Team spirit: who gives {rider} chips?",
    st.TURN: "{rider}: what now?",
    st.FEE_PHASE: "{rider}: how do you pay to follow uphill?",
    st.SIDE_PHASE: "Crosswind: does {rider} pay a chip to hold the wheel?",
    st.ON_PHASE: "{rider} is on the wheel: ride on?",
    st.CARD_PHASE: "{rider} attacks: which card?",
    st.SHAPE: "{rider}: more or less than the card?",
    st.RISK_PHASE: "{rider}: full risk on the descent?",
    st.BONUS_PHASE: "How many extra squares for {rider}?",
    st.PLACE_PHASE: "Where does {rider} go?",
    st.REWARD: "{rider} soft-pedalled: what in return?",
    st.SWAP_PHASE: "Which card does {rider} swap?",
    st.UNDER_PHASE: "Which stack does the card go under?",
    st.DANGER: "{rider} is about to crash!",
    st.DUEL: "Does {rider} challenge a rival?",
    st.ANSWER: "{rider} is challenged: fight or give way?",
    st.RAISE_PHASE: "Does {rider} raise the roll for a chip?",
    st.HAND_OVER: "{rider} rides beside a team-mate: hand something over?",
    st.COUNTER: "{rider} was overtaken in an attack: counter?",
    st.ASKING: "{rider} offers a circle: ask {other} too?",
    st.OFFER: "{rider}: which start card, face down?",
    st.JOINING: "Does {rider} join the circle?",
    st.CIRCLE_FEE: "{rider}: how do you pay to follow in the circle?",
    st.LAYING: "{rider}: what do you play for the circle, face down?",
    st.CIRCLE_PLACE: "Which lane does the circle take?",
}

STAKES = {
    st.COUNTER: "An attack that nobody answers may be gone for good",
}
"""Why a question matters."""


def scene(match: Match, seat: int) -> Scene:
    """What a seat sees: its own hand, and everything that lies open (PR-I17, PR-I18)."""
    race = match.view(seat)
    drawn = drawn_course(race, match.setup.course)
    deciding = match.actor == seat or (match.actor == CHANCE and match.setup.manual_chance)
    order = moving_order(match, race)
    return Scene(
        game="profi",
        seat=seat,
        actor=match.actor,
        over=match.over,
        turn=int(race["round_number"]),
        prompt=_prompt(race, match, seat),
        pieces=tuple(_piece(race, match.setup.course, drawn, rider, order) for rider in riding(race)),
        choices=choices.choices(match, race, drawn) if deciding else (),
        panels=_panels(match, race, seat, order),
        strip=_strip(race, match.setup.course),
        links=_links(race, drawn),
        stake=_stake(race) if match.actor == seat else "",
    )


def _stake(race: Any) -> Say | str:
    """Why the question matters, in one line."""
    phase, rider = int(race["phase"]), int(race["rider"])
    if phase == st.TURN and rider >= 0:
        return Say.number(
            "{n} chip left: sit on a wheel where you can, attack where it counts",
            "{n} chips left: sit on a wheel where you can, attack where it counts", int(race["chips"][rider]),
        )  # fmt: skip
    return Say(STAKES[phase]) if phase in STAKES else ""


def drawn_course(race: Any, course: Course) -> Course:
    """The road as it is drawn: for a profile, a ribbon in the terrain of the round (PR-R2)."""
    on = [int(race["row"][r]) for r in riding(race) if int(race["status"][r]) >= st.UP]
    far = max([*on, 0]) + 16
    if courses.is_profile(course):
        number = min(max(int(race["round_number"]), 1), len(course.lap)) - 1
        here = course.lap[number]
        return courses.ribbon(course, here.terrain, here.category, int(race["width"]), far)
    end = int(course.rows - course.run_in)
    return courses.lengthened(course, far) if far > end else course


def riding(race: Any) -> list[int]:
    return [r for r in range(int(race["sides"]) * int(race["squad"])) if int(race["status"][r]) != st.ABSENT]


def moving_order(match: Match, race: Any) -> list[int]:
    """Riders still to move this round, in order (PR-O1 to PR-O5)."""
    if not int(race["round_number"]) > 0 or match.over:
        return []
    races = match.view_races(-1)
    found = np.zeros(st.FIELD, np.int64)
    count = order_of_moving(races, match.setup.course.road, found)
    return [int(rider) for rider in found[:count]]


def _prompt(race: Any, match: Match, seat: int) -> Say:
    phase = int(race["phase"])
    who = int(race["who"]) if int(race["who"]) >= 0 else int(race["rider"])
    if phase == st.PICK_PHASE:
        who = picker_of(race)
    chain = int(race["chain"][min(int(race["index"]), st.FIELD - 1)])
    gaps = {
        "rider": rider_name(race, who) if who >= 0 else "",
        "other": rider_name(race, chain) if chain >= 0 else "",
        "team": team_name(int(race["drawing"]) if phase == st.DRAW_CARD else max(match.actor, 0)),
    }
    if match.over:
        return match.standings().victory
    if match.actor == CHANCE:
        return Say(CHANCE_WORDS[phase], **gaps)
    if match.actor != seat:
        if int(race["who"]) < 0:
            return Say("{team} decides", **gaps)
        return Say("{team} decides for {rider}", **gaps)
    return Say(ASK_WORDS[phase], **gaps)


# ------------------------------------------------------------------------------------------------- the road


def _piece(race: Any, course: Course, drawn: Course, rider: int, order: list[int]) -> Piece:
    status, row, lane = int(race["status"][rider]), int(race["row"][rider]), int(race["lane"][rider])
    on = status >= st.UP
    badges = ["due"] if rider == int(race["who"]) and int(race["round_number"]) else []
    if int(race["moved"][rider]) and status == st.UP:
        badges.append("moved")
    jersey = int(race["jersey"][rider])
    badges += ["yellow"] if jersey == st.YELLOW else ["green"] if jersey == st.GREEN_JERSEY else []
    width = int(lanes_at(race, course.road, row))
    verge = on and is_on_verge(race, course.road, rider)
    note: Say | str = ""
    if int(race["place"][rider]):
        note = Say("{place} at the finish", place=int(race["place"][rider]))
    elif status == st.LYING:
        note = Say("crashed: gets up on the next move, last of all")
    elif verge:
        note = Say("on the verge")
    elif rider in order:
        note = Say("moves {n}", n=order.index(rider) + 1)
    pose = "off_road" if verge and status == st.UP else POSES[status]
    return Piece(
        id=f"r{rider}",
        seat=rider // int(race["squad"]),
        kind="rider",
        label=label_of(race, rider),
        name=rider_name(race, rider),
        square=courses.places(drawn).get((row, min(max(lane, 1), width))) if on else None,
        pose=pose,
        role=ROLES[max(int(race["role"][rider]), 0)],
        badges=tuple(badges),
        note=note,
        progress=progress(race, course, rider),
    )


def progress(race: Any, course: Course, rider: int) -> float:
    """How far along the race a rider is: on a board by rows; on a profile by rounds, with the field spread out by
    rows."""
    row = int(race["row"][rider])
    if int(race["status"][rider]) < st.UP:
        return 0.0
    if not courses.is_profile(course):
        return min(1.0, max(0.0, row / (course.finish + 1)))
    front = max(int(race["row"][r]) for r in riding(race) if int(race["status"][r]) >= st.UP)
    done = min(int(race["round_number"]), len(course.lap)) / len(course.lap)
    return min(1.0, max(0.0, done * row / max(front, 1)))


def _links(race: Any, drawn: Course) -> tuple[tuple[int, int], ...]:
    """Riders directly behind each other: wheels (PR-W1)."""
    at = courses.places(drawn)
    on = {(int(race["row"][r]), int(race["lane"][r])) for r in riding(race) if int(race["status"][r]) == st.UP}
    return tuple(
        (at[row, lane], at[row + 1, lane])
        for row, lane in sorted(on)
        if (row + 1, lane) in on and (row, lane) in at and (row + 1, lane) in at
    )


# ------------------------------------------------------------------------------------ the panels beside the road


def _panels(match: Match, race: Any, seat: int, order: list[int]) -> tuple[Panel, ...]:
    hand = (_hand(race, seat),) if 0 <= seat < int(race["teams"]) else ()
    dice = (_dice(race),) if int(race["throw"]) else ()
    return (*hand, *dice, _order(match, race, order), _conditions(race, match.setup.course), _energy(race),
            _coming(race, match.setup.course), _results(match, race))  # fmt: skip


def _hand(race: Any, seat: int) -> Panel:
    """The seat's own hand, rider by rider, and what is left in the stacks, by colour (PR-K3, PR-I17)."""
    rows = []
    squad = int(race["squad"])
    for colour in range(5):
        cells = []
        for value in range(5):
            kind = colour * 5 + value
            cells += [Cell(str(value + 2), "", f"card:{kind}", card_words(kind))] * int(race["hand"][seat][kind])
        own = [r for r in range(seat * squad, (seat + 1) * squad) if _type(race, r) == colour and colour < 4]
        for rider in own:
            cells += [Cell("1", "faint", f"tired:{rider}", Say("exhaustion card"))] * int(race["tired"][rider])
            cells += [
                Cell(str(card % 6 + 1), "due" if card % 12 >= 6 else "", f"doping:{rider}.{card}",
                     Say("doping") if card % 12 >= 6 else Say("fair play"))
                for card in range(st.DOPING) if int(race["unused"][rider]) >> card & 1
            ]  # fmt: skip
        left = int(race["pool"][seat][colour * 5 : colour * 5 + 5].sum())
        label = Say("Jokers") if colour == 4 else rider_name(race, own[0]) if own else Say("nobody")
        piece = f"r{own[0]}" if own else ""
        if own or colour == 4:
            cells.append(Cell(Say("{n} left", n=left), "faint", help=Say("in the stacks")))
            rows.append(Row(label, tuple(cells), seat, piece, piece == f"r{int(race['who'])}"))
    sizes = [int(race["fresh"][seat][s]) + _queued(race, seat, s) for s in range(int(race["stacks"]))]
    return Panel("hand", "hand", Say("Your hand"), rows=tuple(rows), note=Say("Stacks: {sizes} cards", sizes=sizes),
                 owner=seat)  # fmt: skip


def _type(race: Any, rider: int) -> int:
    role = int(race["role"][rider])
    return st.ROULEUR if role == st.SECOND_ROULEUR else role


def _queued(race: Any, seat: int, stack: int) -> int:
    room = {2: 34, 3: 46}.get(int(race["squad"]), 58)
    return sum(int(race["under"][seat * room + i]) >> 5 == stack for i in range(int(race["queued"][seat])))


def _dice(race: Any) -> Panel:
    """The coloured dice of the breakaway (PR-T4)."""
    cells = tuple(Cell(str(int(race["dice"][kind])), help=Say(TYPE_NAMES[kind])) for kind in range(4))
    title = Say("Breakaway, roll of {n}: card + {n}", n=int(race["throw"]))
    return Panel("dice", "dice", title, rows=(Row("", cells),))


def _order(match: Match, race: Any, order: list[int]) -> Panel:
    """Who is still to move, in order, and who can follow whom (PR-O, PR-W1)."""
    wheel = who_can_follow(match.view_races(-1), match.setup.course.road) if order else -1
    rows = []
    for number, rider in enumerate(order, 1):
        place = f"{int(race['row'][rider])}.{int(race['lane'][rider])}"
        told: Say | str = ""
        if rider == wheel:
            told = Say("can follow {other}", other=rider_name(race, int(race["giver"])))
        elif int(race["passed"]) >> rider & 1:
            told = Say("has passed")
        elif int(race["last"][rider]):
            told = Say("moves last")
        rows.append(
            Row(rider_name(race, rider), (Cell(str(number)), Cell(place), Cell(told, "faint")),
                rider // int(race["squad"]), f"r{rider}", rider == int(race["who"]))
        )  # fmt: skip
    return Panel("order", "table", Say("Still to move this round"), ("", Say("place"), ""), tuple(rows))


def _conditions(race: Any, course: Course) -> Panel:
    """Terrain, weather, winds and events of the round."""
    rows = []
    if int(race["round_number"]) and courses.is_profile(course):
        number = min(int(race["round_number"]), len(course.lap)) - 1
        rows.append(Row(Say("Terrain"), (Cell(_terrain(course, number), "strong"),)))
    if race["weather_rule"]:
        rows.append(Row(Say("Weather"), (Cell(weather_words(int(race["weather"]))),)))
    if race["wind_rule"]:
        groups = sorted({int(race["group"][r]) for r in riding(race) if int(race["group"][r]) >= 0})
        cells = tuple(Cell(wind_words(int(race["wind"][g])) if int(race["wind"][g]) else "?") for g in groups)
        rows.append(Row(Say("Wind, by group"), cells))
    events = choices.event_cells(race)
    if events:
        rows.append(Row(Say("Events"), events))
    return Panel("conditions", "table", Say("Conditions"), rows=tuple(rows))


def _terrain(course: Course, number: int) -> Say:
    here = course.lap[number]
    word = Say(TERRAIN_WORDS[here.terrain])
    if not here.category:
        return word
    category = "HC" if here.category == BEYOND_CATEGORY else str(here.category)
    return Say("{terrain}, category {category}", terrain=word, category=category)


def _energy(race: Any) -> Panel:
    """Everybody's chips, bottles, exhaustion cards and doping backs (PR-I17, PR-I18)."""
    rows = []
    for rider in riding(race):
        if rider // int(race["squad"]) >= int(race["teams"]):
            continue
        backs = [str(card % 6 + 1) for card in range(24) if int(race["used"][rider]) >> card & 1]
        unused = bin(int(race["unused"][rider])).count("1")
        style: CellStyle = "crossed" if int(race["struck"]) >> rider & 1 else ""
        cells = (
            Cell(str(int(race["chips"][rider])), "strong"), Cell(str(int(race["bottles"][rider]) or "")),
            Cell(str(int(race["tired"][rider]) or "")), Cell(str(unused or "")), Cell(" ".join(backs), style),
        )  # fmt: skip
        rows.append(Row(rider_name(race, rider), cells, rider // int(race["squad"]), f"r{rider}",
                        rider == int(race["who"])))  # fmt: skip
    columns = (Say("chips"), Say("bottles"), Say("exhaustion"), Say("doping"), Say("backs used"))
    held = [Say("{team} {n}", team=team_name(t), n=int(race["held"][t])) for t in range(int(race["teams"]))]
    return Panel("energy", "table", Say("Energy"), columns, tuple(rows), Say("Cards in hand: {held}", held=held))


def _coming(race: Any, course: Course) -> Panel:
    """The terrains to come, with their marks."""
    if not courses.is_profile(course):
        rows = tuple(
            Row(Say(line.name), (Cell(str(int(line.at) + 1)),)) for line in course.lines if line.kind != "pass"
        )
        return Panel("coming", "table", Say("Lines, by row"), rows=rows)
    cells = []
    for number, here in enumerate(courses.rounds_of(course), 1):
        style: CellStyle = "due" if number == int(race["round_number"]) else ""
        if number < int(race["round_number"]):
            style = "faint"
        cells.append(Cell(here.letters, style, help=_terrain(course, number - 1)))
    return Panel("coming", "table", Say("The rounds"), rows=(Row("", tuple(cells)),))


def _results(match: Match, race: Any) -> Panel:
    """Places, world cup points and jersey points; before the end, the points won on the way."""
    rows = []
    for standing in match.standings():
        for line in rider_points(race):
            if line.team != standing.seat:
                continue
            struck: CellStyle = "crossed" if line.struck else ""
            cells = (
                Cell(str(line.place or ""), struck), Cell(str(line.world_cup or ""), struck),
                Cell(str(line.green or "")), Cell(str(line.mountain or "")), Cell(str(line.combative or "")),
                Cell(Say("+{n}", n=line.gap) if match.over else ""),
            )  # fmt: skip
            rows.append(Row(rider_name(race, line.rider), cells, standing.seat, f"r{line.rider}"))
    columns = (Say("place"), Say("world cup"), Say("green"), Say("mountain"), Say("combativity"), Say("seconds"))
    return Panel("results", "table", Say("Points"), columns, tuple(rows))


def _strip(race: Any, course: Course) -> Strip:
    profile = courses.is_profile(course)
    number = int(race["round_number"])
    if profile:
        points = courses.elevation(courses.rounds_of(course))
        marks = tuple(Mark(Say(line.name), float(line.at) / len(course.lap), line.kind) for line in course.lines)
        left = max(0, len(course.lap) - number)
        to_go = Say.number("{n} round to go", "{n} rounds to go", left)
    else:
        points = _board_profile(course)
        marks = tuple(
            Mark(Say(line.name), min(1.0, (float(line.at) + 1) / (course.finish + 1)), line.kind)
            for line in course.lines
        )
        on = [int(race["row"][r]) for r in riding(race) if int(race["status"][r]) >= st.UP]
        to_go = Say.number("{n} square to go", "{n} squares to go", max(0, course.finish + 1 - max([*on, 0])))
    told = Say("Before the start") if not number else Say("Round {n}", n=number)
    if int(race["sprint"]):
        told = Say("Final sprint") if int(race["sprint"]) == 1 else Say("Run-off {n}", n=int(race["sprint"]) - 1)
    return Strip(round=told, to_go=to_go, profile=points, marks=marks, groups=_groups(race, course))


def _board_profile(course: Course) -> tuple[tuple[float, float], ...]:
    height, points = 0.3, [(0.0, 0.3)]
    for stretch in course.road.stretches:
        if 0 < stretch["front"] <= course.finish + 1:
            rows = int(stretch["front"]) - max(0, int(stretch["rear"]))
            height = min(1.0, max(0.05, height + courses.RISE[TERRAINS[stretch["terrain"]]] * rows * 0.03))
            points.append((float(stretch["front"]) / (course.finish + 1), height))
    return tuple(points)


def _groups(race: Any, course: Course) -> tuple[Group, ...]:
    """Groups now, and the seconds between them (PR-R6, PR-Q1)."""
    on = [r for r in riding(race) if int(race["status"][r]) >= st.UP]
    on.sort(key=lambda r: -int(race["row"][r]))
    bunches: list[list[int]] = []
    for rider in on:
        if bunches and int(race["row"][bunches[-1][-1]]) - int(race["row"][rider]) <= 1:
            bunches[-1].append(rider)
        else:
            bunches.append([rider])
    rows = {int(race["row"][r]) for r in on}
    largest = max(range(len(bunches)), key=lambda i: len(bunches[i]), default=0)
    groups = []
    for number, members in enumerate(bunches):
        first = int(race["row"][members[0]])
        free = sum(row not in rows for row in range(first + 1, max(rows)))
        name = Say("Head of the race") if number == 0 else Say("Bunch") if number == largest else Say("Chasers")
        gap = Say("+{n} s", n=10 * free) if number else ""
        groups.append(Group(name, tuple(f"r{r}" for r in members), progress(race, course, members[0]), gap))
    return tuple(groups)

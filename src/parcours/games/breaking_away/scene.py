"""Breaking Away on the table: the riders on the circuit, the movement sheets, the points, the choices."""

from __future__ import annotations

from typing import Any

import numpy as np

from parcours.engine.chance import CHANCE
from parcours.engine.course import Course
from parcours.engine.match import Match
from parcours.engine.record import new_races
from parcours.engine.scene import Cell, Choice, Group, Mark, Panel, Piece, Row, Scene, Strip
from parcours.engine.words import Say
from parcours.games.breaking_away import rules
from parcours.games.breaking_away.actions import FACTOR, FIRST, OWN, QUICK, RETIRE, RIDE_BOX
from parcours.games.breaking_away.preview import preview
from parcours.games.breaking_away.state import BOXES, DIVIDE, HIDDEN, NOBODY, RIDE, RIDERS, STATE
from parcours.games.breaking_away.texts import due_rider, points_by_line, rider_name, team_name

GROUP_GAP = 3
"""On the strip, a gap of this many empty squares splits a group of riders in two."""


def scene(match: Match, seat: int) -> Scene:
    """What a seat sees, from its own view."""
    race = match.view(seat)
    course = match.setup.course
    deciding = match.actor == seat or (match.actor == CHANCE and match.setup.manual_chance)
    return Scene(
        game="breaking_away",
        seat=seat,
        actor=match.actor,
        over=match.over,
        turn=int(race["turn"]),
        prompt=_prompt(race, match, seat),
        pieces=tuple(_piece(race, course, rider) for rider in range(int(race["teams"]) * RIDERS)),
        choices=_choices(match, race) if deciding else (),
        panels=_panels(match, race, course, seat),
        strip=_strip(race, course),
        links=_links(race, course),
        stake=_stake(race, course) if match.actor == seat else "",
    )


def square_of(course: Course, distance: int) -> int:
    """The square of the circuit at a distance (BA-S2)."""
    return distance % int(course.rows)


def _prompt(race: Any, match: Match, seat: int) -> Say:
    if match.over:
        return match.standings().victory
    if match.actor == CHANCE:
        return Say("Who starts? Draw lots")
    team = team_name(match.actor)
    if int(race["phase"]) == DIVIDE:
        if match.actor != seat:
            return Say("{team}: dividing the points", team=team)
        if int(race["pencil"]) < 0:
            return Say("Divide your points among your riders or take the quick line-up?")
        number = int(race["pencil"])
        rider = seat * RIDERS + number
        written = sum(max(0, int(v)) for v in race["factor"][rider])
        left = rules.POINTS[number] - written
        return Say("{rider}: {left} of {points} points left. Next factor?",
                   rider=rider_name(rider), left=left, points=rules.POINTS[number])  # fmt: skip
    rider = due_rider(race)
    if match.actor == seat:
        return Say("{rider}: which factor?", rider=rider_name(rider))
    return Say("{rider} to move", rider=rider_name(rider))


def _piece(race: Any, course: Course, rider: int) -> Piece:
    distance = int(race["distance"][rider])
    retired = bool(race["retired"][rider])
    finish = len(course.lines) - 1
    order = race["order"][: int(race["riding"])].tolist()
    here = [r for r in order if race["distance"][r] == distance]
    badges = []
    if int(race["phase"]) == RIDE and due_rider(race) == rider:
        badges.append("due")
    if order and order[0] == rider and distance > 0:
        badges.append("leader")
    if int(race["alone"]) == rider:
        badges.append("alone")
    if not retired and order and course.rows <= int(race["distance"][order[0]]) - distance:
        badges.append("lapped")
    finished = int(race["place"][rider][finish])
    return Piece(
        id=f"r{rider}",
        seat=rider // RIDERS,
        kind="rider",
        label=str(rider % RIDERS + 1),
        name=rider_name(rider),
        square=None if retired else square_of(course, distance),
        slot=here.index(rider) if rider in here else 0,
        of=max(1, len(here)),
        pose="retired" if retired else "finished" if finished else "riding",
        badges=tuple(badges),
        note=Say("{place} at the finish", place=finished) if finished else Say("square {d}", d=distance),
        progress=min(1.0, max(0.0, distance / course.finish)),
    )


def _choices(match: Match, race: Any) -> tuple[Choice, ...]:
    """The legal actions: rides first, by rising factor."""
    found = [_choice(match, race, action) for action in match.legal()]
    return tuple(sorted(found, key=lambda choice: (not choice.path, int(choice.short) if choice.path else 0)))


def _choice(match: Match, race: Any, action: int) -> Choice:
    if action >= FIRST:
        team = action - FIRST
        return Choice(
            action,
            Say("{team} starts", team=team_name(team)),
            short=str(team + 1),
            key=str(team + 1),
            clauses=("BA-M5",),
            weight=1,
        )
    if action == QUICK:
        line_up = " / ".join("-".join(str(f) for f in row if f) for row in rules.QUICK_LINE_UP)
        return Choice(action, Say("Take the quick line-up"), key="q", details=(line_up,), clauses=("BA-S8",))
    if action == OWN:
        points = ", ".join(map(str, rules.POINTS))
        return Choice(action, Say("Divide the points yourself"), key="d", details=(points,), clauses=("BA-S3",))
    if action > OWN:
        return _factor_choice(race, action)
    if action == RETIRE:
        return Choice(
            action,
            Say("Retire {rider}", rider=rider_name(due_rider(race))),
            key="r",
            piece=f"r{due_rider(race)}",
            spot="retire",
            cost=Say("leaves the race and scores no more"),
            clauses=("BA-M6",),
        )
    return _ride_choice(match, race, action - RIDE_BOX)


def _factor_choice(race: Any, action: int) -> Choice:
    value = action - FACTOR
    number, box = int(race["pencil"]), int(race["pencil_box"])
    rider = int(race["dividing"]) * RIDERS + number
    left = rules.POINTS[number] - sum(int(v) for v in race["factor"][rider][:box]) - value
    last = box + 2 == (BOXES if number == 0 else rules.FEWEST_FACTORS)
    details: tuple[Say, ...] = ()
    if left and last:
        details = (Say("leaves {left} points for the last factor", left=left),)
    return Choice(
        action,
        Say("{rider} gets factor {value}", value=value, rider=rider_name(rider)),
        short=str(value),
        key=str(value) if value < 10 else "",
        piece=f"r{rider}",
        spot=f"box:{rider}.{box}",
        cost=Say.number("leaves {n} point", "leaves {n} points", left),
        details=details,
        clauses=("BA-S3", "BA-S4", "BA-S5"),
    )


def _ride_choice(match: Match, race: Any, box: int) -> Choice:
    rider = due_rider(race)
    squares = int(race["factor"][rider][box])
    at = int(race["distance"][rider])
    course = match.setup.course
    found = np.zeros(4, np.int32)
    preview(match.view_races(rider // RIDERS), new_races(1, STATE), course.road, box, found)
    back, points, line, place = (int(x) for x in found)
    gain: Say | str = ""
    if points:
        gain = Say.number("{line}: {place}, {n} point", "{line}: {place}, {n} points",
                          points, place=place, line=Say(course.lines[line].name))  # fmt: skip
    elif line >= 0:
        gain = Say("{line}: across, no points left", line=Say(course.lines[line].name))
    details: list[Say] = [Say("gets back {back} if nobody else moves", back=back)]
    finish = at + squares
    if any(finish == route_line.at for route_line in course.lines):
        details.append(Say("stops on the line: not across yet"))
    return Choice(
        action=RIDE_BOX + box,
        label=Say.number("{rider} rides {n} square", "{rider} rides {n} squares", squares, rider=rider_name(rider)),
        short=str(squares),
        piece=f"r{rider}",
        path=tuple(square_of(course, d) for d in range(at, finish + 1)),
        spot=f"box:{rider}.{box}",
        cost=Say("spends the {squares}", squares=squares),
        why=gain if points else _speaks_for(race, rider, box),
        gain=gain,
        details=tuple(details),
        clauses=("BA-M2", "BA-R1"),
    )


def _speaks_for(race: Any, rider: int, box: int) -> Say | str:
    """What is good about a ride without points: a wheel to sit on, a bigger number saved (BA-R1, BA-M3)."""
    squares = int(race["factor"][rider][box])
    goal = int(race["distance"][rider]) + squares
    order = race["order"][: int(race["riding"])].tolist()
    wheels = [r for r in order if r != rider and int(race["distance"][r]) == goal + 1]
    saved = max((int(v) for b, v in enumerate(race["factor"][rider]) if b != box), default=0)
    if wheels and saved > squares:
        return Say("takes the wheel of {rider} and saves the {n}", rider=rider_name(wheels[0]), n=saved)
    if wheels:
        return Say("takes the wheel of {rider}", rider=rider_name(wheels[0]))
    if saved > squares:
        return Say("saves the {n}", n=saved)
    return ""


def _stake(race: Any, course: Course) -> Say | str:
    """Why the next factor matters: the big numbers are few, and a line may be in reach of them (BA-P2)."""
    if int(race["phase"]) != RIDE:
        return ""
    rider = due_rider(race)
    at = int(race["distance"][rider])
    factors = [int(v) for v in race["factor"][rider] if int(v) > 0]
    ahead = next((line for line in course.lines if line.at >= at), None)
    if len(factors) < 2 or ahead is None:
        return ""
    far, biggest = int(ahead.at) - at + 1, max(factors)
    if far <= min(factors):
        return Say("Any factor that crosses the line will do: spend no more than the place is worth")
    if far <= biggest:
        return Say("{line} is within reach of the {n}: is the place worth it?", n=biggest, line=Say(ahead.name))
    return Say("A big number now or later? {line} is {n} squares ahead", n=far, line=Say(ahead.name))


def _panels(match: Match, race: Any, course: Course, seat: int) -> tuple[Panel, ...]:
    teams = range(int(race["teams"]))
    own_first = sorted(teams, key=lambda team: team != seat)
    sheets = tuple(_sheet(race, team, match) for team in own_first)
    return (*sheets[:1], _points(match, race, course), *sheets[1:])


def _sheet(race: Any, team: int, match: Match) -> Panel:
    """The movement sheet of a team: one row per rider, one box per factor (BA-M3)."""
    rows = []
    due = due_rider(race) if int(race["phase"]) == RIDE else NOBODY
    for rider in range(team * RIDERS, team * RIDERS + RIDERS):
        cells = tuple(_box(race, rider, box) for box in range(BOXES))
        rows.append(
            Row(
                str(rider % RIDERS + 1),
                (*cells, _where(race, rider, match.setup.course)),
                team,
                f"r{rider}",
                rider == due,
            )
        )
    columns: tuple[Say | str, ...] = ("", "", "", "", Say("at"))
    return Panel(
        f"sheet:{team}", "sheet", Say("{team}: movement sheet", team=team_name(team)), columns, tuple(rows), owner=team
    )


def _where(race: Any, rider: int, course: Course) -> Cell:
    if race["retired"][rider]:
        return Cell(Say("out"), "faint")
    place = int(race["place"][rider][len(course.lines) - 1])
    if place:
        return Cell(Say("{place}.", place=place), "strong", help=Say("{place} at the finish", place=place))
    return Cell(str(int(race["distance"][rider])))


def _box(race: Any, rider: int, box: int) -> Cell:
    value = int(race["factor"][rider][box])
    spot = f"box:{rider}.{box}"
    if value == HIDDEN:
        return Cell("?", "hidden", spot, Say("a factor not yet played"))
    if value == 0:
        writing = int(race["phase"]) == DIVIDE and rider // RIDERS == int(race["dividing"])
        if box == BOXES - 1 and (rider % RIDERS or not writing):
            return Cell("", "faint", "")
        return Cell("", "blank", spot, Say("filled at the end of the turn") if not writing else "")
    known = int(race["read_out"][rider]) >> box & 1
    return Cell(str(value), "" if known else "fresh", spot, Say("known to all") if known else Say("only you know"))


def _points(match: Match, race: Any, course: Course) -> Panel:
    """The running points, one column per line (BA-P2, BA-P4)."""
    rows = []
    for standing in match.standings():
        won = points_by_line(race, course, standing.seat)
        cells = tuple(Cell(str(won[line.name]) if won[line.name] else "") for line in course.lines)
        total = Cell(str(standing.points), "strong")
        rows.append(Row(standing.name, (*cells, total), standing.seat))
    columns = (*(Say(line.name) for line in course.lines), Say("Total"))
    return Panel("points", "table", Say("Points"), columns, tuple(rows))


def _strip(race: Any, course: Course) -> Strip:
    order = race["order"][: int(race["riding"])].tolist()
    leader = int(race["distance"][order[0]]) if order else 0
    to_go = max(0, course.finish - leader)
    marks = tuple(Mark(Say(line.name), float(line.at) / course.finish, line.kind) for line in course.lines)
    return Strip(
        round=Say("Turn {turn}", turn=int(race["turn"])) if race["turn"] else Say("Before the start"),
        to_go=Say.number("{n} square to go", "{n} squares to go", to_go),
        profile=((0.0, 0.0), (1.0, 0.0)),
        marks=marks,
        groups=_groups(race, course, order),
    )


def _groups(race: Any, course: Course, order: list[int]) -> tuple[Group, ...]:
    """Riders with no more than a few empty squares between them make a group."""
    bunches: list[list[int]] = []
    for rider in order:
        if bunches and race["distance"][bunches[-1][-1]] - race["distance"][rider] <= GROUP_GAP:
            bunches[-1].append(rider)
        else:
            bunches.append([rider])
    largest = max(range(len(bunches)), key=lambda i: len(bunches[i]), default=0)
    groups = []
    for number, riders in enumerate(bunches):
        front = int(race["distance"][riders[0]])
        if number == 0:
            name = Say("Head of the race")
        elif number == largest:
            name = Say("Bunch")
        elif number == len(bunches) - 1:
            name = Say("Last group")
        else:
            name = Say("Chasers")
        behind = int(race["distance"][order[0]]) - front
        groups.append(
            Group(
                name,
                tuple(f"r{rider}" for rider in riders),
                min(1.0, max(0.0, front / course.finish)),
                Say("+{n}", n=behind) if behind else "",
            )
        )
    return tuple(groups)


def _links(race: Any, course: Course) -> tuple[tuple[int, int], ...]:
    """Who sits in whose slipstream: occupied squares with an occupied one directly ahead (BA-R1)."""
    taken = {int(race["distance"][rider]) for rider in race["order"][: int(race["riding"])].tolist()}
    return tuple((square_of(course, d), square_of(course, d + 1)) for d in sorted(taken) if d + 1 in taken)

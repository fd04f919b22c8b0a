"""Um Reifenbreite on the table: the riders on the road, the squares in reach, cards, order and score sheet."""

from __future__ import annotations

from typing import Any

from parcours.engine.chance import CHANCE
from parcours.engine.course import Course
from parcours.engine.match import Match
from parcours.engine.road import NOWHERE, TERRAINS
from parcours.engine.scene import Cell, Group, Mark, Panel, Piece, Pose, Row, Scene, Strip
from parcours.engine.words import Say
from parcours.games.um_reifenbreite import choices
from parcours.games.um_reifenbreite.sheet import sheet_panels
from parcours.games.um_reifenbreite.state import (
    ANSWERING,
    ASKING,
    BESIDE,
    CARD_PHASE,
    DOWN,
    FINISHED,
    FOLLOW_PHASE,
    GRID_PHASE,
    HOLDERS,
    HOME,
    JOKER,
    KINDS,
    LAYING,
    MEANS_PHASE,
    PICK,
    RETURN_PHASE,
    RIDE_PHASE,
    RIDERS,
    RIDING,
    ROLL_ONE,
    ROLL_TWO,
    SNAP,
    THROW,
    TURN_LUCK,
    VERDICT,
    WAITING,
    WAY_PHASE,
)  # fmt: skip
from parcours.games.um_reifenbreite.tables import LUCK_TITLES, SIGNS, VALUES
from parcours.games.um_reifenbreite.texts import asked_rider, luck_title, rider_name, shirt_number, team_name

POSES: dict[int, Pose] = {
    WAITING: "waiting", RIDING: "riding", DOWN: "down", BESIDE: "off_road", FINISHED: "finished", HOME: "finished",
}  # fmt: skip
GROUP_GAP = 3
"""On the strip, a gap of more empty rows than this splits a group of riders in two."""
STEEPNESS = 0.02
CHANCE_WORDS = {
    THROW: "Who lines up first? Roll for {team}",
    ROLL_TWO: "{rider}: roll two dice",
    ROLL_ONE: "{rider}: roll one die",
    TURN_LUCK: "A seven for {rider}: draw a luck card",
    SNAP: "{rider} is caught on camera: draw a photo card",
    VERDICT: "The commissioner draws the photos",
}
ASK_WORDS = {
    PICK: "Who lines up next?",
    GRID_PHASE: "Where does {rider} start?",
    ASKING: "{rider} leads the line: ask {asked} to take over?",
    ANSWERING: "{rider} asks {asked} to take the lead",
    MEANS_PHASE: "{rider}: dice or cards?",
    LAYING: "Which card for {rider}?",
    CARD_PHASE: "Which energy card?",
    RIDE_PHASE: "{rider} has {squares} squares: where to?",
    WAY_PHASE: "Which way does {rider} go?",
    FOLLOW_PHASE: "Does {rider} follow?",
    RETURN_PHASE: "Where does {rider} rejoin the road?",
}
STAKES = {
    MEANS_PHASE: "Dice are free but promise nothing; a card is certain, but then it's gone",
}
"""Why a question matters."""


def scene(match: Match, seat: int) -> Scene:
    """What a seat sees: everything lies open (UR-22a)."""
    race = match.view(seat)
    course = match.setup.course
    deciding = match.actor == seat or (match.actor == CHANCE and match.setup.manual_chance)
    return Scene(
        game="um_reifenbreite",
        seat=seat,
        actor=match.actor,
        over=match.over,
        turn=int(race["round_number"]),
        prompt=_prompt(race, match, seat),
        pieces=tuple(_piece(race, course, rider) for rider in range(int(race["teams"]) * RIDERS)),
        choices=choices.choices(match, race) if deciding else (),
        panels=_panels(match, race, course, seat),
        strip=_strip(race, course),
        links=_links(race, course),
        stake=_stake(race, course) if match.actor == seat else "",
    )


def _stake(race: Any, course: Course) -> Say | str:
    """Why the question matters, in one line."""
    phase = int(race["phase"])
    if phase == RIDE_PHASE:
        to_go = max(0, -(-(course.finish - _front(race, course, int(race["rider"]))) // course.unit))
        return Say.number(
            "{n} square to the finish: end on a wheel and you can follow when it moves",
            "{n} squares to the finish: end on a wheel and you can follow when it moves", to_go,
        )  # fmt: skip
    return Say(STAKES[phase]) if phase in STAKES else ""


def _prompt(race: Any, match: Match, seat: int) -> Say:
    phase = int(race["phase"])
    rider = int(race["rider"])
    gaps = {
        "rider": rider_name(rider) if rider >= 0 else "",
        "team": team_name(int(race["placer"]) if match.actor < 0 else match.actor),
        "asked": rider_name(asked_rider(race)),
        "squares": int(race["allowance"]),
    }
    if match.over:
        return match.standings().victory
    if match.actor == CHANCE:
        return Say(CHANCE_WORDS[phase], **gaps)
    if match.actor != seat:
        if phase in (PICK, GRID_PHASE):
            return Say("{team} places a rider", **gaps)
        return Say("{team} decides for {rider}", **gaps)
    return Say(ASK_WORDS[phase], **gaps)


# ------------------------------------------------------------------------------------------------- the road


def turn_order(race: Any) -> list[int]:
    """Riders still to move this round, in the order of their turns (UR-6b)."""
    riders = range(int(race["teams"]) * RIDERS)
    due = [r for r in riders if int(race["status"][r]) == RIDING and not race["moved"][r]]
    return sorted(due, key=lambda r: -int(race["rank"][r]))


def _piece(race: Any, course: Course, rider: int) -> Piece:
    status, square = int(race["status"][rider]), int(race["at"][rider])
    if status == BESIDE:
        square = int(race["left_at"][rider])
    badges = []
    if rider == int(race["rider"]) and int(race["round_number"]):
        badges.append("due")
    if race["moved"][rider] and status == RIDING:
        badges.append("moved")
    if race["sprints"] and rider == int(race["jersey"]):
        badges.append("yellow")
    place = int(race["place"][rider])
    note: Say | str = ""
    if place:
        note = Say("{place} at the finish", place=place)
    elif status == BESIDE:
        note = Say("one foot down: back at the end of the turn")
    elif status == DOWN:
        note = Say("down until the end of turn {round}", round=int(race["up_after"][rider]))
    front = _front(race, course, rider)
    return Piece(
        id=f"r{rider}",
        seat=rider // RIDERS,
        kind="rider",
        label=str(shirt_number(rider)),
        name=rider_name(rider),
        square=square if square != NOWHERE else None,
        pose=POSES[status],
        role="leader" if rider % RIDERS == 0 else "",
        badges=tuple(badges),
        note=note,
        progress=1.0 if place else min(1.0, max(0.0, front / course.finish)),
    )


def _front(race: Any, course: Course, rider: int) -> int:
    """A rider's front edge in units; beside the road, that of the square it left."""
    square = int(race["at"][rider])
    if square == NOWHERE and int(race["status"][rider]) == BESIDE:
        square = int(race["left_at"][rider])
    return int(course.road.squares["front"][square]) if square != NOWHERE else 0


def _links(race: Any, course: Course) -> tuple[tuple[int, int], ...]:
    """Riders on consecutive squares of a lane: files (UR-7k)."""
    taken = {int(at) for at in race["at"] if at != NOWHERE}
    behind = course.road.squares["behind"]
    return tuple((int(behind[at]), at) for at in sorted(taken) if int(behind[at]) in taken)


# ------------------------------------------------------------------------------------------------- beside it


def _panels(match: Match, race: Any, course: Course, seat: int) -> tuple[Panel, ...]:
    own_first = sorted(range(int(race["teams"])), key=lambda team: team != seat)
    cards = tuple(_cards(race, team) for team in own_first) if race["cards"] else ()
    luck = (_discards(race),) if race["luck"] else ()
    sheet = sheet_panels(race, course, [standing.seat for standing in match.standings()])
    if match.over:
        return (*sheet, *cards)
    order = (_order(race, course),) if turn_order(race) else ()
    return (*cards[:1], *order, *sheet, *cards[1:], *luck)


def _cards(race: Any, team: int) -> Panel:
    """A team's energy cards, open on the table: unused ones, and those spent (UR-11a, UR-22a)."""
    rows = []
    for holder in range(HOLDERS):
        cells = []
        for kind in range(KINDS):
            face = f"{VALUES[kind]}{'▲' if SIGNS[kind] else ''}"
            words = Say("forbidden in the mountains") if SIGNS[kind] else ""
            spot = f"card:{team}.{holder}.{kind}"
            cells += [Cell(face, "", spot, words)] * int(race["hand"][team][holder][kind])
            cells += [Cell(face, "crossed", "", Say("used"))] * int(race["spent"][team][holder][kind])
        label = Say("Joker") if holder == JOKER else rider_name(team * RIDERS + holder)
        piece = "" if holder == JOKER else f"r{team * RIDERS + holder}"
        rows.append(Row(label, tuple(cells), team, piece, piece == f"r{int(race['rider'])}"))
    title = Say("{team}: energy cards", team=team_name(team))
    return Panel(f"cards:{team}", "hand", title, rows=tuple(rows), owner=team, on_paper=False)


def _order(race: Any, course: Course) -> Panel:
    """Who is still to move this round, in the order of turns; files are marked (UR-6b, UR-7k)."""
    squares = course.road.squares
    rows = []
    due = turn_order(race)
    on_wheel = {int(squares["behind"][int(race["at"][r])]) for r in due}
    for number, rider in enumerate(due, 1):
        at = int(race["at"][rider])
        wheel = Cell(Say("on a wheel"), "faint") if at in on_wheel else Cell("")
        rows.append(
            Row(rider_name(rider), (Cell(str(number)), Cell(course.square_name(at)), wheel), rider // RIDERS,
                f"r{rider}", rider == int(race["rider"]))
        )  # fmt: skip
    columns = ("", Say("square"), "")
    return Panel("order", "table", Say("Still to move this turn"), columns, tuple(rows), on_paper=False)


def _discards(race: Any) -> Panel:
    """The luck cards that have been drawn (UR-12d, UR-22a)."""
    cells = tuple(
        Cell(str(card + 1), "faint", help=luck_title(card))
        for card in range(len(LUCK_TITLES))
        if int(race["deck"]) >> card & 1
    )
    left = len(LUCK_TITLES) - len(cells)
    note = Say.number("{n} card left in the deck", "{n} cards left in the deck", left)
    return Panel("luck", "table", Say("Luck cards drawn"), rows=(Row("", cells),), note=note, on_paper=False)


def _strip(race: Any, course: Course) -> Strip:
    riders = [r for r in range(int(race["teams"]) * RIDERS) if int(race["status"][r]) in (RIDING, DOWN, BESIDE)]
    riders.sort(key=lambda r: -int(race["rank"][r]))
    ahead = _front(race, course, riders[0]) if riders else course.finish if race["round_number"] else 0
    to_go = max(0, -(-(course.finish - ahead) // course.unit))
    marks = tuple(Mark(line.name, float(course.units(line.at)) / course.finish, line.kind) for line in course.lines)
    return Strip(
        round=Say("Turn {round}", round=int(race["round_number"])) if race["round_number"] else Say("Before the start"),
        to_go=Say.number("{n} square to go", "{n} squares to go", to_go),
        profile=_profile(course),
        marks=marks,
        groups=_groups(race, course, riders),
    )


def _profile(course: Course) -> tuple[tuple[float, float], ...]:
    """The road rises on red and falls on ochre."""
    height, points = 0.2, [(0.0, 0.2)]
    for stretch in course.road.stretches:
        if 0 < stretch["front"] <= course.finish:
            rows = (stretch["front"] - stretch["rear"]) / course.unit
            slope = {"climb": 3.0, "descent": -2.2}.get(TERRAINS[stretch["terrain"]], 0.0)
            height = min(1.0, max(0.05, height + slope * rows * STEEPNESS))
            points.append((float(stretch["front"]) / course.finish, height))
    return tuple(points)


def _groups(race: Any, course: Course, riders: list[int]) -> tuple[Group, ...]:
    bunches: list[list[int]] = []
    for rider in riders:
        last = bunches[-1][-1] if bunches else rider
        near = _front(race, course, last) - _front(race, course, rider) <= (GROUP_GAP + 1) * course.unit
        if bunches and near:
            bunches[-1].append(rider)
        else:
            bunches.append([rider])
    largest = max(range(len(bunches)), key=lambda i: len(bunches[i]), default=0)
    groups = []
    for number, members in enumerate(bunches):
        front = _front(race, course, members[0])
        behind = (_front(race, course, riders[0]) - front) // course.unit
        name = Say("Head of the race") if number == 0 else Say("Bunch") if number == largest else Say("Chasers")
        if number and number == len(bunches) - 1 and number != largest:
            name = Say("Last group")
        at = min(1.0, max(0.0, front / course.finish))
        groups.append(Group(name, tuple(f"r{r}" for r in members), at, Say("+{n}", n=behind) if behind else ""))
    return tuple(groups)

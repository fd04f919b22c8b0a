"""Leader 1 on the table: the bunch and the riders on the road, the squares in reach, and the panels beside them."""

from __future__ import annotations

from typing import Any

from parcours.engine.chance import CHANCE
from parcours.engine.course import Course
from parcours.engine.match import Match
from parcours.engine.road import NOWHERE
from parcours.engine.scene import Group, Mark, Piece, Pose, Scene, Strip
from parcours.engine.words import Say
from parcours.games.leader_one import builder, choices, courses, panels
from parcours.games.leader_one.state import (
    ANNOUNCE_PHASE,
    BESIDE,
    BUNCH_DIE,
    CLAIM_PHASE,
    DRAW_TILE,
    FALL_ROLL,
    FATIGUE_ROLL,
    FIRST_PICK,
    FIRST_TOKEN,
    HOME,
    IN_BUNCH,
    LATE,
    MOVE_PHASE,
    MOVED,
    ON_ROAD,
    OUT,
    PICK_JERSEY,
    PICK_LINEUP,
    PUNCTURE_ROLL,
    QUALITIES,
    SETTLE,
    SPEAK,
    TILE_PHASE,
    WAY_PHASE,
)  # fmt: skip
from parcours.games.leader_one.texts import (
    TYPE_NAMES,
    bunch_order,
    front_of,
    quality_words,
    rider_name,
    riders_in_race,
    seat_name,
)

POSES: dict[int, Pose] = {
    IN_BUNCH: "riding", ON_ROAD: "riding", BESIDE: "down", HOME: "finished", LATE: "retired", OUT: "retired"
}  # fmt: skip
GROUP_GAP = 210
"""A rider further than this behind the last of a group, in units of road, begins a new group of the strip."""
CHANCE_WORDS = {
    FIRST_PICK: "Who picks first?",
    FIRST_TOKEN: "Who leads the bunch?",
    BUNCH_DIE: "Roll the bunch die",
    FATIGUE_ROLL: "{rider}: fatigue test, roll {needed} or more",
    FALL_ROLL: "{rider}: crash test, roll {needed} or more",
    PUNCTURE_ROLL: "{rider}: puncture on a 1",
    DRAW_TILE: "{rider} takes a feed tile",
}
ASK_WORDS = {
    PICK_JERSEY: "Which team do you pick from?",
    PICK_LINEUP: "Who do you take along?",
    QUALITIES: "Who is your descender, and who your sprinter?",
    WAY_PHASE: "Which way does {rider} go?",
    SPEAK: "Who attacks?",
    ANNOUNCE_PHASE: "Call +1 for the bunch?",
    SETTLE: "Does {rider} stay in the bunch?",
    TILE_PHASE: "{rider} drew a tile: use it or keep it?",
    CLAIM_PHASE: "{rider} is past the feed zone: take a tile?",
}
STAKES = {
    SPEAK: "Attackers spend their own energy, and the bunch reels in anyone it catches",
    SETTLE: "In the bunch the ride is free; outside it, every square costs energy",
}
"""Why a question matters."""
LINE_NAMES = {"feed": "Feed zone", "bonus": "Bonus", "finish": "Finish"}


def scene(match: Match, seat: int) -> Scene:
    """What a seat sees: everything but rivals' tiles, and qualities that are still being chosen."""
    race = match.view(seat)
    course = match.setup.course
    deciding = match.actor == seat or (match.actor == CHANCE and match.setup.manual_chance)
    return Scene(
        game="leader_one",
        seat=seat,
        actor=match.actor,
        over=match.over,
        turn=int(race["turn"]),
        prompt=_prompt(race, match, seat),
        pieces=tuple(_pieces(race, course)),
        choices=choices.choices(match, race) if deciding else (),
        panels=panels.panels(match, race, course, seat),
        strip=_strip(race, course),
        links=_links(race, course),
        stake=_stake(race, course) if match.actor == seat else "",
    )


def _stake(race: Any, course: Course) -> Say | str:
    """Why the question matters, in one line."""
    phase = int(race["phase"])
    if phase == MOVE_PHASE:
        to_go = max(0, -(-(course.finish - front_of(race, course, _asked(race))) // course.unit))
        return Say.number(
            "{n} square to the finish: energy spent now will be missing there",
            "{n} squares to the finish: energy spent now will be missing there", to_go,
        )  # fmt: skip
    return Say(STAKES[phase]) if phase in STAKES else ""


def _asked(race: Any) -> int:
    """The rider that the question or roll is about."""
    moving = int(race["phase"]) in (MOVE_PHASE, WAY_PHASE, FATIGUE_ROLL, FALL_ROLL)
    return int(race["mover"] if moving else race["rider"])


def _prompt(race: Any, match: Match, seat: int) -> Say:
    phase, rider = int(race["phase"]), _asked(race)
    if match.over:
        return match.standings().victory
    gaps: dict[str, Any] = {"rider": rider_name(race, rider) if rider >= 0 else ""}
    if phase in CHANCE_WORDS:
        gaps["needed"] = choices.needed_for(race, max(rider, 0))
        return Say(CHANCE_WORDS[phase], **gaps)
    if match.actor != seat:
        if rider >= 0:
            return Say("{team} decides for {rider}", team=seat_name(match.actor), **gaps)
        return Say("{team} decides", team=seat_name(match.actor))
    if phase == MOVE_PHASE:
        return Say.number(
            "{rider}, {n} free square, {energy} energy: where to?",
            "{rider}, {n} free squares, {energy} energy: where to?",
            int(race["free"]), energy=int(race["energy"][rider]), **gaps,
        )  # fmt: skip
    return Say(ASK_WORDS[phase], **gaps)


# ------------------------------------------------------------------------------------------------- the road


def _pieces(race: Any, course: Course) -> list[Piece]:
    found = [_piece(race, course, rider) for rider in riders_in_race(race)]
    square = int(race["bunch"])
    if square != NOWHERE:
        inside = bunch_order(race)
        names = [rider_name(race, rider) for rider in inside]
        note = Say("in the bunch: {riders}", riders=names) if names else Say("the bunch is empty")
        front = int(course.road.squares["front"][square])
        found.append(
            Piece("bunch", -1, "bunch", str(len(inside)), Say("The bunch"), square, note=note,
                  progress=min(1.0, max(0.0, front / course.finish)), carries=tuple(f"r{rider}" for rider in inside))
        )  # fmt: skip
    return found


def _piece(race: Any, course: Course, rider: int) -> Piece:
    status, square, place = int(race["status"][rider]), int(race["at"][rider]), int(race["place"][rider])
    badges = []
    if rider == _asked(race) and int(race["turn"]):
        badges.append("due")
    if int(race["moved"][rider]) == MOVED and status == ON_ROAD:
        badges.append("moved")
    if race["stage"] > 1 and rider == _leader(race):
        badges.append("leader")
    return Piece(
        id=f"r{rider}",
        seat=rider // int(race["each"]),
        kind="rider",
        label=str(rider + 1),
        name=rider_name(race, rider),
        square=square if square != NOWHERE else None,
        pose=POSES[status],
        role=TYPE_NAMES[int(race["kind"][rider])],
        badges=tuple(badges),
        note=_note(race, rider, status, place),
        progress=1.0 if status == HOME else min(1.0, max(0.0, front_of(race, course, rider) / course.finish)),
    )


def _leader(race: Any) -> int:
    """The leader of the general classification (its player held the token when the stage began)."""
    return max(riders_in_race(race), key=lambda rider: int(race["number"][rider]))


def _note(race: Any, rider: int, status: int, place: int) -> Say | str:
    if status == HOME:
        return Say("{place} at the finish", place=place)
    if status == LATE:
        return Say("outside the time limit")
    if status == IN_BUNCH:
        return Say("in the bunch, {energy} energy", energy=int(race["energy"][rider]))
    if status == BESIDE:
        return Say("by the roadside until turn {turn}", turn=int(race["back"][rider]))
    if race["punctured"][rider]:
        return Say("puncture: moves last")
    if race["quality"][rider]:
        return quality_words(int(race["quality"][rider]))
    return ""


def _links(race: Any, course: Course) -> tuple[tuple[int, int], ...]:
    """The squares of riders that are now one step behind another rider, with that rider's square (L1-C1b)."""
    squares = course.road.squares
    riders = [r for r in riders_in_race(race) if int(race["status"][r]) == ON_ROAD]
    at = {int(race["at"][r]) for r in riders}
    return tuple((square, int(there)) for square in sorted(at) for there in squares["ahead"][square] if there in at)


# ------------------------------------------------------------------------------------------------- the strip


def _strip(race: Any, course: Course) -> Strip:
    out = [r for r in riders_in_race(race) if int(race["status"][r]) in (IN_BUNCH, ON_ROAD, BESIDE)]
    ahead = max((front_of(race, course, r) for r in out), default=course.finish)
    to_go = max(0, -(-(course.finish - ahead) // course.unit))
    marks = tuple(
        Mark(Say(LINE_NAMES[line.kind]), float(course.units(line.at)) / course.finish, line.kind)
        for line in course.lines
        if line.kind != "bonus" or race["stage"]
    )
    turn = int(race["turn"])
    return Strip(
        round=Say("Turn {turn}", turn=turn) if turn else Say("Before the start"),
        to_go=Say.number("{n} square to go", "{n} squares to go", to_go),
        profile=tuple(builder.profile(courses.hexes_of(course))),
        marks=marks,
        groups=_groups(race, course, out),
    )


def _groups(race: Any, course: Course, out: list[int]) -> tuple[Group, ...]:
    """Breakaways, the bunch in its place, and dropped riders."""
    alone = sorted((r for r in out if int(race["status"][r]) != IN_BUNCH), key=lambda r: -front_of(race, course, r))
    together: list[tuple[int, bool, list[int]]] = []
    for rider in alone:
        front = front_of(race, course, rider)
        if together and front_of(race, course, together[-1][2][-1]) - front <= GROUP_GAP:
            together[-1][2].append(rider)
        else:
            together.append((front, False, [rider]))
    inside = bunch_order(race)
    if int(race["bunch"]) != NOWHERE:
        together.append((int(course.road.squares["front"][race["bunch"]]), True, inside))
    together.sort(key=lambda group: -group[0])
    groups = []
    passed = False
    for number, (front, is_bunch, members) in enumerate(together):
        passed = passed or is_bunch
        name = Say("Bunch") if is_bunch else Say("Dropped") if passed else Say("Breakaway")
        behind = (together[0][0] - front) // course.unit
        at = min(1.0, max(0.0, front / course.finish))
        pieces = tuple(f"r{rider}" for rider in members) + (("bunch",) if is_bunch and not members else ())
        groups.append(Group(name, pieces, at, Say("+{n}", n=behind) if number and behind else ""))
    return tuple(groups)

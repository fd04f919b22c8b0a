"""Leader 1 on the table: the choices, with their squares, costs, risks and odds, and their effect on riders behind."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from parcours.engine.course import Course
from parcours.engine.match import Match
from parcours.engine.road import NOWHERE, TERRAINS
from parcours.engine.scene import Choice, Text
from parcours.engine.words import Say
from parcours.games.leader_one.actions import (
    ANNOUNCE,
    ASK_ME,
    ATTACK,
    CLAIM,
    DESCENDS,
    DONE,
    DROP,
    EVENT,
    FACE,
    FACES,
    FIRST,
    JERSEY,
    LINEUP,
    PAY,
    PLAY,
    RIDE,
    SIDES,
    SPRINTS,
    STAY,
    TILE,
    USE,
    WAIVE,
    WAY,
)  # fmt: skip
from parcours.games.leader_one.paths import Paths, Way
from parcours.games.leader_one.rules.moving import LOSES_WHEEL, LOSES_WHEEL_DOWNHILL
from parcours.games.leader_one.state import IN_BUNCH, ON_ROAD, PUNCTURE_ROLL, RISKS, SETTLE
from parcours.games.leader_one.tables import FACE_SQUARES, FREE_BUNCH, RED_FACE, THRESHOLDS, TILE_VALUES, WORST
from parcours.games.leader_one.texts import (
    action_words,
    rider_name,
    slot_rider,
    speaker_seat,
    ways_of,
)

RISK_ODDS = {
    1: "fatigue {chance}% (needs {needed})",
    2: "crash {chance}% (needs {needed})",
    3: "fatigue {chance}% (needs {needed}), crash {next_chance}% (needs {next_needed})",
}
FORCED = {ANNOUNCE: "+", PAY: "y", DROP: "n", USE: "y", WAIVE: "n", DONE: "n"}
"""The keyboard keys of simple answers."""


def choices(match: Match, race: Any) -> tuple[Choice, ...]:
    """The legal actions, as the table offers them."""
    legal = match.legal()
    weights = match.weights() if match.actor < 0 else [0] * len(legal)
    course = match.setup.course
    paths = Paths(race, course) if legal and legal[0] < STAY else None
    found = [_choice(course, race, paths, action, weight) for action, weight in zip(legal, weights, strict=True)]
    return tuple(sorted(found, key=_by_road if paths else _by_use))


def _by_road(choice: Choice) -> tuple[bool, str, int]:
    """Rides lane by lane, the nearest first; then all other choices."""
    return (not choice.path, choice.lane, int(choice.short or 0) if choice.path else 0)


def _by_use(choice: Choice) -> bool:
    """A choice that is seldom wanted comes last."""
    return choice.action == ASK_ME


def _choice(course: Course, race: Any, paths: Paths | None, action: int, weight: int) -> Choice:
    label = action_words(race, action, course)
    if action < WAY and paths:
        return _ride(course, race, paths, action, label)
    if action < STAY and paths:
        way = paths.way(int(race["target"]), action - WAY)
        return _shown(course, race, way, action, label, str(way.length))
    if action == STAY:
        gain = Say.number("{n} energy back", "{n} energy back", int(race["free"]))
        return Choice(action, label, piece=f"r{int(race['mover'])}", gain=gain, clauses=("L1-B1i", "L1-C4f"))
    if action < ATTACK:
        value = TILE_VALUES[action - PLAY]
        gain = Say.number("{n} energy", "{n} energy", value)
        return Choice(action, label, str(value), spot=f"tile:{value}", gain=gain, clauses=("L1-C4b",))
    if action < ASK_ME:
        return _attack(course, race, action, label)
    if action < JERSEY:
        return _answer(race, action, label)
    if action < FIRST:
        return _choosing(race, action, label)
    return _chance(race, action, label, weight)


# ---------------------------------------------------------------------------------------------- where to ride


def _ride(course: Course, race: Any, paths: Paths, action: int, label: Say) -> Choice:
    square = int(race["origin"]) + action - RIDE
    ways = [paths.way(square, way) for way in ways_of(race, square, course)]
    first = min(ways, key=lambda way: (way.cost * WORST[way.risk], way.length))
    shown = _shown(course, race, first, action, label, str(first.length))
    if len(ways) == 1:
        return shown
    more = Say.number("{n} route there: you choose next", "{n} routes there: you choose next", len(ways))
    return replace(shown, cost=Say("from {cost}", cost=shown.cost), details=(more, *shown.details))


def price(race: Any, course: Course, action: int) -> float:
    """What a way costs if nothing goes wrong, or what a played tile is worth. Of two ways to the same square, the
    cheaper one is offered first."""
    if PLAY <= action < ATTACK:
        return TILE_VALUES[action - PLAY]
    square, number = _only_way(race, course, action)
    if number < 0:
        return 0.0
    way = Paths(race, course).way(square, number)
    return way.cost - way.gained + way.length / 100


def risks(race: Any, course: Course, action: int) -> frozenset[str]:
    """The rolls that a way asks for (L1-C2a)."""
    risk = max(_only_way(race, course, action)[1], 0) % RISKS
    return frozenset(name for bit, name in enumerate(("fatigue", "fall")) if risk >> bit & 1)


def _only_way(race: Any, course: Course, action: int) -> tuple[int, int]:
    """The square that an action rides to, and the way there; -1 if there is none, or if it is still to be chosen."""
    if WAY <= action < STAY:
        return int(race["target"]), action - WAY
    square = int(race["origin"]) + action - RIDE
    ways = ways_of(race, square, course) if action < WAY else []
    return square, ways[0] if len(ways) == 1 else -1


def all_stay(match: Match) -> Choice | None:
    """One choice for all of a player's riders to stay in the bunch and pay; None if fewer than two would."""
    here, seat, paid = match, match.actor, 0
    actions: list[int] = []
    while here.actor == seat and int(here.races[0]["phase"]) == SETTLE and PAY in here.legal():
        paid += int(here.races[0]["price"])
        actions.append(PAY)
        here = here.at_once(PAY)
    if len(actions) < 2:
        return None
    return Choice(
        PAY, Say("All stay in the bunch"), actions=tuple(actions), key="a",
        cost=Say.number("{n} energy", "{n} energy", paid), clauses=("L1-B4b",),
    )  # fmt: skip


def _shown(course: Course, race: Any, way: Way, action: int, label: Say, short: str) -> Choice:
    mover = int(race["mover"])
    clauses = ["L1-B1d", "L1-B1e"]
    if way.through:
        clauses.append("L1-B1g")
    if way.risk:
        clauses += ["L1-C2a", "L1-C2d"]
    if race["attacking"]:
        clauses.append("L1-B2b")
    gain: Text = Say.number("{n} energy back", "{n} energy back", way.gained) if way.gained else ""
    return Choice(
        action,
        label,
        short,
        lane=lane_word(course, way.squares[-1]),
        price=str(way.cost),
        piece=f"r{mover}",
        path=way.squares,
        cost=Say.number("{n} energy", "{n} energy", way.cost),
        risk=odds(race, mover, way.risk),
        gain=gain,
        details=tuple(_details(course, race, way)),
        why=_speaks_for(course, race, way),
        clauses=tuple(clauses),
    )


def lane_word(course: Course, square: int) -> str:
    """The lane of a square, as it stands in the square's name."""
    return course.square_name(square).rpartition("/")[2].partition(":")[0]


def _speaks_for(course: Course, race: Any, way: Way) -> Text:
    """What is good about a way: a wheel at its end, and the energy that it leaves (L1-B1d)."""
    left = int(race["energy"][int(race["mover"])]) - way.cost + way.gained
    onward = course.road.squares["ahead"][way.squares[-1]].tolist()
    wheels = [
        r for r in range(len(race["at"]))
        if int(race["status"][r]) == ON_ROAD and r != int(race["mover"]) and int(race["at"][r]) in onward
    ]  # fmt: skip
    if wheels:
        return Say("takes the wheel of {rider} and keeps {left} energy", rider=rider_name(race, wheels[0]), left=left)
    return Say("covers {n} squares and keeps {left} energy", n=way.length, left=left)


def fail_chance(needed: int) -> int:
    """How likely a roll is to fail, in percent."""
    return round(100 * (needed - 1) / SIDES)


def needed_for(race: Any, rider: int, later: int = 0) -> int:
    """What the event die must show at the rider's next risk or, with `later`, at a later one (L1-C2a)."""
    return THRESHOLDS[min(int(race["risks"][rider]) + later, len(THRESHOLDS) - 1)]


def odds(race: Any, rider: int, risk: int) -> Text:
    """What a way risks, with the odds."""
    if not risk:
        return ""
    needed, following = needed_for(race, rider), needed_for(race, rider, 1)
    return Say(
        RISK_ODDS[risk], chance=fail_chance(needed), needed=needed, next_chance=fail_chance(following),
        next_needed=following,
    )  # fmt: skip


def _details(course: Course, race: Any, way: Way) -> list[Text]:
    mover, squares = int(race["mover"]), course.road.squares
    left = int(race["energy"][mover]) - way.cost + way.gained
    free = min(way.length, int(race["free"]))
    told: list[Text] = [
        Say("{free} free + {paid} paid squares", free=free, paid=way.length - free),
        Say("{left} energy left", left=left),
    ]
    if way.risk:
        told.append(Say("at worst {worst} energy in total", worst=way.cost * WORST[way.risk]))
    if way.through:
        told.append(Say.number("through {n} occupied square", "through {n} occupied squares", way.through))
    end = way.squares[-1]
    if int(squares["front"][end]) > course.finish:
        told.append(Say("across the finish"))
    elif race["behind"] and int(squares["front"][end]) > int(squares["rear"][race["bunch_rear"]]):
        told.append(Say("back in the bunch"))
    else:
        told += _wheels(course, race, way, end)
    return told


def _wheels(course: Course, race: Any, way: Way, end: int) -> list[Text]:
    """Whose wheel the rider would sit on, and who loses its slipstream."""
    squares, mover = course.road.squares, int(race["mover"])
    others = [r for r in range(len(race["at"])) if int(race["status"][r]) == ON_ROAD and r != mover]
    onward = squares["ahead"][end].tolist()
    told: list[Text] = [
        Say("on {rider}'s wheel", rider=rider_name(race, r)) for r in others if int(race["at"][r]) in onward
    ]
    start = int(race["began"][mover])
    if start != NOWHERE:
        downhill = TERRAINS[squares["terrain"][start]] == "descent"
        if way.length >= (LOSES_WHEEL_DOWNHILL if downhill else LOSES_WHEEL):
            told += [
                Say("{rider} loses the slipstream", rider=rider_name(race, r))
                for r in others
                if not race["moved"][r] and start in squares["ahead"][int(race["at"][r])].tolist()
            ]
    return told


# --------------------------------------------------------------------------------------------------- the bunch


def _attack(course: Course, race: Any, action: int, label: Say) -> Choice:
    rider = slot_rider(race, speaker_seat(race), action - ATTACK)
    return Choice(
        action, label, piece=f"r{rider}", path=(int(race["bunch"]),),
        details=(Say("{energy} energy to spend", energy=int(race["energy"][rider])),), clauses=("L1-B2a", "L1-B2b"),
    )  # fmt: skip


def _answer(race: Any, action: int, label: Say) -> Choice:
    rider = f"r{int(race['rider'])}" if int(race["rider"]) >= 0 else ""
    key = FORCED.get(action, "")
    if action == ANNOUNCE:
        inside = [rider_name(race, r) for r in range(len(race["status"])) if int(race["status"][r]) == IN_BUNCH]
        details: tuple[Text, ...] = (Say("in the bunch: {riders}", riders=inside),) if inside else ()
        return Choice(action, label, key=key, details=details, clauses=("L1-B3a", "L1-B4b"))
    if action == PAY:
        cost = Say.number("{n} energy", "{n} energy", int(race["price"]))
        left = Say("{left} energy left", left=int(race["energy"][int(race["rider"])]) - int(race["price"]))
        return Choice(action, label, key=key, piece=rider, cost=cost, details=(left,), clauses=("L1-B4b",))
    if action == DROP:
        details = (Say("just behind the bunch, at no cost"),)
        return Choice(action, label, key=key, piece=rider, details=details, clauses=("L1-B5b", "L1-B5c"))
    if CLAIM <= action <= WAIVE:
        return Choice(action, label, key=key, piece=rider, clauses=("L1-C4d",))
    if action >= USE:
        return Choice(action, label, key=key or "n", piece=rider, clauses=("L1-C4b",))
    if action in (DONE, ASK_ME):
        kept: tuple[Text, ...] = (Say("saves the energy for later"),) if action == DONE else ()
        return Choice(action, label, key=key, details=kept, clauses=("L1-B2a",) if action == DONE else ("L1-B5b",))
    return Choice(action, label, key="n", clauses=("L1-B3a",))


def _choosing(race: Any, action: int, label: Say) -> Choice:
    if action < LINEUP:
        return Choice(action, label, clauses=("L1-A2c",))
    if action < DESCENDS:
        return Choice(action, label, clauses=("L1-A2c",))
    slot = action - (DESCENDS if action < SPRINTS else SPRINTS)
    rider = slot_rider(race, int(race["chooser"]), slot)
    return Choice(action, label, piece=f"r{rider}", clauses=("L1-A3b", "L1-A3c"))


# --------------------------------------------------------------------------------------------------- the dice


def _chance(race: Any, action: int, label: Say, weight: int) -> Choice:
    if action < FACE:
        return Choice(action, label, clauses=("L1-A2d", "L1-A3e"), weight=weight)
    if action < EVENT:
        face = action - FACE
        return Choice(
            action, label, str(FACE_SQUARES[face]), details=tuple(what_a_roll_brings(race, face)),
            clauses=("L1-B4a", "L1-B4c"), weight=weight,
        )  # fmt: skip
    if action < TILE:
        die = action - EVENT + 1
        clauses = ("L1-C3b",) if int(race["phase"]) == PUNCTURE_ROLL else ("L1-C2a",)
        return Choice(action, label, str(die), clauses=clauses, weight=weight)
    return Choice(action, label, str(TILE_VALUES[action - TILE]), clauses=("L1-C4a",), weight=weight)


def what_a_roll_brings(race: Any, face: int) -> list[Text]:
    """How far the bunch goes with a face of its die, and what that costs."""
    squares = FACE_SQUARES[face] + int(race["empty"]) + int(race["announced"])
    told: list[Text] = [Say("the bunch moves {n} squares", n=squares)]
    if squares > FREE_BUNCH:
        told.append(
            Say.number("{n} energy for everybody in it", "{n} energy for everybody in it", squares - FREE_BUNCH)
        )
    if face == RED_FACE:
        told.append(Say("then everybody risks a puncture"))
    assert face < FACES
    return told

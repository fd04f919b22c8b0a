"""Rally on the table: the cars on their road, mechanics as far as the viewer knows them, instruments, choices."""

from __future__ import annotations

from typing import Any

from parcours.engine.chance import CHANCE
from parcours.engine.match import Match
from parcours.engine.scene import Group, Mark, Piece, Pose, Scene, Strip, Text
from parcours.engine.words import Say
from parcours.games.rally import choices
from parcours.games.rally.instruments import panels
from parcours.games.rally.readings import plate
from parcours.games.rally.rules.move import REACH
from parcours.games.rally.state import (
    BRAKE_PHASE,
    DAMAGE_PHASE,
    DRIVING,
    FORD_BIT,
    GEAR_PHASE,
    GO_PHASE,
    HAIRPIN_BIT,
    LAY_PHASE,
    LAYER_LOT,
    LEFT,
    LEVEL_BITS,
    MECHANICS,
    OFF,
    OUT,
    RISK_PHASE,
    START_LOT,
    STATION_PHASE,
    STOP_PHASE,
    TRIM_PHASE,
    TYRE_PHASE,
    WAITING,
    WEATHER_PHASE,
)  # fmt: skip
from parcours.games.rally.texts import CARS, car_name, gear_name, tyre_name

POSES: dict[int, Pose] = {
    WAITING: "waiting", DRIVING: "riding", OFF: "off_road", LEFT: "finished", OUT: "retired",
}  # fmt: skip
CHANCE_WORDS = {
    START_LOT: "Who starts next? Draw lots",
    LAYER_LOT: "Who lays the road? Draw lots",
    LAY_PHASE: "Draw the next road card",
    WEATHER_PHASE: "Turn {turn}: roll the weather die",
    RISK_PHASE: "{car} in {gear}: roll the risk die",
    DAMAGE_PHASE: "{car}: the square is too hard by {difference}. Roll the damage die",
}
ASK_WORDS = {
    TRIM_PHASE: "Which trim for this rally?",
    LAY_PHASE: "You lay the road: which card next?",
    STATION_PHASE: "Where does mechanic {number} stand?",
    TYRE_PHASE: "Which tyres for the start?",
    GEAR_PHASE: "Which gear?",
    GO_PHASE: "Risk level {risk}: how far?",
    BRAKE_PHASE: "{brakes} to place: on which square?",
    STOP_PHASE: "Stop at your mechanics?",
}
WAIT_WORDS = {
    TRIM_PHASE: "{car} chooses a trim",
    LAY_PHASE: "{car} lays the road",
    STATION_PHASE: "{car} places mechanics",
    TYRE_PHASE: "{car} chooses tyres",
    GEAR_PHASE: "{car} chooses a gear",
    GO_PHASE: "{car}, risk level {risk}: how far?",
    BRAKE_PHASE: "{car} brakes",
    STOP_PHASE: "{car} has come to rest",
}
STAKES = {
    GEAR_PHASE: "A high gear covers ground, but may be too fast for the bends ahead",
}
"""Why a question matters."""
GROUP_GAP = 4
"""Cars this many squares apart, or more, are in different groups of the strip."""


def scene(match: Match, seat: int) -> Scene:
    """What a seat sees: rivals' mechanics only once they have helped or served (RA-H1)."""
    view = match.view_races(seat)
    race, course = view[0], match.setup.course
    deciding = match.actor == seat or (match.actor == CHANCE and match.setup.manual_chance)
    cars = range(int(race["teams"]))
    return Scene(
        game="rally",
        seat=seat,
        actor=match.actor,
        over=match.over,
        turn=int(race["turn"]),
        prompt=_prompt(race, match, seat),
        pieces=(*(_piece(race, car) for car in cars), *_mechanics(race)),
        choices=choices.choices(match, view) if deciding else (),
        panels=panels(race, course, plate(match.game, view)),
        strip=_strip(race),
        shaded=_reach(race, seat),
        stake=_stake(race) if match.actor == seat else "",
    )


def _stake(race: Any) -> Say | str:
    """Why the question matters, in one line."""
    phase = int(race["phase"])
    if phase == GO_PHASE:
        return Say.number(
            "{n} square to the finish: each gains ground, but one too hard can throw the car off the road",
            "{n} squares to the finish: each gains ground, but one too hard can throw the car off the road",
            int(race["places"]) - int(race["place"][int(race["car"])]),
        )  # fmt: skip
    return Say(STAKES[phase]) if phase in STAKES else ""


def _prompt(race: Any, match: Match, seat: int) -> Say:
    phase, car = int(race["phase"]), int(race["car"])
    if match.over:
        return match.standings().victory
    gaps = {
        "car": car_name(car if match.actor < 0 else match.actor),
        "turn": int(race["turn"]),
        "gear": gear_name(max(1, int(race["gear"][car]))),
        "difference": int(race["difference"]),
        "number": int(race["placed"]) + 1,
        "risk": int(race["risk"]),
        "brakes": Say.number("{n} brake", "{n} brakes", int(race["to_brake"])),
    }
    if match.actor == CHANCE:
        return Say(CHANCE_WORDS[phase], **gaps)
    return Say(ASK_WORDS[phase], **gaps) if match.actor == seat else Say(WAIT_WORDS[phase], **gaps)


# ----------------------------------------------------------------------------------------------------------- the road


def _piece(race: Any, car: int) -> Piece:
    status, place = int(race["status"][car]), int(race["place"][car])
    on_board = status in (DRIVING, OFF, OUT) and place > 0
    badges = []
    if car == int(race["car"]) and int(race["phase"]) >= TYRE_PHASE and status in (DRIVING, WAITING):
        badges.append("due")
    same = [c for c in range(int(race["teams"])) if int(race["place"][c]) == place and _is_on_board(race, c)]
    return Piece(
        id=f"c{car}",
        seat=car,
        kind="car",
        label=str(int(race["start"][car])) if race["start"][car] else CARS[car][0],
        name=car_name(car),
        square=place - 1 if on_board else None,
        slot=same.index(car) if on_board else 0,
        of=len(same) if on_board else 1,
        pose=POSES[status],
        badges=tuple(badges),
        note=_note(race, car),
        progress=_progress(race, car),
    )


def _is_on_board(race: Any, car: int) -> bool:
    return int(race["status"][car]) in (DRIVING, OFF, OUT) and int(race["place"][car]) > 0


def _note(race: Any, car: int) -> Text:
    status, stands = int(race["status"][car]), int(race["stand"][car])
    if status == WAITING:
        return Say("starts in turn {turn}", turn=int(race["start"][car])) if race["start"][car] else ""
    if status == LEFT:
        return Say("finished in turn {turn}", turn=int(race["left_turn"][car]))
    if status == OUT:
        return Say("eliminated")
    if status == OFF:
        return Say.number("sits out {n} more move, then 1st gear", "sits out {n} more moves, then 1st gear",
                          stands) if stands else Say("restarts in 1st gear")  # fmt: skip
    gear = int(race["gear"][car])
    tyres = tyre_name(int(race["tyres"][car]))
    return Say("{gear}, {tyres}", gear=gear_name(gear), tyres=tyres) if gear else tyres


def _progress(race: Any, car: int) -> float:
    if int(race["status"][car]) == LEFT:
        return 1.0
    return int(race["place"][car]) / (int(race["places"]) + 1)


def _mechanics(race: Any) -> tuple[Piece, ...]:
    """The mechanics that the viewer knows of: one piece per group."""
    return tuple(
        _group(race, car, place, list(race["mechanic"][car]).count(place))
        for car in range(int(race["teams"]))
        for place in sorted({int(place) for place in race["mechanic"][car] if int(place) > 0})
    )


def _group(race: Any, car: int, place: int, size: int) -> Piece:
    return Piece(
        id=f"m{car}.{place}",
        seat=car,
        kind="mechanic",
        label=str(size),
        name=Say.number("{car}: {n} mechanic", "{car}: {n} mechanics", size, car=car_name(car)),
        square=place - 1,
        pose="waiting",
        progress=place / (int(race["places"]) + 1),
    )


def _reach(race: Any, seat: int) -> tuple[int, ...]:
    """The squares within reach of the viewer's own mechanics (RA-M3)."""
    if seat < 0:
        return ()
    squares: set[int] = set()
    for number in range(MECHANICS):
        place = int(race["mechanic"][seat][number])
        if place > 0:
            squares |= set(range(max(1, place - REACH) - 1, min(int(race["places"]), place + REACH)))
    return tuple(sorted(squares))


# ----------------------------------------------------------------------------------------------------------- the strip


def _strip(race: Any) -> Strip:
    """The road's levels as a profile, its hairpins and fords, and the cars."""
    places = int(race["places"])
    length = places + 1
    marks, profile = [], [(0.0, 0.05)]
    for place in range(1, places + 1):
        grade = int(race["grade"][place - 1])
        profile.append((place / length, 0.05 + 0.23 * (grade & LEVEL_BITS)))
        if grade & (FORD_BIT | HAIRPIN_BIT):
            ford = bool(grade & FORD_BIT)
            marks.append(Mark(Say("ford") if ford else Say("hairpin"), place / length, "pass"))
    if places:
        profile.append((1.0, 0.05))
        marks.append(Mark(Say("Finish"), 1.0, "finish"))
    cars = [c for c in range(int(race["teams"])) if int(race["status"][c]) in (DRIVING, OFF)]
    cars.sort(key=lambda car: -int(race["place"][car]))
    to_come = any(int(race["status"][c]) == WAITING for c in range(int(race["teams"])))
    ahead = places - int(race["place"][cars[0]]) if cars else places if to_come else 0
    return Strip(
        round=Say("Turn {number}", number=int(race["turn"])) if race["turn"] else Say("Before the start"),
        to_go=_to_go(race, ahead),
        profile=tuple(profile),
        marks=tuple(marks),
        groups=_groups(race, cars),
    )


def _to_go(race: Any, ahead: int) -> Say:
    if int(race["phase"]) > LAY_PHASE:
        return Say.number("{n} square to go", "{n} squares to go", ahead)
    left = int(race["card_count"]) - int(race["cards_laid"])
    return Say.number("{n} card to lay", "{n} cards to lay", left)


def _groups(race: Any, cars: list[int]) -> tuple[Group, ...]:
    bunches: list[list[int]] = []
    for car in cars:
        if bunches and int(race["place"][bunches[-1][-1]]) - int(race["place"][car]) < GROUP_GAP:
            bunches[-1].append(car)
        else:
            bunches.append([car])
    groups = []
    for number, members in enumerate(bunches):
        place = int(race["place"][members[0]])
        behind = int(race["place"][cars[0]]) - place
        name = Say("Furthest on the road") if number == 0 else Say("Behind")
        groups.append(Group(name, tuple(f"c{car}" for car in members), place / (int(race["places"]) + 1),
                            Say("+{n}", n=behind) if behind else ""))  # fmt: skip
    return tuple(groups)

"""Leader 1: actions in the race file's notation and in words."""

from __future__ import annotations

from typing import Any

from parcours.engine.bits import MOST_BITS
from parcours.engine.course import Course
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
    FIRST,
    JERSEY,
    KEEP,
    LINEUP,
    LINEUPS,
    PAY,
    PLAY,
    RIDE,
    SILENT,
    SPRINTS,
    STAY,
    TILE,
    USE,
    WAIVE,
    WAY,
)  # fmt: skip
from parcours.games.leader_one.state import (
    ANNOUNCE_PHASE,
    CLAIM_PHASE,
    DESCENDER,
    FATIGUE_ROLL,
    FIRST_PICK,
    HIDDEN,
    IN_BUNCH,
    MOVE_PHASE,
    OUT,
    PUNCTURE_ROLL,
    RISKS,
    SETTLE,
)
from parcours.games.leader_one.tables import TILE_VALUES

SEAT_NAMES = ("Yellow", "White", "Pink", "Blue", "Green", "Red", "Orange", "Violet", "Black", "Brown")
JERSEY_NAMES = ("yellow", "white", "pink", "blue", "green")
TYPE_NAMES = ("rouleur", "leader", "climber")
LINEUP_WORDS = (
    "the rouleur", "the leader", "the climber", "rouleur and leader", "rouleur and climber", "leader and climber"
)  # fmt: skip
FACE_WORDS = ("3", "4", "a red 4", "5")
FACE_NOTED = ("3", "4", "red", "5")
RISK_NOTED = ("", " fatigue", " fall", " fatigue and fall")
BEATEN = Say("riders beaten")
"""What Leader 1 shows in the place of points."""
RISK_WORDS = ("without risk", "risking fatigue", "risking a crash", "risking fatigue and a crash")


def seat_name(seat: int) -> Say:
    return Say(SEAT_NAMES[seat])


def type_name(kind: int) -> Say:
    return Say(TYPE_NAMES[kind])


def rider_words(seat: int, kind: int) -> Say:
    """A rider, by its player and its type."""
    return Say("{team} {type}", team=Say(SEAT_NAMES[seat]), type=Say(TYPE_NAMES[kind]))


def rider_name(race: Any, rider: int) -> Say:
    return rider_words(rider // int(race["each"]), int(race["kind"][rider]))


def noted(race: Any, rider: int) -> str:
    """A rider in the race file."""
    return f"{SEAT_NAMES[rider // int(race['each'])]} {TYPE_NAMES[int(race['kind'][rider])]}"


def length_of(way: int) -> int:
    """How many squares a way has."""
    return way // RISKS + 1


def way_words(action: int) -> Say:
    """The words for a way that is chosen together with its square."""
    way = action - WAY
    return Say("by the {n}-square route, {risk}", n=length_of(way), risk=Say(RISK_WORDS[way % RISKS]))


def ways_of(race: Any, square: int, course: Course) -> list[int]:
    """The ways to a square that are open to the mover."""
    bit = int(course.road.table["rank"][square]) - int(race["rank"])
    if not 0 < bit < MOST_BITS:
        return []
    reach = race["reach"][: int(race["longest"])].reshape(-1)
    return [way for way, squares in enumerate(reach.tolist()) if squares >> bit & 1]


def speaker_seat(race: Any) -> int:
    """The player who speaks in phase 2."""
    return int((int(race["holder"]) + int(race["spoken"])) % int(race["teams"]))


def slot_rider(race: Any, seat: int, slot: int) -> int:
    return seat * int(race["each"]) + slot


def claiming_rider(race: Any, slot: int) -> int:
    """The rider whose tile is asked for; it belongs to the seat that decides now."""
    each, phase = int(race["each"]), int(race["phase"])
    if phase == MOVE_PHASE:
        return slot_rider(race, int(race["mover"]) // each, slot)
    if phase == CLAIM_PHASE:
        return slot_rider(race, int(race["rider"]) // each, slot)
    return slot_rider(race, int(race["holder"]) if phase == ANNOUNCE_PHASE else speaker_seat(race), slot)


def rider_of_tile(race: Any) -> int:
    """The rider that plays a tile: the one that has to pay, or the mover."""
    return int(race["rider"]) if int(race["phase"]) == SETTLE else int(race["mover"])


# --------------------------------------------------------------------------------------------- the race file


def notation(race: Any, action: int, course: Course) -> str:
    """An action as race files note it, the same in every language: `Yellow leader to 5/2:3`, `Blue climber attacks`,
    `bunch die 5`."""
    mover = noted(race, int(race["mover"])) if int(race["mover"]) >= 0 else ""
    rider = noted(race, int(race["rider"])) if int(race["rider"]) >= 0 else ""
    if action < WAY:
        return f"{mover} to {course.square_name(int(race['origin']) + action - RIDE)}"
    if action < STAY:
        return f"{mover} by {length_of(action - WAY)}{RISK_NOTED[(action - WAY) % RISKS]}"
    if action == STAY:
        return f"{mover} stays"
    if action < ATTACK:
        return f"{noted(race, rider_of_tile(race))} plays {TILE_VALUES[action - PLAY]}"
    if action < ASK_ME:
        return f"{noted(race, slot_rider(race, speaker_seat(race), action - ATTACK))} attacks"
    if action in (ASK_ME, DONE):
        return f"{SEAT_NAMES[speaker_seat(race)]} {'asks to be asked' if action == ASK_ME else 'is done'}"
    if action in (ANNOUNCE, SILENT):
        return "announces +1" if action == ANNOUNCE else "announces nothing"
    if action in (PAY, DROP):
        return f"{rider} {'stays in' if action == PAY else 'drops back'}"
    if action in (USE, KEEP):
        return f"{rider} {'uses' if action == USE else 'keeps'} the tile"
    if action < WAIVE:
        return f"{noted(race, claiming_rider(race, action - CLAIM))} claims"
    if action == WAIVE:
        return f"{rider} claims nothing"
    return _noted_else(race, action, rider)


def _noted_else(race: Any, action: int, rider: str) -> str:
    if action < LINEUP:
        return f"{SEAT_NAMES[int(race['chooser'])]} picks from {JERSEY_NAMES[action - JERSEY]}"
    if action < DESCENDS:
        names = " and ".join(TYPE_NAMES[kind] for kind in LINEUPS[action - LINEUP])
        return f"{SEAT_NAMES[int(race['chooser'])]} picks {names}"
    if action < FIRST:
        slot = action - (DESCENDS if action < SPRINTS else SPRINTS)
        who = noted(race, slot_rider(race, int(race["chooser"]), slot))
        return f"{who} is {'descender' if action < SPRINTS else 'sprinter'}"
    if action < FACE:
        what = "picks first" if int(race["phase"]) == FIRST_PICK else "takes the token"
        return f"{SEAT_NAMES[action - FIRST]} {what}"
    if action < EVENT:
        return f"bunch die {FACE_NOTED[action - FACE]}"
    if action < TILE:
        who = rider if int(race["phase"]) == PUNCTURE_ROLL else noted(race, int(race["mover"]))
        return f"{who} rolls {action - EVENT + 1}"
    return f"{rider} draws {TILE_VALUES[action - TILE]}"


# -------------------------------------------------------------------------------------------------- in words


def action_words(race: Any, action: int, course: Course) -> Say:
    """A legal action in words, before it is carried out."""
    mover = rider_name(race, int(race["mover"])) if int(race["mover"]) >= 0 else Say("nobody")
    if action < WAY:
        return _ride_words(race, action - RIDE, mover, course)
    if action < STAY:
        return Say.number(
            "{rider} takes the {n}-square route, {risk}", "{rider} takes the {n}-square route, {risk}",
            length_of(action - WAY), rider=mover, risk=Say(RISK_WORDS[(action - WAY) % RISKS]),
        )  # fmt: skip
    if action == STAY:
        return Say("{rider} stays put and recovers", rider=mover)
    if action < ATTACK:
        who = rider_name(race, rider_of_tile(race))
        return Say("{rider} plays a tile: {value} energy", rider=who, value=TILE_VALUES[action - PLAY])
    if action < ASK_ME:
        return Say("{rider} attacks", rider=rider_name(race, slot_rider(race, speaker_seat(race), action - ATTACK)))
    if action <= DONE:
        return _speech_words(race, action)
    if action == ANNOUNCE:
        return Say("{team} calls +1", team=seat_name(int(race["holder"])))
    if action == SILENT:
        return Say("{team} calls nothing", team=seat_name(int(race["holder"])))
    if action < JERSEY:
        return _rider_words(race, action)
    if action < FIRST:
        return _choosing_words(race, action)
    return _chance_words(race, action, mover)


def _ride_words(race: Any, place: int, mover: Say, course: Course) -> Say:
    target = int(race["origin"]) + place
    ways, square = ways_of(race, target, course), course.square_name(target)
    length = length_of(ways[0]) if ways else 0
    if race["attacking"]:
        return Say.number(
            "{rider} attacks: {n} square to {square}", "{rider} attacks: {n} squares to {square}",
            length, rider=mover, square=square,
        )  # fmt: skip
    return Say.number(
        "{rider} rides {n} square to {square}", "{rider} rides {n} squares to {square}",
        length, rider=mover, square=square,
    )  # fmt: skip


def _speech_words(race: Any, action: int) -> Say:
    team = seat_name(speaker_seat(race))
    if action == DONE:
        return Say("{team} sends nobody else", team=team)
    if race["asks"][speaker_seat(race)]:
        return Say("{team} no longer wants to be asked who drops back", team=team)
    return Say("{team} wants to be asked each turn who drops back", team=team)


def _rider_words(race: Any, action: int) -> Say:
    who = rider_name(race, int(race["rider"])) if int(race["rider"]) >= 0 else Say("nobody")
    if action == PAY:
        return Say.number(
            "{rider} stays in the bunch for {n} energy", "{rider} stays in the bunch for {n} energy",
            int(race["price"]), rider=who,
        )  # fmt: skip
    if action == DROP:
        return Say("{rider} lets the bunch go", rider=who)
    if action in (USE, KEEP):
        drawn = int(race["drawn"])
        value = TILE_VALUES[drawn] if 0 <= drawn < HIDDEN else "?"
        if action == USE:
            return Say("{rider} uses the tile at once: {value} energy", rider=who, value=value)
        return Say("{rider} keeps the tile", rider=who)
    if action == WAIVE:
        return Say("{rider} rides on without a tile", rider=who)
    return Say("{rider} claims a feed tile", rider=rider_name(race, claiming_rider(race, action - CLAIM)))


def _choosing_words(race: Any, action: int) -> Say:
    seat = int(race["chooser"])
    if action < LINEUP:
        return Say(
            "{team} picks from the team in {jersey}", team=seat_name(seat), jersey=Say(JERSEY_NAMES[action - JERSEY])
        )
    if action < DESCENDS:
        return Say("{team} picks {riders}", team=seat_name(seat), riders=Say(LINEUP_WORDS[action - LINEUP]))
    if action < SPRINTS:
        return Say("{rider} is the descender", rider=rider_name(race, slot_rider(race, seat, action - DESCENDS)))
    return Say("{rider} is the sprinter", rider=rider_name(race, slot_rider(race, seat, action - SPRINTS)))


def _chance_words(race: Any, action: int, mover: Say) -> Say:
    who = rider_name(race, int(race["rider"])) if int(race["rider"]) >= 0 else mover
    if action < FACE:
        if int(race["phase"]) == FIRST_PICK:
            return Say("{team} picks first", team=seat_name(action - FIRST))
        return Say("{team} leads the bunch", team=seat_name(action - FIRST))
    if action < EVENT:
        return Say("The bunch die shows {face}", face=Say(FACE_WORDS[action - FACE]))
    if action < TILE:
        die = action - EVENT + 1
        if int(race["phase"]) == PUNCTURE_ROLL:
            return Say("{rider} rolls {die} for a puncture", rider=who, die=die)
        if int(race["phase"]) == FATIGUE_ROLL:
            return Say("{rider} rolls {die} against fatigue", rider=mover, die=die)
        return Say("{rider} rolls {die} against a crash", rider=mover, die=die)
    return Say("{rider} draws a tile worth {value}", rider=who, value=TILE_VALUES[action - TILE])


CODES = (
    "stay and recover", "attack with rider {n}", "turn the drop-back question on or off",
    "no more attacks", "call +1", "call nothing", "pay and stay in the bunch", "drop back", "use the tile",
    "keep the tile", "ask for rider {n}'s tile", "ask for no tile",
)  # fmt: skip


def code_words(action: int) -> Say:
    """What an action code means, whichever seat plays it."""
    if action < WAY:
        return Say("ride to square {n} of the hex", n=action - RIDE + 1)
    if action < STAY:
        way = action - WAY
        return Say("take the {n}-square route, {risk}", n=length_of(way), risk=Say(RISK_WORDS[way % RISKS]))
    if action == STAY:
        return Say(CODES[0])
    if action < ATTACK:
        return Say("play a tile worth {n}", n=TILE_VALUES[action - PLAY])
    if action < ASK_ME:
        return Say(CODES[1], n=action - ATTACK + 1)
    if action < CLAIM:
        return Say(CODES[2 + action - ASK_ME])
    if action < WAIVE:
        return Say(CODES[10], n=action - CLAIM + 1)
    if action == WAIVE:
        return Say(CODES[11])
    if action < LINEUP:
        return Say("pick from the team in {jersey}", jersey=Say(JERSEY_NAMES[action - JERSEY]))
    if action < DESCENDS:
        return Say("pick {riders}", riders=Say(LINEUP_WORDS[action - LINEUP]))
    if action < SPRINTS:
        return Say("rider {n} is the descender", n=action - DESCENDS + 1)
    if action < FIRST:
        return Say("rider {n} is the sprinter", n=action - SPRINTS + 1)
    if action < FACE:
        return Say("{team} goes first or leads the bunch", team=seat_name(action - FIRST))
    if action < EVENT:
        return Say("The bunch die shows {face}", face=Say(FACE_WORDS[action - FACE]))
    if action < TILE:
        return Say("the event die shows {n}", n=action - EVENT + 1)
    return Say("draws a tile worth {n}", n=TILE_VALUES[action - TILE])


# ------------------------------------------------------------------------------------------------- the result


def riders_in_race(race: Any) -> list[int]:
    """The riders who started."""
    return [r for r in range(int(race["teams"]) * int(race["each"])) if int(race["status"][r]) != OUT]


def front_of(race: Any, course: Course, rider: int) -> int:
    """How far a rider has come, in units; finished riders are at the finish."""
    square = int(race["bunch"]) if int(race["status"][rider]) == IN_BUNCH else int(race["at"][rider])
    return int(course.road.squares["front"][square]) if square >= 0 else course.finish


def bunch_order(race: Any) -> list[int]:
    """The riders in the bunch, in bunch order (L1-C3c)."""
    each, teams, holder = int(race["each"]), int(race["teams"]), max(int(race["holder"]), 0)
    order = [((holder + i // each) % teams) * each + i % each for i in range(teams * each)]
    return [rider for rider in order if int(race["status"][rider]) == IN_BUNCH]


def race_order(race: Any, course: Course) -> list[int]:
    """All riders, first to last: finished riders by their places, then race order, with the bunch in its place."""
    inside = bunch_order(race)

    def rank(rider: int) -> tuple[int, int, int]:
        place = int(race["place"][rider])
        if place:
            return place - 1000, 0, 0
        turn = inside.index(rider) if rider in inside else -int(race["stamp"][rider])
        return -front_of(race, course, rider), rider not in inside, turn

    return sorted(riders_in_race(race), key=rank)


def scoring(race: Any, course: Course, seat: int) -> dict[str, int]:
    """Instead of points: how many riders of other players are behind the player's best rider (L1-F6)."""
    each, order = int(race["each"]), race_order(race, course)
    own = [number for number, rider in enumerate(order) if rider // each == seat]
    return {BEATEN.text: sum(rider // each != seat for rider in order[own[0] :]) if own else 0}


def quality_words(quality: int) -> Say:
    return Say("descender") if quality == DESCENDER else Say("sprinter")

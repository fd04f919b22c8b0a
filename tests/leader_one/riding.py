"""Set up positions and ride by hand, so that tests read like the rules that they test."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import parcours
from parcours.engine.course import Course
from parcours.engine.match import Match
from parcours.games.leader_one import actions as a
from parcours.games.leader_one import state as s
from parcours.games.leader_one.builder import Tokens, course_text
from parcours.games.leader_one.texts import SEAT_NAMES, TYPE_NAMES, noted, ways_of

GAME = parcours.game("leader_one")
PHASES = {
    "first pick": s.FIRST_PICK,
    "jersey": s.PICK_JERSEY,
    "lineup": s.PICK_LINEUP,
    "qualities": s.QUALITIES,
    "first token": s.FIRST_TOKEN,
    "move": s.MOVE_PHASE,
    "way": s.WAY_PHASE,
    "speak": s.SPEAK,
    "announce": s.ANNOUNCE_PHASE,
    "bunch die": s.BUNCH_DIE,
    "settle": s.SETTLE,
    "fatigue": s.FATIGUE_ROLL,
    "fall": s.FALL_ROLL,
    "claim": s.CLAIM_PHASE,
    "draw": s.DRAW_TILE,
    "tile": s.TILE_PHASE,
    "puncture": s.PUNCTURE_ROLL,
    "over": s.OVER_PHASE,
}
STATUS = {"bunch": s.IN_BUNCH, "road": s.ON_ROAD, "beside": s.BESIDE, "home": s.HOME, "late": s.LATE, "out": s.OUT}
QUALITIES = {"descender": s.DESCENDER, "sprinter": s.SPRINTER}
FACES = {3: 0, 4: 1, "red": 2, 5: 3}
RISKS = {"": 0, "fatigue": 1, "fall": 2, "both": 3}
STRAIGHT = "1A 2B 5A 6A 20B 3A"
"""36 rows of straight flat road."""


def laid(
    hexes: str,
    categories: Mapping[int, int] | None = None,
    feeds: Iterable[int] = (),
    bonuses: Iterable[int] = (),
) -> Course:
    """A course of these hexes; if no feed line is named, with one before the last hex."""
    tokens = Tokens(tuple((categories or {}).items()), tuple(feeds) or (len(hexes.split()) - 1,), tuple(bonuses))
    return GAME.read_course("laid.toml", course_text("Laid", hexes.split(), tokens))


STRAIGHT_ROAD = laid(STRAIGHT)


def row(number: int, lane: int = 2) -> str:
    """A square of the straight road: row r has front 70r."""
    if number <= 0:
        return f"S/{lane}:{6 + number}"
    if number > 36:
        return f"X/{lane}:{number - 36}"
    hex_, square = divmod(number - 1, 6)
    return f"{hex_ + 1}/{lane}:{square + 1}"


def rider(race: Match, name: str) -> int:
    """The number of a rider such as `Yellow leader` in the record."""
    team, kind = name.split()
    state = race.races[0]
    each = int(state["each"])
    seat = SEAT_NAMES.index(team)
    for number in range(seat * each, seat * each + each):
        if int(state["kind"][number]) == TYPE_NAMES.index(kind):
            return number
    raise AssertionError(f"there is no {name}")


def standing(
    places: Mapping[str, str],
    *,
    bunch: str = "S/2:6",
    inside: Iterable[str] = (),
    course: Course | str = STRAIGHT_ROAD,
    holder: str = "",
    energy: int | Mapping[str, int] = 20,
    qualities: Mapping[str, str] | None = None,
    teams: int = 4,
    turn: int = 5,
    stage: int = 0,
    settle: bool = True,
    **switches: bool | str,
) -> Match:
    """A race under way: the riders named stand on these squares or sit in the bunch, whose front is `bunch`; nobody
    else is in the race. Of level riders the one named first is first. The holder has the token; without a holder,
    yellow or else the first player named. A turn begins."""
    race = GAME.start(course=course, teams=teams, manual_chance=True, **switches)
    state, road = race.races[0], race.setup.course
    each = int(state["each"])
    for seat in range(teams):
        for slot in range(each):
            state["kind"][seat * each + slot] = slot
    state["status"][:] = s.OUT
    for order, (name, square) in enumerate(places.items()):
        number = rider(race, name)
        state["status"][number] = s.ON_ROAD
        state["at"][number] = road.square_at(square)
        state["stamp"][number] = 100 - order
    state["stamps"] = 160
    for name in inside:
        state["status"][rider(race, name)] = s.IN_BUNCH
    everybody = sorted([*places, *inside], key=lambda name: not name.startswith("Yellow"))
    for name in everybody:
        state["energy"][rider(race, name)] = energy if isinstance(energy, int) else energy.get(name, 20)
    for name, quality in (qualities or {}).items():
        state["quality"][rider(race, name)] = QUALITIES[quality]
    front = road.square_at(bunch)
    state["bunch"], state["bunch_rear"] = front, track_before(road, front)
    fed_before(race, everybody)
    state["turn"], state["stage"] = turn - 1, stage
    if settle:
        begin(race, holder or everybody[0].split()[0])
    return race


def fed_before(race: Match, names: Iterable[str]) -> None:
    """Write down that these riders were fed at the feed lines behind them."""
    state, road = race.races[0], race.setup.course
    lines = [road.units(line.at) for line in road.lines if line.kind == "feed"]
    fronts = road.road.squares["front"]
    for name in names:
        number = rider(race, name)
        square = state["bunch"] if state["status"][number] == s.IN_BUNCH else state["at"][number]
        state["fed"][number] = sum(int(fronts[square]) > line for line in lines)


def track_before(road: Course, square: int) -> int:
    """The square before this one on the bunch's track."""
    squares = road.road.squares
    on = [i for i in range(len(squares)) if squares["flags"][i] & 16 and squares["front"][i] < squares["front"][square]]
    return max(on, key=lambda i: int(squares["front"][i]))


def begin(race: Match, holder: str = "Yellow") -> None:
    """Let a turn begin, after a test has written to the record."""
    race.races[0]["phase"] = s.FIRST_TOKEN
    race.look_again()
    race.replay(a.FIRST + SEAT_NAMES.index(holder))


def having_moved(race: Match, *names: str) -> None:
    """Pretend that these riders have had their move of this turn without leaving their squares; the next one is due."""
    state = race.races[0]
    for name in names:
        state["moved"][rider(race, name)] = s.MOVED
    state["phase"], state["rider"] = s.PUNCTURE_ROLL, rider(race, names[0])
    race.look_again()
    race.replay(a.EVENT + 11)
    state["rolled"][:] = 0
    race.look_again()


def phase(race: Match) -> str:
    """What is decided now."""
    return next(name for name, value in PHASES.items() if value == int(race.races[0]["phase"]))


def due(race: Match) -> str:
    """The rider that moves, pays, is fed or rolls."""
    state = race.races[0]
    moving = phase(race) in ("move", "way", "fatigue", "fall")
    return noted(state, int(state["mover"] if moving else state["rider"]))


def where(race: Match, name: str) -> str:
    """A rider's square, or its status if it is not on the road."""
    state, number = race.races[0], rider(race, name)
    if int(state["status"][number]) == s.ON_ROAD:
        return race.setup.course.square_name(int(state["at"][number]))
    return status(race, name)


def status(race: Match, name: str) -> str:
    return next(word for word, value in STATUS.items() if value == int(race.races[0]["status"][rider(race, name)]))


def energy(race: Match, name: str) -> int:
    return int(race.races[0]["energy"][rider(race, name)])


def bunch(race: Match) -> str:
    return race.setup.course.square_name(int(race.races[0]["bunch"]))


def tail_front(race: Match) -> tuple[int, int]:
    """The back of the bunch's rear square and the front of its front square."""
    state, squares = race.races[0], race.setup.course.road.squares
    return int(squares["rear"][state["bunch_rear"]]), int(squares["front"][state["bunch"]])


def front(race: Match, name: str) -> int:
    state = race.races[0]
    return int(race.setup.course.road.squares["front"][state["at"][rider(race, name)]])


def free(race: Match) -> int:
    """Free squares of the rider that moves."""
    assert phase(race) == "move"
    return int(race.races[0]["free"])


def reach(race: Match) -> dict[str, set[tuple[int, str]]]:
    """The squares that may be ridden to, with lengths and risks."""
    assert phase(race) == "move", phase(race)
    state, names = race.races[0], {value: name for name, value in RISKS.items()}
    found = {}
    for action in race.legal():
        if action < a.WAY:
            square, course = int(state["origin"]) + action - a.RIDE, race.setup.course
            ways = ways_of(state, square, course)
            found[course.square_name(square)] = {(way // 4 + 1, names[way % 4]) for way in ways}
    return found


def by_length(race: Match, length: int) -> dict[str, set[str]]:
    """Where moves of one length may end, and with which risks."""
    found = {square: {risk for n, risk in ways if n == length} for square, ways in reach(race).items()}
    return {square: risks for square, risks in found.items() if risks}


def to(race: Match, square: str, length: int = 0, risk: str = "") -> None:
    """Ride to a square, by the given length and risk or else by the first way."""
    state = race.races[0]
    place = race.setup.course.square_at(square) - int(state["origin"])
    assert a.RIDE + place in race.legal(), f"{square} is not open to {due(race)}: {reach(race)}"
    way = 4 * (length - 1) + RISKS[risk]
    if length:
        known = ways_of(state, int(state["origin"]) + place, race.setup.course)
        assert way in known, f"{square} by {length} {risk}: {reach(race)[square]}"
    race.play(a.RIDE + place)
    if phase(race) == "way":
        race.play(a.WAY + way if length else min(race.legal()))


def attack(race: Match, name: str, square: str = "", length: int = 4, risk: str = "") -> None:
    """A rider leaves the bunch."""
    assert phase(race) == "speak", phase(race)
    race.play(a.ATTACK + rider(race, name) % int(race.races[0]["each"]))
    if square:
        to(race, square, length, risk)


def attackers(race: Match) -> set[str]:
    """Which of the speaker's riders may attack."""
    assert phase(race) == "speak"
    state = race.races[0]
    first = race.actor * int(state["each"])
    return {noted(state, first + code - a.ATTACK) for code in race.legal() if a.ATTACK <= code < a.ASK_ME}


def no_attacks(race: Match) -> None:
    while phase(race) == "speak":
        race.play(a.DONE)


def roll_bunch(race: Match, face: int | str, announced: bool = False) -> None:
    """From the attacks on: nobody (else) attacks, and the bunch moves."""
    no_attacks(race)
    if phase(race) == "announce":
        race.play(a.ANNOUNCE if announced else a.SILENT)
    assert phase(race) == "bunch die", phase(race)
    race.play(a.FACE + FACES[face])


def pay(race: Match, *names: str) -> None:
    """The riders named stay in and pay, in this order."""
    for name in names:
        assert (phase(race), due(race)) == ("settle", name), (phase(race), due(race))
        race.play(a.PAY)


def drop(race: Match, name: str) -> None:
    assert (phase(race), due(race)) == ("settle", name), (phase(race), due(race))
    race.play(a.DROP)


def event(race: Match, *rolls: int) -> None:
    """Roll the event die."""
    for roll in rolls:
        race.play(a.EVENT + roll - 1)


def draw(race: Match, value: int) -> None:
    """Draw the tile on top of the pile."""
    assert phase(race) == "draw", phase(race)
    race.play(a.TILE + value - 2)


def give_tile(race: Match, name: str, value: int) -> None:
    """Let a rider keep a tile (before the turn begins)."""
    state, number = race.races[0], rider(race, name)
    state["kept"][number][value - 2] += 1
    state["tiles"][number] += 1
    state["pile"][int(state["kind"][number])][value - 2] -= 1


def play_tile(race: Match, value: int) -> None:
    race.play(a.PLAY + value - 2)


def place(race: Match, name: str) -> int:
    return int(race.races[0]["place"][rider(race, name)])

"""Um Reifenbreite on the table: the choices, with their squares, costs, gains, risks, and who could follow."""

from __future__ import annotations

from typing import Any

from parcours.engine.course import Course
from parcours.engine.match import Match
from parcours.engine.road import NOWHERE, START, row_mate
from parcours.engine.scene import Choice, Text
from parcours.engine.words import Say
from parcours.games.um_reifenbreite.actions import (
    AGREE,
    ASK,
    CARD,
    DICE,
    DIE,
    FOLLOW,
    GRID,
    LONG_TOW,
    LUCK,
    MEANS,
    ONE_AWAY,
    ONE_CARD,
    RETURN,
    RIDE,
    RIDER,
    SHORT_TOW,
    TOTAL,
    TWO_AWAY,
    TWO_CARDS,
    WAY,
)  # fmt: skip
from parcours.games.um_reifenbreite.sheet import numbers_of
from parcours.games.um_reifenbreite.state import JOKER, KINDS, LAYING, MAX_TEAMS, PHOTOS, RIDERS
from parcours.games.um_reifenbreite.tables import ARRIVAL_POINTS, FALL, LUCK_EFFECTS
from parcours.games.um_reifenbreite.texts import action_words, fewest, luck_effect, rider_name
from parcours.games.um_reifenbreite.why import chain, reasons


def choices(match: Match, race: Any) -> tuple[Choice, ...]:
    """The legal actions, as the table offers them."""
    weights = match.weights() if match.actor < 0 else [0] * len(match.legal())
    found = [
        _choice(match.setup.course, race, action, weight) for action, weight in zip(match.legal(), weights, strict=True)
    ]
    return tuple(sorted(found, key=_by_road))


def _by_road(choice: Choice) -> tuple[int, int]:
    """Squares lane by lane from the left (lane 1 is the right-most), in each lane from the nearest; then everything
    else."""
    return (-int(choice.lane), int(choice.short)) if choice.lane else (0, 0)


def _choice(course: Course, race: Any, action: int, weight: int) -> Choice:
    rider = int(race["rider"])
    label = action_words(race, action, course)
    piece = f"r{rider}" if rider >= 0 else ""
    if action < WAY:
        return _ride(course, race, action, label, piece)
    if action < FOLLOW:
        return _way(course, race, action, label, piece)
    if action <= FOLLOW + 1:
        return _follow(course, race, action, label, piece)
    if action < MEANS:
        keys = {ASK: "y", AGREE: "y"}
        return Choice(action, label, key=keys.get(action, "n"), piece=piece, clauses=("UR-15a", "UR-15c"))
    if action < CARD:
        return _means(course, race, action, label, piece)
    if action < RETURN:
        return _card(race, action, label, piece)
    if action < RIDER:
        square = _square_of_return(course, race, action - RETURN)
        back_in = str(int(course.road.squares["lane"][square]) + 1)
        return Choice(action, label, back_in, piece=piece, path=(square,), clauses=("UR-8c", "UR-8d"))
    if action < GRID:
        placed = f"r{int(race['placer']) * RIDERS + action - RIDER}"
        return Choice(action, label, piece=placed, clauses=("UR-5c",))
    if action < TOTAL:
        lane, row = divmod(action - GRID, MAX_TEAMS)
        rows = course.lap[0].squares[0]
        return Choice(
            action,
            Say("{rider} starts in lane {lane}, row {row}", rider=rider_name(rider), lane=lane + 1, row=rows - row),
            short=str(rows - row),
            lane=str(lane + 1),
            piece=piece,
            path=(lane * rows + rows - 1 - row,),
            clauses=("UR-5c", "UR-5d"),
        )
    if action < LUCK:
        shown = action - TOTAL + 2 if action < DIE else action - DIE + 1
        return Choice(action, label, str(shown), piece=piece, clauses=("UR-21b",), weight=weight)
    if action < LUCK + len(LUCK_EFFECTS):
        card = action - LUCK
        details = (luck_effect(card),)
        return Choice(action, label, str(card + 1), details=details, clauses=("UR-12c", "UR-21d"), weight=weight)
    return Choice(action, label, key=label_key(label), clauses=("UR-13b", "UR-21e"), weight=weight)


def label_key(label: Say) -> str:
    """The key for a photo card: its number."""
    return str(label.gaps.get("number", ""))


# ---------------------------------------------------------------------------------------------- where to ride


def shortest_way(course: Course, race: Any, goal: int, length: int) -> tuple[int, ...]:
    """A way of `length` squares from the rider to the goal, with both ends included."""
    squares, start = course.road.squares, int(race["at"][int(race["rider"])])
    taken = {int(at) for at in race["at"] if at != NOWHERE}
    layers: list[dict[int, int]] = [{start: NOWHERE}]
    for _ in range(length):
        onward: dict[int, int] = {}
        for square in layers[-1]:
            for way in (1, 0, 2):
                there = int(squares["ahead"][square][way])
                if there != NOWHERE and not squares["barred"][square][way] and there not in taken:
                    onward.setdefault(there, square)
        layers.append(onward)
    path = [goal]
    for layer in reversed(layers[1:]):
        path.append(layer[path[-1]])
    return tuple(reversed(path))


def _ride(course: Course, race: Any, action: int, label: Say, piece: str) -> Choice:
    place = action - RIDE
    square, used = int(race["reach"][place]), fewest(int(race["lengths"][place]))
    return Choice(
        action,
        label,
        short=str(used),
        lane=str(int(course.road.squares["lane"][square]) + 1),
        piece=piece,
        path=shortest_way(course, race, square, used),
        cost=Say.number("{n} square used", "{n} squares used", used),
        gain=_lines_crossed(course, race, square),
        risk=_number_there(course, race, square),
        details=tuple(_followers(course, race, square, used)),
        clauses=("UR-6d", "UR-6e"),
        why=_speaks_for(course, race, square),
    )


def _speaks_for(course: Course, race: Any, square: int) -> Text:
    """What is good about a square: a line crossed on the way, or a wheel to follow from there (UR-7)."""
    if crossed := _lines_crossed(course, race, square):
        return crossed
    behind = course.road.squares["behind"]
    for rider, at in enumerate(race["at"].tolist()):
        if at != NOWHERE and rider != int(race["rider"]) and int(behind[at]) == square:
            return Say("ends on the wheel of {rider}, ready to follow", rider=rider_name(rider))
    return ""


def _way(course: Course, race: Any, action: int, label: Say, piece: str) -> Choice:
    """One of several ways to the chosen square. Its length decides who could follow (UR-6j)."""
    used, square = action - WAY, int(race["target"])
    return Choice(
        action,
        label,
        short=str(used),
        piece=piece,
        path=shortest_way(course, race, square, used),
        cost=Say.number("{n} square used", "{n} squares used", used),
        details=tuple(_followers(course, race, square, used)),
        clauses=("UR-6j", "UR-7b"),
    )


def _lines_crossed(course: Course, race: Any, square: int) -> Text:
    rear, rider = int(course.road.squares["rear"][square]), int(race["rider"])
    if rear >= course.finish:
        place = int(race["home"]) + 1
        return Say.number("finishes {place}: {n} point", "finishes {place}: {n} points",
                          ARRIVAL_POINTS[place - 1], place=place)  # fmt: skip
    sprint = 0
    gain: Text = ""
    for line in course.lines:
        if line.kind != "sprint":
            continue
        place = int(race["crossings"][sprint]) + 1
        crossed = int(race["crossed"][rider]) >> sprint & 1
        if race["sprints"] and rear >= course.units(line.at) and not crossed and place <= len(line.scores):
            gain = Say.number("sprint {line}: {place}, {n} point", "sprint {line}: {place}, {n} points",
                              line.scores[place - 1], line=line.name, place=place)  # fmt: skip
        sprint += 1
    return gain


def _number_there(course: Course, race: Any, square: int) -> Text:
    """What the number of the square will do to the next move from there."""
    number = int(course.road.squares["value"][square]) if race["colours"] else 0
    return Say("next move {number}", number=f"{number:+d}") if number else ""


def _followers(course: Course, race: Any, square: int, used: int) -> list[Text]:
    """Who could follow, and which letters of UR-7 stop the next one."""
    told: list[Text] = []
    for rider, letters in chain(race, course, square, used):
        if letters:
            told.append(Say("{rider} couldn't follow: {reasons}", rider=rider_name(rider), reasons=reasons(letters)))
        else:
            told.append(Say("{rider} could follow", rider=rider_name(rider)))
    return told


def _follow(course: Course, race: Any, action: int, label: Say, piece: str) -> Choice:
    if action != FOLLOW:
        return Choice(action, label, key="n", piece=piece, details=(Say("keeps its own move"),), clauses=("UR-7j",))
    squares = course.road.squares
    rider = int(race["rider"])
    goal = int(squares["behind"][int(race["at"][int(race["file"][int(race["asked"]) - 1])])])
    start = int(race["at"][rider])
    rows = (int(squares["front"][goal]) - int(squares["front"][start])) // course.unit
    gain = _lines_crossed(course, race, goal) or Say.number("{n} square gained", "{n} squares gained", rows)
    return Choice(action, label, key="y", piece=piece, path=(start, goal), gain=gain, clauses=("UR-7h", "UR-7i"))


# ------------------------------------------------------------------------------------- dice, cards and tows


def fall_chance(course: Course, race: Any, means: int) -> float:
    """How likely a roll is to cause a mass crash: a seven, and then a card that says so (UR-21b to UR-21d). A short tow
    can make seven too (UR-12g). On a start square no card is drawn (UR-12h)."""
    starts = course.road.squares["flags"][int(race["at"][int(race["rider"])])] & START
    if not race["luck"] or starts or means in (TWO_CARDS, TWO_AWAY, LONG_TOW):
        return 0.0
    left = [effect for card, effect in enumerate(LUCK_EFFECTS) if not int(race["deck"]) >> card & 1]
    return left.count(FALL) / len(left) / 6


def caught_chance(noted: int, new: int) -> float:
    """How likely the final draw is to catch a rider with `noted` different photo numbers, if `new` more are noted
    (UR-13d)."""
    numbers = min(PHOTOS, noted + new)
    free = PHOTOS - numbers
    return 1.0 - free * (free - 1) / (PHOTOS * (PHOTOS - 1))


def _means(course: Course, race: Any, action: int, label: Say, piece: str) -> Choice:
    means = action - MEANS
    rider = int(race["rider"])
    fall = round(100 * fall_chance(course, race, means))
    risk: Text = Say("{chance}% risk of a mass crash", chance=fall) if fall else ""
    cost: Text = ""
    clauses: tuple[str, ...] = ("UR-6c",)
    if means >= SHORT_TOW:
        noted = len(numbers_of(race["photos"][rider]))
        chance = round(100 * caught_chance(noted, 2 if means == LONG_TOW else 1))
        risk = Say("up to {chance}% risk of disqualification", chance=chance)
        if fall:
            risk = Say("up to {chance}% risk of disqualification, {fall}% of a mass crash", chance=chance, fall=fall)
        clauses = ("UR-13a", "UR-13d")
    elif means != DICE:
        cost = Say.number("{n} energy card", "{n} energy cards", 1 if means in (ONE_CARD, ONE_AWAY) else 2)
        clauses = ("UR-11e", "UR-7g") if means in (ONE_AWAY, TWO_AWAY) else ("UR-11c",)
    return Choice(action, label, piece=piece, spot=f"means:{means}", cost=cost, risk=risk, clauses=clauses)


def _card(race: Any, action: int, label: Say, piece: str) -> Choice:
    choice, rider = action - CARD, int(race["rider"])
    holder = JOKER if choice >= KINDS else rider % RIDERS
    clauses = ("UR-11c",) if int(race["phase"]) == LAYING else ("UR-12e",)
    spot = f"card:{rider // RIDERS}.{holder}.{choice % KINDS}"
    return Choice(action, label, piece=piece, spot=spot, clauses=clauses)


def _square_of_return(course: Course, race: Any, lane: int) -> int:
    row = int(race["target"])
    own = int(course.road.squares["lane"][row])
    return row if lane == own else int(row_mate(course.road, row, lane))

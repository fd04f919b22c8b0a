"""Rally on the table: the choices, with their squares, their costs, and their risks from the exact odds."""

from __future__ import annotations

from typing import Any

from parcours.engine.course import Course
from parcours.engine.match import Match
from parcours.engine.scene import Choice, Text
from parcours.engine.words import Say
from parcours.games.rally.actions import (
    BRAKE,
    CARD,
    DIE,
    FIT,
    GEAR,
    GO,
    LEAVE,
    LOT,
    NO_STOP,
    NOBODY_THERE,
    STATION,
    TRIM,
    TYRES,
)  # fmt: skip
from parcours.games.rally.cards import FEATURES
from parcours.games.rally.courses import cards_of, limits_of
from parcours.games.rally.readings import Gear, Odds, Step, brake_odds, distance_odds, gear_odds, plate, steps
from parcours.games.rally.rules.move import WORST
from parcours.games.rally.state import (
    BRAKE_PHASE,
    DAMAGE_PHASE,
    DRIVING,
    GEAR_PHASE,
    GO_PHASE,
    NORMAL,
    RISK_PHASE,
    WEATHER_PHASE,
)  # fmt: skip
from parcours.games.rally.texts import (
    action_words,
    feature_name,
    place_word,
    result_name,
    weather_words,
)  # fmt: skip


def percent(chance: float) -> Say:
    """A chance as players read it: a whole percentage, and never 0% for something that can happen.

    >>> [str(percent(chance)) for chance in (0.1666, 0.003, 0.0)], percent(0.5).to("de")
    (['17%', '<1%', '0%'], '50\xa0%')
    """
    if 1e-9 < chance < 0.005:
        return Say("<{n}%", n=1)
    return Say("{n}%", n=round(100 * max(chance, 0)))


def choices(match: Match, view: Any) -> tuple[Choice, ...]:
    """The legal actions, as the table offers them."""
    race, course = view[0], match.setup.course
    phase = int(race["phase"])
    weights = match.weights() if match.actor < 0 else [0] * len(match.legal())
    legal = list(zip(match.legal(), weights, strict=True))
    if phase == GEAR_PHASE:
        told, gears = gear_odds(match.game, view), plate(match.game, view)
        return tuple(
            _gear(race, course, action - GEAR + 1, told[action - GEAR], gears[action - GEAR]) for action, _ in legal
        )
    if phase == GO_PHASE:
        return _distances(match, view, [action for action, _ in legal])
    if phase == BRAKE_PHASE:
        return _brakes(match, view, [action for action, _ in legal])
    gears = plate(match.game, view) if phase == RISK_PHASE else ()
    return tuple(_choice(race, course, action, weight, gears) for action, weight in legal)


def risk_words(outlook: Any) -> Text:
    """The chance of each result that ends the move off the road; empty if none can happen."""
    told: list[Text] = []
    for result in range(1, 6):
        chance = float(outlook[result])
        if chance > 1e-9:
            told.append(Say("{chance} {result}", result=result_name(result), chance=percent(chance)))
    return Say("{risks}", risks=told) if told else ""


# ------------------------------------------------------------------------------------------- gear, distance, brakes


def _squares(race: Any, steps: int) -> tuple[int, ...]:
    """The squares of the board that the car passes in this many steps."""
    here = int(race["place"][int(race["car"])])
    last = min(int(race["places"]), here + steps)
    return tuple(range(max(0, here - 1), last))


def _gear(race: Any, course: Course, gear: int, told: Odds, allowed: Gear) -> Choice:
    car = int(race["car"])
    here = int(race["place"][car])
    low, high = allowed.low, allowed.high
    ahead = int(race["places"]) - here
    least, most = min(low, ahead + 1), min(high, ahead + 1)
    details: list[Text] = [
        Say("square {square}: {chance} risk", square=place_word(here + n), chance=percent(told[n][7]))
        for n in range(1, min(most, ahead) + 1)
        if told[n][7] > 0
    ]
    at_least, at_most = 1 - told[least][0], 1 - told[most][0]
    risk: Text = ""
    if at_most > 1e-9:
        risk = Say("off the road: {low} at {least} squares, {high} at {most}", low=percent(at_least), least=least,
                   high=percent(at_most), most=most)  # fmt: skip
    cost: Text = Say("the over-rev card") if int(race["gear"][car]) - gear == 2 else ""
    gain = Say("{low} to {high} squares", low=low, high=high) if low < high else Say("exactly 1 square")
    if not risk:
        gain = Say("{squares}, safe", squares=gain)
    return Choice(
        GEAR + gear - 1, action_words(race, GEAR + gear - 1, course), str(gear), key=str(gear), piece=f"c{car}",
        path=_squares(race, most), spot=f"gear:{gear}", cost=cost, risk=risk, gain=gain, details=tuple(details),
        clauses=("RA-G2", "RA-G3", "RA-E5"),
    )  # fmt: skip


def _distances(match: Match, view: Any, legal: list[int]) -> tuple[Choice, ...]:
    race, course = view[0], match.setup.course
    told, brakes = distance_odds(match.game, view)
    way = steps(match.game, view)
    ahead = int(race["places"]) - int(race["place"][int(race["car"])])
    far = {action: ahead + 1 if action == LEAVE else action - GO for action in legal}
    safe = max((go for go in far.values() if not risk_words(told[go])), default=0)
    found = []
    for action, go in far.items():
        needed = int(brakes[go].sum())
        cost: Text = Say.number("{n} brake", "{n} brakes", needed) if needed else ""
        risk = risk_words(told[go])
        gain: Text = "" if risk else Say("safe")
        if action == LEAVE:
            gain = Say("finished in turn {turn}", turn=int(race["turn"]))
        details = _levels(race, course, way[: min(go, ahead)], brakes[go])
        if needed:
            where = [place_word(int(race["place"][int(race["car"])]) + n)
                     for n in range(1, go + 1) for _ in range(int(brakes[go][n]))]  # fmt: skip
            safest = Say.number(
                "safest: brake on square {squares}",
                "safest: brake on squares {squares}",
                len(set(where)),
                squares=where,
            )
            details = (safest, *details)
        found.append(
            Choice(action, action_words(race, action, course), str(go) if action != LEAVE else "→",
                   key=str(go) if go < 10 and action != LEAVE else "", piece=f"c{int(race['car'])}",
                   path=_squares(race, go), cost=cost, risk=risk, gain=gain, details=details,
                   clauses=("RA-T5", "RA-E6"), why="" if action == LEAVE else _speaks_for(go, safe, cost, risk))
        )  # fmt: skip
    return tuple(found)


def _speaks_for(go: int, safe: int, brakes: Text, risk: Text) -> Text:
    """The argument for a distance, compared with the longest safe one (RA-T5)."""
    if go == safe:
        price = Say("for {brakes}", brakes=brakes) if brakes else Say("without braking")
        return Say.number("{n} square, as far as is safe, {price}", "{n} squares, as far as is safe, {price}", go,
                          price=price)  # fmt: skip
    if 0 < safe < go and risk:
        return Say.number("{n} square more than is safe: {risk}", "{n} squares more than is safe: {risk}", go - safe,
                          risk=risk)  # fmt: skip
    return ""


def _brakes(match: Match, view: Any, legal: list[int]) -> tuple[Choice, ...]:
    race, course = view[0], match.setup.course
    told, brakes = brake_odds(match.game, view)
    way = steps(match.game, view)
    safest = min(legal, key=lambda action: (round(1 - float(told[action - BRAKE][0]), 9), action))
    here = int(race["place"][int(race["car"])])
    found = []
    for action in sorted(legal):
        square = action - BRAKE
        gain: Text = Say("the safest choice") if action == safest else ""
        details = _levels(race, course, way[: int(race["go"])], brakes[square])
        found.append(
            Choice(action, action_words(race, action, course), f"▼{place_word(here + square)}",
                   piece=f"c{int(race['car'])}", path=(here + square - 1,),
                   risk=risk_words(told[square]), gain=gain, details=details, clauses=("RA-B1", "RA-B2", "RA-E6"))
        )  # fmt: skip
    return tuple(found)


def _levels(race: Any, course: Course, way: tuple[Step, ...], brakes: Any) -> tuple[Text, ...]:
    """How the level of each square of a move adds up, one line per square (RA-X3)."""
    begin = int(race["place"][int(race["car"])])
    lines: list[Text] = []
    for number, step in enumerate(way, 1):
        level = step.level(int(brakes[number]))
        sums: list[Text] = []
        if step.passed:
            sums.append(Say("+{n} for overtaking", n=step.passed))
        if brakes[number]:
            sums.append(Say("+{n} brakes", n=int(brakes[number])))
        if step.suited:
            sums.append(Say("−1 tyres"))
        over = level - int(race["risk"])
        square = place_word(begin + number)
        verdict = Say("too hard by {n}", n=over) if over > 0 else Say("safe")
        if sums:
            lines.append(Say("square {square}: difficulty {printed}, {sums}: {level}, {verdict}", square=square,
                             printed=step.printed, sums=sums, level=level, verdict=verdict))  # fmt: skip
        else:
            lines.append(
                Say("square {square}: difficulty {level}, {verdict}", square=square, level=level, verdict=verdict)
            )
    return tuple(lines)


# ----------------------------------------------------------------------------------------------------------- all else


def _choice(race: Any, course: Course, action: int, weight: int, gears: tuple[Gear, ...]) -> Choice:
    label = action_words(race, action, course)
    piece = f"c{int(race['car'])}"
    if action == NO_STOP:
        return Choice(action, label, key="n", piece=piece, details=(Say("keeps the tyres"),), clauses=("RA-E7",))
    if action < TYRES:
        return Choice(action, label, key="rs"[action - FIT - 1] if action > FIT else "o", piece=piece,
                      cost=_stop_cost(race), details=_tyre_details(race, action - FIT),
                      clauses=("RA-M6", "RA-M7", "RA-M8"))  # fmt: skip
    if action < TRIM:
        return Choice(action, label, key="nrs"[action - TYRES], piece=piece,
                      details=_tyre_details(race, action - TYRES), clauses=("RA-Y1", "RA-Y2", "RA-Y3"))  # fmt: skip
    if action < CARD:
        trim = action - TRIM
        return Choice(action, label, gain=_trim_gain(trim), risk=_trim_risk(trim),
                      clauses=("RA-A1", "RA-A3"))  # fmt: skip
    if action < STATION:
        return _card(race, course, action, weight)
    if action < NOBODY_THERE:
        place = action - STATION + 1
        return Choice(action, label, place_word(place), path=(place - 1,),
                      clauses=("RA-M2", "RA-M3"))  # fmt: skip
    if action == NOBODY_THERE:
        return Choice(action, label, key="n", clauses=("RA-M1",))
    if action < LOT:
        face = action - DIE + 1
        return Choice(action, label, str(face), key=str(face), details=(_die_words(race, face, gears),),
                      clauses=("RA-C2", "RA-C3", "RA-C4"), weight=weight)  # fmt: skip
    return Choice(action, label, piece=f"c{action - LOT}", clauses=("RA-C1",), weight=weight)


def _stop_cost(race: Any) -> Text:
    """What a change of tyres costs now (RA-M8, RA-M9)."""
    car = int(race["car"])
    if int(race["status"][car]) == DRIVING:
        return Say("the next move is in 1st")
    if int(race["stand"][car]):
        return Say("no extra cost: the car is sitting out anyway")
    return Say("sits out one more move") if race["repaired"] else Say("no extra cost: the next move is in 1st anyway")


def _tyre_details(race: Any, tyres: int) -> tuple[Text, ...]:
    if tyres == NORMAL:
        return (Say("no gain, no cost"),)
    helps = Say("all difficulties −1 in rain and storm") if tyres == 1 else Say("all difficulties −1 in snow")
    if race["cost_by_kind"]:
        return helps, Say("{n} squares less on a dry road", n=tyres)
    return helps, Say("1 square less in clear weather, 2 less when overcast")


def _trim_gain(trim: int) -> Text:
    return Say("speed +{n} from 2nd gear up", n=trim) if trim else ""


def _trim_risk(trim: int) -> Text:
    return Say("risk die +{n}", n=trim) if trim else ""


def _card(race: Any, course: Course, action: int, weight: int) -> Choice:
    card = cards_of(course)[action - CARD]
    limits = limits_of(course, bool(race["special"]))
    laid = [cards_of(course)[int(c)] for c in race["laid"][: int(race["cards_laid"])]]
    levels = Say("difficulties {levels}", levels=" ".join(str(square.level) for square in card.squares))
    counts: list[Text] = []
    for feature, (least, most) in zip(FEATURES, limits.bounds, strict=True):
        if feature in card.features:
            count = sum(feature in other.features for other in laid) + 1
            name = feature_name(feature)
            if most is not None:
                counts.append(Say("{feature}: {n}, at most {most} allowed", feature=name, n=count, most=most))
            elif least:
                counts.append(Say("{feature}: {n}, at least {least} needed", feature=name, n=count, least=least))
            else:
                counts.append(name)
    told: Text = Say("{features}", features=counts) if counts else ""
    return Choice(action, Say("Lay card {card}", card=card.id), str(card.id), spot=f"card:{card.id}", cost=told,
                  details=(levels,), clauses=("RA-R1", "RA-R3", "RA-E2"), weight=weight)  # fmt: skip


def _die_words(race: Any, face: int, gears: tuple[Gear, ...]) -> Text:
    """What it would mean if the die showed this face."""
    phase = int(race["phase"])
    if phase == WEATHER_PHASE:
        sectors = int(race["sectors"])
        step = 1 if face % 2 == 0 else sectors - 1
        return weather_words(race, (int(race["arrow"]) + step) % sectors)
    if phase == DAMAGE_PHASE:
        return result_name(int(race["damage_table"][min(WORST, int(race["difference"])) - 1][face - 1]))
    return Say("risk level {n}", n=gears[int(race["gear"][int(race["car"])]) - 1].risk[face - 1])

"""Profi on the table: the choices, with their places, costs, gains and risks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from parcours.engine.course import Course
from parcours.engine.match import Match
from parcours.engine.record import new_races
from parcours.engine.scene import Cell, Choice, Text
from parcours.engine.words import Say
from parcours.games.profi import actions as a
from parcours.games.profi import courses
from parcours.games.profi import state as st
from parcours.games.profi.preview import CHIPS as CHIPS_COLUMN
from parcours.games.profi.preview import COLUMNS, LANE, ROW, VERGE_LANE, VERGE_ROW, preview
from parcours.games.profi.state import MENU, STATE
from parcours.games.profi.texts import action_words, code_words, event_title, label_of

CLAUSES = (
    (7, ("PR-M1", "PR-O4")), (a.CHIPS, ("PR-G2",)), (a.PLAY, ("PR-M2",)), (a.ADJUST, ("PR-K2", "PR-M2")),
    (a.USE_BOTTLE, ("PR-M3",)), (a.USE_BOTTLE + 1, ("PR-B2",)), (a.BONUS, ("PR-H5",)), (a.ON, ("PR-C2", "PR-Y3")),
    (a.FEE_CHIPS, ("PR-W3", "PR-Q7")), (a.PLACE - 2, ("PR-H1",)), (a.PLACE, ("PR-Y3",)), (a.DRAWN, ("PR-R3",)),
    (a.VERGE, ("PR-W4",)), (a.HELP, ("PR-V1",)), (a.TAKE_CHIP, ("PR-G4",)), (a.KEEP + 1, ("PR-D1", "PR-D3")),
    (a.PAY_TWO, ("PR-K3",)), (a.CHALLENGE, ("PR-F1",)), (a.NO_DUEL + 1, ("PR-J1",)),
    (a.NO_DUEL + 5, ("PR-J2", "PR-J3")), (a.LAY - 5, ("PR-G6",)), (a.LAY - 4, ("PR-A7",)),
    (a.LAY, ("PR-L1", "PR-L4")), (a.DOPE, ("PR-L3",)),
    (a.DOPE + 5, ("PR-U2",)), (a.LOT_TEAM, ("PR-I1",)),
)  # fmt: skip
"""The clauses behind a code: the first entry with a bound above the code applies."""


SMALL_QUESTIONS = (
    st.CARD_PHASE, st.SHAPE, st.RISK_PHASE, st.BONUS_PHASE, st.PLACE_PHASE, st.FEE_PHASE, st.SIDE_PHASE, st.ON_PHASE,
)  # fmt: skip
"""Questions within a move: pressing the end square answers them all."""
CARD_PRICE, CHIP_PRICE = 1.0, 1.5
"""In squares: what a played card costs the hand beyond its points, and what a chip costs."""
WITHOUT_SAYING = (a.ADJUST + 2, a.BONUS, a.USE_BOTTLE + 2, a.ON)
"""Answers that change nothing about what was played, and so need no words."""


def price(action: int) -> float:
    """What an answer costs the hand, in squares. Of two ways to a square the cheaper one is offered first."""
    if a.PLAY <= action < a.PLAY + a.TIRED_CARD:
        return (action - a.PLAY) % a.JOKERS + 2 + CARD_PRICE + (0.25 if action - a.PLAY >= a.JOKERS else 0)
    if a.CHIPS <= action < a.PLAY:
        return CHIP_PRICE * (action - a.CHIPS + 1)
    if a.ADJUST <= action < a.USE_BOTTLE:
        return CHIP_PRICE * (action - a.ADJUST - 2)
    if a.ON <= action < a.FEE_CHIPS:
        return CHIP_PRICE * ((action - a.ON) // 3)
    if a.FEE <= action < a.PLACE - 2:
        return (action - a.FEE) % 5 + 2 + CARD_PRICE
    if a.is_place_code(action) and (a.VERGE <= action < a.HELP or action >= a.DRAWN_VERGE):
        return CARD_PRICE
    return 2 * CHIP_PRICE if action in (a.FEE_CHIPS, a.USE_BOTTLE) else CHIP_PRICE if action == a.PLACE - 2 else 0.0


def risks(race: Any, action: int) -> frozenset[str]:
    """What may go wrong with an answer: each kind of roll counts by itself."""
    risk = _risk(race, action)
    return frozenset([str(risk)] if risk else [])


def answer_words(choice: Choice) -> Text:
    """A choice in words, when it is one of several answers given at once."""
    action = choice.action
    if action in WITHOUT_SAYING:
        return ""
    if a.CHIPS <= action < a.PLAY:
        return Say.number("{n} chip instead of a card", "{n} chips instead of a card", action - a.CHIPS + 1)
    if a.ON < action < a.FEE_CHIPS:
        return Say("ride on by {n}", n=sum(divmod(action - a.ON, 3)))
    return code_words(action)


def landed(before: Match, after: Match, choice: Choice, drawn: Course) -> Choice:
    """A choice that moves its rider, with the square where the rider ends. (Following a wheel asks for no lane, so the
    choice itself does not say.) Its lane and short label become the end lane and the squares ridden."""
    was, now = before.races[0], after.races[0]
    rider = int(was["who"]) if int(was["who"]) >= 0 else int(was["rider"])
    if rider < 0:
        return choice
    stood, stands = ((int(race["row"][rider]), int(race["lane"][rider])) for race in (was, now))
    at = courses.places(drawn)
    if stood == stands or stands not in at:
        return choice
    path = choice.path or tuple(at[place] for place in (stood, stands) if place in at)
    start = int(was["from_row"]) if int(was["phase"]) in SMALL_QUESTIONS else stood[0]
    return replace(choice, path=path, lane=str(stands[1]), short=str(stands[0] - start))


def choices(match: Match, race: Any, drawn: Course) -> tuple[Choice, ...]:
    """The legal actions, as the table offers them."""
    legal = match.legal()
    if match.actor < 0:
        return tuple(_chance(race, action, weight) for action, weight in zip(legal, match.weights(), strict=True))
    found = np.zeros((MENU, COLUMNS), np.int64)
    preview(match.view_races(match.actor), new_races(1, STATE), match.setup.course.road, found)
    ends = {
        action: (int(found[i, ROW]), int(found[i, LANE])) for i, action in enumerate(legal) if a.is_place_code(action)
    }
    return tuple(_choice(race, drawn, action, found[i], ends) for i, action in enumerate(legal))


def clauses_of(action: int) -> tuple[str, ...]:
    if action >= a.DRAWN_VERGE:
        return ("PR-V1", "PR-W4") if action < a.USE_DOPING else ("PR-U2",)
    return next((clauses for bound, clauses in CLAUSES if action < bound), ("PR-Z1",))


def _choice(race: Any, drawn: Course, action: int, told: Any, ends: dict[int, tuple[int, int]]) -> Choice:
    rider = int(race["who"]) if int(race["who"]) >= 0 else int(race["rider"])
    label = action_words(race, action, ends)
    piece = f"r{rider}" if rider >= 0 else ""
    chips = int(told[CHIPS_COLUMN])
    cost: Text = Say.number("{n} chip", "{n} chips", -chips) if chips < 0 else ""
    gain: Text = Say.number("{n} chip", "{n} chips", chips) if chips > 0 and not a.is_chance_code(action) else ""
    return Choice(
        action, label, short=_short(action, ends), piece=piece,
        path=_path(race, drawn, rider, action, ends),
        spot=_spot(race, action), cost=cost, gain=gain, risk=_risk(race, action),
        details=(*_details(race, action, ends), *_fall_place(action, told)), clauses=clauses_of(action),
        why=_speaks_for(race, action, ends, int(race["chips"][rider]) + chips if rider >= 0 else 0),
    )  # fmt: skip


def _short(action: int, ends: dict[int, tuple[int, int]]) -> str:
    if action in ends:
        return f"{ends[action][0]}.{ends[action][1]}"
    if a.PLAY <= action < a.PLAY + a.TIRED_CARD:
        return str((action - a.PLAY) % a.JOKERS + 2)
    if a.ADJUST <= action < a.USE_BOTTLE:
        return f"{action - a.ADJUST - 2:+d}" if action != a.ADJUST + 2 else "0"
    return ""


def _path(race: Any, drawn: Course, rider: int, action: int, ends: dict[int, tuple[int, int]]) -> tuple[int, ...]:
    """From where the rider stands to the place it would end on."""
    if action not in ends:
        return ()
    at = courses.places(drawn)
    start = at.get((int(race["row"][rider]), int(race["lane"][rider])))
    end = at.get(ends[action])
    path = (start, end) if start != end and int(race["status"][rider]) >= st.UP else (end,)
    return tuple(square for square in path if square is not None)


def _spot(race: Any, action: int) -> str:
    """The card that an action plays or gives up, on the panel of the player's own hand."""
    rider = max(int(race["who"]), 0)
    if a.PLAY <= action < a.PLAY + a.TIRED_CARD:
        card = action - a.PLAY
        role = int(race["role"][rider])
        colour = 4 if card >= a.JOKERS else st.ROULEUR if role == st.SECOND_ROULEUR else role
        return f"card:{colour * 5 + card % a.JOKERS}"
    if action == a.PLAY + a.TIRED_CARD:
        return f"tired:{rider}"
    if a.FEE <= action < a.PLACE - 2:
        return f"card:{action - a.FEE}"
    if a.GIVE_UP <= action < a.KEEP - 1:
        return f"card:{action - a.GIVE_UP}"
    return ""


def _risk(race: Any, action: int) -> Text:
    if _is_over_verge(action):
        return Say("crashes 1 in 6, unless it pays")
    if action == a.USE_BOTTLE + 1:
        return Say("1 in 6 risk of danger")
    if action == a.PAY_TWO + 1:
        return Say("crashes 1 in 2")
    if a.CHALLENGE <= action < a.NO_DUEL:
        return Say("both roll, a skull means danger")
    return ""


def _is_over_verge(action: int) -> bool:
    return a.VERGE <= action < a.HELP or a.DRAWN_VERGE <= action < a.USE_DOPING


def _fall_place(action: int, told: Any) -> tuple[Text, ...]:
    """Where a rider would lie if it fell after riding over the verge (PR-V1)."""
    if not _is_over_verge(action):
        return ()
    return (Say("in a crash, down on {place}", place=f"{int(told[VERGE_ROW])}.{int(told[VERGE_LANE])}"),)


def _details(race: Any, action: int, ends: dict[int, tuple[int, int]]) -> tuple[Text, ...]:
    """What an end place brings: whose wheel it is, and whom it is beside. For other actions, what they take from the
    hand or leave in it."""
    if action in (a.NO_HAND, a.NO_COUNTER):
        return (Say("keeps cards and chips"),)
    if a.PLAY <= action < a.PLAY + a.TIRED_CARD:
        return (Say("uses a card from your hand"),)
    if action not in ends:
        return ()
    row, lane = ends[action]
    told: list[Text] = []
    rider = int(race["rider"])
    for other in range(int(race["sides"]) * int(race["squad"])):
        if other == rider or int(race["status"][other]) < st.UP:
            continue
        its_row, its_lane = int(race["row"][other]), int(race["lane"][other])
        if (its_row, its_lane) == (row + 1, lane):
            told.append(Say("on the wheel of {rider}", rider=label_of(race, other)))
        elif its_row == row and abs(its_lane - lane) == 1:
            told.append(Say("beside {rider}", rider=label_of(race, other)))
    return tuple(told)


def _speaks_for(race: Any, action: int, ends: dict[int, tuple[int, int]], left: int) -> Text:
    """What speaks for an end place: whose wheel it is or whom it is beside, and the chips left (PR-I17)."""
    told = _details(race, action, ends) if action in ends else ()
    return Say.number("{where}, {n} chip left", "{where}, {n} chips left", left, where=told[0]) if told else ""


def _chance(race: Any, action: int, weight: int) -> Choice:
    label = action_words(race, action)
    short = ""
    if a.DIE <= action < a.COIN_FACE:
        short = str(action - a.DIE + 1)
    elif a.DESCENT <= action < a.WEATHER:
        short = f"{action - a.DESCENT - 1:+d}"
    elif a.FORM_DIE <= action < a.CARD:
        short = str(action - a.FORM_DIE + 1)
    elif action >= a.EVENT:
        short = str(action - a.EVENT + 1)
    clauses: tuple[str, ...] = ("PR-Z1",) if action < a.WIND else ("PR-Z2",) if action < a.FORM_DIE else ("PR-K3",)
    if action >= a.LOT_RIDER:
        clauses = ("PR-Z4", "PR-X1")
    return Choice(action, label, short, key=short if len(short) == 1 else "", clauses=clauses, weight=weight)


def event_cells(race: Any) -> tuple[Cell, ...]:
    """The events of this round, rider by rider."""
    return tuple(
        Cell(Say("{rider}: {title}", rider=label_of(race, rider), title=event_title(int(race["event"][rider]))))
        for rider in range(int(race["sides"]) * int(race["squad"]))
        if int(race["event"][rider])
    )

"""Profi: actions in the notation of the race file, the same in every language."""

from __future__ import annotations

from typing import Any

from parcours.games.profi.actions import (
    ADJUST,
    BONUS,
    CARD,
    CHALLENGE,
    CHIPS,
    COIN_FACE,
    DESCENT,
    DIE,
    DOPE,
    DOPING_DRAWN,
    DRAWN_VERGE,
    EVENT,
    FEE,
    FEE_CHIPS,
    FORM_DIE,
    FROM_STACK,
    GIVE_UP,
    HAND,
    HELP,
    JOKERS,
    KEEP,
    LAY,
    LOT_RIDER,
    LOT_TEAM,
    NO_DUEL,
    NO_HAND,
    ON,
    PAY_TWO,
    PLACE,
    PLAY,
    PUT_BACK,
    RIDER,
    SPIRIT,
    SWAP,
    TAKE_CHIP,
    TIRED_CARD,
    TYPE,
    UNDER_STACK,
    USE_BOTTLE,
    USE_DOPING,
    WEATHER,
    WIND,
    is_chance_code,
)  # fmt: skip
from parcours.games.profi.texts import ROLE_NAMES, label_of, mate, picker_of, subject

WEATHER_NOTED = ("plain", "very fine", "very cold", "very wet", "very hot")
WIND_NOTED = ("head", "strong head", "side", "none", "tail")
SIMPLE_NOTED = {
    0: "passes", 1: "calls the team car", 2: "attacks", 3: "follows", 4: "follows and attacks", 5: "dawdles",
    6: "offers a circle", USE_BOTTLE: "drinks", USE_BOTTLE + 1: "full risk", USE_BOTTLE + 2: "no risk",
    FEE_CHIPS: "pays 2 chips to follow", PLACE - 2: "holds the wheel", PLACE - 1: "loses a square",
    TAKE_CHIP: "takes a chip", TAKE_CHIP + 1: "swaps a card", TAKE_CHIP + 2: "takes a doping card",
    KEEP - 1: "swaps exhaustion", KEEP: "leaves it", PAY_TWO: "pays 2 and stays up", PAY_TWO + 1: "pays 1 and rolls",
    PAY_TWO + 2: "falls", NO_DUEL: "no duel", NO_DUEL + 1: "accepts", NO_DUEL + 2: "gives way", NO_DUEL + 3: "raises",
    NO_DUEL + 4: "does not raise", NO_HAND: "hands nothing over", NO_HAND + 1: "no counter", NO_HAND + 2: "asks",
    NO_HAND + 3: "does not ask", NO_HAND + 4: "joins", NO_HAND + 5: "declines", SPIRIT - 26: "row 1",
    SPIRIT - 25: "stays",
}  # fmt: skip
LAY_NOTED = (
    "a chip", "2 chips", "an own 2", "a joker 2", "the exhaustion card", "the exhaustion card and a chip",
    "the terrain bonus", "the terrain bonus and a chip", "the terrain bonus and the exhaustion card",
)  # fmt: skip
HAND_NOTED = ("gives 1", "gives 2", "gets 1", "gets 2", "changes own doping", "changes mate's doping", "gives bottle",
              "gets bottle")  # fmt: skip


def notation(race: Any, action: int) -> str:
    """`A2 plays 4`, `A2 +1`, `A2 to lane 2`, `draws r4`, `die 3`: the same in every language."""
    if is_chance_code(action):
        return _chance_noted(action)
    who = label_of(race, subject(race))
    if action >= USE_DOPING:
        return f"{label_of(race, picker_of(race))} uses doping {action - USE_DOPING + 1}"
    if action >= DRAWN_VERGE:
        return f"{who} over the verge, drawn in lane {action - DRAWN_VERGE}"
    if action in SIMPLE_NOTED:
        return f"{who} {SIMPLE_NOTED[action]}"
    if action < CHIPS:
        return f"{who} changes places with {label_of(race, mate(race, action - SWAP))}"
    if action < PLAY:
        return f"{who} {action - CHIPS + 1} chips"
    if action < ADJUST:
        card = action - PLAY
        told = ("exhaustion", "doping")[card - TIRED_CARD] if card >= TIRED_CARD else str(card % JOKERS + 2)
        return f"{who} plays {'joker ' if JOKERS <= card < TIRED_CARD else ''}{told}"
    if action < USE_BOTTLE:
        return f"{who} {action - ADJUST - 2:+d}"
    if action < ON:
        return f"{who} bonus {action - BONUS}"
    if action < FEE_CHIPS:
        return f"{who} rides on {(action - ON) // 3} chips {(action - ON) % 3} extra"
    if action < PLACE:
        return f"{who} pays {_kind_noted(action - FEE)}"
    if action < HELP:
        how = ("to", "drawn in", "over the verge to")[(action - PLACE) // 6]
        return f"{who} {how} lane {(action - PLACE) % 6}"
    return _later_noted(race, action, who)


def _kind_noted(kind: int) -> str:
    return f"{'crgsj'[kind // 5]}{kind % 5 + 2}"


def _later_noted(race: Any, action: int, who: str) -> str:
    if action < TAKE_CHIP:
        return f"{who} helps {label_of(race, mate(race, action - HELP))}"
    if action < KEEP:
        return f"{who} gives up {_kind_noted(action - GIVE_UP)}"
    if action < FROM_STACK:
        return f"{who} under stack {action - UNDER_STACK + 1}"
    if action < PAY_TWO:
        return f"{'ABCDEFGH'[int(race['drawing'])]} from stack {action - FROM_STACK + 1}"
    if action < NO_DUEL:
        return f"{who} challenges {'below' if action == CHALLENGE else 'above'}"
    if action < NO_HAND:
        side = "below" if action < HAND + 8 else "above"
        return f"{who} {HAND_NOTED[(action - HAND) % 8]} {side}"
    if action < DOPE:
        return f"{who} lays {LAY_NOTED[action - LAY]}"
    if action < TYPE:
        return f"{label_of(race, mate(race, action - DOPE))} dopes"
    if action < RIDER:
        return f"{'ABCDEFGH'[int(race['decider'])]} rides {ROLE_NAMES[action - TYPE]}"
    if action < RIDER + 5:
        return f"rider {label_of(race, mate(race, action - RIDER))}"
    if action < SPIRIT:
        return f"{who} puts back doping {action - PUT_BACK + 1}"
    giver, chips = divmod(action - SPIRIT, 2)
    return f"{label_of(race, mate(race, giver))} gives {chips + 1}"


def _chance_noted(action: int) -> str:
    if action < DIE:
        return f"lot {'ABCDEFGH'[action - LOT_TEAM]}"
    if action < COIN_FACE:
        return f"die {action - DIE + 1}"
    if action < DESCENT:
        return "skull" if action == COIN_FACE else "no skull"
    if action < WEATHER:
        return f"descent {action - DESCENT - 1:+d}"
    if action < WIND:
        return f"weather {WEATHER_NOTED[action - WEATHER]}"
    if action < FORM_DIE:
        return f"wind {WIND_NOTED[action - WIND]}"
    if action < CARD:
        return f"form {action - FORM_DIE + 1}"
    if action < DOPING_DRAWN:
        return f"draws {_kind_noted(action - CARD)}"
    if action < LOT_RIDER:
        return f"doping card {action - DOPING_DRAWN + 1}"
    if action < EVENT:
        return f"lot rider {action - LOT_RIDER + 1}"
    return f"event {action - EVENT + 1}"

"""Setting up positions and riding by hand, so that tests read like the rules that they test.

Riders are named by team and type: `Ac` is team A's captain, `Br` team B's rouleur, `Cg`, `Ds`; `Ax` the second
rouleur. Places are written row.lane. Deeds are words: "card 4", "+1", "at 14.1", "follow", "die 3".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

import parcours
from parcours.engine.match import Match
from parcours.games.profi import actions as a
from parcours.games.profi import state as st

GAME = parcours.game("profi")
TYPES = "crgsx"
COLOURS = "crgsj"
_PHASE_NAMES = """
LOT RAINBOW TYPES STACK DRAW_CARD FORM RESERVE_PHASE START_RIDER START_MEANS START_PLACE START_DIE BREAK_DIE BREAK_CARD
BREAK_PLACE WEATHER_PHASE EVENT_LOT EVENT_CARD EVENT_SWAP BAG_PHASE SPIRIT_PHASE WIND_PHASE TURN FEE_PHASE SIDE_PHASE
ON_PHASE CARD_PHASE SHAPE RISK_PHASE BONUS_PHASE DESCENT_DIE PLACE_PHASE REWARD SWAP_PHASE UNDER_PHASE DRAW_DOPING
CRASH_DIE CRASH_COIN DANGER SECOND_COIN DUEL ANSWER DUEL_DIE RAISE_PHASE HAND_OVER COUNTER PICK_PHASE ASKING OFFER
JOINING CIRCLE_FEE LAYING CIRCLE_PLACE DUMMY_DIE CONTROL_DIE OVER_PHASE
"""
PHASES = {name: getattr(st, name) for name in _PHASE_NAMES.split()}
SWITCHES = (
    "breakaway", "exhaustion", "verge", "full_risk", "circle", "elbow", "weather", "wind", "combative", "doping",
    "events", "bottles",
)  # fmt: skip
PLAIN: dict[str, bool | str] = dict.fromkeys(SWITCHES, False)
"""Every switch off: tests turn on what they are about."""
SIMPLE = {
    "pass": a.PASS, "car": a.CAR, "attack": a.ATTACK, "follow": a.FOLLOW, "surge": a.SURGE, "dawdle": a.DAWDLE,
    "circle": a.CIRCLE, "bottle": a.USE_BOTTLE, "risk": a.RISK, "safe": a.SAFE, "fee": a.FEE_CHIPS,
    "hold wheel": a.HOLD_WHEEL, "lose square": a.LOSE_SQUARE, "take chip": a.TAKE_CHIP, "take swap": a.TAKE_SWAP,
    "take doping": a.TAKE_DOPING, "swap exhaustion": a.GIVE_UP_TIRED, "keep": a.KEEP, "pay 2": a.PAY_TWO,
    "pay 1": a.PAY_ONE, "fall": a.FALL, "no duel": a.NO_DUEL, "accept": a.ACCEPT, "give way": a.GIVE_WAY,
    "raise": a.RAISE, "no raise": a.NO_RAISE, "no hand": a.NO_HAND, "no counter": a.NO_COUNTER, "ask": a.ASK,
    "skip": a.SKIP, "join": a.JOIN, "decline": a.DECLINE, "row 1": a.ROW_ONE, "stay": a.STAY,
    "exhaustion": a.PLAY + a.TIRED_CARD, "doping": a.PLAY + a.DOPING_CARD, "skull": a.COIN_FACE,
    "no skull": a.COIN_FACE + 1,
    **{f"{n:+d}" if n else "0": a.ADJUST + 2 + n for n in range(-2, 3)},
    **{f"lay {what}": a.LAY + i for i, what in enumerate((
        "chip", "2 chips", "card", "joker", "exhaustion", "exhaustion and chip", "bonus", "bonus and chip",
        "bonus and exhaustion"))},
}  # fmt: skip
NUMBERED = {
    "card": a.PLAY + a.OWN_CARDS - 2, "joker": a.PLAY + a.JOKERS - 2, "chips": a.CHIPS - 1, "bonus": a.BONUS,
    "die": a.DIE - 1, "descent": a.DESCENT + 1, "form": a.FORM_DIE - 1, "event": a.EVENT - 1, "stack": a.FROM_STACK - 1,
    "under": a.UNDER_STACK - 1, "weather": a.WEATHER, "wind": a.WIND - 1, "challenge": a.CHALLENGE, "spirit": a.SPIRIT,
    "draw": a.DOPING_DRAWN, "put back": a.PUT_BACK, "hand": a.HAND, "lot": a.LOT_TEAM, "use": a.USE_DOPING,
}  # fmt: skip


def rider(race: Match, name: str) -> int:
    """The number in the record of a rider such as `Br`."""
    state = race.races[0]
    first = "ABCDEFGH".index(name[0]) * int(state["squad"])
    for number in range(first, first + int(state["squad"])):
        if int(state["role"][number]) == TYPES.index(name[1]):
            return number
    raise LookupError(name)


def name_of(race: Match, number: int) -> str:
    state = race.races[0]
    return "ABCDEFGH"[number // int(state["squad"])] + TYPES[int(state["role"][number])]


def kind(card: str) -> int:
    """The kind of a card such as `c5` or `j2`."""
    return COLOURS.index(card[0]) * 5 + int(card[1]) - 2


def standing(
    places: Mapping[str, str], *, profile: str = "B B B B B B B B B B G", turn: int = 3, moved: Iterable[str] = (),
    hands: Mapping[str, Sequence[str]] | None = None, chips: Mapping[str, int] | int = 0, course: str | None = None,
    players: int = 0, settle: bool = True, **options: bool | str,
) -> Match:  # fmt: skip
    """A race in mid-course: the riders named stand on these places, nobody else rides. All switches are off except
    those given. The next rider is due, in round `turn` of `profile`."""
    players = players or max(["ABCDEFGH".index(name[0]) for name in places], default=1) + 1
    wanted = course or GAME.read_course("test.toml", f'format=1\ngame="profi"\nname="Test"\nprofile="{profile}"\n')
    race = GAME.start(
        teams=max(players, 2), course=wanted, manual_chance=True, **{**PLAIN, "dummies": "0", **options}
    )  # fmt: skip
    state = race.races[0]
    squad = int(state["squad"])
    for team in range(int(state["sides"])):
        state["order"][team] = team
        for number in range(squad):
            state["role"][team * squad + number] = number
    for name, place in places.items():
        put(race, name, place)
    for name in moved:
        state["moved"][rider(race, name)] = 1
    state["round_number"] = turn
    state["pool"], state["fresh"] = 0, 0
    for team, cards in (hands or {}).items():
        give(race, team, *cards)
    for name in places:
        state["chips"][rider(race, name)] = chips if isinstance(chips, int) else chips.get(name, 0)
    group(race)
    if settle:
        begin(race)
    return race


def put(race: Match, name: str, place: str) -> None:
    state, number = race.races[0], rider(race, name)
    row, lane = place.split(".")
    state["row"][number], state["lane"][number], state["status"][number] = int(row), int(lane), st.UP


def group(race: Match) -> None:
    """Groups, exposed riders and the last one, as at the start of a round."""
    state = race.races[0]
    on = sorted((n for n in range(20) if state["status"][n] >= st.UP), key=lambda n: -int(state["row"][n]))
    number, row, exposed = -1, 10**6, 0
    for who in on:
        if int(state["row"][who]) < row - 1:
            number += 1
        row = int(state["row"][who])
        state["group"][who] = number
        if not any(int(state["row"][n]) == row + 1 for n in on):
            exposed |= 1 << who
    state["exposed"] = exposed
    last = [n for n in on if int(state["row"][n]) == row]
    state["rearmost"] = max(last, key=lambda n: int(state["lane"][n])) if last else -1


def give(race: Match, team: str, *cards: str) -> None:
    """A team's hand: `c5`, `j2`, or `xs` for the sprinter's exhaustion card."""
    state, seat = race.races[0], "ABCDEFGH".index(team)
    state["hand"][seat] = 0
    for card in cards:
        if card[0] == "x":
            state["tired"][rider(race, team + card[1])] += 1
        else:
            state["hand"][seat][kind(card)] += 1
    state["held"][seat] = state["hand"][seat].sum()


def about_to_begin(race: Match) -> None:
    """After `keep` the next rider is due."""
    state = race.races[0]
    state["phase"], state["decider"], state["menu"][0], state["offered"] = st.SPIRIT_PHASE, 0, a.KEEP, 1
    state["events_done"] = 9
    race.look_again()


def begin(race: Match) -> None:
    """Make the next rider due, after writing to the record."""
    about_to_begin(race)
    race.replay(a.KEEP)
    race.look_again()


def about_to_begin_round(race: Match) -> None:
    """After `stay` a round begins."""
    state = race.races[0]
    state["phase"], state["decider"], state["menu"][0], state["offered"] = st.BREAK_CARD, 0, a.STAY, 1
    state["throw"], state["away"] = 3, 99
    race.look_again()


def begin_round(race: Match) -> None:
    """Begin a round, with weather, events and all. The round number in the record is that of the round before."""
    about_to_begin_round(race)
    race.replay(a.STAY)
    race.look_again()


def phase(race: Match) -> str:
    """What is decided now: `turn`, `place`, `danger`, ..."""
    now = int(race.races[0]["phase"])
    return next(name for name, value in PHASES.items() if value == now).removesuffix("_PHASE").lower()


def asked(race: Match) -> str:
    """The rider that decides or rolls."""
    return name_of(race, int(race.races[0]["who"]))


def code(race: Match, word: str) -> int:
    """The action for a deed in words."""
    state = race.races[0]
    if word in SIMPLE:
        return SIMPLE[word]
    what, _, rest = word.rpartition(" ")
    places = {"at": a.PLACE, "drawn": a.DRAWN, "verge": a.VERGE, "verge and drawn": a.DRAWN_VERGE}
    if what in places:
        return places[what] + int(rest.split(".")[1])
    if what in ("help", "places with", "rider", "dope"):
        base = {"help": a.HELP, "places with": a.SWAP, "rider": a.RIDER, "dope": a.DOPE}[what]
        return base + rider(race, rest) % int(state["squad"])
    if what == "lot for":
        return a.LOT_RIDER + rider(race, rest)
    if what == "type":
        return a.TYPE + TYPES.index(rest)
    if what in ("swap", "pay"):
        return (a.GIVE_UP if what == "swap" else a.FEE) + kind(rest)
    if what == "drawn card":
        return a.CARD + kind(rest)
    if what == "on":
        chips, _, extra = rest.partition("+")
        return a.ON + 3 * int(chips) + int(extra or 0)
    return NUMBERED[what] + int(rest)


def do(race: Match, *words: str) -> None:
    """Carry out deeds, one after the other. `at 14.1` also asserts where the mover then stands. If a place is not asked
    for, because there is only one, it only asserts."""
    mover = int(race.races[0]["rider"])
    for word in words:
        what, _, place = word.rpartition(" ")
        if what == "at" and phase(race) not in ("place", "start_place", "break_place", "circle_place"):
            assert where(race, name_of(race, mover)) == place, (word, phase(race))
            continue
        mover = int(race.races[0]["rider"])
        assert code(race, word) in race.legal(), (word, phase(race), offered(race))
        circle = phase(race) == "circle_place"
        race.replay(code(race, word))
        if what in ("at", "drawn", "verge and drawn") and not circle:
            assert where(race, name_of(race, mover)) == place, word


def may(race: Match, *words: str) -> bool:
    """Whether all of these deeds are offered now."""
    return all(code(race, word) in race.legal() for word in words)


def offered(race: Match) -> list[str]:
    """The legal actions, each as the words of its code."""
    return [str(GAME.code_words(action)) for action in race.legal()]


def lanes(race: Match) -> set[int]:
    """The lanes of the end places that are offered, without draw-in or verge."""
    return {action - a.PLACE for action in race.legal() if a.PLACE <= action < a.DRAWN}


def cards(race: Match) -> set[str]:
    """The cards that may be played now: own values, `j` and value, `x` exhaustion, `d` doping."""
    told = {a.TIRED_CARD: "x", a.DOPING_CARD: "d"}
    found = [action - a.PLAY for action in race.legal() if a.PLAY <= action < a.ADJUST]
    return {told.get(c, f"j{c - a.JOKERS + 2}" if c >= a.JOKERS else str(c + 2)) for c in found}


def where(race: Match, name: str) -> str:
    state, number = race.races[0], rider(race, name)
    return f"{int(state['row'][number])}.{int(state['lane'][number])}"


def row(race: Match, name: str) -> int:
    return int(race.races[0]["row"][rider(race, name)])


def of(race: Match, field: str, name: str) -> int:
    """A rider's value in the record: `of(race, "chips", "Ac")`."""
    return int(race.races[0][field][rider(race, name)])


def lies(race: Match, name: str) -> bool:
    return of(race, "status", name) == st.LYING


def dope(race: Match, name: str, *doping: int) -> None:
    """Give a rider unused doping cards: by back, negative for a doping front."""
    state, number = race.races[0], rider(race, name)
    colour = min(int(state["role"][number]), 3) if int(state["role"][number]) < 4 else 1
    for back in doping:
        bit = np.uint32(1 << (abs(back) - 1 + (6 if back < 0 else 0)))
        state["unused"][number] |= bit
        state["doping_pool"][colour] &= ~bit

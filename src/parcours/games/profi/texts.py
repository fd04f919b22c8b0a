"""Profi in words: names, and what an action is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from parcours.engine.words import Say
from parcours.games.profi import actions as a
from parcours.games.profi.state import (
    BREAK_PLACE,
    CIRCLE_PLACE,
    NOBODY,
    START_PLACE,
    UP,
)
from parcours.games.profi.tables import EVENT_TITLES

TEAM_NAMES = ("Amber", "Brick", "Cobalt", "Dune", "Emerald", "Fuchsia", "Graphite", "Harbour")
ROLE_NAMES = ("captain", "rouleur", "grimpeur", "sprinter", "second rouleur")
ROLE_WORDS = (
    "{team}'s captain",
    "{team}'s rouleur",
    "{team}'s climber",
    "{team}'s sprinter",
    "{team}'s second rouleur",
)
CARD_WORDS = (
    "a captain's {value}", "a rouleur's {value}", "a climber's {value}", "a sprinter's {value}", "a joker {value}",
)  # fmt: skip
PLAYED_WORDS = ("card {value}", "joker {value}", "exhaustion card", "doping card")
WEATHER_WORDS = (
    "Weather without effect",
    "Very fine",
    "Very cold",
    "Very wet",
    "Very hot",
)
WIND_WORDS = ("Headwind", "Strong headwind", "Crosswind", "No wind", "Tailwind")

# The text of each action whose code stands for one thing alone (no lane, card or amount added), by its code.
SIMPLE_WORDS = {
    0: "{rider} lets another rider go first", 1: "{rider} calls the team car", 2: "{rider} attacks with two cards",
    3: "{rider} follows in the slipstream", 4: "{rider} attacks from the slipstream", 5: "{rider} soft-pedals",
    6: "{rider} offers a Belgian circle", a.USE_BOTTLE: "{rider} drinks: 2 more squares",
    a.USE_BOTTLE + 1: "{rider} takes full risk", a.USE_BOTTLE + 2: "{rider} takes no risk",
    a.FEE_CHIPS: "{rider} pays 2 chips to follow", a.PLACE - 2: "{rider} pays a chip and holds the wheel",
    a.PLACE - 1: "{rider} loses a square in the crosswind", a.TAKE_CHIP: "{rider} takes a chip",
    a.TAKE_CHIP + 1: "{rider} swaps a card", a.TAKE_CHIP + 2: "{rider} draws a doping card",
    a.KEEP - 1: "{rider} sheds the exhaustion card", a.KEEP: "{rider} leaves it at that",
    a.PAY_TWO: "{rider} pays 2 chips and stays up", a.PAY_TWO + 1: "{rider} pays a chip and rolls again",
    a.PAY_TWO + 2: "{rider} crashes", a.NO_DUEL: "{rider} challenges nobody", a.NO_DUEL + 1: "{rider} accepts the duel",
    a.NO_DUEL + 2: "{rider} gives way", a.NO_DUEL + 3: "{rider} raises the roll for a chip",
    a.NO_DUEL + 4: "{rider} does not raise", a.NO_HAND: "{rider} hands over nothing",
    a.NO_HAND + 1: "{rider} does not counter",
    a.NO_HAND + 2: "{rider} asks {other} into the circle", a.NO_HAND + 3: "{rider} leaves {other} out",
    a.NO_HAND + 4: "{rider} joins the circle", a.NO_HAND + 5: "{rider} declines",
    a.SPIRIT - 26: "{rider} starts from row 1", a.SPIRIT - 25: "{rider} stays in the bunch",
}  # fmt: skip
SIMPLE_CODES = {
    0: "let another rider go first", 1: "call the team car", 2: "attack with two cards", 3: "follow in the slipstream",
    4: "attack from the slipstream", 5: "soft-pedal", 6: "offer a Belgian circle", a.USE_BOTTLE: "use a bottle",
    a.USE_BOTTLE + 1: "full risk", a.USE_BOTTLE + 2: "no risk", a.FEE_CHIPS: "pay 2 chips to follow",
    a.PLACE - 2: "pay a chip and hold the wheel", a.PLACE - 1: "lose a square", a.TAKE_CHIP: "take a chip",
    a.TAKE_CHIP + 1: "swap a card", a.TAKE_CHIP + 2: "draw a doping card", a.KEEP - 1: "swap the exhaustion card",
    a.KEEP: "stop here", a.PAY_TWO: "pay 2 chips and stay up", a.PAY_TWO + 1: "pay a chip and roll again",
    a.PAY_TWO + 2: "crash", a.NO_DUEL: "challenge nobody", a.NO_DUEL + 1: "accept the duel", a.NO_DUEL + 2: "give way",
    a.NO_DUEL + 3: "raise the roll", a.NO_DUEL + 4: "don't raise", a.NO_HAND: "hand over nothing",
    a.NO_HAND + 1: "don't counter", a.NO_HAND + 2: "ask this rider",
    a.NO_HAND + 3: "leave this rider out", a.NO_HAND + 4: "join the circle",
    a.NO_HAND + 5: "decline the circle", a.SPIRIT - 26: "start from row 1", a.SPIRIT - 25: "stay in the bunch",
}  # fmt: skip
HAND_WORDS = (
    "{rider} gives {other} a chip", "{rider} gives {other} 2 chips", "{rider} gets a chip from {other}",
    "{rider} gets 2 chips from {other}", "{rider} swaps a doping card", "{other} swaps a doping card",
    "{rider} hands {other} a bottle", "{rider} gets a bottle from {other}",
)  # fmt: skip
HAND_CODES = (
    "give a chip", "give 2 chips", "get a chip", "get 2 chips", "swap the rider's own doping card",
    "swap the team-mate's doping card", "hand over a bottle", "get a bottle",
)  # fmt: skip
LAY_WORDS = (
    "{rider} plays a chip", "{rider} plays 2 chips", "{rider} plays a 2", "{rider} plays a joker 2",
    "{rider} plays the exhaustion card", "{rider} plays the exhaustion card and a chip",
    "{rider} plays the terrain bonus", "{rider} plays the terrain bonus and a chip",
    "{rider} plays the terrain bonus and the exhaustion card",
)  # fmt: skip
LAY_CODES = (
    "play a chip", "play 2 chips", "play a 2", "play a joker 2", "play the exhaustion card",
    "play the exhaustion card and a chip", "play the terrain bonus", "play the terrain bonus and a chip",
    "play the terrain bonus and the exhaustion card",
)  # fmt: skip
ADJUST_WORDS = (
    "{rider} saves 2 points as chips", "{rider} saves a point as a chip", "{rider} rides the value played",
    "{rider} adds a chip", "{rider} adds 2 chips",
)  # fmt: skip
ADJUST_CODES = ("save 2 points", "save 1 point", "neither save nor add", "add 1 chip", "add 2 chips")


@dataclass(frozen=True)
class EventCard:
    """An event card as people see it: its number and its title."""

    number: int
    name: str


EVENT_CARDS = tuple(EventCard(number, title) for number, title in enumerate(EVENT_TITLES, 1))


def team_name(team: int) -> Say:
    return Say(TEAM_NAMES[team])


def role_rider_name(team: int, role: int) -> Say:
    """A rider's name by team and role, the same through all stages of a tour."""
    return Say(ROLE_WORDS[role], team=team_name(team))


def rider_name(race: Any, rider: int) -> Say:
    squad = int(race["squad"])
    return role_rider_name(rider // squad, max(int(race["role"][rider]), 0))


def label_of(race: Any, rider: int) -> str:
    """What is printed on a rider: its team's letter and its own number, such as `A1` for a captain."""
    squad = int(race["squad"])
    return "ABCDEFGH"[rider // squad] + str(max(int(race["role"][rider]), 0) + 1)


def event_title(event: int) -> Say:
    """The title of an event card, by its number from 1."""
    told = EVENT_CARDS[event - 1]
    return Say(told.name)


def weather_words(weather: int) -> Say:
    return Say(WEATHER_WORDS[weather])


def wind_words(wind: int) -> Say:
    """The wind in words, by the face of the die from 1."""
    return Say(WIND_WORDS[wind - 1])


def card_words(kind: int) -> Say:
    return Say(CARD_WORDS[kind // 5], value=kind % 5 + 2)


def played_words(card: int) -> Say:
    """A card by its number after PLAY."""
    if card >= a.TIRED_CARD:
        return Say(PLAYED_WORDS[card - a.TIRED_CARD + 2])
    return Say(PLAYED_WORDS[card // a.JOKERS], value=card % a.JOKERS + 2)


def other_rider(race: Any) -> int:
    """The rider of the chain that is asked about, or the one challenged."""
    index = min(int(race["index"]), 19)
    other = int(race["chain"][index]) if int(race["rival"]) == NOBODY else int(race["rival"])
    return max(other, 0)


def subject(race: Any) -> int:
    """The rider that an action is about."""
    who = int(race["who"])
    return who if who != NOBODY else max(int(race["rider"]), 0)


def picker_of(race: Any) -> int:
    """The rider whose doping card is picked: the one that turns it into chips, or else the one that plays it."""
    pending = int(race["pending"])
    return mate(race, pending - a.DOPE) if pending >= a.DOPE else max(int(race["rider"]), 0)


def mate(race: Any, number: int) -> int:
    return int(race["decider"]) * int(race["squad"]) + number


def place_word(race: Any, action: int, ends: dict[int, tuple[int, int]] | None) -> Say:
    """The place that an action leads to, as row.lane; only the lane if the row is not known."""
    if ends and action in ends:
        return Say("{row}.{lane}", row=ends[action][0], lane=ends[action][1])
    if int(race["phase"]) in (START_PLACE, BREAK_PLACE):
        return Say("{row}.{lane}", row=int(race["row"][int(race["rider"])]), lane=action - a.PLACE)
    return Say("lane {n}", n=(action - (a.DRAWN_VERGE if action >= a.DRAWN_VERGE else a.PLACE)) % 6)


# -------------------------------------------------------------------------------------------------- in words


def action_words(race: Any, action: int, ends: dict[int, tuple[int, int]] | None = None) -> Say:
    """A legal action in words, before it is carried out; `ends` are the places that actions lead to, where known."""
    if a.is_chance_code(action):
        return _chance_words(race, action)
    who = rider_name(race, subject(race))
    if action >= a.DRAWN_VERGE:
        return _newer_words(race, action, who, ends)
    if action in SIMPLE_WORDS:
        return Say(SIMPLE_WORDS[action], rider=who, other=rider_name(race, other_rider(race)))
    if action < a.CHIPS:
        return Say(
            "{rider} changes places with {other}", rider=who, other=rider_name(race, mate(race, action - a.SWAP))
        )
    if action < a.PLAY:
        return Say.number("{rider} spends {n} chip instead of a card", "{rider} spends {n} chips instead of a card",
                          action - a.CHIPS + 1, rider=who)  # fmt: skip
    if action < a.ADJUST:
        return Say("{rider} plays: {card}", rider=who, card=played_words(action - a.PLAY))
    if action < a.USE_BOTTLE:
        return Say(ADJUST_WORDS[action - a.ADJUST], rider=who)
    if action < a.ON:
        return Say.number(
            "{rider} takes {n} more square", "{rider} takes {n} more squares", action - a.BONUS, rider=who
        )
    if action < a.FEE_CHIPS:
        return _on_words(action, who)
    if action < a.PLACE:
        return Say("{rider} pays with {card} to follow", rider=who, card=card_words(action - a.FEE))
    if action < a.HELP:
        return _place_words(race, action, who, ends)
    return _later_words(race, action, who)


def _on_words(action: int, who: Say) -> Say:
    chips, extra = divmod(action - a.ON, 3)
    if chips == 0 and extra == 0:
        return Say("{rider} stays on the wheel", rider=who)
    means = [Say.number("{n} chip", "{n} chips", chips)] if chips else []
    if extra:
        means.append(Say.number("{n} extra square", "{n} extra squares", extra))
    return Say("{rider} rides on: {means}", rider=who, means=means)


def _place_words(race: Any, action: int, who: Say, ends: dict[int, tuple[int, int]] | None) -> Say:
    place = place_word(race, action, ends)
    if int(race["phase"]) == CIRCLE_PLACE:
        return Say("{rider} leads the circle to {place}", rider=who, place=place)
    if action < a.DRAWN:
        return Say("{rider} rides to {place}", rider=who, place=place)
    if action < a.VERGE:
        return Say("{rider} gets sucked along to {place}", rider=who, place=place)
    return Say("{rider} takes the verge to {place}", rider=who, place=place)


def _newer_words(race: Any, action: int, who: Say, ends: dict[int, tuple[int, int]] | None) -> Say:
    """Choices whose codes come after those of chance."""
    if action < a.USE_DOPING:
        place = place_word(race, action, ends)
        return Say("{rider} takes the verge and gets sucked along to {place}", rider=who, place=place)
    card = action - a.USE_DOPING
    return Say("{rider} uses the doping card with back {n}: {front}", rider=rider_name(race, picker_of(race)),
               n=card % 6 + 1, front=Say("doping") if card % 12 >= 6 else Say("fair play"))  # fmt: skip


def _later_words(race: Any, action: int, who: Say) -> Say:
    if action < a.TAKE_CHIP:
        return Say("{rider} swaps bikes with {other}", rider=who, other=rider_name(race, mate(race, action - a.HELP)))
    if action < a.KEEP:
        return Say("{rider} gives up {card}", rider=who, card=card_words(action - a.GIVE_UP))
    if action < a.FROM_STACK:
        return Say("{rider} puts the card under stack {n}", rider=who, n=action - a.UNDER_STACK + 1)
    if action < a.PAY_TWO:
        return Say("{team} draws from stack {n}", team=team_name(int(race["drawing"])), n=action - a.FROM_STACK + 1)
    if action < a.NO_DUEL:
        lane = int(race["lane"][int(race["rider"])]) + (1 if action > a.CHALLENGE else -1)
        return Say("{rider} challenges the rider in lane {lane}", rider=who, lane=lane)
    if action < a.NO_HAND:
        side, what = divmod(action - a.HAND, 8)
        return Say(HAND_WORDS[what], rider=who, other=_neighbour(race, side))
    if action < a.DOPE:
        return Say(LAY_WORDS[action - a.LAY], rider=who)
    if action < a.TYPE:
        return Say("{rider} turns a doping card into 3 chips", rider=rider_name(race, mate(race, action - a.DOPE)))
    if action < a.RIDER:
        return Say(
            "{team} takes the {role}", team=team_name(int(race["decider"])), role=Say(ROLE_NAMES[action - a.TYPE])
        )
    if action < a.RIDER + 5:
        return Say("{rider} is chosen", rider=rider_name(race, mate(race, action - a.RIDER)))
    if action < a.SPIRIT:
        card = action - a.PUT_BACK
        return Say("{rider} puts back the doping card with back {n}: {front}", rider=who, n=card % 6 + 1,
                   front=Say("doping") if card % 12 >= 6 else Say("fair play"))  # fmt: skip
    giver, chips = divmod(action - a.SPIRIT, 2)
    return Say.number("{rider} gives {other} {n} chip", "{rider} gives {other} {n} chips", chips + 1,
                      rider=rider_name(race, mate(race, giver)), other=who)  # fmt: skip


def _neighbour(race: Any, side: int) -> Say:
    rider = int(race["rider"])
    lane = int(race["lane"][rider]) + (1 if side else -1)
    for other in range(int(race["sides"]) * int(race["squad"])):
        level = int(race["status"][other]) >= UP and int(race["row"][other]) == int(race["row"][rider])
        if level and int(race["lane"][other]) == lane:
            return rider_name(race, other)
    return Say("nobody")


def _chance_words(race: Any, action: int) -> Say:
    if action < a.FORM_DIE:
        return _chance_code(action)
    who = rider_name(race, subject(race))
    if action < a.CARD:
        chips = action - a.FORM_DIE + 1
        return Say.number(
            "Form of the day: {n} chip for {rider}", "Form of the day: {n} chips for {rider}", chips, rider=who
        )
    if action < a.DOPING_DRAWN:
        return Say("{team} draws {card}", team=team_name(int(race["drawing"])), card=card_words(action - a.CARD))
    if action < a.LOT_RIDER:
        card = action - a.DOPING_DRAWN
        return Say("{rider} draws doping card {copy}, back {n}: {front}",
                   rider=rider_name(race, int(race["drawing"])), copy=card // 12 + 1, n=card % 6 + 1,
                   front=Say("doping") if card % 12 >= 6 else Say("fair play"))  # fmt: skip
    if action < a.EVENT:
        return Say("The draw picks {rider}", rider=rider_name(race, action - a.LOT_RIDER))
    return Say("Event for {rider}: {title}", rider=who, title=event_title(action - a.EVENT + 1))


def code_words(action: int) -> Say:
    """What a code means, for any seat."""
    if action in SIMPLE_CODES:
        return Say(SIMPLE_CODES[action])
    if a.is_chance_code(action):
        return _chance_code(action)
    if action >= a.USE_DOPING:
        return Say("use doping card {n}", n=action - a.USE_DOPING + 1)
    if action >= a.DRAWN_VERGE:
        return Say("along the verge and get sucked along, in lane {n}", n=action - a.DRAWN_VERGE)
    if action < a.CHIPS:
        return Say("change places with the team's rider {n}", n=action - a.SWAP + 1)
    if action < a.PLAY:
        return Say.number("{n} chip instead of a card", "{n} chips instead of a card", action - a.CHIPS + 1)
    if action < a.ADJUST:
        return Say("play: {card}", card=played_words(action - a.PLAY))
    if action < a.USE_BOTTLE:
        return Say(ADJUST_CODES[action - a.ADJUST])
    if action < a.ON:
        return Say.number("take {n} optional square", "take {n} optional squares", action - a.BONUS)
    if action < a.FEE_CHIPS:
        return Say(
            "ride on with {chips} chips and {extra} extra squares",
            chips=(action - a.ON) // 3,
            extra=(action - a.ON) % 3,
        )
    if action < a.PLACE:
        return Say("pay with {card} to follow", card=card_words(action - a.FEE))
    if action < a.HELP:
        lane = (action - a.PLACE) % 6
        if action < a.DRAWN:
            return Say("move to lane {n}", n=lane)
        return (
            Say("get sucked along, in lane {n}", n=lane)
            if action < a.VERGE
            else Say("along the verge to lane {n}", n=lane)
        )
    return _later_code(action)


def _later_code(action: int) -> Say:
    if action < a.TAKE_CHIP:
        return Say("swap bikes with the team's rider {n}", n=action - a.HELP + 1)
    if action < a.KEEP:
        return Say("give up {card}", card=card_words(action - a.GIVE_UP))
    if action < a.FROM_STACK:
        return Say("put the card under stack {n}", n=action - a.UNDER_STACK + 1)
    if action < a.PAY_TWO:
        return Say("draw from stack {n}", n=action - a.FROM_STACK + 1)
    if action < a.NO_DUEL:
        return (
            Say("challenge the rider in the lane below")
            if action == a.CHALLENGE
            else Say("challenge the rider in the lane above")
        )
    if action < a.NO_HAND:
        side, what = divmod(action - a.HAND, 8)
        beside = Say("in the lane above") if side else Say("in the lane below")
        return Say("with the team-mate {beside}: {what}", beside=beside, what=Say(HAND_CODES[what]))
    if action < a.DOPE:
        return Say(LAY_CODES[action - a.LAY])
    if action < a.TYPE:
        return Say("the team's rider {n} turns a doping card into 3 chips", n=action - a.DOPE + 1)
    if action < a.RIDER:
        return Say("the {role} races", role=Say(ROLE_NAMES[action - a.TYPE]))
    if action < a.RIDER + 5:
        return Say("the team's rider {n}", n=action - a.RIDER + 1)
    if action < a.SPIRIT:
        return Say("put back doping card {n}", n=action - a.PUT_BACK + 1)
    giver, chips = divmod(action - a.SPIRIT, 2)
    return Say("the team's rider {n} gives {chips} chips", n=giver + 1, chips=chips + 1)


def _chance_code(action: int) -> Say:
    if action < a.DIE:
        return Say("The draw picks {team}", team=team_name(action - a.LOT_TEAM))
    if action < a.COIN_FACE:
        return Say("The die shows {n}", n=action - a.DIE + 1)
    if action < a.DESCENT:
        return Say("A skull") if action == a.COIN_FACE else Say("No skull")
    if action < a.WEATHER:
        return Say("The descent die shows {n}", n=f"{action - a.DESCENT - 1:+d}")
    if action < a.WIND:
        return Say(WEATHER_WORDS[action - a.WEATHER])
    if action < a.FORM_DIE:
        return Say(WIND_WORDS[action - a.WIND])
    if action < a.CARD:
        return Say("Form of the day {n}", n=action - a.FORM_DIE + 1)
    if action < a.DOPING_DRAWN:
        return Say("{card} is drawn", card=card_words(action - a.CARD))
    if action < a.LOT_RIDER:
        return Say("Doping card {n} is drawn", n=action - a.DOPING_DRAWN + 1)
    if action < a.EVENT:
        return Say("The draw picks rider {n} of the bunch", n=action - a.LOT_RIDER + 1)
    return Say("Event card {n}: {title}", n=action - a.EVENT + 1, title=event_title(action - a.EVENT + 1))

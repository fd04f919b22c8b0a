"""Um Reifenbreite in words: names, notation for race files, and what an action does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from parcours.engine.course import Course
from parcours.engine.words import Say
from parcours.games.um_reifenbreite.actions import (
    AGREE,
    ASK,
    CARD,
    DECLINE,
    DIE,
    FOLLOW,
    GRID,
    LEAD,
    LUCK,
    MEANS,
    PHOTO,
    REFUSE,
    RETURN,
    RIDE,
    RIDER,
    TOTAL,
    WAY,
)  # fmt: skip
from parcours.games.um_reifenbreite.state import CARD_PHASE, KINDS, MAX_TEAMS, RIDERS, THROW, VERDICT
from parcours.games.um_reifenbreite.tables import LUCK_AMOUNTS, LUCK_EFFECTS, LUCK_TITLES, MOVE

TEAM_NAMES = ("Toughs", "Men of Steel", "Big Calves", "Blackmailers")
FACES = ("5", "5m", "6", "6m")
MEANS_NOTED = (
    "dice", "one card", "two cards", "one card, breakaway", "two cards, breakaway", "short tow", "long tow",
)  # fmt: skip
MEANS_WORDS = (
    "{rider} rolls two dice", "{rider} plays a card and rolls a die", "{rider} plays two cards",
    "{rider} breaks away with a card and a die", "{rider} breaks away with two cards", "{rider} takes a short tow",
    "{rider} takes a long tow",
)  # fmt: skip
MEANS_CODES = (
    "roll two dice", "play a card and roll a die", "play two cards", "break away with a card and a die",
    "break away with two cards", "take a short tow", "take a long tow",
)  # fmt: skip
CARD_WORDS = ("{rider}'s 5", "{rider}'s 5 (not in the mountains)", "{rider}'s 6", "{rider}'s 6 (not in the mountains)")
JOKER_WORDS = ("a joker 5", "a joker 5 (not in the mountains)", "a joker 6", "a joker 6 (not in the mountains)")
ANSWER_CODES = ("follow", "let them go", "ask for a relay", "stay in front", "take the lead", "decline the lead")
CARD_CODES = (
    "a personal 5",
    "a personal 5 with the no-mountain sign",
    "a personal 6",
    "a personal 6 with the no-mountain sign",
)
JOKER_CODES = ("a joker 5", "a joker 5 with the no-mountain sign", "a joker 6", "a joker 6 with the no-mountain sign")


@dataclass(frozen=True)
class LuckCard:
    """A luck card as people see it: its number and its title."""

    number: int
    name: str


LUCK_CARDS_TOLD = tuple(LuckCard(number + 1, title) for number, title in enumerate(LUCK_TITLES))


def team_name(team: int) -> Say:
    return Say(TEAM_NAMES[team])


def shirt_number(rider: int) -> int:
    """A rider's number, 21 to 54 (UR-4a)."""
    return (rider // RIDERS + 2) * 10 + rider % RIDERS + 1


def rider_name(rider: int) -> Say:
    return Say("{number}", number=shirt_number(rider))


def luck_title(card: int) -> Say:
    told = LUCK_CARDS_TOLD[card]
    return Say(told.name)


def asked_rider(race: Any) -> int:
    return int(race["file"][race["asked"]])


def grid_word(course: Course, place: int) -> str:
    lane, row = divmod(place, MAX_TEAMS)
    start = course.lap[0]
    return f"{start.id}/{lane + 1}:{start.squares[lane] - row}"


def card_words(rider: int, choice: int) -> Say:
    if choice >= KINDS:
        return Say(JOKER_WORDS[choice - KINDS])
    return Say(CARD_WORDS[choice], rider=rider_name(rider))


# --------------------------------------------------------------------------------------------- the race file


def notation(race: Any, action: int, course: Course) -> str:
    """An action as race files note it, the same in every language: `51 to D3/4:2`, `31 follows`, `41 lays joker 6m`,
    `luck 14 home crowd`."""
    rider = int(race["rider"])
    who = str(shirt_number(rider))
    if action < WAY:
        return f"{who} to {course.square_name(int(race['reach'][action - RIDE]))}"
    if action < FOLLOW:
        return f"{who} by {action - WAY} squares"
    if action in (FOLLOW, DECLINE):
        return f"{who} {'follows' if action == FOLLOW else 'declines'}"
    if action in (ASK, LEAD):
        return f"{who} asks {shirt_number(asked_rider(race))}" if action == ASK else f"{who} leads"
    if action in (AGREE, REFUSE):
        return f"{shirt_number(asked_rider(race))} {'agrees' if action == AGREE else 'refuses'}"
    if action < CARD:
        return f"{who} {MEANS_NOTED[action - MEANS]}"
    if action < RETURN:
        choice = action - CARD
        card = f"{'joker ' if choice >= KINDS else ''}{FACES[choice % KINDS]}"
        if int(race["phase"]) != CARD_PHASE:
            return f"{who} lays {card}"
        return f"{who} {'takes back' if LUCK_AMOUNTS[int(race['card'])] > 0 else 'loses'} {card}"
    if action < RIDER:
        return f"{who} back in lane {action - RETURN + 1}"
    if action < GRID:
        return f"place {shirt_number(int(race['placer']) * RIDERS + action - RIDER)}"
    if action < TOTAL:
        return f"{who} on {grid_word(course, action - GRID)}"
    if action < DIE:
        return f"{who} throws {action - TOTAL + 2}"
    if action < LUCK:
        thrower = TEAM_NAMES[int(race["placer"])] if int(race["phase"]) == THROW else who
        return f"{thrower} throws {action - DIE + 1}"
    if action < PHOTO:
        return f"luck {action - LUCK + 1} {LUCK_TITLES[action - LUCK]}"
    return f"{'verdict' if int(race['phase']) == VERDICT else 'photo'} {action - PHOTO + 1}"


# -------------------------------------------------------------------------------------------------- in words


def action_words(race: Any, action: int, course: Course) -> Say:
    """A legal action in words, before it is carried out."""
    rider = int(race["rider"])
    who = rider_name(rider)
    if action < WAY:
        place = action - RIDE
        used = fewest(int(race["lengths"][place]))
        square = course.square_name(int(race["reach"][place]))
        return Say.number(
            "{rider} rides {n} square to {square}", "{rider} rides {n} squares to {square}",
            used, rider=who, square=square,
        )  # fmt: skip
    if action < FOLLOW:
        return Say.number(
            "{rider} takes the {n}-square route", "{rider} takes the {n}-square route", action - WAY, rider=who
        )
    if action == FOLLOW:
        return Say("{rider} follows", rider=who)
    if action == DECLINE:
        return Say("{rider} lets them go", rider=who)
    if action < MEANS:
        return _relay_words(race, action, who)
    if action < CARD:
        return Say(MEANS_WORDS[action - MEANS], rider=who)
    if action < RETURN:
        return _card_action_words(race, action - CARD, rider)
    if action < RIDER:
        return Say("{rider} is back, in lane {lane}", rider=who, lane=action - RETURN + 1)
    if action < GRID:
        return Say("{rider} lines up", rider=rider_name(int(race["placer"]) * RIDERS + action - RIDER))
    if action < TOTAL:
        return Say("{rider} starts from {square}", rider=who, square=grid_word(course, action - GRID))
    return _chance_words(race, action, who)


def _relay_words(race: Any, action: int, who: Say) -> Say:
    asked = rider_name(asked_rider(race))
    if action == ASK:
        return Say("{rider} asks {other} to take the lead", rider=who, other=asked)
    if action == LEAD:
        return Say("{rider} stays in front", rider=who)
    if action == AGREE:
        return Say("{other} takes over from {rider}", rider=who, other=asked)
    return Say("{other} won't take the lead", other=asked)


def _card_action_words(race: Any, choice: int, rider: int) -> Say:
    card = card_words(rider, choice)
    if int(race["phase"]) != CARD_PHASE:
        return Say("{rider} plays {card}", rider=rider_name(rider), card=card)
    if LUCK_AMOUNTS[int(race["card"])] > 0:
        return Say("{rider} gets back {card}", rider=rider_name(rider), card=card)
    return Say("{rider} loses {card}", rider=rider_name(rider), card=card)


def _chance_words(race: Any, action: int, who: Say) -> Say:
    if action < DIE:
        return Say("{rider} rolls {total}", rider=who, total=action - TOTAL + 2)
    if action < LUCK:
        if int(race["phase"]) == THROW:
            return Say("{team} rolls {face} to place first", team=team_name(int(race["placer"])), face=action - DIE + 1)
        return Say("{rider} rolls {total}", rider=who, total=action - DIE + 1)
    if action < PHOTO:
        return Say("Luck card {number}: {title}", number=action - LUCK + 1, title=luck_title(action - LUCK))
    return Say("Photo number {number}", number=action - PHOTO + 1)


def code_words(action: int) -> Say:
    """What an action code means, whichever seat plays it."""
    if action < WAY:
        return Say("ride to square {n} within reach", n=action - RIDE + 1)
    if action < FOLLOW:
        return Say("take the {n}-square route", n=action - WAY)
    if action < MEANS:
        return Say(ANSWER_CODES[action - FOLLOW])
    if action < CARD:
        return Say(MEANS_CODES[action - MEANS])
    if action < RETURN:
        choice = action - CARD
        return Say(JOKER_CODES[choice - KINDS]) if choice >= KINDS else Say(CARD_CODES[choice])
    if action < RIDER:
        return Say("come back in lane {n}", n=action - RETURN + 1)
    if action < GRID:
        return Say("place the team's rider {n}", n=action - RIDER + 1)
    if action < TOTAL:
        lane, row = divmod(action - GRID, MAX_TEAMS)
        return Say("start in lane {lane}, row {row} from the front", lane=lane + 1, row=row + 1)
    if action < DIE:
        return Say("the dice show {n}", n=action - TOTAL + 2)
    if action < LUCK:
        return Say("the die shows {n}", n=action - DIE + 1)
    if action < PHOTO:
        return Say("Luck card {number}: {title}", number=action - LUCK + 1, title=luck_title(action - LUCK))
    return Say("Photo number {number}", number=action - PHOTO + 1)


def fewest(lengths: int) -> int:
    """The smallest number of squares whose bit is set; 0 if there is none."""
    return (lengths & -lengths).bit_length() - 1 if lengths else 0


def luck_effect(card: int) -> Say:
    """What a luck card does, in a few words (UR-12)."""
    if LUCK_EFFECTS[card] == MOVE:
        points = LUCK_AMOUNTS[card]
        return Say.number("{by} point", "{by} points", abs(points), by=f"{points:+d}")
    if LUCK_EFFECTS[card] == 0:
        return Say("mass crash")
    if LUCK_EFFECTS[card] == 1:
        return Say("no move this turn")
    return Say("an energy card back") if LUCK_AMOUNTS[card] > 0 else Say("an energy card lost")

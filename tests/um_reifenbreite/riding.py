"""Setting up positions and riding by hand, so that tests read like the rules that they test."""

from __future__ import annotations

from collections.abc import Iterable

import parcours
from parcours.engine.match import Match
from parcours.games.um_reifenbreite import actions as a
from parcours.games.um_reifenbreite.state import (
    ANSWERING,
    ASKING,
    BESIDE,
    CARD_PHASE,
    DOWN,
    FINISHED,
    FOLLOW_PHASE,
    HOME,
    LAYING,
    MEANS_PHASE,
    RETURN_PHASE,
    RIDE_PHASE,
    RIDERS,
    RIDING,
    ROLL_ONE,
    ROLL_TWO,
    SNAP,
    TURN_LUCK,
    VERDICT,
    WAITING,
    WAY_PHASE,
)  # fmt: skip

GAME = parcours.game("um_reifenbreite")
PHASES = {
    "ask": ASKING, "answer": ANSWERING, "means": MEANS_PHASE, "lay": LAYING, "two dice": ROLL_TWO, "one die": ROLL_ONE,
    "photo": SNAP, "luck": TURN_LUCK, "card": CARD_PHASE, "ride": RIDE_PHASE, "way": WAY_PHASE,
    "follow": FOLLOW_PHASE, "return": RETURN_PHASE, "verdict": VERDICT,
}  # fmt: skip
STATUS = {
    "waiting": WAITING, "riding": RIDING, "down": DOWN, "beside": BESIDE, "finished": FINISHED, "home": HOME
}  # fmt: skip
MEANS = {
    "dice": a.DICE, "one card": a.ONE_CARD, "two cards": a.TWO_CARDS, "one card away": a.ONE_AWAY,
    "two cards away": a.TWO_AWAY, "short tow": a.SHORT_TOW, "long tow": a.LONG_TOW,
}  # fmt: skip
KINDS = {"5": 0, "5m": 1, "6": 2, "6m": 3}


def rider(name: str | int) -> int:
    """The number in the record of a rider such as `52`."""
    team, number = divmod(int(name), 10)
    return (team - 2) * RIDERS + number - 1


def shirt(number: int) -> str:
    return str(GAME.rider_name(number))


def standing(
    places: dict[str, str], *, course: str = "A", level: str = "A", turn: int = 5, moved: Iterable[str] = (),
    teams: int = 4, settle: bool = True, **switches: bool,
) -> Match:  # fmt: skip
    """A race in mid-course: the riders named stand on these squares, nobody else is on the road. The next turn
    begins."""
    race = GAME.start(course=course, level=level, teams=teams, manual_chance=True, **switches)
    state, road = race.races[0], race.setup.course
    for name, square in places.items():
        number, index = rider(name), road.square_at(square)
        state["at"][number] = index
        state["rank"][number] = road.road.squares["front"][index] * 8 + 7 - road.road.squares["lane"][index]
        state["status"][number] = RIDING
        state["moved"][number] = name in moved
    state["round_number"] = turn
    if settle:
        begin(race)
    return race


def begin(race: Match) -> None:
    """Begin the next turn, after writing to the record."""
    state = race.races[0]
    state["phase"], state["rider"] = FOLLOW_PHASE, 0
    race.look_again()
    race.replay(a.DECLINE)
    race.look_again()


def phase(race: Match) -> str:
    """What is decided now."""
    now = int(race.races[0]["phase"])
    return next((name for name, value in PHASES.items() if value == now), str(now))


def due(race: Match) -> str:
    """The rider that has the turn, is asked, or comes back."""
    state = race.races[0]
    if phase(race) == "answer":
        return shirt(int(state["file"][state["asked"]]))
    return shirt(int(state["rider"]))


def where(race: Match, name: str) -> str:
    square = int(race.races[0]["at"][rider(name)])
    return race.setup.course.square_name(square) if square >= 0 else "off"


def status(race: Match, name: str) -> str:
    return next(word for word, value in STATUS.items() if value == int(race.races[0]["status"][rider(name)]))


def has_moved(race: Match, name: str) -> bool:
    return bool(race.races[0]["moved"][rider(name)])


def reach(race: Match) -> dict[str, set[int]]:
    """The squares in reach, and how many squares can be used to get to each."""
    assert phase(race) == "ride"
    state = race.races[0]
    found = {}
    for action in race.legal():
        place = action - a.RIDE
        bits = int(state["lengths"][place])
        square = race.setup.course.square_name(int(state["reach"][place]))
        found[square] = {length for length in range(1, 32) if bits >> length & 1}
    return found


def means(race: Match, name: str) -> None:
    race.play(a.MEANS + MEANS[name])


def offered_means(race: Match) -> set[str]:
    if phase(race) == "two dice":
        return {"dice"}
    assert phase(race) == "means"
    return {name for name, number in MEANS.items() if a.MEANS + number in race.legal()}


def lay(race: Match, card: str) -> None:
    race.play(card_code(card))


def card_code(card: str) -> int:
    return a.CARD + KINDS[card.removeprefix("joker ")] + (4 if card.startswith("joker") else 0)


def offered_cards(race: Match) -> set[str]:
    assert phase(race) in ("lay", "card")
    return {f"{who}{kind}" for who in ("", "joker ") for kind in KINDS if card_code(who + kind) in race.legal()}


def give(race: Match, name: str, *cards: str) -> None:
    """Give a rider's team these cards of its own and these jokers, and no others."""
    state = race.races[0]
    team, number = divmod(rider(name), RIDERS)
    state["hand"][team] = 0
    for card in cards:
        holder = 4 if card.startswith("joker") else number
        state["hand"][team][holder][KINDS[card.removeprefix("joker ")]] += 1
    begin(race)


def hand(race: Match, name: str, pile: str = "hand") -> list[str]:
    """The cards that a rider can use, its own and jokers; or those spent."""
    team, number = divmod(rider(name), RIDERS)
    held = race.races[0][pile][team]
    return [
        f"{who}{kind}"
        for who, holder in (("", number), ("joker ", 4))
        for kind, place in KINDS.items()
        for _ in range(int(held[holder][place]))
    ]


def throw(race: Match, total: int) -> None:
    """Throw two dice."""
    if phase(race) == "means":
        means(race, "dice")
    race.play(a.TOTAL + total - 2)


def die(race: Match, face: int) -> None:
    race.play(a.DIE + face - 1)


def luck(race: Match, card: int) -> None:
    race.play(a.LUCK + card - 1)


def photo(race: Match, *numbers: int) -> None:
    for number in numbers:
        race.play(a.PHOTO + number - 1)


def to(race: Match, square: str, by: int = 0) -> None:
    """Ride to a square, by the shortest way unless `by` names another."""
    state = race.races[0]
    index = race.setup.course.square_at(square)
    places = [p for p in range(int(state["reached"])) if state["reach"][p] == index]
    assert places, f"{square} is not in reach of {due(race)}: {sorted(reach(race))}"
    race.play(a.RIDE + places[0])
    if phase(race) == "way":
        race.play(a.WAY + by if by else min(race.legal()))
    else:
        assert by in (0, int(race.races[0]["used"])), "no longer way is offered"


def follow(race: Match, *names: str) -> None:
    for name in names:
        assert (phase(race), due(race)) == ("follow", name), (phase(race), due(race))
        race.play(a.FOLLOW)


def decline(race: Match) -> None:
    assert phase(race) == "follow"
    race.play(a.DECLINE)


def ride(race: Match, total: int, square: str) -> None:
    """Throw and ride."""
    throw(race, total)
    to(race, square)


def back_in(race: Match, lane: int) -> None:
    race.play(a.RETURN + lane - 1)

"""Um Reifenbreite: why something can't be chosen now, with the clause; for a pursuit, which of the seven prohibitions
apply."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from parcours.engine.chance import CHANCE
from parcours.engine.course import Course
from parcours.engine.documents import whole_numbers
from parcours.engine.match import Match
from parcours.engine.road import NOWHERE
from parcours.engine.scene import Refusal
from parcours.engine.words import Say
from parcours.games.um_reifenbreite.actions import CARD, MEANS, ONE_AWAY, SHORT_TOW, TWO_AWAY, TWO_CARDS
from parcours.games.um_reifenbreite.rules.cheating import MOST_TOWS
from parcours.games.um_reifenbreite.rules.colours import GREEN, RED
from parcours.games.um_reifenbreite.state import (
    BESIDE,
    DOWN,
    FINISHED,
    GRID_PHASE,
    HOME,
    JOKER,
    KINDS,
    LAYING,
    LONGEST,
    MEANS_PHASE,
    PICK,
    RIDE_PHASE,
    RIDERS,
    RIDING,
)  # fmt: skip
from parcours.games.um_reifenbreite.tables import SIGNS
from parcours.games.um_reifenbreite.texts import asked_rider, rider_name, team_name

REASONS = {
    "a": "jumps sideways",
    "b": "needs more squares than were used",
    "c": "the square behind is taken",
    "d": "crosses a solid line",
    "e": "the two started on different colours",
    "f": "the line of riders is broken",
    "g": "a breakaway is on",
}
OPEN = Say("You can choose this.")


# ------------------------------------------------------------------------------- the seven prohibitions


def steps_to(course: Course, start: int, goal: int, taken: Iterable[int], solid: bool = True) -> int:
    """The fewest squares from one square to another, around taken squares and, with `solid`, never over a solid line; 0
    if there is no way."""
    squares, shut = course.road.squares, set(taken)
    layer, seen = {start}, {start}
    for length in range(1, LONGEST + 1):
        onward = {
            int(there)
            for square in layer
            for there, barred in zip(squares["ahead"][square], squares["barred"][square], strict=True)
            if there != NOWHERE and not (solid and barred)
        }
        layer = onward - shut - seen
        if goal in layer:
            return length
        if not layer:
            break
        seen |= layer
    return 0


def beside(course: Course, square: int) -> list[int]:
    """The squares in the neighbouring lanes that a square touches."""
    squares = course.road.squares
    here = squares[square]
    near = (squares["rear"] < here["front"]) & (here["rear"] < squares["front"])
    near &= abs(squares["lane"].astype(int) - int(here["lane"])) == 1
    return [int(index) for index in near.nonzero()[0]]


def prohibitions(race: Any, course: Course, number: int, at: dict[int, int], used: int) -> str:
    """The letters of UR-7 that stop number `number` of the file from following, with the riders standing at `at`; empty
    if it may follow."""
    if int(race["means"]) in (ONE_AWAY, TWO_AWAY):
        return "g"
    if number >= int(race["filed"]) or used < 1:
        return "f"
    squares, file_at = course.road.squares, race["file_at"]
    if race["colours"] and squares["terrain"][file_at[number]] != squares["terrain"][file_at[number - 1]]:
        return "e"
    goal = int(squares["behind"][at[int(race["file"][number - 1])]])
    start = at[int(race["file"][number])]
    taken = [square for rider, square in at.items() if square != NOWHERE and square != start]
    if goal == NOWHERE:
        return "a"
    if goal in taken:
        return "c"
    needs = steps_to(course, start, goal, taken)
    if 0 < needs <= used:
        return ""
    found = ""
    if any(0 < steps_to(course, start, near, taken) <= used for near in beside(course, goal)) or not needs:
        found += "a"
    if needs > used:
        found += "b"
    if 0 < steps_to(course, start, goal, taken, solid=False) <= used:
        found += "d"
    return found


def chain(race: Any, course: Course, square: int, used: int) -> list[tuple[int, str]]:
    """If the head of the file rode to a square: each rider of the file, with the letters that stop it from following.
    The list ends with the first one stopped, as nobody behind may follow either (UR-7j)."""
    at = {rider: int(race["at"][rider]) for rider in range(int(race["teams"]) * RIDERS)}
    at[int(race["file"][0])] = square
    told = []
    for number in range(1, int(race["filed"])):
        rider = int(race["file"][number])
        letters = prohibitions(race, course, number, at, used)
        told.append((rider, letters))
        if letters:
            break
        at[rider] = int(course.road.squares["behind"][at[int(race["file"][number - 1])]])
    return told


def reasons(letters: str) -> list[Say]:
    """Each prohibition in words, with its letter."""
    return [Say("{reason} ({letter})", reason=Say(REASONS[letter]), letter=letter) for letter in letters]


def no_pursuit(rider: int, letters: str) -> Refusal:
    """The refusal that tells why a rider can't follow."""
    words = Say("{rider} can't follow: {reasons}.", rider=rider_name(rider), reasons=reasons(letters))
    return Refusal(words, f"UR-7{letters[0]}")


# ------------------------------------------------------------------------------------------- on the table


def why_not(match: Match, seat: int, target: str) -> Refusal:
    """Targets: `follow:RIDER.SQUARE` (could it follow if the moving rider rode there?), `square:N`, `rider:RIDER`,
    `card:TEAM.HOLDER.KIND`, `means:M`; `piece:rRIDER` asks about following or about the rider itself, whichever fits
    the moment."""
    race = match.view(seat)
    kind, _, what = target.partition(":")
    numbers = whole_numbers(what.removeprefix("r"))
    if kind == "piece":
        kind = "follow" if len(numbers) == 2 and int(race["phase"]) == RIDE_PHASE else "rider"
        numbers = numbers if kind == "follow" else numbers[:1]
        if kind == "follow" and numbers[0] not in _behind(race):
            kind, numbers = "rider", numbers[:1]
    if match.over:
        return Refusal(Say("The race is over."), "UR-17d")
    if kind == "follow" and len(numbers) == 2 and int(race["phase"]) == RIDE_PHASE:
        return _why_not_follow(match, race, *numbers)
    if match.actor == CHANCE:
        return Refusal(Say("Roll the dice or draw a card first."), "UR-6k")
    if match.actor != seat:
        return Refusal(_whose(race, match), "UR-6b")
    if kind == "square" and len(numbers) == 1:
        return _why_not_square(match, race, numbers[0])
    if kind == "rider" and len(numbers) == 1:
        if int(race["phase"]) == RIDE_PHASE and numbers[0] in _behind(race):
            return _could_follow(match, race, numbers[0])
        return _why_not_rider(race, numbers[0])
    if kind == "card" and len(numbers) == 3:
        return _why_not_card(match, race, *numbers)
    if kind == "means" and len(numbers) == 1:
        return _why_not_means(match, race, numbers[0])
    return Refusal(OPEN, "UR-20g")


def _behind(race: Any) -> list[int]:
    """Riders on the road who have not moved this round, except the one moving: the player can ask whether they could
    follow."""
    riders = range(int(race["teams"]) * RIDERS)
    return [r for r in riders if int(race["status"][r]) == RIDING and not race["moved"][r] and r != int(race["rider"])]


def _whose(race: Any, match: Match) -> Say:
    if int(race["phase"]) in (PICK, GRID_PHASE):
        return Say("Wait: {team} places a rider.", team=team_name(match.actor))
    rider = asked_rider(race) if match.actor != int(race["rider"]) // RIDERS else int(race["rider"])
    return Say("Wait: {rider}'s manager decides.", rider=rider_name(rider))


def _why_not_follow(match: Match, race: Any, rider: int, square: int) -> Refusal:
    course = match.setup.course
    places = [p for p in range(int(race["reached"])) if int(race["reach"][p]) == square and int(race["lengths"][p])]
    if not places:
        return _why_not_square(match, race, square)
    if rider not in race["file"][: int(race["filed"])]:
        return no_pursuit(rider, "f")
    bits = int(race["lengths"][places[0]])
    used = (bits & -bits).bit_length() - 1
    for other, letters in chain(race, course, square, used):
        if other == rider:
            return no_pursuit(rider, letters) if letters else Refusal(OPEN, "UR-7h")
        if letters:
            words = Say("{rider} can't follow: {other}, ahead in the line, can't either.",
                        rider=rider_name(rider), other=rider_name(other))  # fmt: skip
            return Refusal(words, "UR-7j")
    return no_pursuit(rider, "f")


def _could_follow(match: Match, race: Any, rider: int) -> Refusal:
    """How many of the squares in reach a rider could follow to; if none, why not to the furthest."""
    ends = [(int(race["reach"][p]), int(race["lengths"][p])) for p in range(int(race["reached"]))]
    squares = [square for square, bits in ends if bits]
    answers = [_why_not_follow(match, race, rider, square) for square in squares]
    could = sum(answer.words == OPEN for answer in answers)
    if not could:
        return answers[-1]
    words = Say("{rider} could follow to {n} of {of} squares. Choose another to see why not.",
                rider=rider_name(rider), n=could, of=len(squares))  # fmt: skip
    return Refusal(words, "UR-7h")


def _why_not_square(match: Match, race: Any, square: int) -> Refusal:
    course = match.setup.course
    if int(race["phase"]) != RIDE_PHASE or not 0 <= square < len(course.road.squares):
        return Refusal(Say("No rider can move now."), "UR-6k")
    rider = rider_name(int(race["rider"]))
    places = {int(race["reach"][p]): int(race["lengths"][p]) for p in range(int(race["reached"]))}
    if places.get(square):
        return Refusal(OPEN, "UR-6e")
    if square in places:
        return Refusal(
            Say("After the finish, {rider} must use every square: choose the furthest one.", rider=rider), "UR-17a"
        )
    squares, start = course.road.squares, int(race["at"][int(race["rider"])])
    taken = {int(at) for at in race["at"] if at != NOWHERE} - {start}
    if square in taken:
        return Refusal(Say("That square is taken: choose another."), "UR-6f")
    if squares["front"][square] <= squares["front"][start]:
        return Refusal(Say("Ride straight or diagonally ahead, never sideways or back."), "UR-6d")
    most = int(race["allowance"])
    if 0 < steps_to(course, start, square, taken, solid=False) <= most:
        return Refusal(Say("A solid line is in the way: choose another square."), "UR-6h")
    if 0 < steps_to(course, start, square, ()) <= most:
        return Refusal(Say("Riders block the way there: choose another square."), "UR-6f")
    return Refusal(
        Say.number("Too far: {rider} has {n} square. Choose a nearer one.",
                   "Too far: {rider} has {n} squares. Choose a nearer one.", most, rider=rider),
        "UR-6c",
    )  # fmt: skip


def _why_not_rider(race: Any, rider: int) -> Refusal:
    status = int(race["status"][rider]) if 0 <= rider < int(race["teams"]) * RIDERS else HOME
    name = rider_name(rider)
    if status == DOWN:
        return Refusal(Say("{rider} is down: move another rider.", rider=name), "UR-12j")
    if status == BESIDE:
        return Refusal(
            Say("{rider} has a foot down until the end of the turn: move another rider.", rider=name), "UR-8b"
        )
    if status in (FINISHED, HOME):
        return Refusal(Say("{rider} has already finished: move another rider.", rider=name), "UR-17c")
    if status == RIDING and race["moved"][rider]:
        return Refusal(Say("{rider} has already moved this turn: move another rider.", rider=name), "UR-6a")
    if rider != int(race["rider"]):
        return Refusal(
            Say("{rider} is further ahead: move {rider} first.", rider=rider_name(int(race["rider"]))), "UR-6b"
        )
    return Refusal(OPEN, "UR-6b")


def _on(race: Any, match: Match, colour: int) -> bool:
    square = int(race["at"][int(race["rider"])])
    return bool(race["colours"]) and int(match.setup.course.road.squares["terrain"][square]) == colour


def _why_not_card(match: Match, race: Any, team: int, holder: int, kind: int) -> Refusal:
    rider = int(race["rider"])
    if team != rider // RIDERS or not 0 <= kind < KINDS:
        return Refusal(Say("These are another team's cards: choose your own."), "UR-11a")
    if holder not in (rider % RIDERS, JOKER):
        return Refusal(Say("A numbered card works only for its own rider: use a joker."), "UR-11a")
    if int(race["round_number"]) == 1:
        return Refusal(Say("No cards in the first turn: roll the dice."), "UR-11f")
    if SIGNS[kind] and _on(race, match, RED):
        words = Say(
            "{rider} stands on red, and this card is forbidden in the mountains: choose another.",
            rider=rider_name(rider),
        )
        return Refusal(words, "UR-11g")
    choice = CARD + kind + (KINDS if holder == JOKER else 0)
    if int(race["phase"]) == LAYING and choice in match.legal():
        return Refusal(OPEN, "UR-11c")
    if int(race["phase"]) == MEANS_PHASE:
        return Refusal(Say("First choose how many cards, and whether to break away."), "UR-11e")
    return Refusal(Say("Play cards before the roll."), "UR-11c")


def _why_not_means(match: Match, race: Any, means: int) -> Refusal:
    if MEANS + means in match.legal():
        return Refusal(OPEN, "UR-11c")
    if int(race["phase"]) != MEANS_PHASE:
        return Refusal(Say("Answer the question first: this is not the time for dice or cards."), "UR-6k")
    if means >= SHORT_TOW:
        if not race["cheating"]:
            return Refusal(Say("No tows in this race: roll or play cards."), "UR-2e")
        if int(race["tows"][int(race["rider"])]) >= MOST_TOWS:
            return Refusal(Say("A rider may take at most four tows a race: roll or play cards."), "UR-13b")
        return Refusal(Say("No tows in the first turn: roll the dice."), "UR-13e")
    if int(race["round_number"]) == 1:
        return Refusal(Say("No cards in the first turn: roll the dice."), "UR-11f")
    if means in (TWO_CARDS, TWO_AWAY) and _on(race, match, GREEN):
        return Refusal(Say("On cobbles, play one card a move at most."), "UR-11h")
    return Refusal(
        Say("{rider} does not have these cards: choose others.", rider=rider_name(int(race["rider"]))), "UR-11a"
    )

"""Leader 1, B.2 to B.5: attacks, the announcement, the bunch's move, who pays and who is dropped."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import TRACK, Road
from parcours.games.leader_one.actions import ANNOUNCE, ASK_ME, ATTACK, DONE, DROP, FACE, FACES, PAY, SILENT
from parcours.games.leader_one.rules.feeding import close_claims, kept_energy, legal_claims, legal_plays
from parcours.games.leader_one.rules.moving import begin_move
from parcours.games.leader_one.rules.order import (
    begin_putting_down,
    bunch_front,
    in_bunch_order,
    join_bunch,
    put_just_behind,
    riders,
    riders_in_bunch,
    seat_of,
)
from parcours.games.leader_one.rules.ways import (
    LEAST_ATTACK,
    find_ways,
    free_squares,
    is_open_ahead,
    look_ahead,
    price_of,
)
from parcours.games.leader_one.state import (
    ANNOUNCING,
    BUNCH,
    BUNCH_DIE,
    GO_ON,
    IN_BUNCH,
    LINES,
    NEXT_TO_PAY,
    NOBODY,
    ON_ROAD,
    SETTLE,
    SPEAK,
    State,
)  # fmt: skip
from parcours.games.leader_one.tables import FACE_SQUARES, FACE_WEIGHTS, FREE_BUNCH, RED_FACE

_SQUARES = np.array(FACE_SQUARES, np.int8)
_WEIGHTS = np.array(FACE_WEIGHTS, np.int8)

# --- B.2, B.3 ---------------------------------------------------------------------------------------------------------


@rule
def speaker(race: State) -> int:
    """The player who may attack now: clockwise, from the holder of the token (L1-B2a)."""
    return (race.holder + race.spoken) % race.teams


@rule
def has_rider_in_bunch(race: State, seat: int) -> bool:
    inside = 0
    for rider in range(seat * race.each, seat * race.each + race.each):
        inside += race.status[rider] == IN_BUNCH
    return inside > 0


@rule
def next_speaker(race: State, road: Road) -> None:
    """Each player with a rider in the bunch has one chance to attack; then comes the announcement (L1-B2a)."""
    while race.spoken < race.teams and not has_rider_in_bunch(race, speaker(race)):
        race.spoken += 1
        race.asked = 0
    race.phase = SPEAK
    if race.spoken == race.teams:
        race.part = ANNOUNCING
        race.phase = GO_ON
    else:
        find_attackers(race, road)


@rare
def find_attackers(race: State, road: Road) -> None:
    """Which of the speaker's riders are in the bunch and have a way of four squares or more that they can pay for,
    tiles included (L1-B2b, L1-B1f)."""
    race.attackers = 0
    race.attacking = 1
    race.behind = 0
    race.mover = speaker(race) * race.each
    look_ahead(race, road)
    is_open = is_open_ahead(race, road)
    for slot in range(race.each):
        rider = speaker(race) * race.each + slot
        if race.status[rider] == IN_BUNCH:
            race.mover = rider
            race.free = free_squares(race, road, rider)
            energy = race.energy[rider] + kept_energy(race, rider)
            if energy >= price_of(LEAST_ATTACK, race.free) and (is_open or find_ways(race, road, energy, True)):
                race.attackers |= 1 << slot
    race.attacking = 0
    race.mover = NOBODY


@rare
def legal_speech(race: State, out: NDArray[np.int16]) -> int:
    """Attack with one of these riders, or with none; and switch on or off being asked about dropping back (L1-B2a,
    L1-B5b)."""
    count = 0
    for slot in range(race.each):
        if race.attackers >> slot & 1:
            out[count] = ATTACK + slot
            count += 1
    if not race.asked:
        out[count] = ASK_ME
        count += 1
    out[count] = DONE
    return legal_claims(race, speaker(race), out, count + 1)


@rare
def attack(race: State, road: Road, slot: int) -> None:
    """A rider attacks out of the bunch with its own free squares (L1-B2b)."""
    begin_move(race, road, speaker(race) * race.each + slot, 1)


@rare
def ask_me(race: State) -> None:
    """Switch on or off whether the speaker is asked, after each bunch move, who drops back (L1-B5b)."""
    race.asks[speaker(race)] ^= 1
    race.asked = 1


@rule
def done_speaking(race: State) -> None:
    race.spoken += 1
    race.asked = 0
    race.phase = GO_ON


@rare
def legal_announcement(race: State, out: NDArray[np.int16]) -> int:
    """+1 or not, always (L1-B3a)."""
    out[0] = ANNOUNCE
    out[1] = SILENT
    return legal_claims(race, race.holder, out, 2)


@rare
def announce(race: State, plus_one: int) -> None:
    """Announce +1 or not, before the roll. Whether the bunch is empty is judged now (L1-B3a, L1-B4a)."""
    race.announced = plus_one
    race.empty = riders_in_bunch(race) == 0
    race.part = BUNCH
    race.phase = BUNCH_DIE


# --- B.4 --------------------------------------------------------------------------------------------------------------


@rare
def legal_faces(out: NDArray[np.int16]) -> int:
    count = 0
    for face in range(FACES):
        if _WEIGHTS[face] > 0:
            out[count] = FACE + face
            count += 1
    return count


@rare
def weigh_faces(out: NDArray[np.int32]) -> None:
    count = 0
    for face in range(FACES):
        if _WEIGHTS[face] > 0:
            out[count] = _WEIGHTS[face]
            count += 1


@rule
def next_on_track(road: Road, square: int) -> int:
    """The next square on the bunch's track: in its lane, or else the first track square of the next hex (L1-H7)."""
    here = road.squares[square]
    if here.front < road.stretches[here.leg].front:
        return square + 1
    following = road.stretches[here.leg + 1].first
    while not road.squares[following]["flags"] & TRACK:
        following += 1
    return following


@rare
def move_bunch(race: State, road: Road, face: int) -> None:
    """Move the bunch by the value of the face, +1 if it is empty, +1 if announced (L1-B4a, L1-B4c). Each square beyond
    four costs 1 energy (L1-B4b)."""
    race.red = face == RED_FACE
    race.squares = int(_SQUARES[face]) + race.empty + race.announced
    race.price = max(0, race.squares - FREE_BUNCH)
    was = bunch_front(race, road)
    for _ in range(race.squares):
        race.bunch_rear = race.bunch
        race.bunch = next_on_track(road, race.bunch)
    close_claims(race)
    absorb(race, road, was)
    begin_putting_down(race)
    race.settled = 0
    race.phase = NEXT_TO_PAY


@rare
def absorb(race: State, road: Road, was: int) -> None:
    """After its move the bunch absorbs the riders ahead that it has drawn level with or passed (L1-B1j), but not a
    rider with a puncture that has not moved yet (L1-C3d)."""
    front = bunch_front(race, road)
    for rider in range(riders(race)):
        is_caught = race.status[rider] == ON_ROAD and not race.punctured[rider]
        if is_caught and was < road.squares[race.at[rider]].front <= front:
            join_bunch(race, rider)


@rare
def next_to_pay(race: State, road: Road) -> None:
    """In bunch order, each rider pays or is dropped (L1-B4d). Its player is asked if there is something to pay, or if
    the player wants to be asked; a rider who can't pay is dropped (L1-B5a, L1-B5b)."""
    while race.settled < riders(race):
        rider = in_bunch_order(race, race.settled)
        if race.status[rider] == IN_BUNCH and (race.price > 0 or race.asks[seat_of(race, rider)]):
            if race.energy[rider] >= race.price or race.tiles[rider] > 0:
                race.rider = rider
                race.phase = SETTLE
                return
            put_just_behind(race, road, rider)
        race.settled += 1
    race.phase = LINES


@rare
def legal_settling(race: State, out: NDArray[np.int16]) -> int:
    """Pay and stay, be dropped, or play a tile first (L1-B4b, L1-B5b, L1-C4b)."""
    count = 0
    if race.energy[race.rider] >= race.price:
        out[0] = PAY
        count = 1
    out[count] = DROP
    return legal_plays(race, race.rider, out, count + 1)


@rule
def pay(race: State) -> None:
    race.energy[race.rider] -= race.price
    race.settled += 1
    race.phase = NEXT_TO_PAY


@rare
def drop(race: State, road: Road) -> None:
    """The rider is dropped on purpose and pays nothing (L1-B5b)."""
    put_just_behind(race, road, race.rider)
    race.settled += 1
    race.phase = NEXT_TO_PAY

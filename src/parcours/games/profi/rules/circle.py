"""Profi: the Belgian circle: asking, answering, laying, and riding as a train (PR-L)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.profi.actions import (
    ASK,
    BONUS_AND_CHIP,
    BONUS_AND_TIRED,
    CHIP,
    DOPING_CARD,
    JOKER_TWO,
    OWN_TWO,
    PLACE,
    SKIP,
    TIRED_AND_CHIP,
    TIRED_ONE,
    TWO_CHIPS,
)
from parcours.games.profi.rules.cards import capped_by_climb, first_doping, played_value, take_card, take_kind
from parcours.games.profi.rules.chain import (
    PAID_BY_CARD,
    PAID_IN_CHIPS,
    can_join,
    fee_in_chain,
    form_chain,
    points_laid,
)
from parcours.games.profi.rules.ground import (
    ask,
    bit,
    furthest_row,
    has,
    is_dummy,
    is_on_verge,
    is_own,
    lanes_mask,
    riders,
    row_is_free,
    team_of,
    terrain_at,
    type_of,
    upright_at,
)
from parcours.games.profi.rules.move import consider_risk, head_wind, play_card
from parcours.games.profi.rules.slipstream import CLIMB_FEE, FREE, is_cold_enough
from parcours.games.profi.rules.steps import ends_after, inmost_of
from parcours.games.profi.state import (
    ASK_NEXT,
    ASKING,
    CARD_MOVE,
    CHIP_MOVE,
    CIRCLE_FEE,
    CIRCLE_MOVE,
    CIRCLE_PLACE,
    DUMMY_ROLLED,
    JOIN_NEXT,
    JOINING,
    JOKER,
    LANES,
    LAY_NEXT,
    LAYING,
    NOBODY,
    OFFER,
    RODE,
    SHAPE,
    TRAIN,
    UP,
    VALUES,
    WAITING,
    State,
)  # fmt: skip


@rare
def begin_circle(race: State, road: Road) -> None:
    """Offer a circle: the leader may ask any riders of the chain (PR-L1)."""
    race.kind = CIRCLE_MOVE
    form_chain(race, road, race.rider)
    clear_circle(race)
    race.index = 0
    race.phase = ASK_NEXT


@rare
def clear_circle(race: State) -> None:
    race.asked = np.uint32(0)
    race.joined = np.uint32(0)
    race.start_card = NOBODY
    race.laid_doping = 0
    for rider in range(riders(race)):
        race.laid[rider] = NOBODY
        race.fees[rider] = 0


@rare
def ask_next(race: State) -> None:
    """Go on to the next rider that the leader may ask. After the last one, the leader lays its start card (PR-L2)."""
    race.index += 1
    ask(race, ASKING if race.index < race.chained else OFFER, race.rider)


@rare
def legal_asking(race: State, out: NDArray[np.int16]) -> int:
    """Ask this rider or not; if nobody has been asked so far, the last of the chain has to be."""
    out[0] = ASK
    if race.asked == 0 and race.index == race.chained - 1:
        return 1
    out[1] = SKIP
    return 2


@rare
def note_asked(race: State) -> None:
    race.asked = np.uint32(race.asked) | bit(race.chain[race.index])
    race.phase = ASK_NEXT


@rare
def lay_start_card(race: State, card: int) -> None:
    """The leader lays its start card face down, and may add up to 2 chips (PR-L2)."""
    if card == DOPING_CARD and race.laid_doping == 0:
        race.laid_doping = first_doping(race, race.rider) + 1
    race.start_card = card
    race.cards = 1
    ask(race, SHAPE, race.rider)


@rule
def takes_cards(race: State) -> bool:
    """Whether cards may be laid: behind a dummy only chips and the terrain bonus are (PR-N5)."""
    return not is_dummy(race, race.chain[0])


@rare
def has_mate_ahead(race: State, rider: int) -> bool:
    """Whether a team-mate rides in a group ahead, as the groups are now: a dummy then stays out (PR-N5, PR-R6)."""
    for mate in range(team_of(race, rider) * race.squad, (team_of(race, rider) + 1) * race.squad):
        if race.status[mate] == UP:
            for row in range(race.row[rider] + 1, race.row[mate]):
                if row_is_free(race, row):
                    return True
    return False


@rare
def join_next(race: State, road: Road) -> None:
    """Riders answer openly, from front to back; a yes is binding (PR-L4). If nobody joins, the leader rides alone."""
    race.index += 1
    while race.index < race.chained:
        rider = race.chain[race.index]
        if has(race.asked, rider):
            if is_dummy(race, rider):
                if not has_mate_ahead(race, rider):
                    race.joined = np.uint32(race.joined) | bit(rider)
            elif can_join(race, road, rider, takes_cards(race), True):
                ask(race, JOINING, rider)
                return
        race.index += 1
    race.index = 0
    race.phase = LAY_NEXT
    if is_dummy(race, race.chain[0]):
        if not player_joined(race):
            race.joined = np.uint32(0)
            race.phase = DUMMY_ROLLED
    elif race.joined == 0:
        ride_alone(race, road)


@rare
def player_joined(race: State) -> bool:
    for place in range(1, race.chained):
        if has(race.joined, race.chain[place]) and not is_dummy(race, race.chain[place]):
            return True
    return False


@rare
def note_joined(race: State) -> None:
    race.joined = np.uint32(race.joined) | bit(race.who)
    race.phase = JOIN_NEXT


@rare
def ride_alone(race: State, road: Road) -> None:
    """The start card or the chips become an ordinary move. Points may be saved only if no chips were laid; a bottle may
    be added to a card (PR-L4)."""
    race.bonus = 0
    race.cards = 0
    race.failed = 1
    card = race.start_card
    race.start_card = NOBODY
    race.chips[race.rider] -= race.added
    if card == NOBODY:
        race.kind = CHIP_MOVE
        consider_risk(race, road)
        return
    race.kind = CARD_MOVE
    turn_up(race)
    play_card(race, road, card)
    if race.added > 0 and race.bottles[race.rider] == 0:
        consider_risk(race, road)


@rare
def lay_next(race: State, road: Road) -> None:
    """Each rider that joined lays face down (PR-L4), after choosing how to pay the fee on a climb (PR-L8)."""
    race.index += 1
    while race.index < race.chained:
        rider = race.chain[race.index]
        if has(race.joined, rider) and not is_dummy(race, rider):
            free = fee_in_chain(race, road, rider) == FREE
            ask(race, LAYING if free else CIRCLE_FEE, rider)
            return
        race.index += 1
    race.phase = TRAIN


@rare
def lay(race: State, what: int) -> None:
    race.laid[race.who] = what
    race.phase = LAY_NEXT


@rare
def note_fee(race: State, kind: int) -> None:
    race.fees[race.who] = PAID_IN_CHIPS if kind < 0 else PAID_BY_CARD + kind
    ask(race, LAYING, race.who)


# --------------------------------------------------------------------------------------------- the train


@rare
def form_train(race: State, road: Road) -> None:
    """Everything is turned up, paid and added up (PR-L4). Riders that did not join move behind the last one that did
    (PR-L5). A headwind on an exposed leader, and the cold, are taken off the sum (PR-L7)."""
    leader = race.chain[0]
    total = start_value(race, road, leader)
    for place in range(1, race.chained):
        rider = race.chain[place]
        if has(race.joined, rider):
            total += paid_in(race, road, rider)
    total = max(total - head_wind(race, leader, False), 0)
    if is_cold_enough(race, total):
        total -= 1
    race.total = total
    line_up(race)
    race.kind = CIRCLE_MOVE
    ask(race, CIRCLE_PLACE, leader)


@rare
def start_value(race: State, road: Road, leader: int) -> int:
    """What the leader brings: its card or chips, with its own-terrain square (PR-L2); a dummy brings its roll (PR-N5).
    Events about the length of a move lapse (PR-X3)."""
    if is_dummy(race, leader):
        return race.card_sum + is_own(race, terrain_at(race, road, race.row[leader]), leader)
    value = race.added + race.bonus
    race.chips[leader] -= race.added
    if race.start_card != NOBODY:
        value += capped_by_climb(race, road, leader, race.row[leader], played_value(race.start_card))
        turn_up(race)
        take_card(race, leader, race.start_card)
        race.start_card = NOBODY
    return value


@rule
def turn_up(race: State) -> None:
    """Turn up the start card: if it is a doping card, the one that was laid is used (PR-L2, PR-U2)."""
    race.picked = race.laid_doping
    race.laid_doping = 0


@rare
def paid_in(race: State, road: Road, rider: int) -> int:
    """A rider pays its fee and what it has laid. Returns the points."""
    if is_dummy(race, rider):
        return 2 if is_own(race, terrain_at(race, road, race.row[rider]), rider) else 1
    team = team_of(race, rider)
    if race.fees[rider] == PAID_IN_CHIPS:
        race.chips[rider] -= CLIMB_FEE
    elif race.fees[rider] >= PAID_BY_CARD:
        take_kind(race, team, race.fees[rider] - PAID_BY_CARD)
    what = race.laid[rider]
    if what in (CHIP, TIRED_AND_CHIP, BONUS_AND_CHIP):
        race.chips[rider] -= 1
    elif what == TWO_CHIPS:
        race.chips[rider] -= 2
    elif what == OWN_TWO:
        take_kind(race, team, type_of(race, rider) * VALUES)
    elif what == JOKER_TWO:
        take_kind(race, team, JOKER * VALUES)
    if what in (TIRED_ONE, TIRED_AND_CHIP, BONUS_AND_TIRED):
        race.tired[rider] -= 1
    return points_laid(what)


@rare
def line_up(race: State) -> None:
    """Line up the riders that joined behind the leader and the others behind them, each directly behind the one before
    (PR-L5)."""
    leader = race.chain[0]
    race.train = 1
    for place in range(1, race.chained):
        rider = race.chain[place]
        if has(race.joined, rider):
            at = place
            while at > race.train:
                race.chain[at] = race.chain[at - 1]
                at -= 1
            race.chain[at] = rider
            race.train += 1
    for place in range(race.chained):
        race.row[race.chain[place]] = race.row[leader] - place
        race.lane[race.chain[place]] = race.lane[leader]


@rule
def row_in_train(race: State, place: int, squares: int) -> int:
    """The row where the rider at a place of the train ends: the last one at the head, the others behind it (PR-L5)."""
    head = race.row[race.chain[0]] + squares
    return head if place == race.train - 1 else head - 1 - place


@rare
def train_squares(race: State, road: Road, lane: int) -> int:
    """How far the train can ride into a lane: the sum, or the largest smaller number that all can ride (PR-L6). Climbs
    may hold riders up (PR-C8)."""
    for place in range(race.train):
        race.status[race.chain[place]] = WAITING
    found = 0
    for squares in range(race.total, 0, -1):
        possible = True
        for place in range(race.train):
            rider = race.chain[place]
            possible = possible and ends_after(race, road, rider, squares) >> lane & 1 == 1
            possible = possible and row_in_train(race, place, squares) <= furthest_row(race, road, rider)
        if possible:
            found = squares
            break
    for place in range(race.train):
        race.status[race.chain[place]] = UP
    return found


@rare
def legal_train(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """The lanes that the train can take, even if it rides fewer squares there; its own lane even for none (PR-L6)."""
    count = 0
    for lane in range(1, LANES):
        if lane == race.lane[race.chain[0]] or train_squares(race, road, lane) > 0:
            out[count] = PLACE + lane
            count += 1
    return count


@rare
def dummy_train_lane(race: State, road: Road) -> int:
    """A dummy leader takes the lane that carries the train furthest. Of several it takes one behind an upright rider
    that is not on the verge, or else the innermost (PR-N4, PR-N5, PR-V2)."""
    best, furthest, lanes = race.lane[race.chain[0]], 0, 0
    for lane in range(1, LANES):
        squares = train_squares(race, road, lane)
        if squares > furthest:
            furthest, lanes = squares, 0
        if squares == furthest and squares > 0:
            lanes |= 1 << lane
    if lanes:
        row = race.row[race.chain[0]] + furthest
        wheels = 0
        for lane in range(1, LANES):
            wheel = upright_at(race, row + 1, lane)
            if lanes >> lane & 1 and wheel != NOBODY and not is_on_verge(race, road, wheel):
                wheels |= 1 << lane
        best = inmost_of(race, road, row, wheels if wheels else lanes & lanes_mask(race, road, row))
    return best


@rare
def ride_train(race: State, road: Road, lane: int) -> None:
    """Shift all places of the train by the squares it rides; the last rider takes the one in front (PR-L5, PR-L7)."""
    squares = train_squares(race, road, lane)
    head = race.row[race.chain[0]]
    race.from_row = head - race.train + 1
    race.from_lane = race.lane[race.chain[0]]
    for place in range(race.train):
        race.moved[race.chain[place]] = 1
    last = race.chain[race.train - 1]
    for place in range(race.train - 1, 0, -1):
        race.chain[place] = race.chain[place - 1]
    race.chain[0] = last
    for place in range(race.train):
        race.row[race.chain[place]] = head + squares - place
        race.lane[race.chain[place]] = lane
    race.steps = squares
    race.rider = race.chain[0]
    race.phase = RODE

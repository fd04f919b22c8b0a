"""Profi: the record of a race, field by field."""

from __future__ import annotations

from typing import Annotated, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from parcours.engine.record import I1, I2, U1, layout

I8 = NDArray[np.int64]
"""Riders, rows and lanes are whole machine words, so that each rule is compiled only once for them."""

MAX_TEAMS = 8
FIELD = 20
"""The most riders of a race (PR-S2)."""
MOST_RIDERS = 5
"""The most riders of a team (PR-S3)."""
CAPTAIN, ROULEUR, GRIMPEUR, SPRINTER, JOKER = range(5)
"""Rider types, and the fifth colour of cards."""
SECOND_ROULEUR = 4
"""The last role. A role tells the riders of a team apart: 0 to 3 are the types; the fifth rider is a rouleur too
(PR-S3)."""
VALUES = 5
LOWEST = 2
KINDS = 5 * VALUES
"""Kinds of cards: colour x 5 + value - 2 (PR-K1)."""
HAND = 5
MAX_STACKS = 3
UNDER = 276
"""Room for cards put under stacks: 58 each for 4 teams, 46 for 6, 34 for 8."""
DOPING = 24
"""Doping cards of a colour. The number of a card: (back - 1) + 6 x front (1: doping) + 12 x copy (PR-Z3)."""
STATIONS = 4
LINES = 8
LANES = 6
"""Lanes 1 to 4, and the verges beside them: lane 0 and the lane after the last (PR-V2)."""
QUEUE = 48
MENU = 40
EVENTS = 28
NOBODY = -1

ABSENT, WAITING, UP, LYING = range(4)
"""A rider's status: not in this race, not placed yet, riding, fallen."""

(
    LOT, RAINBOW, TYPES, STACK, DRAW_CARD, FORM, RESERVE_PHASE,
    START_RIDER, START_MEANS, START_PLACE, START_DIE, BREAK_DIE, BREAK_CARD, BREAK_PLACE,
    WEATHER_PHASE, EVENT_LOT, EVENT_CARD, EVENT_SWAP, BAG_PHASE, SPIRIT_PHASE,
    WIND_PHASE, TURN, FEE_PHASE, SIDE_PHASE, ON_PHASE, CARD_PHASE, SHAPE, RISK_PHASE, BONUS_PHASE, DESCENT_DIE,
    PLACE_PHASE, REWARD, SWAP_PHASE, UNDER_PHASE, DRAW_DOPING, CRASH_DIE, CRASH_COIN, DANGER, SECOND_COIN,
    DUEL, ANSWER, DUEL_DIE, RAISE_PHASE, HAND_OVER, COUNTER,
    ASKING, OFFER, JOINING, CIRCLE_FEE, LAYING, CIRCLE_PLACE, DUMMY_DIE, CONTROL_DIE, OVER_PHASE,
) = range(54)  # fmt: skip
"""The phases in which somebody or chance decides, roughly in the order of a race."""
NEXT_LOT, NEXT_TYPES = 54, 55
(
    NEXT_FORM, NEXT_RESERVE, START_NEXT, START_DUMMY, BREAK_NEXT,
    ROUND_BEGIN, EVENT_NEXT, MOVES, NEXT_RIDER, RECKON, RODE, REWARDED, CRASHING, CRASHED, DUELLED, DUEL_ROLLED,
    DUEL_RAISED, BESIDE, COUNTERS, TIRED, REFILL, ASK_NEXT, JOIN_NEXT, LAY_NEXT, TRAIN, DUMMY, DUMMY_ROLLED,
    ROUND_END, FINISHED, CONTROL, ENDED,
) = range(57, 88)  # fmt: skip
"""The phases that pass by themselves. (56 was one more; the others keep their numbers, because the digests of recorded
races contain them.) What each phase asks and what comes next is listed in one table, `phases`."""
PICK_PHASE = -1
"""Which doping card is used (PR-U2)."""

(
    NO_MOVE, CARD_MOVE, CHIP_MOVE, ATTACK_MOVE, FOLLOW_MOVE, SURGE_MOVE, DAWDLE_MOVE, CIRCLE_MOVE, COUNTER_MOVE,
    START_MOVE, BREAK_MOVE,
) = range(11)  # fmt: skip
"""Kinds of moves (PR-M1); a surge is an attack from the slipstream (PR-A2)."""

NO_WEATHER, VERY_FINE, VERY_COLD, VERY_WET, VERY_HOT = range(5)
NOT_ROLLED, HEAD_WIND, STRONG_HEAD_WIND, SIDE_WIND, NO_WIND, TAIL_WIND = range(6)
NO_JERSEY, YELLOW, GREEN_JERSEY, MOUNTAIN_JERSEY = range(4)
BLUE_FIRST = (ROULEUR, SPRINTER, GRIMPEUR, CAPTAIN)
"""Colours of a feed station, row by row (PR-B3)."""
SWAPPED, CAR_CALLED = 1, 2
"""What was done before a move (PR-O7): bits of `changed`."""
SIX, COIN, ACUTE = range(3)
"""How a rider gets into danger: by the 1:6 die, by the 50:50 die, or at once."""


class State(Protocol):
    """A race. Rider n (from 0) of team t is rider t x `squad` + n; dummy teams come after the players'."""

    ply: Annotated[int, "u4"]
    rolls: Annotated[int, "u4"]
    phase: Annotated[int, "i8"]
    teams: Annotated[int, "i1"]
    """Players."""
    sides: Annotated[int, "i1"]
    """Players and dummy teams (PR-S5)."""
    squad: Annotated[int, "i1"]
    """Riders a team (PR-S2, PR-S3)."""
    width: Annotated[int, "i1"]
    """Lanes of a profile course (PR-R1)."""
    stacks: Annotated[int, "i1"]
    board: Annotated[int, "i1"]
    """A board course: from start to finish over marked rows (PR-C6)."""
    rounds: Annotated[int, "i2"]
    """Rounds of a profile course."""
    per_round: Annotated[int, "i1"]
    """Events a round (PR-X1)."""
    breakaway: Annotated[int, "i1"]
    exhaustion: Annotated[int, "i1"]
    verge: Annotated[int, "i1"]
    full_risk: Annotated[int, "i1"]
    circle: Annotated[int, "i1"]
    elbow: Annotated[int, "i1"]
    weather_rule: Annotated[int, "i1"]
    wind_rule: Annotated[int, "i1"]
    combative_rule: Annotated[int, "i1"]
    doping: Annotated[int, "i1"]
    events: Annotated[int, "i1"]
    bottles_rule: Annotated[int, "i1"]
    rainbow_rule: Annotated[int, "i1"]

    # What a stage race carries over, by team and role.
    banned: Annotated[U1, "u1", MAX_TEAMS]
    """One bit for each role that may not ride (PR-U4, PR-Q6)."""
    fewer: Annotated[U1, "u1", MAX_TEAMS]
    """Riders that a team of 3 or 2 lacks because they were out of time (PR-Q6)."""
    gift: Annotated[I1, "i1", MAX_TEAMS, MOST_RIDERS]
    """Chips of jerseys and of the combative prize (PR-P5, PR-P6)."""
    worn: Annotated[I1, "i1", MAX_TEAMS, MOST_RIDERS]
    """Jerseys by role."""
    reserve: Annotated[I1, "i1", MAX_TEAMS]
    """Season chips still to deal out (PR-E5)."""

    round_number: Annotated[int, "i8"]
    """From 1, counted on through the sprint and run-offs; 0 before the first."""
    sprint: Annotated[int, "i1"]
    """0 in a regular round, 1 in the final sprint, 2 to 6 in run-offs (PR-Q2, PR-Q3)."""
    order: Annotated[I8, "i8", MAX_TEAMS]
    """Teams in start order (PR-S7)."""
    decider: Annotated[int, "i8"]
    """The team that decides."""
    who: Annotated[int, "i8"]
    """The rider that it decides for; or NOBODY."""
    turn_of: Annotated[int, "i8"]
    """A counter of the set-up: whose lot, types, cards, form or place is next."""

    role: Annotated[I1, "i1", FIELD]
    row: Annotated[I8, "i8", FIELD]
    lane: Annotated[I8, "i8", FIELD]
    status: Annotated[I1, "i1", FIELD]
    moved: Annotated[I1, "i1", FIELD]
    last: Annotated[I1, "i1", FIELD]
    """Moves last this round (PR-O5, event 7)."""
    fell: Annotated[I2, "i2", FIELD]
    """The round of the last fall."""
    chips: Annotated[I2, "i2", FIELD]
    tired: Annotated[I1, "i1", FIELD]
    """Exhaustion cards in the hand, by their riders (PR-K6)."""
    bottles: Annotated[I1, "i1", FIELD]
    car_used: Annotated[I1, "i1", FIELD]
    jersey: Annotated[I1, "i1", FIELD]
    rainbow: Annotated[int, "i8"]
    """The rider that wears the rainbow jersey; or NOBODY (PR-P5)."""
    event: Annotated[I1, "i1", FIELD]
    """The event card of this round, from 1; 0: none."""
    group: Annotated[I1, "i1", FIELD]
    """Groups at the start of the round, from the front (PR-Y4)."""
    unused: Annotated[Any, "u4", FIELD]
    """Doping cards not used yet, one bit a card."""
    used: Annotated[Any, "u4", FIELD]

    hand: Annotated[I1, "i1", MAX_TEAMS, KINDS]
    held: Annotated[I1, "i1", MAX_TEAMS]
    """How many rider cards a hand has: open to all (PR-I17)."""
    pool: Annotated[I1, "i1", MAX_TEAMS, KINDS]
    """Cards in the stacks that nobody has seen. (In a view also all others that the viewer can't see.)"""
    fresh: Annotated[I1, "i1", MAX_TEAMS, MAX_STACKS]
    """How many of them lie in each stack."""
    under: Annotated[U1, "u1", UNDER]
    """Cards put under the stacks, in the order of drawing: kind + 32 x stack (PR-D3)."""
    queued: Annotated[I2, "i2", MAX_TEAMS]
    doping_pool: Annotated[Any, "u4", 4]
    """Doping cards that nobody has seen, by colour: one bit a card."""
    doping_under: Annotated[U1, "u1", 4, DOPING]
    doping_queued: Annotated[I1, "i1", 4]
    events_drawn: Annotated[Any, "u4"]
    """One bit for each event card that lies with the discards."""
    events_done: Annotated[int, "i1"]
    drawn: Annotated[Any, "u4"]
    """One bit for each rider that was drawn for an event this round."""
    late: Annotated[int, "i1"]
    """On a board: whether a rider stood 8 rows or fewer from the finish as the round began (PR-X2)."""

    weather: Annotated[int, "i1"]
    wind: Annotated[I1, "i1", FIELD]
    """The wind of each group."""
    exposed: Annotated[Any, "u4"]
    """One bit for each rider that had nobody on the row ahead at the start of the round (PR-Y3)."""
    crossing: Annotated[Any, "u4"]
    """One bit for each rider that is held up at a level crossing (event 20)."""
    barred: Annotated[int, "u1"]
    """One bit for each team that may not challenge (event 21)."""
    rearmost: Annotated[int, "i8"]
    """The last rider at the start of the round (PR-Y2)."""
    passed: Annotated[Any, "u4"]
    dawdled: Annotated[Any, "u4"]
    changed: Annotated[int, "i1"]
    """Places were swapped, or the team car called, and nobody has moved since (PR-G2, PR-O7)."""

    giver: Annotated[int, "i8"]
    """The last mover, if it may be followed; or NOBODY (PR-W2)."""
    giver_row: Annotated[int, "i8"]
    giver_lane: Annotated[int, "i8"]
    """Where the last mover started."""
    giver_own: Annotated[int, "i2"]
    """Squares that the last mover rode, without a draw-in."""

    rider: Annotated[int, "i8"]
    """The rider that is due, counters, or is being placed."""
    kind: Annotated[int, "i8"]
    from_row: Annotated[int, "i8"]
    from_lane: Annotated[int, "i8"]
    cards: Annotated[int, "i1"]
    """Cards played in this move."""
    to_play: Annotated[int, "i1"]
    """Cards that are still to be chosen for an attack."""
    first_card: Annotated[int, "i8"]
    """The first card of an attack, as chosen."""
    card_sum: Annotated[int, "i1"]
    """The sum of the cards' capped values (PR-M4)."""
    added: Annotated[int, "i8"]
    saved: Annotated[int, "i1"]
    bottle: Annotated[int, "i1"]
    bonus: Annotated[int, "i1"]
    """Optional squares taken: own terrain, tailwind, last rider."""
    extra: Annotated[int, "i1"]
    """Extra squares of a sprinter (PR-Q7)."""
    risk: Annotated[int, "i1"]
    die: Annotated[int, "i1"]
    points: Annotated[int, "i8"]
    """The value of the move before cold and verge (PR-M4)."""
    steps: Annotated[int, "i8"]
    """Squares ridden (PR-M5)."""
    followed: Annotated[int, "i8"]
    """Squares of the slipstream part."""
    lost: Annotated[int, "i1"]
    """Whether the cold has taken its square from this move already."""
    verge_row: Annotated[int, "i8"]
    verge_lane: Annotated[int, "i8"]
    """The last verge square of the move; lane NOBODY: none."""
    helped: Annotated[int, "i8"]
    """The rider that has given its bike to a fallen team-mate in this move; or NOBODY (PR-G4)."""

    attacker: Annotated[int, "i8"]
    """The rider whose attack is being countered; or NOBODY."""
    attack_row: Annotated[int, "i8"]
    """Where the attack began."""
    two_cards: Annotated[int, "i1"]
    to_counter: Annotated[Any, "u4"]
    mover: Annotated[int, "i8"]
    """The rider whose move is under way, with all that follows from it: its team refills first (PR-K4)."""

    queue: Annotated[I1, "i1", QUEUE]
    """Riders that must roll."""
    danger: Annotated[I1, "i1", QUEUE]
    """The die of each roll; 4 is added if a fall would be beside the road."""
    head: Annotated[int, "i1"]
    tail: Annotated[int, "i1"]
    after_crash: Annotated[int, "i1"]
    """The phase that follows when all have rolled."""
    resume: Annotated[int, "i8"]
    """The phase that follows when a card was drawn or a swap made."""
    refilled: Annotated[int, "i1"]
    """The phase that follows when all hands are full."""
    swaps: Annotated[int, "i1"]
    drawing: Annotated[int, "i8"]
    """The team that draws a card, or the rider that draws a doping card."""
    stack: Annotated[int, "i8"]

    rival: Annotated[int, "i8"]
    """The rider that is challenged."""
    duel_rolls: Annotated[I1, "i1", 2]
    duellist: Annotated[int, "i1"]
    """0: the challenger rolls or raises, 1: the challenged."""

    chain: Annotated[I8, "i8", FIELD]
    chained: Annotated[int, "i8"]
    asked: Annotated[Any, "u4"]
    joined: Annotated[Any, "u4"]
    laid: Annotated[I1, "i1", FIELD]
    """What each rider has laid, face down: see `actions`."""
    fees: Annotated[I1, "i1", FIELD]
    """How each rider pays to follow on a climb: 1 for chips, 2 + kind for a card."""
    start_card: Annotated[int, "i8"]
    """The leader's card as chosen, or NOBODY: chips alone."""
    total: Annotated[int, "i8"]
    index: Annotated[int, "i8"]
    failed: Annotated[int, "i1"]
    """Nobody joined: what the leader laid is an ordinary move (PR-L4)."""
    train: Annotated[int, "i8"]
    """How many riders are in the train."""

    green: Annotated[I2, "i2", FIELD]
    mountain: Annotated[I2, "i2", FIELD]
    combative: Annotated[I1, "i1", FIELD]
    bonus_seconds: Annotated[I1, "i1", FIELD]
    crossed: Annotated[U1, "u1", FIELD]
    crossings: Annotated[I1, "i1", LINES]
    climb: Annotated[I1, "i1", FIELD]
    """The climb on which a rider has made its stops (PR-C7)."""
    stops: Annotated[I1, "i1", FIELD]
    stations: Annotated[int, "i1"]
    station_row: Annotated[I2, "i2", STATIONS]
    station_left: Annotated[Any, "u2", STATIONS]
    """One bit for each bottle left: row x 4 + lane - 1."""
    dice: Annotated[I1, "i1", 4]
    """The coloured dice of the breakaway, by type."""
    throw: Annotated[int, "i1"]
    away: Annotated[I1, "i1", MAX_TEAMS]
    """The rider of each team that is in the breakaway; or NOBODY (PR-T5)."""

    finish_row: Annotated[I2, "i2", FIELD]
    """Where each rider stood after the last round."""
    gap: Annotated[I2, "i2", FIELD]
    """Seconds behind, after the last round (PR-Q1)."""
    down_at_end: Annotated[Any, "u4"]
    sprinting: Annotated[Any, "u4"]
    """One bit for each rider of the sprint or run-off."""
    spurred: Annotated[int, "i1"]
    """Somebody has made an active move in this run-off (PR-Q3)."""
    struck: Annotated[Any, "u4"]
    """One bit for each rider that is disqualified (PR-U4)."""
    place: Annotated[I1, "i1", FIELD]

    pending: Annotated[int, "i2"]
    """The action for which a doping card is used, while its player picks which one; 0: none."""
    pick_then: Annotated[int, "i8"]
    """The phase in which that action was chosen."""
    picked: Annotated[int, "i1"]
    """The doping card that was picked, from 1; 0: none."""
    laid_doping: Annotated[int, "i1"]
    """The doping card that lies face down as a start card, from 1; 0: none (PR-L2)."""
    run_off: Annotated[I1, "i1", FIELD]
    """The last run-off that each rider has ridden; 0: none (PR-Q4)."""

    offered: Annotated[int, "i1"]
    menu: Annotated[I2, "i2", MENU]
    """The legal actions of the decision that is due, worked out once (PR-I16)."""


STATE = layout(State)

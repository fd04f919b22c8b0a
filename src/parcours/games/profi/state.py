"""Profi: the record of a race, field by field."""

from __future__ import annotations

from typing import Annotated, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from parcours.engine.record import I1, I2, U1, layout

I8 = NDArray[np.int64]
"""Riders, rows and lanes are 64-bit integers, so that each rule is compiled for a single integer type."""

MAX_TEAMS = 8
FIELD = 20
"""The most riders in a race (PR-S2)."""
MOST_RIDERS = 5
"""The most riders in a team (PR-S3)."""
CAPTAIN, ROULEUR, GRIMPEUR, SPRINTER, JOKER = range(5)
"""The four rider types, and jokers, the fifth colour of cards."""
SECOND_ROULEUR = 4
"""The last role. A role tells the riders of a team apart: 0 to 3 are the types; the fifth rider is a rouleur too
(PR-S3)."""
VALUES = 5
LOWEST = 2
KINDS = 5 * VALUES
"""How many kinds of cards there are. A card's kind is colour x 5 + value - 2 (PR-K1)."""
HAND = 5
MAX_STACKS = 3
UNDER = 276
"""Room for the cards put under stacks: 58 for each of 4 teams, 46 for each of 6, 34 for each of 8."""
DOPING = 24
"""Doping cards of each colour. A card's number is (back - 1) + 6 x front (1: doping) + 12 x copy (PR-Z3)."""
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
"""The phases in which a player or chance decides, roughly in the order of a race."""
NEXT_LOT, NEXT_TYPES = 54, 55
(
    NEXT_FORM, NEXT_RESERVE, START_NEXT, START_DUMMY, BREAK_NEXT,
    ROUND_BEGIN, EVENT_NEXT, MOVES, NEXT_RIDER, RECKON, RODE, REWARDED, CRASHING, CRASHED, DUELLED, DUEL_ROLLED,
    DUEL_RAISED, BESIDE, COUNTERS, TIRED, REFILL, ASK_NEXT, JOIN_NEXT, LAY_NEXT, TRAIN, DUMMY, DUMMY_ROLLED,
    ROUND_END, FINISHED, CONTROL, ENDED,
) = range(57, 88)  # fmt: skip
"""The phases that pass by themselves, without a decision. (There used to be a phase 56; the others keep their numbers,
because the digests of recorded races contain them.) The table `phases` lists what each phase asks and what comes
next."""
PICK_PHASE = -1
"""The phase in which a player picks which doping card to use (PR-U2)."""

(
    NO_MOVE, CARD_MOVE, CHIP_MOVE, ATTACK_MOVE, FOLLOW_MOVE, SURGE_MOVE, DAWDLE_MOVE, CIRCLE_MOVE, COUNTER_MOVE,
    START_MOVE, BREAK_MOVE,
) = range(11)  # fmt: skip
"""Kinds of moves (PR-M1). A surge is an attack from the slipstream (PR-A2); to dawdle is to soft-pedal (PR-D1)."""

NO_WEATHER, VERY_FINE, VERY_COLD, VERY_WET, VERY_HOT = range(5)
NOT_ROLLED, HEAD_WIND, STRONG_HEAD_WIND, SIDE_WIND, NO_WIND, TAIL_WIND = range(6)
NO_JERSEY, YELLOW, GREEN_JERSEY, MOUNTAIN_JERSEY = range(4)
BLUE_FIRST = (ROULEUR, SPRINTER, GRIMPEUR, CAPTAIN)
"""The colours of the bottles in a feed zone, row by row (PR-B3)."""
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
    """How many players there are."""
    sides: Annotated[int, "i1"]
    """How many teams there are, dummy teams included (PR-S5)."""
    squad: Annotated[int, "i1"]
    """Riders in each team (PR-S2, PR-S3)."""
    width: Annotated[int, "i1"]
    """Lanes of a profile course (PR-R1)."""
    stacks: Annotated[int, "i1"]
    board: Annotated[int, "i1"]
    """Whether the course is a board, from start to finish over marked rows (PR-C6), and not a profile."""
    rounds: Annotated[int, "i2"]
    """Rounds of a profile course."""
    per_round: Annotated[int, "i1"]
    """How many events are drawn in a round (PR-X1)."""
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
    """How many riders a team of 3 or 2 is short, because they finished outside the time limit (PR-Q6)."""
    gift: Annotated[I1, "i1", MAX_TEAMS, MOST_RIDERS]
    """Chips for jerseys and for the combativity prize (PR-P5, PR-P6)."""
    worn: Annotated[I1, "i1", MAX_TEAMS, MOST_RIDERS]
    """Jerseys by role."""
    reserve: Annotated[I1, "i1", MAX_TEAMS]
    """Chips of the season reserve that are still to be shared out (PR-E5)."""

    round_number: Annotated[int, "i8"]
    """Counted from 1 and on through the sprint and run-offs; 0 before the first round."""
    sprint: Annotated[int, "i1"]
    """0 in a regular round, 1 in the final sprint, 2 to 6 in run-offs (PR-Q2, PR-Q3)."""
    order: Annotated[I8, "i8", MAX_TEAMS]
    """Teams in start order (PR-S7)."""
    decider: Annotated[int, "i8"]
    """The team that decides."""
    who: Annotated[int, "i8"]
    """The rider that it decides for; or NOBODY."""
    turn_of: Annotated[int, "i8"]
    """A counter: whose lot, types, cards, form or place comes next in the set-up; or which coloured die is next."""

    role: Annotated[I1, "i1", FIELD]
    row: Annotated[I8, "i8", FIELD]
    lane: Annotated[I8, "i8", FIELD]
    status: Annotated[I1, "i1", FIELD]
    moved: Annotated[I1, "i1", FIELD]
    last: Annotated[I1, "i1", FIELD]
    """Whether the rider moves last this round (PR-O5, event 7)."""
    fell: Annotated[I2, "i2", FIELD]
    """The round in which the rider last fell."""
    chips: Annotated[I2, "i2", FIELD]
    tired: Annotated[I1, "i1", FIELD]
    """Each rider's exhaustion cards in the hand (PR-K6)."""
    bottles: Annotated[I1, "i1", FIELD]
    car_used: Annotated[I1, "i1", FIELD]
    jersey: Annotated[I1, "i1", FIELD]
    rainbow: Annotated[int, "i8"]
    """The rider that wears the rainbow jersey; or NOBODY (PR-P5)."""
    event: Annotated[I1, "i1", FIELD]
    """The event card of this round, from 1; 0: none."""
    group: Annotated[I1, "i1", FIELD]
    """Each rider's group at the start of the round, counted from the front (PR-Y4)."""
    unused: Annotated[Any, "u4", FIELD]
    """Each rider's doping cards that are not used yet, one bit for each card."""
    used: Annotated[Any, "u4", FIELD]

    hand: Annotated[I1, "i1", MAX_TEAMS, KINDS]
    held: Annotated[I1, "i1", MAX_TEAMS]
    """How many rider cards are in the hand, which everybody may know (PR-I17)."""
    pool: Annotated[I1, "i1", MAX_TEAMS, KINDS]
    """Cards in the stacks that nobody has seen. (In a seat's view, also all other cards that it can't see.)"""
    fresh: Annotated[I1, "i1", MAX_TEAMS, MAX_STACKS]
    """How many of these unseen cards lie in each stack."""
    under: Annotated[U1, "u1", UNDER]
    """Cards put under the stacks, in the order of drawing: kind + 32 x stack (PR-D3)."""
    queued: Annotated[I2, "i2", MAX_TEAMS]
    doping_pool: Annotated[Any, "u4", 4]
    """Doping cards that nobody has seen, by colour: one bit for each card."""
    doping_under: Annotated[U1, "u1", 4, DOPING]
    doping_queued: Annotated[I1, "i1", 4]
    events_drawn: Annotated[Any, "u4"]
    """One bit for each event card on the discard pile."""
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
    """Whether places were swapped, or the team car called, since a rider last moved (PR-G2, PR-O7)."""

    giver: Annotated[int, "i8"]
    """The last mover, if another rider may follow it; or NOBODY (PR-W2)."""
    giver_row: Annotated[int, "i8"]
    giver_lane: Annotated[int, "i8"]
    """Where the last mover started."""
    giver_own: Annotated[int, "i2"]
    """Squares that the last mover rode, not counting a draw-in."""

    rider: Annotated[int, "i8"]
    """The rider whose turn it is, that counters, or that is being placed."""
    kind: Annotated[int, "i8"]
    from_row: Annotated[int, "i8"]
    from_lane: Annotated[int, "i8"]
    cards: Annotated[int, "i1"]
    """Cards played in this move."""
    to_play: Annotated[int, "i1"]
    """How many cards are still to be chosen for an attack."""
    first_card: Annotated[int, "i8"]
    """The card that was chosen first for an attack."""
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
    """What the move is worth before the cold and the verge take their squares (PR-M4)."""
    steps: Annotated[int, "i8"]
    """Squares ridden (PR-M5)."""
    followed: Annotated[int, "i8"]
    """Squares ridden in the slipstream."""
    lost: Annotated[int, "i1"]
    """Whether the cold has already cost this move its square."""
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
    """The rider whose move, with everything that follows from it, is under way: its team refills first (PR-K4)."""

    queue: Annotated[I1, "i1", QUEUE]
    """The riders that must make a crash roll, in order."""
    danger: Annotated[I1, "i1", QUEUE]
    """The die that each of them rolls; 4 is added if a crash would leave it on the verge."""
    head: Annotated[int, "i1"]
    tail: Annotated[int, "i1"]
    after_crash: Annotated[int, "i1"]
    """The phase that follows when all have rolled."""
    resume: Annotated[int, "i8"]
    """The phase that follows once a card has been drawn or swapped."""
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
    """Who rolls or raises: 0 is the challenger, 1 the challenged rider."""

    chain: Annotated[I8, "i8", FIELD]
    chained: Annotated[int, "i8"]
    asked: Annotated[Any, "u4"]
    joined: Annotated[Any, "u4"]
    laid: Annotated[I1, "i1", FIELD]
    """What each rider has laid face down for the circle: the codes after LAY in `actions`."""
    fees: Annotated[I1, "i1", FIELD]
    """How each rider pays to follow on a climb: 1 for chips, 2 + kind for a card."""
    start_card: Annotated[int, "i8"]
    """The card that the leader of the circle chose; NOBODY: chips alone."""
    total: Annotated[int, "i8"]
    index: Annotated[int, "i8"]
    failed: Annotated[int, "i1"]
    """Whether nobody joined the circle, so that what the leader laid becomes an ordinary move (PR-L4)."""
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
    """One bit for each rider that takes part in the sprint or run-off."""
    spurred: Annotated[int, "i1"]
    """Whether anybody has made an active move in this run-off (PR-Q3)."""
    struck: Annotated[Any, "u4"]
    """One bit for each rider that is disqualified (PR-U4)."""
    place: Annotated[I1, "i1", FIELD]

    pending: Annotated[int, "i2"]
    """The action that uses a doping card, while its player picks which one; 0: none."""
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
    """The legal actions of the current decision, worked out once (PR-I16)."""


STATE = layout(State)

"""Leader 1: the record of a race, field by field."""

from __future__ import annotations

from typing import Annotated, Protocol

from parcours.engine.record import I1, I2, I4, I8, U1, layout

MAX_TEAMS = 10
"""The most players (L1-A2a)."""
FIELD = 12
"""The most riders in a race (L1-A2b)."""
MOST_EACH = 3
JERSEYS = 5
"""The teams in the box (L1-A2a)."""
TYPES = 3
ROULEUR, LEADER, CLIMBER = range(TYPES)
TILES = 4
"""Kinds of feed tiles: 2, 3, 4, 5 (L1-C4a)."""
MAX_BONUSES = 16
MOST_PAID = 6
"""The most paid squares of a move (L1-B1c)."""
MOST_FREE = 8
"""The most free squares of a move: six from the table, one for a quality, one for slipstream."""
LONGEST = MOST_FREE + MOST_PAID
REACH = 128
"""How many squares an action can name, counting from the beginning of the rider's hex: six hexes of 21 squares cover
the longest move."""
PATHS = 32
"""The most different labels that the paths of one length can have."""
RISKS = 4
NOBODY = -1
NOTHING = -1
HIDDEN = 9
"""A tile whose value this viewer may not know."""

PLAIN, DESCENDER, SPRINTER = range(3)
"""Qualities (L1-A3b)."""

IN_BUNCH, ON_ROAD, BESIDE, HOME, LATE, OUT = range(6)
"""Where a rider is: in the bunch, on the road outside it, beside the road after a crash, over the finish, still out
when the race ended, or not in this race at all (eliminated in an earlier stage)."""
UNMOVED, MOVED, PUT_DOWN = range(3)
"""Whether a rider has moved this turn, or was put down behind the bunch without a move (L1-B5a)."""

(
    FIRST_PICK, PICK_JERSEY, PICK_LINEUP, QUALITIES, FIRST_TOKEN, MOVE_PHASE, WAY_PHASE, SPEAK, ANNOUNCE_PHASE,
    BUNCH_DIE, SETTLE, FATIGUE_ROLL, FALL_ROLL, CLAIM_PHASE, DRAW_TILE, TILE_PHASE, PUNCTURE_ROLL, OVER_PHASE,
) = range(18)  # fmt: skip
"""The phases in which a player or chance decides."""
NEXT_TURN, GO_ON, PREPARE, ARRIVED, LINES, NEXT_TO_PAY = range(18, 24)
"""The phases that need no decision: a new turn, whatever comes next in it, a rider about to move, a rider who has
moved, feed and bonus lines, the next rider to pay for the bunch's move."""

FROM_ROAD, FROM_ATTACK, FROM_BUNCH = range(1, 4)
"""How a rider finished: on its own, in an attack out of the bunch in that very turn, or with the bunch."""

AHEAD, ATTACKS, ANNOUNCING, BUNCH, BEHIND, LAST, PUNCTURES, TOKEN = range(1, 9)
"""The parts of a turn (L1-B0a). In LAST, riders with a puncture move (L1-C3d)."""


class State(Protocol):
    """A race. Rider j of seat s has the number `each` * s + j; the riders of a seat come in the order rouleur, leader,
    climber."""

    ply: Annotated[int, "u4"]
    """How many actions there have been."""
    rolls: Annotated[int, "u4"]
    """How often chance has acted."""
    phase: Annotated[int, "i1"]
    teams: Annotated[int, "i1"]
    each: Annotated[int, "i1"]
    """Riders per player (L1-A2b)."""
    photo_finish: Annotated[int, "i1"]
    bunch_by_energy: Annotated[int, "i1"]
    claim_feed: Annotated[int, "i1"]
    several_sets: Annotated[int, "i1"]
    stage: Annotated[int, "i1"]
    """The stage of a tour, from 1; 0: a single race."""
    chosen: Annotated[int, "i1"]
    """Riders were chosen in an earlier stage (L1-D1a)."""
    extra: Annotated[I1, "i1", FIELD]
    """Energy carried over from the previous stage (L1-D3a)."""
    number: Annotated[I2, "i2", FIELD]
    """The rider's number in the general classification when the stage began (L1-D1a)."""

    turn: Annotated[int, "i2"]
    """From 1; 0 before the first."""
    part: Annotated[int, "i1"]
    holder: Annotated[int, "i1"]
    """The player with the token; or NOBODY."""
    chooser: Annotated[int, "i1"]
    """The seat that is picking riders or giving them qualities."""
    picked: Annotated[int, "i1"]
    """How many seats have picked."""
    jersey_picked: Annotated[int, "i1"]
    taken: Annotated[U1, "u1", JERSEYS]
    """For each team of the box, one bit for each type that is taken (L1-A2d)."""
    spoken: Annotated[int, "i1"]
    """How many players have had their chance to attack in phase 2; the speaker has it now (L1-B2a)."""
    attackers: Annotated[int, "i1"]
    """One bit for each of the speaker's riders who could attack."""
    rider: Annotated[int, "i1"]
    """The rider that has to pay, is fed or rolls for a puncture; or NOBODY."""
    asks: Annotated[I1, "i1", MAX_TEAMS]
    """The seats that want to be asked after every bunch move whether a rider drops back (L1-B5b)."""
    asked: Annotated[int, "i1"]
    """The speaker has already switched its entry in `asks`."""

    jersey: Annotated[I1, "i1", FIELD]
    kind: Annotated[I1, "i1", FIELD]
    """Rouleur, leader or climber."""
    quality: Annotated[I1, "i1", FIELD]
    energy: Annotated[I2, "i2", FIELD]
    status: Annotated[I1, "i1", FIELD]
    at: Annotated[I2, "i2", FIELD]
    """The square that a rider stands on or, after a crash, lies beside; NOWHERE in the bunch and off the road."""
    stamp: Annotated[I4, "i4", FIELD]
    """Set when a rider arrives: of level riders, the one with the greater stamp comes first (L1-B1a)."""
    stamps: Annotated[int, "i4"]
    put_down: Annotated[int, "i1"]
    """How many riders have been put down together so far (L1-B1a)."""
    moved: Annotated[I1, "i1", FIELD]
    began: Annotated[I2, "i2", FIELD]
    """The square that a rider stood on when the turn began (L1-C1b); NOWHERE in the bunch and beside the road."""
    pulls: Annotated[I1, "i1", FIELD]
    """The rider has moved, and those behind keep its slipstream (L1-C1b, L1-C1c)."""
    punctured: Annotated[I1, "i1", FIELD]
    rolled: Annotated[I1, "i1", FIELD]
    """The rider has rolled for a puncture this turn."""
    back: Annotated[I2, "i2", FIELD]
    """The turn in which a rider beside the road restarts (L1-C2k)."""
    risks: Annotated[I1, "i1", FIELD]
    """Risks taken: boxes crossed off (L1-C2b)."""

    bunch: Annotated[int, "i2"]
    """The front square of the bunch (L1-H7); NOWHERE once the bunch has left the road."""
    bunch_rear: Annotated[int, "i2"]
    bunch_turn: Annotated[int, "i2"]
    """The turn in which the bunch finished; 0: not yet."""
    announced: Annotated[int, "i1"]
    empty: Annotated[int, "i1"]
    """No rider was in the bunch when phase 4 began (L1-B4a)."""
    red: Annotated[int, "i1"]
    """The red face showed (L1-B4c)."""
    squares: Annotated[int, "i1"]
    """How many squares the bunch moved last."""
    price: Annotated[int, "i1"]
    settled: Annotated[int, "i1"]
    """How many places of the bunch order are settled: paid or dropped."""

    mover: Annotated[int, "i1"]
    """The rider that moves; or NOBODY."""
    attacking: Annotated[int, "i1"]
    behind: Annotated[int, "i1"]
    """The mover starts from behind the bunch."""
    free: Annotated[int, "i1"]
    """Free squares of the move (L1-B1d)."""
    target: Annotated[int, "i2"]
    length: Annotated[int, "i1"]
    cost: Annotated[int, "i2"]
    risk: Annotated[int, "i1"]
    """The risks of the move: 0 none, 1 fatigue, 2 a crash, 3 both."""
    fell: Annotated[int, "i1"]
    origin: Annotated[int, "i2"]
    """The first square of the hex where the move starts; action codes count squares from it."""
    rank: Annotated[int, "i2"]
    """The rank of the square where the move starts; sets of squares count from it (`ranks.py`)."""
    occupied: Annotated[int, "i8"]
    """The squares ahead on which riders without a puncture stand (L1-B1b)."""
    passable: Annotated[int, "i8"]
    """The squares ahead on which riders with a puncture stand (L1-C3f)."""
    level: Annotated[int, "i8"]
    """The squares on which a rider from behind is level with the bunch (L1-B1k)."""
    met: Annotated[int, "i8"]
    """The occupied squares that the search for ways came upon."""
    blocked: Annotated[int, "i4"]
    """One bit for each length for which there is no way over unoccupied squares (L1-B1h)."""
    longest: Annotated[int, "i1"]
    """The longest move that the energy allows (L1-B1f); `reach` is filled in up to this length."""
    reach: Annotated[I8, "i8", LONGEST, RISKS]
    """For each length and risk, the squares that the mover can ride to."""
    ends: Annotated[int, "i8"]
    """All squares in `reach`, whatever the length and risk."""
    several: Annotated[int, "i8"]
    """The squares that can be reached by ways of more than one length or risk."""
    paths: Annotated[I8, "i8", 2, PATHS]
    """The squares that paths of one length have reached, one set per label; and those of the length before."""
    label: Annotated[I2, "i2", 2, PATHS]
    """The label of each of these sets: what its paths have behind them (`rules/ways.py`)."""

    fed: Annotated[I1, "i1", FIELD]
    """Feed lines crossed (L1-C4a)."""
    claims: Annotated[I1, "i1", FIELD]
    """Tiles that may still be asked for (L1-C4d)."""
    resume: Annotated[int, "i1"]
    """The phase to go on with once the tile is dealt with."""
    drawn: Annotated[int, "i1"]
    """The kind of tile just drawn; NOTHING, or HIDDEN."""
    kept: Annotated[I1, "i1", FIELD, TILES]
    tiles: Annotated[I1, "i1", FIELD]
    """How many tiles a rider keeps, which is public."""
    pile: Annotated[I1, "i1", TYPES, TILES]
    """Tiles face down, for each type of rider. In a view: all that this seat has not seen."""
    used: Annotated[I1, "i1", TYPES, TILES]
    bonus: Annotated[I1, "i1", MAX_BONUSES]
    """Who was first over each bonus line; or NOBODY (L1-D2b)."""

    home: Annotated[int, "i1"]
    """How many have finished."""
    place: Annotated[I1, "i1", FIELD]
    home_turn: Annotated[I2, "i2", FIELD]
    home_as: Annotated[I1, "i1", FIELD]
    """How a rider finished: FROM_ROAD, FROM_ATTACK or FROM_BUNCH."""
    beyond: Annotated[I2, "i2", FIELD]
    """How far beyond the line a rider ended, where that counts (L1-O1)."""


STATE = layout(State)

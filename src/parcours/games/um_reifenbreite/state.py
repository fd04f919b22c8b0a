"""Um Reifenbreite: the record of a race, field by field."""

from __future__ import annotations

from typing import Annotated, Any, Protocol

from parcours.engine.record import I1, I2, I4, U1, layout

RIDERS = 4
"""Riders a team (UR-4a)."""
MAX_TEAMS = 4
FIELD = RIDERS * MAX_TEAMS
MAX_LANES = 8
MAX_SPRINTS = 3
PHOTOS = 6
HOLDERS = RIDERS + 1
"""Holders of energy cards in a team: its four riders, and one more for the jokers (`JOKER`)."""
JOKER = RIDERS
KINDS = 4
"""Kinds of energy cards: 5, 5 with the sign, 6, 6 with the sign (UR-11b)."""
REACH = 128
"""The most squares that can be in reach of a rider."""
SLOTS = 256
LONGEST = 31
"""The most squares that one move can take."""
NOBODY = -1

(
    THROW, PICK, GRID_PHASE, ASKING, ANSWERING, MEANS_PHASE, LAYING, ROLL_TWO, ROLL_ONE, SNAP, TURN_LUCK, CARD_PHASE,
    RIDE_PHASE, WAY_PHASE, FOLLOW_PHASE, RETURN_PHASE, VERDICT, OVER_PHASE,
) = range(18)  # fmt: skip
"""The phases in which a manager or chance decides, in the order of the rulebook."""
NEXT_TURN, READY, ROLLED, POINTS_KNOWN, MOVED, ROUND_END, ENDED = range(18, 25)
"""The phases that need no decision: start the next turn, see what there is besides dice, check a roll for a seven, work
out the allowance, offer pursuits, end the round, end the race."""

WAITING, RIDING, DOWN, BESIDE, FINISHED, HOME = range(6)
"""A rider's status: not placed yet, on the road, down after a crash, beside the road, over the finish but still on the
run-out, off the road for good."""


class State(Protocol):
    """A race. Rider number n (from 0) of team t is rider 4 t + n."""

    ply: Annotated[int, "u4"]
    """How many actions there have been."""
    rolls: Annotated[int, "u4"]
    """How often chance has acted."""
    phase: Annotated[int, "i1"]
    teams: Annotated[int, "i1"]
    short: Annotated[int, "i1"]
    """The route is a short one: 7 energy cards a team (UR-11b)."""
    colours: Annotated[int, "i1"]
    """Option B and up: colours count (UR-2b)."""
    cards: Annotated[int, "i1"]
    """Option C and up: energy cards (UR-2c)."""
    luck: Annotated[int, "i1"]
    """Option D: luck cards (UR-2d)."""
    cheating: Annotated[int, "i1"]
    sprints: Annotated[int, "i1"]
    relays: Annotated[int, "i1"]
    stages: Annotated[int, "i1"]
    """The race is a stage of a longer one: for the sheet only (UR-16)."""
    round_number: Annotated[int, "i2"]
    """From 1; 0 before the first."""

    throwing: Annotated[int, "u1"]
    """One bit per team: who is still rolling to place first (UR-5b)."""
    thrown: Annotated[I1, "i1", MAX_TEAMS]
    placer: Annotated[int, "i1"]
    """The team that is rolling or placing a rider now."""
    rider: Annotated[int, "i1"]
    """The rider being placed, having its turn, asked whether to follow, or coming back; or NOBODY."""

    at: Annotated[I2, "i2", FIELD]
    """The square that a rider stands on; NOWHERE off the road."""
    left_at: Annotated[I2, "i2", FIELD]
    """The square that a rider beside the road stepped off (UR-8b)."""
    rank: Annotated[I4, "i4", FIELD]
    """Race order (UR-19h): the higher, the further ahead. Kept while a rider is beside the road."""
    status: Annotated[I1, "i1", FIELD]
    moved: Annotated[I1, "i1", FIELD]
    """1 once the rider has made or lost its move of this round (UR-6a)."""
    up_after: Annotated[I2, "i2", FIELD]
    """A rider who is down gets up at the end of the round with this number (UR-12j)."""
    left: Annotated[I1, "i1", FIELD]
    """The order in which riders left the road this round: 1 for the first; 0 if still on it (UR-8d)."""
    leavers: Annotated[int, "i1"]

    file: Annotated[I1, "i1", FIELD]
    """The file: the line of riders behind the one whose turn it is, who comes first (UR-7k)."""
    file_at: Annotated[I2, "i2", FIELD]
    """The squares that the file stood on when the turn began."""
    filed: Annotated[int, "i1"]
    asked: Annotated[int, "i1"]
    """The index in `file` of the rider who is asked to take the lead (UR-15a), or may follow next (UR-7i)."""

    means: Annotated[int, "i1"]
    """What the rider gets its points from this turn: dice, cards or a tow, numbered as in `actions`."""
    to_lay: Annotated[int, "i1"]
    """Energy cards still to be played."""
    least: Annotated[int, "i1"]
    """The second card comes no earlier among the choices than this: the order of two cards makes no difference."""
    points: Annotated[int, "i2"]
    snaps: Annotated[int, "i1"]
    """Photo cards still to be drawn."""
    snapped: Annotated[int, "u1"]
    """One bit for each photo number drawn just now (UR-13c)."""
    card: Annotated[int, "i1"]
    """The luck card drawn last, counted from 0; or NOBODY."""
    allowance: Annotated[int, "i2"]
    used: Annotated[int, "i1"]
    """Squares used by the rider whose move set the file going (UR-7l)."""
    target: Annotated[int, "i2"]
    """The square to ride to; for a rider coming back, a square of the row to come back to."""
    ways: Annotated[Any, "u4"]
    """One bit for each number of squares that the rider may use to get to the target (UR-6j)."""

    reached: Annotated[int, "i2"]
    reach: Annotated[I2, "i2", REACH]
    """The squares within reach of the rider, sorted by the fewest squares it takes to get there."""
    lengths: Annotated[I4, "u4", REACH]
    """For each square in `reach`, one bit for each number of squares that leads there; 0 where the ride may not end
    (UR-17a)."""
    slots: Annotated[U1, "u1", SLOTS]
    """A hash table: where in `reach` a square is, or which rider stands on it."""

    hand: Annotated[I1, "i1", MAX_TEAMS, HOLDERS, KINDS]
    spent: Annotated[I1, "i1", MAX_TEAMS, HOLDERS, KINDS]
    deck: Annotated[int, "u4"]
    """One bit for each luck card among the discards (UR-12d)."""
    tows: Annotated[I1, "i1", FIELD]
    photos: Annotated[U1, "u1", FIELD]
    """One bit for each photo number noted against a rider (UR-13b)."""
    verdict: Annotated[int, "u1"]
    """One bit for each number of the final draw (UR-13d)."""

    crossings: Annotated[I1, "i1", MAX_SPRINTS]
    """How many riders have crossed each sprint line."""
    crossed: Annotated[U1, "u1", FIELD]
    """One bit for each sprint line that a rider has crossed."""
    sprint_place: Annotated[I1, "i1", FIELD, MAX_SPRINTS]
    """1 to 3 for those who scored; else 0."""
    marks: Annotated[I1, "i1", FIELD, MAX_SPRINTS]
    """Rounds in yellow, under the sprint whose box they are marked in (UR-14f)."""
    jersey: Annotated[int, "i1"]
    """Who wears the yellow jersey; or NOBODY."""
    jersey_before: Annotated[int, "i1"]
    """Who wore it when the round began."""

    home: Annotated[int, "i1"]
    """How many have finished."""
    place: Annotated[I1, "i1", FIELD]


STATE = layout(State)

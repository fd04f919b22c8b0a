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
"""Whose energy cards: the four riders', and the jokers."""
JOKER = RIDERS
KINDS = 4
"""Kinds of energy cards: 5, 5 with the sign, 6, 6 with the sign (UR-11b)."""
REACH = 128
"""The most squares that can be in reach of a rider."""
SLOTS = 256
LONGEST = 31
"""The most squares that one move can have."""
NOBODY = -1

(
    THROW, PICK, GRID_PHASE, ASKING, ANSWERING, MEANS_PHASE, LAYING, ROLL_TWO, ROLL_ONE, SNAP, TURN_LUCK, CARD_PHASE,
    RIDE_PHASE, WAY_PHASE, FOLLOW_PHASE, RETURN_PHASE, VERDICT, OVER_PHASE,
) = range(18)  # fmt: skip
"""The phases in which somebody or chance decides, in the order of the rulebook."""
NEXT_TURN, READY, ROLLED, POINTS_KNOWN, MOVED, ROUND_END, ENDED = range(18, 25)
"""The phases that pass by themselves: the next turn, the choice of means, a throw, the points, pursuits, the end of a
round, the end of the race."""

WAITING, RIDING, DOWN, BESIDE, FINISHED, HOME = range(6)
"""What a rider is: not placed yet, on the road, fallen, beside the road, over the line but still standing there,
home."""


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
    """One bit a team: who throws to place first (UR-5b)."""
    thrown: Annotated[I1, "i1", MAX_TEAMS]
    placer: Annotated[int, "i1"]
    """The team that throws or places now."""
    rider: Annotated[int, "i1"]
    """The rider that is being placed, has the turn, is asked to follow, or comes back; or NOBODY."""

    at: Annotated[I2, "i2", FIELD]
    """The square that a rider stands on; NOWHERE off the road."""
    left_at: Annotated[I2, "i2", FIELD]
    """The square that a rider beside the road has left (UR-8b)."""
    rank: Annotated[I4, "i4", FIELD]
    """The greater, the further ahead in race order (UR-19h); kept while a rider is beside the road."""
    status: Annotated[I1, "i1", FIELD]
    moved: Annotated[I1, "i1", FIELD]
    """Had, or lost, its move of this round (UR-6a)."""
    up_after: Annotated[I2, "i2", FIELD]
    """The round at whose end a rider who is down gets up (UR-12j)."""
    left: Annotated[I1, "i1", FIELD]
    """As the how-manieth a rider left the road this round (UR-8d)."""
    leavers: Annotated[int, "i1"]

    file: Annotated[I1, "i1", FIELD]
    """The file of the rider at turn, from its head (UR-7k)."""
    file_at: Annotated[I2, "i2", FIELD]
    """The squares on which the file stood as the turn began."""
    filed: Annotated[int, "i1"]
    asked: Annotated[int, "i1"]
    """Which of the file is asked to take the lead (UR-15a), or may follow next (UR-7i)."""

    means: Annotated[int, "i1"]
    """How the rider at turn gets its points: see `actions`."""
    to_lay: Annotated[int, "i1"]
    """Energy cards that are still to be laid."""
    least: Annotated[int, "i1"]
    """The second card is of this kind or a later one: the order of two cards means nothing."""
    points: Annotated[int, "i2"]
    snaps: Annotated[int, "i1"]
    """Photo cards still to be drawn, and one bit for each number drawn just now (UR-13c)."""
    snapped: Annotated[int, "u1"]
    card: Annotated[int, "i1"]
    """The luck card last turned, from 0; or NOBODY."""
    allowance: Annotated[int, "i2"]
    used: Annotated[int, "i1"]
    """Squares used by the rider whose move set the file going (UR-7l)."""
    target: Annotated[int, "i2"]
    """The square that is ridden to, or from which the row to come back to is counted."""
    ways: Annotated[Any, "u4"]
    """One bit for each number of squares with which the target may be ridden to (UR-6j)."""

    reached: Annotated[int, "i2"]
    reach: Annotated[I2, "i2", REACH]
    """The squares in reach of the rider at turn, by the fewest squares that they take."""
    lengths: Annotated[I4, "u4", REACH]
    """One bit for each number of squares that leads to each; 0 where the ride may not end (UR-17a)."""
    slots: Annotated[U1, "u1", SLOTS]
    """Where in `reach` a square is found, or by whom it is taken: a hash table."""

    hand: Annotated[I1, "i1", MAX_TEAMS, HOLDERS, KINDS]
    spent: Annotated[I1, "i1", MAX_TEAMS, HOLDERS, KINDS]
    deck: Annotated[int, "u4"]
    """One bit for each luck card that lies with the discards (UR-12d)."""
    tows: Annotated[I1, "i1", FIELD]
    photos: Annotated[U1, "u1", FIELD]
    """One bit for each photo number noted against a rider (UR-13b)."""
    verdict: Annotated[int, "u1"]
    """One bit for each number of the final draw (UR-13d)."""

    crossings: Annotated[I1, "i1", MAX_SPRINTS]
    """How many riders are over each sprint line."""
    crossed: Annotated[U1, "u1", FIELD]
    """One bit for each sprint line that a rider has crossed."""
    sprint_place: Annotated[I1, "i1", FIELD, MAX_SPRINTS]
    """1 to 3 for those who scored; else 0."""
    marks: Annotated[I1, "i1", FIELD, MAX_SPRINTS]
    """Rounds in yellow, in the box in which they are marked (UR-14f)."""
    jersey: Annotated[int, "i1"]
    """Who wears it; or NOBODY."""
    jersey_before: Annotated[int, "i1"]
    """Who wore it as the round began."""

    home: Annotated[int, "i1"]
    """How many have finished."""
    place: Annotated[I1, "i1", FIELD]


STATE = layout(State)

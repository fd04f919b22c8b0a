"""The shapes of what the API tells of tours."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from parcours.table.models import SeatOut, TableInfo


class StageOut(BaseModel):
    """A stage: where it is ridden, what is special about it, and how far it is."""

    number: int
    course: str
    course_name: str
    name: str
    options: dict[str, bool | str]
    option_words: list[str]
    status: Literal["ridden", "riding", "next", "to_come", "cancelled"]
    table: str | None = Field(description="Where it is or was ridden.")
    winners: list[int] = Field(description="The seats that won it: several where they share the win.")
    winner_name: str | None


class LeaderOut(BaseModel):
    """Who leads the table that decides, and who rides for it."""

    seat: int
    name: str
    who: str


class TourInfo(BaseModel):
    """A tour without its tables."""

    id: str
    game: str
    game_name: str
    name: str
    teams: int
    options: dict[str, bool | str]
    private: bool
    commissioner: bool
    created: str
    updated: str
    over: bool
    ridden: int
    stages: list[StageOut]
    seats: list[SeatOut]
    leaders: list[LeaderOut]
    seat: int = Field(description="The asker's seat, or -1.")
    may_ride_on: bool = Field(description="Whether the asker may open the next stage.")


class TourLineOut(BaseModel):
    """A team or a rider in a table; `after` are the totals after each stage, `stages` what each stage gave."""

    seat: int
    name: str
    place: int
    total: int
    gap: int
    after: list[int]
    stages: list[int | None]
    rider: int | None
    notes: list[str]
    out: bool
    before: int | None = Field(description="The place a stage before.")


class ClassificationOut(BaseModel):
    """A table, best first; the first of a tour decides it."""

    id: str
    title: str
    unit: str
    best: Literal["most", "least"]
    lines: list[TourLineOut]
    jersey: str
    ring: int = Field(description="How many squares the ring of the totals has; 0: no ring.")


class TourOut(TourInfo):
    """A tour as it stands."""

    classifications: list[ClassificationOut]


class ToursOut(BaseModel):
    """The tours that one may know of."""

    tours: list[TourInfo]


class NewTourOut(BaseModel):
    """A tour that was set up, and the table of its first stage; secrets and invitations are told this once, by seat."""

    tour: TourOut
    table: TableInfo
    secrets: dict[str, str]
    invites: dict[str, str]

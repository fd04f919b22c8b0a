"""The shapes of the API's answers about tours."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from parcours.table.models import SeatOut, TableInfo


class StageOut(BaseModel):
    """A stage: where it is ridden, what is special about it, and whether it has been ridden."""

    number: int
    course: str
    course_name: str
    name: str
    options: dict[str, bool | str]
    option_words: list[str]
    status: Literal["ridden", "riding", "next", "to_come", "cancelled"]
    table: str | None = Field(description="The table where it is or was ridden.")
    winners: list[int] = Field(description="The seats that won it: several if they share the win.")
    winner_name: str | None


class LeaderOut(BaseModel):
    """A team that leads the deciding classification, and who plays it."""

    seat: int
    name: str
    who: str


class TourInfo(BaseModel):
    """A tour without its classifications."""

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
    standing: str = Field(description="How the tour stands, in words: who leads it, or who has won it.")
    seat: int = Field(description="The caller's seat, or -1.")
    may_ride_on: bool = Field(description="Whether the caller may open the next stage.")


class TourLineOut(BaseModel):
    """A team or a rider in a classification. `after` has the total after each stage, `stages` what each stage gave."""

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
    before: int | None = Field(description="The place after the stage before.")


class ClassificationOut(BaseModel):
    """A classification, best first. The first classification of a tour decides it."""

    id: str
    title: str
    unit: str
    best: Literal["most", "least"]
    lines: list[TourLineOut]
    jersey: str
    ring: int = Field(description="The number of squares in the ring that shows the totals; 0 if there is none.")


class TourOut(TourInfo):
    """A tour with its classifications."""

    classifications: list[ClassificationOut]


class ToursOut(BaseModel):
    """The tours that the caller may know of."""

    tours: list[TourInfo]


class NewTourOut(BaseModel):
    """A new tour, and the table of its first stage. Secrets and invitations are listed by seat; only this answer gives
    them."""

    tour: TourOut
    table: TableInfo
    secrets: dict[str, str]
    invites: dict[str, str]

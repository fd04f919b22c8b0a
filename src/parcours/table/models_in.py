"""The shapes of what the API takes: strict, so that whatever else comes is refused before it is looked at."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

PLAIN_TEXT = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$"
PersonName = Annotated[str, StringConstraints(strip_whitespace=True, max_length=40, pattern=PLAIN_TEXT)]
TourName = Annotated[str, StringConstraints(strip_whitespace=True, max_length=80, pattern=PLAIN_TEXT)]
WORD = r"^[A-Za-z0-9_.-]+$"
Word = Annotated[str, StringConstraints(min_length=1, max_length=60, pattern=WORD)]
ROUTE = r"^[A-Za-z0-9_.-]+(:[A-Za-z0-9_.-]+)?$"
CourseName = Annotated[str, StringConstraints(min_length=1, max_length=60, pattern=ROUTE)]
"""A course, or a route of one: `ring:A`."""
Secret = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Target = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[a-z_]+(:[A-Za-z0-9_.#/:-]*)?$")]
Moment = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
ChatText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]


class Taken(BaseModel):
    """What a client sends: no field too many, no type bent."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SeatIn(Taken):
    """Who is to sit in a seat: me, here (at this screen too), a friend (by invitation) or a bot."""

    kind: Literal["me", "here", "friend", "bot"]
    name: PersonName | None = None
    bot: Word | None = Field(None, description="The bot's name, for a bot's seat; the strongest if none is given.")


class TableIn(Taken):
    """A table to be opened."""

    game: Word
    course: CourseName | None = None
    options: dict[Word, bool | Word] = Field(default_factory=dict, max_length=40)
    teams: int | None = Field(None, ge=1, le=16)
    seats: list[SeatIn] = Field(default_factory=list, max_length=16)
    private: bool = False
    commissioner: bool = Field(False, description="People roll dice and draw cards themselves, and type them in.")
    seed: int | None = Field(None, ge=0, lt=2**63, description="For a race without friends: the seed of its luck.")
    quick: bool = Field(False, description="Begin with the first move: the game answers all opening questions.")
    routines: list[Word] = Field(default_factory=list, max_length=20, description="What the asker leaves to the game.")


class StageIn(Taken):
    """A stage: its course, and which options differ from the tour's."""

    course: CourseName
    options: dict[Word, bool | Word] = Field(default_factory=dict, max_length=40)


class TourIn(Taken):
    """A tour to be set up: one that comes with the game, or a list of stages."""

    game: Word
    preset: Word | None = None
    stages: list[StageIn] = Field(default_factory=list, max_length=100)
    name: TourName = ""
    options: dict[Word, bool | Word] = Field(default_factory=dict, max_length=40)
    teams: int | None = Field(None, ge=1, le=16)
    seats: list[SeatIn] = Field(default_factory=list, max_length=16)
    private: bool = False
    commissioner: bool = Field(False, description="People roll dice and draw cards themselves, and type them in.")
    seed: int | None = Field(None, ge=0, lt=2**63, description="For a tour without friends: the seed of its luck.")


CourseTitle = Annotated[str, StringConstraints(strip_whitespace=True, max_length=60, pattern=PLAIN_TEXT)]


class PieceIn(Taken):
    """A piece of a draft: a part, which way it lies, and what lies on it."""

    part: Word
    turn: str = Field("", max_length=4, pattern=r"^[A-Za-z0-9]*$")
    marks: list[Word] = Field(default_factory=list, max_length=8)


class DraftIn(Taken):
    """A course in the making."""

    name: CourseTitle = ""
    pieces: list[PieceIn] = Field(max_length=200)
    switches: dict[Word, bool] = Field(default_factory=dict, max_length=8)


class ClaimIn(Taken):
    """An invitation, and the name of who takes the seat."""

    invite: Secret
    name: PersonName = ""


class BotIn(Taken):
    """The bot that is to ride for a seat."""

    bot: Word


class ActionIn(Taken):
    """A choice, and the moment at which it was made."""

    action: int = Field(ge=0, lt=2**31)
    moment: Moment
    then: list[Annotated[int, Field(ge=0, lt=2**31)]] = Field(
        default_factory=list, max_length=24, description="Answers to the questions that follow, of the same press."
    )


class LessonIn(Taken):
    """Who takes a lesson."""

    name: PersonName = ""


class RoutinesIn(Taken):
    """The routines that a person leaves to the game from now on."""

    routines: list[Word] = Field(max_length=20)


class WhyIn(Taken):
    """Something on the table that can't be chosen: `box:5.2`, `square:17`, `retire`."""

    target: Target


class UndoIn(Taken):
    """The moment at which somebody takes a choice back."""

    moment: Moment | None = None


class AnswerIn(Taken):
    """Whether somebody's choice may be taken back."""

    agree: bool


class BranchIn(Taken):
    """The step from which another race goes on."""

    step: int = Field(ge=0, lt=2**31)


class ChatIn(Taken):
    """A line of chat, as plain text."""

    text: ChatText

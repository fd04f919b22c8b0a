"""The shapes of the requests that the API accepts. They are strict: anything else is refused before it is looked at."""

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
StateId = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
ChatText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]


class StrictBody(BaseModel):
    """The base of what a client sends: no unknown field, and no conversion of types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SeatIn(StrictBody):
    """Who sits in a seat: me, here (at this screen too), a friend (by invitation) or a bot."""

    kind: Literal["me", "here", "friend", "bot"]
    name: PersonName | None = None
    bot: Word | None = Field(None, description="The name of the bot, for a bot's seat. If missing: the strongest.")


class TableIn(StrictBody):
    """A table to be opened."""

    game: Word
    course: CourseName | None = None
    options: dict[Word, bool | Word] = Field(default_factory=dict, max_length=40)
    teams: int | None = Field(None, ge=1, le=16)
    seats: list[SeatIn] = Field(default_factory=list, max_length=16)
    private: bool = False
    commissioner: bool = Field(
        False, description="Whether people roll dice and draw cards themselves, and enter the results."
    )
    seed: int | None = Field(None, ge=0, lt=2**63, description="The seed of the luck, for a race without friends.")
    quick: bool = Field(False, description="Start with the first move: the game answers all opening questions.")
    routines: list[Word] = Field(
        default_factory=list, max_length=20, description="The routines that the caller leaves to the game."
    )


class StageIn(StrictBody):
    """A stage: its course, and which options differ from the tour's."""

    course: CourseName
    options: dict[Word, bool | Word] = Field(default_factory=dict, max_length=40)


class TourIn(StrictBody):
    """A tour to be set up: one that comes with the game, or a list of stages."""

    game: Word
    preset: Word | None = None
    stages: list[StageIn] = Field(default_factory=list, max_length=100)
    name: TourName = ""
    options: dict[Word, bool | Word] = Field(default_factory=dict, max_length=40)
    teams: int | None = Field(None, ge=1, le=16)
    seats: list[SeatIn] = Field(default_factory=list, max_length=16)
    private: bool = False
    commissioner: bool = Field(
        False, description="Whether people roll dice and draw cards themselves, and enter the results."
    )
    seed: int | None = Field(None, ge=0, lt=2**63, description="The seed of the luck, for a tour without friends.")


CourseTitle = Annotated[str, StringConstraints(strip_whitespace=True, max_length=60, pattern=PLAIN_TEXT)]


class PieceIn(StrictBody):
    """A piece of a draft: a part, which way it lies, and what lies on it."""

    part: Word
    turn: str = Field("", max_length=4, pattern=r"^[A-Za-z0-9]*$")
    marks: list[Word] = Field(default_factory=list, max_length=8)


class DraftIn(StrictBody):
    """A course in the making."""

    name: CourseTitle = ""
    pieces: list[PieceIn] = Field(max_length=200)
    switches: dict[Word, bool] = Field(default_factory=dict, max_length=8)


class ClaimIn(StrictBody):
    """An invitation, and the name of the person who takes the seat."""

    invite: Secret
    name: PersonName = ""


class BotIn(StrictBody):
    """The bot that plays a seat."""

    bot: Word


class ActionIn(StrictBody):
    """A choice, and the state in which it was made."""

    action: int = Field(ge=0, lt=2**31)
    state_id: StateId
    then: list[Annotated[int, Field(ge=0, lt=2**31)]] = Field(
        default_factory=list, max_length=24, description="Answers from the same press to the questions that follow."
    )


class LessonIn(StrictBody):
    """The name of the person who takes a lesson."""

    name: PersonName = ""


class RoutinesIn(StrictBody):
    """The routines that a person leaves to the game from now on."""

    routines: list[Word] = Field(max_length=20)


class WhyIn(StrictBody):
    """Something on the table that can't be chosen: `box:5.2`, `square:17`, `retire`."""

    target: Target


class UndoIn(StrictBody):
    """The state in which somebody takes a choice back."""

    state_id: StateId | None = None


class AnswerIn(StrictBody):
    """Whether somebody's choice may be taken back."""

    agree: bool


class BranchIn(StrictBody):
    """The step from which the new race continues."""

    step: int = Field(ge=0, lt=2**31)


class ChatIn(StrictBody):
    """A line of chat, as plain text."""

    text: ChatText

"""The shapes of what the API gives, for its documentation and for the tests that hold it to that."""

from __future__ import annotations

import types
from dataclasses import fields, is_dataclass
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, Field, create_model

from parcours.engine import scene
from parcours.engine.words import Say


class ErrorBody(BaseModel):
    """What was wrong: a code for the client, a sentence for the person, the clause it rests on."""

    code: str
    message: str
    clause: str | None


class ErrorOut(BaseModel):
    """A refusal."""

    error: ErrorBody


class OptionChoice(BaseModel):
    """One value of an option that is no switch."""

    value: str
    label: str


class OptionOut(BaseModel):
    """An option of a game: a switch, or one of several choices."""

    name: str
    label: str
    help: str
    clause: str
    default: bool | str
    choices: list[OptionChoice] = []
    """What it can be, where it is no switch."""


class TeamOut(BaseModel):
    """A team's looks."""

    name: str
    colour: str
    pattern: str
    letter: str


class BotOut(BaseModel):
    """A bot that can take a seat."""

    name: str
    label: str
    about: str


class CourseOut(BaseModel):
    """A course that comes with a game, or one of the house."""

    id: str
    name: str
    own: bool = Field(description="Whether it was built or brought here.")


class OptionPresetOut(BaseModel):
    """A set of options that belong together, and the course that goes with it; empty: any."""

    id: str
    name: str
    about: str
    options: dict[str, bool | str]
    course: str


class PresetStage(BaseModel):
    """A stage of a tour that comes with a game."""

    course: str
    name: str
    options: dict[str, bool | str]


class PresetOut(BaseModel):
    """A tour that comes with a game."""

    id: str
    name: str
    about: str
    stages: list[PresetStage]


class TourChoices(BaseModel):
    """The tours of a game: those that come with it, how long one's own may be, and which options are fixed."""

    presets: list[PresetOut]
    most_stages: int
    fixed: list[str]


class GameOut(BaseModel):
    """A game: what can be chosen before the start."""

    id: str
    name: str
    about: str
    maturity: str
    maturity_word: str
    accent: str
    min_teams: int
    max_teams: int
    default_teams: int
    options: list[OptionOut]
    option_presets: list[OptionPresetOut]
    teams: list[TeamOut]
    bots: list[BotOut]
    default_bot: str
    courses: list[CourseOut]
    default_course: str
    clause_prefix: str
    builder: bool = Field(description="Whether courses of it can be built from parts.")
    figure: Literal["rider", "car"]
    tour: TourChoices | None = Field(description="How tours of it can be made; none where its races do not add up.")


class ClauseOut(BaseModel):
    """A rule: as the rulebook has it, a ruling of ours, rebuilt from what is known; or an example."""

    id: str
    kind: Literal["rulebook", "ruling", "rebuilt", "example"]
    text: str


class ChapterOut(BaseModel):
    """Rules that belong together."""

    title: str
    clauses: list[ClauseOut]


class RulesOut(BaseModel):
    """The rules of a game, in our own words."""

    title: str
    chapters: list[ChapterOut]


class SquareOut(BaseModel):
    """Where a square lies on the board: its centre, the direction of riding in degrees, its size."""

    x: float
    y: float
    angle: float
    along: float
    across: float


class BoardOut(BaseModel):
    """A board: the drawing, and where its squares are."""

    key: str = Field(description="What is drawn on it; a scene names the board that it is for.")
    svg: str
    view: list[float]
    squares: list[SquareOut]
    accent: str


class SketchOut(BaseModel):
    """The shape of a road: points along its middle, each x, y and the direction in degrees; how wide it is."""

    points: list[list[float]]
    wide: float
    lane: float
    closed: bool


class SeatOut(BaseModel):
    """A seat: who holds it, and the bot that rides for it (a person's seat can have one for a while)."""

    seat: int
    name: str
    team: str
    colour: str
    kind: Literal["person", "bot", "open"]
    bot: str | None
    connected: bool


class TourLinkOut(BaseModel):
    """The tour that a race belongs to, and which stage it is."""

    id: str
    stage: int


class TableInfo(BaseModel):
    """A table, without its race."""

    id: str
    game: str
    game_name: str
    course: str
    course_name: str
    options: dict[str, bool | str]
    teams: int
    status: Literal["waiting", "live", "finished"]
    created: str
    updated: str
    actor: int
    thinking: int = Field(description="The seat whose bot is thinking; -1: none.")
    your_turn: bool | None
    prompt: str
    commissioner: bool
    private: bool
    seats: list[SeatOut]
    winner: str | None
    branch_of: str | None
    note: str | None = Field(description="Why the race can be looked at but not ridden on, if so.")
    tour: TourLinkOut | None


class TablesOut(BaseModel):
    """The tables that one may know of."""

    tables: list[TableInfo]


class NewTableOut(BaseModel):
    """An opened table; secrets and invitations are told this once, by seat."""

    table: TableInfo
    secrets: dict[str, str]
    invites: dict[str, str]


class SecretOut(BaseModel):
    """What holds the seat from now on."""

    secret: str


class StoryEntry(BaseModel):
    """A line of the story; `step` counts what this viewer may notice."""

    step: int
    turn: int
    words: str
    clauses: list[str]
    seat: int
    weight: Literal["minor", "move", "major"]


class ChatOut(BaseModel):
    """A line of the chat; seat -1 is a spectator."""

    id: int
    seat: int
    name: str
    text: str
    at: str


class AskedOut(BaseModel):
    """A question whether something may be taken back: by whom, and each answer so far."""

    by: int
    answers: dict[str, bool | None]


class UndoOut(BaseModel):
    """Whether this viewer has something to take back, whether that goes without asking, and what is being asked."""

    possible: bool
    free: bool
    asked: AskedOut | None


class RematchOut(BaseModel):
    """Where the return race is ridden, and this seat's invitation to it."""

    table: str
    seat: int
    invite: str | None


_made: dict[type, type[BaseModel]] = {}


def _model_of(kind: Any) -> Any:
    """A type of the scene as the API gives it: dataclasses as objects, texts in a language as strings."""
    if kind is Say:
        return str
    if is_dataclass(kind) and isinstance(kind, type):
        if kind not in _made:
            hints = get_type_hints(kind)
            described: dict[str, Any] = {f.name: (_model_of(hints[f.name]), ...) for f in fields(kind)}
            _made[kind] = create_model(f"Scene{kind.__name__}", __doc__=kind.__doc__, **described)
        return _made[kind]
    origin = get_origin(kind)
    if origin in (types.UnionType, Union):
        parts = {_model_of(part): None for part in get_args(kind)}
        return Union[tuple(parts)]  # noqa: UP007
    if origin is tuple:
        inner = get_args(kind)
        return list[_model_of(inner[0])]  # type: ignore[misc]
    return kind


SceneModel: Any = _model_of(scene.Scene)


class State(BaseModel):
    """All that one viewer sees now."""

    moment: str
    scene: SceneModel
    story: list[StoryEntry]
    since_turn: list[StoryEntry]
    table: TableInfo
    undo: UndoOut
    steps: int
    chat: list[ChatOut]
    rematch: RematchOut | None


class StoryOut(BaseModel):
    """The story from a step on."""

    story: list[StoryEntry]


class StepOut(BaseModel):
    """The table as it looked to this viewer after a step."""

    scene: SceneModel
    story_until: int


class WhyOut(BaseModel):
    """Why not, and the clause."""

    words: str
    clause: str


class ProspectOut(BaseModel):
    """What a choice leads to, for the seat that decides: its chance to win, its points and its place, on average."""

    action: int
    label: str
    wins: float
    points: float
    place: float


class HintOut(BaseModel):
    """What a search finds best, its reason, and what each choice leads to, the best first."""

    action: int
    label: str
    reason: str
    bot: str
    choices: list[ProspectOut]


class CurvePoint(BaseModel):
    """Each seat's chance to win at a step of the race."""

    turn: int
    step: int
    wins: list[float]


class CostlyOut(BaseModel):
    """A choice that gave something away: what was done, what was better, and what lay between them."""

    turn: int
    step: int
    seat: int
    did: str
    better: str
    points: float
    wins: float


class ReviewOut(BaseModel):
    """A race looked at again."""

    status: Literal["none", "running", "done", "failed"]
    done: int
    total: int
    curve: list[CurvePoint]
    costly: list[CostlyOut]


class Compiling(BaseModel):
    """The rules that are being compiled."""

    game: str
    name: str
    done: int
    total: int


class StatusOut(BaseModel):
    """Whether races can be ridden yet."""

    ready: bool
    compiling: Compiling | None
    version: str


class StandingOut(BaseModel):
    """Where a team ended."""

    seat: int
    name: str
    colour: str
    place: int
    points: int
    score: str
    details: dict[str, int]


class RiderAt(BaseModel):
    """How far a piece was."""

    id: str
    distance: float


class TurnOut(BaseModel):
    """All pieces at the end of a turn."""

    turn: int
    riders: list[RiderAt]


class LineOut(BaseModel):
    """A line of the course, at a distance."""

    name: str
    at: float


class PieceOut(BaseModel):
    """A piece of the charts."""

    id: str
    seat: int
    label: str
    name: str


class ReportOut(BaseModel):
    """A finished race: standings, positions over the turns, decisive moments."""

    standings: list[StandingOut]
    positions: list[TurnOut]
    moments: list[StoryEntry]
    lines: list[LineOut]
    pieces: list[PieceOut]

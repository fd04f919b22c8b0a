"""The shapes of what the API gives, for its documentation and for the tests that hold it to that."""

from __future__ import annotations

import types
from dataclasses import fields, is_dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, Field, create_model

from parcours.engine import scene
from parcours.engine.minute import Part
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


class QuickOut(BaseModel):
    """The race that "Ride now" opens, and what it leaves to the game; course empty: the usual one."""

    about: str
    course: str
    options: dict[str, bool | str]
    routines: list[str]


class GameOut(BaseModel):
    """A game: what can be chosen before the start."""

    id: str
    name: str
    about: str
    accent: str
    min_teams: int
    max_teams: int
    default_teams: int
    options: list[OptionOut]
    option_presets: list[OptionPresetOut]
    quick: QuickOut
    lesson: bool = Field(description="Whether it has a first race with a coach.")
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
    last: bool = Field(description="A list of parts: it is shown behind all others.")


class MinuteOut(BaseModel):
    """A part of the game in a minute: a sentence or two, and a little picture of a position."""

    part: Part
    text: str
    svg: str


class RulesOut(BaseModel):
    """The rules of a game, in our own words."""

    title: str
    minute: list[MinuteOut] = Field(description="The goal, a turn, what wins; nothing where a game says it nowhere.")
    chapters: list[ChapterOut]


class SquareOut(BaseModel):
    """Where a square lies on the board: its centre, the direction of riding in degrees, its size; where it leads."""

    x: float
    y: float
    angle: float
    along: float
    across: float
    ahead: list[int] = Field(description="The squares that a step from here can lead to, straight on first.")


class BoardOut(BaseModel):
    """A board: the drawing, and where its squares are."""

    key: str = Field(description="What is drawn on it; a scene names the board that it is for.")
    svg: str
    view: tuple[float, float, float, float]
    squares: list[SquareOut]
    accent: str


class SketchOut(BaseModel):
    """The shape of a road: points along its middle, each x, y and the direction in degrees; how wide it is."""

    points: list[tuple[float, float, float]]
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
    seal: str | None
    """The SHA-256 of what all luck of the race follows from, told when the race is over; None: a seed was given, or
    people roll for themselves."""


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


class ChanceOut(BaseModel):
    """What chance has brought, to be seen: dice with what they show, a card, the sector that a wheel points to."""

    kind: Literal["dice", "card", "wheel"]
    faces: list[str]


class StoryEntry(BaseModel):
    """A line of the story; `step` counts what this viewer may notice."""

    step: int
    turn: int
    words: str
    clauses: list[str]
    seat: int
    weight: Literal["minor", "move", "major", "headline"]
    """A headline is what a turn came down to."""
    back_to: int | None
    """The step that this takes the race back to, if something was taken back: what was told since was undone."""
    event: scene.Event = ""
    """The big moment that it tells of, with an effect and a sound of its own."""
    piece: str = ""
    """The piece that the moment happens to."""
    chance: ChanceOut | None = None


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
        inner = [_model_of(part) for part in get_args(kind) if part is not ...]
        return list[inner[0]] if ... in get_args(kind) else tuple[tuple(inner)]  # type: ignore[misc,valid-type]
    return kind


SceneModel: Any = _model_of(scene.Scene)
ChoiceModel: Any = _model_of(scene.Choice)


class AdviceOut(BaseModel):
    """What the coach would do: the answers, in words, and why."""

    actions: list[int]
    label: str
    reason: str


class IdeaOut(BaseModel):
    """An idea of a game, and whether it was met in this race."""

    id: str
    words: str
    met: bool


class CoachOut(BaseModel):
    """What the coach says to a viewer now."""

    moment: str
    lesson: bool
    title: str
    came: str = Field(description="What came of the last choice.")
    say: str = Field(description="The next idea; empty: nothing new.")
    lights: list[str] = Field(description="What it is about: strip, choice, due, own, panel:ID.")
    clauses: list[str]
    advice: AdviceOut | None
    done: int
    steps: int
    ideas: list[IdeaOut]
    ended: bool
    end: str


class RoutineOut(BaseModel):
    """A kind of question that can be left to the game, and whether this viewer does."""

    id: str
    label: str
    on: bool


class EaseOut(BaseModel):
    """What the table does for this viewer."""

    chosen: str | None = Field(description="What the game chose at the start, in one line; none: people chose.")
    routines: list[RoutineOut]


Version = Annotated[str, Field(max_length=40, description="Names what a viewer is shown, and changes with it.")]


class State(BaseModel):
    """All that one viewer sees now."""

    version: Version
    moment: str
    scene: SceneModel
    clicks: list[ChoiceModel] = Field(
        description="One press that answers several questions: one a square, then the dearer ways. Empty: none."
    )
    story: list[StoryEntry]
    since: int = Field(description="The number of the first line that is new to this seat since it last chose.")
    table: TableInfo
    undo: UndoOut
    steps: int
    chat: list[ChatOut]
    rematch: RematchOut | None
    ease: EaseOut


class StoryOut(BaseModel):
    """The story from a step on."""

    story: list[StoryEntry]


class StepOut(BaseModel):
    """The table as it looked to this viewer after a step."""

    scene: SceneModel
    story_until: int
    public: int
    """The same step, as everybody counts."""


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
    """What a search finds best, its reason, and what each choice leads to, the best first: no figure of the measure is
    better than the first one's."""

    action: int
    label: str
    reason: str
    bot: str
    searched: bool = Field(
        description="Not while the search is being compiled: then the game's own bot answers, without figures."
    )
    measure: Literal["wins", "points", "place"] = Field(description="What tells the choices apart.")
    close: list[int] = Field(description="The actions that are too close to call, the suggestion among them.")
    points_title: str = Field(description="What the points are called, and whether fewer are better.")
    choices: list[ProspectOut]


class CurvePoint(BaseModel):
    """Each seat's chance to win at a step of the race."""

    turn: int
    step: int
    wins: list[float]
    mistake: bool = Field(description="After a choice that gave something away: the fall from the point before it.")


class CostlyOut(BaseModel):
    """A choice that gave something away: what was done, what was better, and what lay between them."""

    turn: int
    step: int
    seat: int
    did: str
    better: str
    points: float
    before: float = Field(description="The seat's chance to win, the better being done; as on the curve.")
    after: float = Field(description="The same after what was done.")


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
    """That races can be ridden, and what is being compiled meanwhile."""

    ready: bool
    compiling: Compiling | None
    """None: everything is compiled."""
    searching: list[str]
    """The games whose search is compiled; in the others the game's own bot rides for those that think."""
    version: str
    reached_at: str | None
    """Where other machines find the server; None: it listens to its own machine alone."""


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


class ChartTurn(BaseModel):
    """All pieces at the end of a turn."""

    turn: int
    riders: list[RiderAt]


class LineOut(BaseModel):
    """A line of the course, at a distance."""

    name: str
    at: float


class ChartPiece(BaseModel):
    """A piece of the charts."""

    id: str
    seat: int
    label: str
    name: str


class ReportOut(BaseModel):
    """A finished race: standings, positions over the turns, decisive moments."""

    standings: list[StandingOut]
    positions: list[ChartTurn]
    moments: list[StoryEntry]
    best: StoryEntry | None = Field(description="Where the asker's chance to win rose most.")
    worst: StoryEntry | None = Field(description="Where the asker's chance to win fell most.")
    lines: list[LineOut]
    pieces: list[ChartPiece]

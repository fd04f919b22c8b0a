"""The shapes of the API's answers, for its documentation and for the tests that check the answers against it."""

from __future__ import annotations

import types
from dataclasses import fields, is_dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, Field, create_model

from parcours.engine import scene
from parcours.engine.minute import Part
from parcours.engine.words import Say


class ErrorBody(BaseModel):
    """What was wrong: a code for the client, a sentence for the person, and the clause behind it. If a file was
    refused, `detail` names its fault in English."""

    code: str
    message: str
    clause: str | None
    detail: str | None = None


class ErrorOut(BaseModel):
    """A refusal."""

    error: ErrorBody


class OptionChoice(BaseModel):
    """One value of an option that is not a switch."""

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
    """The values it can have, if it is not a switch."""


class TeamOut(BaseModel):
    """A team's looks and name."""

    name: str
    colour: str
    pattern: str
    letter: str
    plural: bool
    """Sentences about the team's name take the plural: the Toughs are, Red is."""


class BotOut(BaseModel):
    """A bot that can take a seat."""

    name: str
    label: str
    about: str


class CourseOut(BaseModel):
    """A course that comes with a game, or one of this server."""

    id: str
    name: str
    own: bool = Field(description="Whether it was built on this server or uploaded to it.")


class OptionPresetOut(BaseModel):
    """A set of options that belong together, and the course that goes with it (empty: any course)."""

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
    """The tours of a game: those that come with it, how many stages a tour may have, and which options are fixed."""

    presets: list[PresetOut]
    most_stages: int
    fixed: list[str]


class QuickOut(BaseModel):
    """The race that "Race now" opens, and what it leaves to the game. An empty course means the usual one."""

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
    builder: bool = Field(description="Whether its courses can be built from parts.")
    figure: Literal["rider", "car"]
    tour: TourChoices | None = Field(description="How its tours can be set up; null if it has no tours.")


class ClauseOut(BaseModel):
    """A clause: a rule of the rulebook, a ruling of ours, a rule rebuilt from what is known, or an example."""

    id: str
    kind: Literal["rulebook", "ruling", "rebuilt", "example"]
    text: str


class ChapterOut(BaseModel):
    """Rules that belong together."""

    title: str
    clauses: list[ClauseOut]
    last: bool = Field(description="Whether it lists parts for reference: show it after all others.")


class MinuteOut(BaseModel):
    """A part of the game in a minute: a sentence or two, and a little picture of a position."""

    part: Part
    text: str
    svg: str


class RulesOut(BaseModel):
    """The rules of a game, in our own words."""

    title: str
    minute: list[MinuteOut] = Field(description="The goal, a turn, and what wins; empty if the game has none.")
    chapters: list[ChapterOut]


class SquareOut(BaseModel):
    """A square on the board: its centre, its direction of riding in degrees, its size, and where it leads."""

    x: float
    y: float
    angle: float
    along: float
    across: float
    ahead: list[int] = Field(description="The squares that one step from here can reach, straight ahead first.")


class BoardOut(BaseModel):
    """A board: the drawing, and where its squares are."""

    key: str = Field(description="Identifies the drawing. A scene names its board by this key.")
    svg: str
    view: tuple[float, float, float, float]
    squares: list[SquareOut]
    accent: str


class SketchOut(BaseModel):
    """The shape of a road: points along its middle, each with x, y and the direction in degrees; and its width."""

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
    thinking: int = Field(description="The seat whose bot is thinking, or -1.")
    your_turn: bool | None
    prompt: str
    commissioner: bool
    private: bool
    seats: list[SeatOut]
    winner: str | None
    branch_of: str | None
    note: str | None = Field(description="If the race can be viewed but not continued: the reason.")
    tour: TourLinkOut | None
    seal: str | None
    """The SHA-256 of the secret that all luck of the race follows from. The secret itself is revealed when the race is
    over. None: a seed was given, or people roll for themselves."""


class TablesOut(BaseModel):
    """The tables that the caller may know of."""

    tables: list[TableInfo]


class NewTableOut(BaseModel):
    """A new table. Secrets and invitations are listed by seat; only this answer gives them."""

    table: TableInfo
    secrets: dict[str, str]
    invites: dict[str, str]


class SecretOut(BaseModel):
    """The secret that holds the seat from now on."""

    secret: str


class ChanceOut(BaseModel):
    """What chance has brought: dice with their faces, a card, or the sector that a wheel points to."""

    kind: Literal["dice", "card", "wheel"]
    faces: list[str]


class StoryEntry(BaseModel):
    """A line of the story; `step` counts the steps that this viewer may notice."""

    step: int
    turn: int
    words: str
    clauses: list[str]
    seat: int
    weight: Literal["minor", "move", "major", "headline"]
    """A headline is what a turn came down to."""
    back_to: int | None
    """If something was taken back: the step that the race went back to. What was told after that step is undone."""
    event: scene.Event = ""
    """The big moment that the line tells of, with an effect and a sound of its own."""
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
    """A request to take something back: who asks, and the answers so far."""

    by: int
    answers: dict[str, bool | None]


class UndoOut(BaseModel):
    """Whether this viewer has something to take back, whether that is free, and which request is open."""

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
    """How the API gives a type of the scene: dataclasses as objects, texts as strings in the viewer's language."""
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
    """What the coach advises: the answers, in words, and why."""

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

    state_id: str
    lesson: bool
    title: str
    came: str = Field(description="What the last choice led to.")
    say: str = Field(description="The next idea; empty if there is nothing new.")
    lights: list[str] = Field(description="What to highlight: strip, choice, due, own or panel:ID.")
    clauses: list[str]
    advice: AdviceOut | None
    done: int
    steps: int
    ideas: list[IdeaOut]
    ended: bool
    end: str


class RoutineOut(BaseModel):
    """A kind of question that can be left to the game, and whether this viewer leaves it."""

    id: str
    label: str
    on: bool


class EaseOut(BaseModel):
    """What the table does for this viewer."""

    chosen: str | None = Field(description="What the game chose at the start, in one line; null if people chose.")
    routines: list[RoutineOut]


Version = Annotated[str, Field(max_length=40, description="Identifies what a viewer is shown, and changes with it.")]


class State(BaseModel):
    """All that one viewer sees now."""

    version: Version
    state_id: str
    scene: SceneModel
    clicks: list[ChoiceModel] = Field(
        description="Choices that answer several questions with one press: for each square the cheapest way, then the "
        "other ways. If empty, the scene's own choices count."
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
    """The same step, as everybody counts it."""


class WhyOut(BaseModel):
    """Why something can't be chosen, and the clause."""

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
    """The best choice that a search finds, its reason, and what each choice leads to, best first. In the figure that
    `measure` names, no choice is better than the first."""

    action: int
    label: str
    reason: str
    bot: str
    searched: bool = Field(
        description="False while the search is being compiled: then the game's own bot answers, without figures."
    )
    measure: Literal["wins", "points", "place"] = Field(description="The figure that tells the choices apart.")
    close: list[int] = Field(description="The actions that are too close to call, including the suggested one.")
    points_title: str = Field(description="A title for the points. It also says if fewer are better.")
    choices: list[ProspectOut]


class CurvePoint(BaseModel):
    """Each seat's chance to win at a step of the race."""

    turn: int
    step: int
    wins: list[float]
    mistake: bool = Field(
        description="Whether a choice gave something away here: the fall from the point before shows how much."
    )


class CostlyOut(BaseModel):
    """A choice that gave something away: what was done, what was better, and the difference."""

    turn: int
    step: int
    seat: int
    did: str
    better: str
    points: float
    before: float = Field(description="The seat's chance to win with the better choice, as on the curve.")
    after: float = Field(description="The seat's chance to win after the choice that was made.")


class ReviewOut(BaseModel):
    """The review of a race: its progress, the chances over the race, and the costly choices."""

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
    """Whether races can be ridden, and what is being compiled meanwhile."""

    ready: bool
    compiling: Compiling | None
    """None: everything is compiled."""
    searching: list[str]
    """The games whose search is compiled. In the others the game's own bot plays for the bots that think."""
    version: str
    reached_at: str | None
    """Where other machines find the server; None: only this machine can reach it."""


class StandingOut(BaseModel):
    """How a team finished."""

    seat: int
    name: str
    colour: str
    place: int
    points: int
    score: str
    details: dict[str, int]


class RiderAt(BaseModel):
    """How far along the course a piece was."""

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
    best: StoryEntry | None = Field(description="Where the caller's chance to win rose most.")
    worst: StoryEntry | None = Field(description="Where the caller's chance to win fell most.")
    lines: list[LineOut]
    pieces: list[ChartPiece]

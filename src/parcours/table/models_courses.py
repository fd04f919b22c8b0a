"""The shapes of the API's answers about building courses."""

from __future__ import annotations

from pydantic import BaseModel, Field


class MarkOut(BaseModel):
    """Something that is put on a piece, or on the line at its end. A piece carries at most one of each kind."""

    id: str
    label: str
    sign: str
    kind: str
    paint: str


class WayToLay(BaseModel):
    """A way in which a part can be laid."""

    id: str
    label: str
    picture: str = Field(description="SVG shapes, inside the builder's frame.")


class PartOut(BaseModel):
    """A part that can be laid. Parts with the same `stock` are sides of one physical piece."""

    id: str
    label: str
    chapter: str
    terrain: str
    turns: list[WayToLay]
    stock: str
    sign: str = Field(description="The text on its part of the profile.")


class SwitchOut(BaseModel):
    """A switch that applies to the whole draft."""

    name: str
    label: str


class BuilderOut(BaseModel):
    """How courses of a game are built."""

    about: str
    piece: str
    most: int
    frame: list[float]
    parts: list[PartOut]
    marks: list[MarkOut]
    switches: list[SwitchOut]


class LaidPiece(BaseModel):
    """A part that has been laid."""

    part: str
    turn: str
    marks: list[str]


class DraftOut(BaseModel):
    """A saved course as a draft that can be edited further."""

    name: str
    pieces: list[LaidPiece]
    switches: dict[str, bool]


class FaultOut(BaseModel):
    """A fault of a draft; piece 0 means the whole draft. A draft whose faults are all warnings can be ridden."""

    code: str
    piece: int
    clause: str
    words: str
    warning: bool


class FigureOut(BaseModel):
    """A number about a draft."""

    label: str
    value: int


class SpotOut(BaseModel):
    """Where a piece lies in the picture."""

    x: float
    y: float
    outline: str


class PictureOut(BaseModel):
    """The draft as it lies on the table."""

    svg: str
    above: str = Field(description="SVG of what lies on the pieces, drawn on top of everything.")
    view: list[float]
    spots: list[SpotOut]


class SurveyOut(BaseModel):
    """Everything that a game says about a draft."""

    faults: list[FaultOut]
    figures: list[FigureOut]
    profile: list[tuple[float, float]]
    picture: PictureOut | None
    spent: list[str] = Field(description="The ids of parts that are used up.")


class KeptCourseOut(BaseModel):
    """A course of this server."""

    id: str
    game: str
    name: str
    own: bool

"""The shapes of what the API tells of building courses."""

from __future__ import annotations

from pydantic import BaseModel, Field


class MarkOut(BaseModel):
    """Something that is put on a piece, or on the line at its end. Of one kind a piece carries one at most."""

    id: str
    label: str
    sign: str
    kind: str
    paint: str


class WayToLay(BaseModel):
    """A way in which a part can be laid."""

    id: str
    label: str
    picture: str = Field(description="Shapes in SVG, inside the builder's frame.")


class PartOut(BaseModel):
    """Something that can be laid. Parts of one stock are sides of one thing."""

    id: str
    label: str
    chapter: str
    terrain: str
    turns: list[WayToLay]
    stock: str
    sign: str = Field(description="What is printed on its stretch of the profile.")


class SwitchOut(BaseModel):
    """What may be set about a draft as a whole."""

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
    """A course as a draft to go on from."""

    name: str
    pieces: list[LaidPiece]
    switches: dict[str, bool]


class FaultOut(BaseModel):
    """Something wrong with a draft; piece 0 is the whole of it. A warning does not keep it from being ridden."""

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
    above: str = Field(description="What lies on the pieces, drawn over everything.")
    view: list[float]
    spots: list[SpotOut]


class SurveyOut(BaseModel):
    """All that a game says of a draft."""

    faults: list[FaultOut]
    figures: list[FigureOut]
    profile: list[tuple[float, float]]
    picture: PictureOut | None
    spent: list[str] = Field(description="Parts that can't be laid any more.")


class KeptCourseOut(BaseModel):
    """A course of the house."""

    id: str
    game: str
    name: str
    own: bool

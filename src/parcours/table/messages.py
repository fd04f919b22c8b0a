"""What server and page say to each other over a live connection, beside the shapes of the HTTP API."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import BaseModel, Field

from parcours.table.models import ChatOut, ErrorBody, State, StoryEntry, TableInfo, UndoOut


class HelloBody(BaseModel):
    """Who is there: the secret of a seat, the language, and the moment that the client has seen last."""

    secret: str | None
    lang: str
    moment: str | None


class Hello(BaseModel):
    """The first message of a client."""

    hello: HelloBody


class SpeakMessage(BaseModel):
    """Go on in another language."""

    lang: str


class PingMessage(BaseModel):
    """Is the line still up?"""

    ping: float


class PongMessage(BaseModel):
    """It is."""

    pong: float


class StateMessage(BaseModel):
    """All that the viewer sees now."""

    state: State
    played: list[StoryEntry] = Field(description="What is new in the story since the last message; empty at first.")


class SameMessage(BaseModel):
    """Nothing has changed on the road since the moment that the client knows."""

    same: str
    table: TableInfo
    undo: UndoOut
    chat: list[ChatOut]


class TableMessage(BaseModel):
    """Something about the table has changed, nothing on the road."""

    table: TableInfo


class ChatMessage(BaseModel):
    """Somebody said something."""

    chat: ChatOut


class ErrorMessage(BaseModel):
    """A refusal; the connection ends."""

    error: ErrorBody


def told(kind: type[BaseModel], **ready: str) -> str:
    """A message of a kind, put together of its fields as JSON that is ready, in the model's order."""
    assert ready.keys() == kind.model_fields.keys(), (kind, sorted(ready))
    return "{" + ",".join(f'"{name}":{ready[name]}' for name in kind.model_fields) + "}"


def listed(ready: Iterable[str]) -> str:
    """A list, of items as JSON that is ready."""
    return f"[{','.join(ready)}]"


TO_CLIENT = (StateMessage, SameMessage, TableMessage, ChatMessage, PongMessage, ErrorMessage)
TO_SERVER = (Hello, SpeakMessage, PingMessage)
MESSAGES = (*TO_CLIENT, *TO_SERVER)

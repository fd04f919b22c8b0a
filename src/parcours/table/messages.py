"""What server and page say to each other over a live connection, beside the shapes of the HTTP API."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, Field

from parcours.table.language import Language
from parcours.table.models import ChatOut, ErrorBody, State, StoryEntry, Version
from parcours.table.models_in import Taken


class Hello(Taken):
    """The first message of a client: the secret of its seat, its language, and the version of the last view it has."""

    kind: Literal["hello"]
    secret: str | None = None
    lang: str | None = None
    have: Version | None = None


class LookMessage(Taken):
    """Show me everything, in this language from now on."""

    kind: Literal["look"]
    lang: Language


class PingMessage(Taken):
    """Is the line still up?"""

    kind: Literal["ping"]
    ping: float


class PongMessage(BaseModel):
    """It is."""

    kind: Literal["pong"]
    pong: float


class StateMessage(BaseModel):
    """All that the viewer sees now."""

    kind: Literal["state"]
    story_from: int = Field(description="The number of the story's first line here: the client has those before it.")
    state: State


class NewsMessage(BaseModel):
    """What has changed since a view that the client has."""

    kind: Literal["news"]
    have: Version = Field(description="The view that this belongs to. A client that has another one asks to look.")
    version: Version = Field(description="The view that comes of it.")
    story: list[StoryEntry] = Field(description="The lines that are new.")
    chat: list[ChatOut] = Field(description="The lines that are new.")
    changes: dict[str, Any] = Field(
        description="Of the state the fields that changed. In an object: its fields that changed. In a list of objects "
        "each item: the number of an old one that is the same, that number and its changes, or a whole item."
    )


class ErrorMessage(BaseModel):
    """A refusal; the connection ends."""

    kind: Literal["error"]
    error: ErrorBody


ToClient = Annotated[StateMessage | NewsMessage | PongMessage | ErrorMessage, Field(discriminator="kind")]
ToServer = Annotated[Hello | LookMessage | PingMessage, Field(discriminator="kind")]


class LiveLine(BaseModel):
    """What is said on a live connection."""

    to_client: ToClient
    to_server: ToServer


def told(kind: type[BaseModel], **ready: str) -> str:
    """A message of a kind, put together of its fields as JSON that is ready, in the model's order."""
    if "kind" in kind.model_fields:
        (named,) = get_args(kind.model_fields["kind"].annotation)
        ready["kind"] = f'"{named}"'
    assert ready.keys() == kind.model_fields.keys(), (kind, sorted(ready))
    return "{" + ",".join(f'"{name}":{ready[name]}' for name in kind.model_fields) + "}"


def listed(ready: Iterable[str]) -> str:
    """A list, of items as JSON that is ready."""
    return f"[{','.join(ready)}]"

"""The messages of server and page over a live connection, in addition to the shapes of the HTTP API."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, Field

from parcours.table.language import Language
from parcours.table.models import ChatOut, ErrorBody, State, StoryEntry, Version
from parcours.table.models_in import StrictBody


class Hello(StrictBody):
    """The first message of a client: the secret of its seat, its language, and the version of the last view it has."""

    kind: Literal["hello"]
    secret: str | None = None
    lang: str | None = None
    have: Version | None = None


class LookMessage(StrictBody):
    """Asks for everything again, in this language from now on."""

    kind: Literal["look"]
    lang: Language


class PingMessage(StrictBody):
    """Asks whether the connection still works."""

    kind: Literal["ping"]
    ping: float


class PongMessage(BaseModel):
    """The answer to a ping."""

    kind: Literal["pong"]
    pong: float


class StateMessage(BaseModel):
    """All that the viewer sees now."""

    kind: Literal["state"]
    story_from: int = Field(description="The number of the first story line sent here: the client has those before it.")
    state: State


class NewsMessage(BaseModel):
    """What has changed since a view that the client has."""

    kind: Literal["news"]
    have: Version = Field(description="The view that the changes apply to. A client with another view sends `look`.")
    version: Version = Field(description="The view after the changes.")
    story: list[StoryEntry] = Field(description="The new lines of the story.")
    chat: list[ChatOut] = Field(description="The new lines of the chat.")
    changes: dict[str, Any] = Field(
        description="The fields of the state that changed. Of an object: only its fields that changed. Of a list of "
        "objects: each item, as the number of an equal old item, as the number of an old item with its changes, or "
        "whole."
    )


class ErrorMessage(BaseModel):
    """A refusal; the connection ends."""

    kind: Literal["error"]
    error: ErrorBody


ToClient = Annotated[StateMessage | NewsMessage | PongMessage | ErrorMessage, Field(discriminator="kind")]
ToServer = Annotated[Hello | LookMessage | PingMessage, Field(discriminator="kind")]


class LiveLine(BaseModel):
    """Every message of a live connection, in both directions."""

    to_client: ToClient
    to_server: ToServer


def told(kind: type[BaseModel], **ready: str) -> str:
    """A message of this kind, made from its fields, which are JSON already, in the model's order."""
    if "kind" in kind.model_fields:
        (named,) = get_args(kind.model_fields["kind"].annotation)
        ready["kind"] = f'"{named}"'
    assert ready.keys() == kind.model_fields.keys(), (kind, sorted(ready))
    return "{" + ",".join(f'"{name}":{ready[name]}' for name in kind.model_fields) + "}"


def listed(ready: Iterable[str]) -> str:
    """A JSON list of items that are JSON already."""
    return f"[{','.join(ready)}]"

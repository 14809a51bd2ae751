"""What all payload models share, and how one becomes an event."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from blackboard.event import NewEvent

Severity = Literal["low", "medium", "high"]
Scope = Literal["project", "global"]
Trust = Literal["human", "approved", "tool", "repository", "imported"]
"""From what a lesson comes, best first; a lesson's trust is the least of its evidence's."""

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=20_000)]
Slug = Annotated[
    str, StringConstraints(strip_whitespace=True, pattern=r"^[a-z0-9][a-z0-9_.-]*$", max_length=64)
]
Tag = Annotated[
    str, StringConstraints(strip_whitespace=True, to_lower=True, min_length=1, max_length=64)
]
Share = Annotated[float, Field(ge=0.0, le=1.0)]
Count = Annotated[int, Field(ge=0, lt=2**53)]


class Part(BaseModel):
    """A part of a payload: frozen, and closed to fields that are not named."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class PayloadModel(Part):
    """The payload of one event type.

    A new type is a class in the file of its topic, listed in `CATALOGUE`
    (`blackboard/events/__init__.py`). A change to a released payload raises `version` and adds
    an upcaster (`blackboard/events/upcast.py`).
    """

    type: ClassVar[str]
    version: ClassVar[int] = 1


def new(
    payload: PayloadModel,
    *,
    stream: str,
    project: str | None = None,
    actor: str = "",
    occurred_at: int | None = None,
    id: str | None = None,
    causation: str | None = None,
    correlation: str | None = None,
) -> NewEvent:
    """An event that carries a payload; the other arguments are those of `NewEvent`."""
    return NewEvent(
        payload.type,
        stream,
        plain(payload),
        payload.version,
        project,
        actor,
        occurred_at,
        id,
        causation,
        correlation,
    )


def plain(payload: BaseModel) -> dict[str, Any]:
    """A payload as JSON data, without the fields that say nothing."""
    return payload.model_dump(mode="json", exclude_none=True)


class Evidence(Part):
    """The event that shows it, and the words in that event, verbatim."""

    event_id: str
    quote: Text
    session: str | None = None

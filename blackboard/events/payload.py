"""What all payload models share, and how one becomes an event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from blackboard import ids
from blackboard.event import NewEvent

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=20_000)]
OptionalText = Annotated[str, StringConstraints(strip_whitespace=True, max_length=20_000)]
Slug = Annotated[
    str, StringConstraints(strip_whitespace=True, pattern=r"^[a-z0-9][a-z0-9_.-]*$", max_length=64)
]
Tag = Annotated[
    str, StringConstraints(strip_whitespace=True, to_lower=True, min_length=1, max_length=64)
]
Share = Annotated[float, Field(ge=0.0, le=1.0)]
Count = Annotated[int, Field(ge=0, lt=2**53)]
LineNumber = Annotated[int, Field(ge=1, lt=2**31)]
FilePath = Annotated[str, StringConstraints(min_length=1, max_length=1_000)]
Digest = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class Part(BaseModel):
    """A part of a payload: frozen, and closed to fields that are not named.

    Its validator is built when it is first used: all of them take 0.15 s, and a writer needs few.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class PayloadModel(Part):
    """The payload of one event type.

    A new type is a class in the file of its topic, listed in `CATALOGUE`
    (`blackboard/events/catalogue.py`). A change to a released payload raises `version` and adds
    an upcaster (`blackboard/events/upcast.py`).
    """

    type: ClassVar[str]
    version: ClassVar[int] = 1

    upcasters: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}
    """For a model of a plug-in: what turns a payload of version n into one of n + 1, by n."""

    setting: ClassVar[bool] = False
    """Whether it says what the board is to do from now on, such as that something is switched off.

    Without it the board would do something else, so that it is forgotten only when it is named
    itself, and not with all that happened before a day or in a project.
    """

    def stream_in(self, project: str | None) -> str:
        """The stream that it belongs on, when it is recorded for a project."""
        raise NotImplementedError(
            f"{type(self).__name__} does not say its stream: define `stream_in`, or name a stream "
            "where it is recorded"
        )

    def id_key(self) -> str:
        """What makes it the same event when it is recorded again; empty where each one is new.

        The event's id is derived from its stream and this key, so that recording it twice changes
        nothing.
        """
        return ""


def new(
    payload: PayloadModel,
    *,
    project: str | None = None,
    actor: str = "",
    occurred_at: int | None = None,
    stream: str | None = None,
    key: str = "",
    id: str | None = None,
    causation: str | None = None,
    correlation: str | None = None,
) -> NewEvent:
    """An event that carries a payload; what is not explained here is as in `NewEvent`.

    The payload knows its type, its stream, and its key if it may be recorded twice. Name a
    `stream` for an event that goes elsewhere, a `key` where the payload alone does not say what
    makes it the same event, and an `id` for one that is not derived from stream and key.
    """
    stream = payload.stream_in(project) if stream is None else stream
    key = key or payload.id_key()
    return NewEvent(
        payload.type,
        stream,
        plain(payload),
        payload.version,
        project,
        actor,
        occurred_at,
        id or (ids.derived(stream, key) if key else None),
        causation,
        correlation,
    )


def plain(payload: BaseModel) -> dict[str, Any]:
    """A payload as JSON data, without the fields that say nothing."""
    return payload.model_dump(mode="json", exclude_none=True)


class Evidence(Part):
    """The event that shows it, and the words in that event, verbatim.

    Where it points into a file, `path` is relative to the repository, lines count from 1 and
    include the last, and `sha256` is the hash of their text (`reflect.freshness.span.digest`).
    A path without a hash says only that the file is there.
    """

    event_id: str
    quote: Text
    session: str | None = None
    path: FilePath | None = None
    first_line: LineNumber | None = None
    last_line: LineNumber | None = None
    sha256: Digest | None = None

    @model_validator(mode="after")
    def _names_a_file(self) -> Evidence:
        if self.path is None and (self.sha256, self.first_line, self.last_line) != (None,) * 3:
            raise ValueError("lines and their hash need the path of the file that they stand in")
        first, last = self.first_line, self.last_line
        if (first is None) != (last is None) or (first and last and last < first):
            raise ValueError("lines need a first and a last one, in this order")
        return self

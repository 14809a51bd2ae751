"""A session as a conversation: each of its events as what a person would call it; pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from blackboard.calls import Purpose, changed_files, failure_of, purpose_of, read_file, target_of
from blackboard.event import Event
from blackboard.events.upcast import latest

Kind = (
    Purpose
    | Literal[
        "started", "prompt", "answer", "context", "withheld", "obeyed", "recurred", "disputed",
        "paused", "ended", "forgotten",
    ]
)  # fmt: skip

CALLS: frozenset[Kind] = frozenset(("command", "edit", "look", "subagent", "tool"))
"""The kinds of entries that are tool calls."""

_AGENT_ID = re.compile(r"\bagent_?[iI]d\W{1,4}([A-Za-z0-9_-]{4,64})")


class Child(NamedTuple):
    """The session of a subagent."""

    session: str
    started_at: int


@dataclass(frozen=True)
class Entry:
    """One thing that happened in a session.

    `text` is what was said, shown or given as a reason, and what a tool call printed. Of a tool
    call `target` is its shell line, file or first argument, `error` the line that says what went
    wrong, and `session` that of the subagent that it started. `lessons` are the ids of the lessons
    that were shown, held back or judged.
    """

    kind: Kind
    event: str
    position: int
    at: int
    text: str = ""
    message: str | None = None
    tool: str = ""
    in_shell: bool = False
    target: str = ""
    files: tuple[str, ...] = ()
    input: Mapping[str, Any] = field(default_factory=dict)
    exit_code: int | None = None
    failed: bool | None = None
    denied: bool = False
    corrected: bool = False
    error: str = ""
    called_at: int | None = None
    session: str = ""
    lessons: tuple[str, ...] = ()


def conversation(events: Iterable[Event], children: Sequence[Child] = ()) -> Iterator[Entry]:
    """The entries of a session's events, one each; events of other kinds are passed over."""
    for event in latest(events):
        entry = _entry(event, children)
        if entry is not None:
            yield entry


def _entry(event: Event, children: Sequence[Child]) -> Entry | None:
    if event.payload is None:
        return Entry("forgotten", event.id, event.position, event.occurred_at, event.type)
    match event.type:
        case "message.recorded":
            kind: Kind = "prompt" if event.payload["role"] == "user" else "answer"
            message = event.payload.get("message")
            return _said(event, kind, event.payload["text"], message=message)
        case "tool.called":
            return _call(event, event.payload, children)
        case "context.injected":
            return _said(event, "context", event.payload["text"], *event.payload["items"])
        case "lesson.withheld":
            return _said(event, "withheld", "", event.payload["lesson"])
        case "lesson.obeyed" | "lesson.recurred" as type_:
            judged: Kind = "obeyed" if type_ == "lesson.obeyed" else "recurred"
            return _said(event, judged, event.payload.get("evidence", ""), event.payload["lesson"])
        case "lesson.disputed":
            reason = f"{event.payload['verdict']}: {event.payload['reason']}"
            return _said(event, "disputed", reason, event.payload["lesson"])
        case _:
            return _boundary(event, event.payload)


def _said(event: Event, kind: Kind, text: str, *lessons: str, message: str | None = None) -> Entry:
    return Entry(kind, event.id, event.position, event.occurred_at, text, message, lessons=lessons)


def _boundary(event: Event, payload: dict[str, Any]) -> Entry | None:
    """Where the session began, waited for its user, or ended."""
    match event.type:
        case "session.started":
            known = (payload.get("agent"), payload.get("agent_version"), payload.get("model"))
            return _said(event, "started", " ".join(each for each in known if each))
        case "turn.ended":
            return _said(event, "paused", "")
        case "session.ended":
            return _said(event, "ended", payload.get("reason", ""))
    return None


def _call(event: Event, payload: dict[str, Any], children: Sequence[Child]) -> Entry:
    kind, output = purpose_of(payload), payload.get("output", "")
    failed = bool(payload.get("failed")) and not payload.get("denied")
    return Entry(
        kind=kind,
        event=event.id,
        position=event.position,
        at=event.occurred_at,
        text=output,
        tool=payload["name"],
        in_shell=payload["kind"] == "shell",
        target=target_of(payload),
        files=tuple(changed_files(payload) if kind == "edit" else read_file(payload)),
        input=payload.get("input", {}),
        exit_code=payload.get("exit_code"),
        failed=payload.get("failed"),
        denied=bool(payload.get("denied")),
        corrected=bool(payload.get("corrected")),
        error=failure_of(payload).line if failed else "",
        called_at=payload.get("called_at"),
        session=_started(event, output, children) if kind == "subagent" else "",
    )


def _started(event: Event, output: str, children: Sequence[Child]) -> str:
    """The subagent's session: the one that the output names, else the only one of that time."""
    for name in _AGENT_ID.findall(output):
        for child in children:
            if child.session.endswith(f"/{name}"):
                return child.session
    since = (event.payload or {}).get("called_at") or event.occurred_at
    meanwhile = [
        child.session for child in children if since <= child.started_at <= event.occurred_at
    ]
    return meanwhile[0] if len(meanwhile) == 1 else ""

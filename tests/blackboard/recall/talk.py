"""Sessions for the tests of recall, an event a line."""

from __future__ import annotations

from typing import Any

from blackboard import ids
from blackboard.event import NewEvent

HERE = "github.com/ada/kite"
ELSEWHERE = "github.com/ada/glider"
SECOND = 1_000_000
START = 1_700_000_000 * SECOND
DAY = 86_400 * SECOND


def _event(
    type_: str, session: str, payload: dict[str, Any], project: str | None, agent: str, at: int
) -> NewEvent:
    given = {"session": session, **payload}
    return NewEvent(
        type_, f"session:{session}", given, project=project, actor=agent, occurred_at=at
    )


def prompt(
    session: str, text: str, *, project: str | None = HERE, agent: str = "codex", at: int = START
) -> NewEvent:
    """What a person asked."""
    payload = {"role": "user", "text": text}
    return _event("message.recorded", session, payload, project, agent, at)


def answer(session: str, text: str, *, project: str | None = HERE, at: int = START) -> NewEvent:
    """What the agent said."""
    payload = {"role": "assistant", "text": text}
    return _event("message.recorded", session, payload, project, "codex", at)


def run(
    session: str, command: str, *, error: str = "", project: str | None = HERE, at: int = START
) -> NewEvent:
    """A command, and how it failed."""
    payload = {"call": "c", "name": "Bash", "input": {"command": command}, "output": error or "ok",
               "failed": bool(error)}  # fmt: skip
    return _event("tool.called", session, payload, project, "codex", at)


def edit(session: str, path: str, text: str = "", *, at: int = START) -> NewEvent:
    """A file that was edited."""
    given = {"file_path": path, "old_string": "x", "new_string": text}
    payload = {"call": "c", "name": "Edit", "input": given, "output": "ok", "failed": False}
    return _event("tool.called", session, payload, HERE, "codex", at)


def review(number: int, title: str, *, project: str = HERE, at: int = START) -> NewEvent:
    """A pull request."""
    stream = f"pr:{project}#{number}"
    return NewEvent("pr.opened", stream, {"number": number, "title": title}, project=project,
                    actor="github", occurred_at=at)  # fmt: skip


def numbered(events: list[NewEvent]) -> list[NewEvent]:
    """The events with ids that are the same every time."""
    return [each._replace(id=ids.derived("talk", str(at))) for at, each in enumerate(events)]

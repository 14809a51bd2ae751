"""Sessions that are made up for a measurement: events of what was said and called."""

from __future__ import annotations

from collections.abc import Sequence

from blackboard.agents.tools import describe
from blackboard.event import NewEvent
from blackboard.events.session import MessageRecorded, ToolCalled

_SECOND = 1_000_000


def says(text: str, role: str = "user") -> NewEvent:
    """What a person typed, or what the agent answered."""
    author = "human" if role == "user" else "agent"
    payload = {"role": role, "text": text, "said_by": author}
    return NewEvent(MessageRecorded.type, "", payload, MessageRecorded.version)


def called(name: str, given: dict[str, str], output: str, code: int = 0) -> NewEvent:
    """A call of a tool with its output."""
    payload = {**describe(name, given), "name": name, "input": given, "output": output,
               "output_chars": len(output), "said_by": "tool", "failed": bool(code),
               **({"exit_code": code} if code else {})}  # fmt: skip
    return NewEvent(ToolCalled.type, "", payload, ToolCalled.version)


def in_session(
    steps: Sequence[NewEvent], name: str, project: str | None, cwd: str | None, started_at: int
) -> list[NewEvent]:
    """The events of a session of Claude Code in which these steps were taken, a second each."""
    started = NewEvent("session.started", "", {"agent": "claude-code", "cwd": cwd})
    return [
        step._replace(
            stream=f"session:{name}",
            project=project,
            occurred_at=started_at + number * _SECOND,
            payload={
                "session": name,
                **({"call": f"{name}-{number}"} if step.type == ToolCalled.type else {}),
                **step.payload,
            },
        )
        for number, step in enumerate([started, *steps])
    ]

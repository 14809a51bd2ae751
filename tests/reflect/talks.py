"""Sessions for the tests of the miner, written as what was said and run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from blackboard.agents.tools import describe
from blackboard.event import Event, NewEvent
from blackboard.events.session import MessageRecorded, ToolCalled
from blackboard.events.upcast import latest
from tests.memory_log import MemoryLog

ROOT = "/home/ada/kite"
PROJECT = "github.com/ada/kite"


def ran(line: str, output: str = "", *, fails: bool = False, **fields: Any) -> NewEvent:
    """A shell command with its output."""
    code = {"exit_code": 1} if fails else {}
    return _called(
        name="Bash", input={"command": line}, output=output, failed=fails, **code, **fields
    )


def edited(path: str = "src/kite.py") -> NewEvent:
    """A change of a file."""
    return _called(name="Edit", input={"file_path": path}, output="ok", failed=False)


def ran_by_codex(line: str, output: str = "", *, fails: bool = False, **fields: Any) -> NewEvent:
    """The same by an agent whose shell tool is called otherwise."""
    code = {"exit_code": int(fails)}
    given = {"cmd": line, "workdir": ROOT, "yield_time_ms": 1000}
    return _called(name="exec_command", input=given, output=output, failed=fails, **code, **fields)


def called(name: str, output: str = "ok", *, fails: bool = False, **given: Any) -> NewEvent:
    """A call of any tool."""
    return _called(name=name, input=given, output=output, failed=fails)


def looked(path: str = "src/kite.py") -> NewEvent:
    """A look into a file."""
    return _called(name="Read", input={"file_path": path}, output="text", failed=False)


def says(text: str, role: str = "user", key: str | None = None) -> NewEvent:
    """Words of the human, or of the model."""
    author = "human" if role == "user" else "agent"
    payload = {"role": role, "text": text, "said_by": author}
    return NewEvent(MessageRecorded.type, "", payload, MessageRecorded.version, id=key)


def session(
    steps: Sequence[NewEvent], name: str = "s1", *, project: str = PROJECT, cwd: str = ROOT
) -> list[NewEvent]:
    """The events of a session in which the steps were taken."""
    started = NewEvent("session.started", "", {"agent": "claude-code", "cwd": cwd})
    return [
        step._replace(
            stream=f"session:{name}",
            project=project,
            occurred_at=1_700_000_000_000_000 + number * 1_000_000,
            payload={"session": name, **_with_call(step, name, number)},
            id=step.id and f"{name}-{step.id}",
        )
        for number, step in enumerate([started, *steps])
    ]


def recorded(*steps: NewEvent, name: str = "s1") -> list[Event]:
    """The same, as events on a log, as readers of a session get them."""
    log = MemoryLog(lambda: 1_700_000_000_000_000)
    return list(latest(log.append(session(steps, name))))


def _called(**fields: Any) -> NewEvent:
    known = describe(fields["name"], fields["input"])
    author = "human" if fields.get("denied") else "tool"
    payload = {"output_chars": len(fields["output"]), "said_by": author, **known, **fields}
    return NewEvent(ToolCalled.type, "", payload, ToolCalled.version)


def _with_call(step: NewEvent, name: str, number: int) -> dict[str, Any]:
    given = dict(step.payload)
    return given if step.type != "tool.called" else {"call": f"{name}-{number}", **given}

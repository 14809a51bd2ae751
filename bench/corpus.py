"""The events, lessons and boards for measurements, identical in every run."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import orjson

from bench.texts import name, recombined, sentences
from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.events.payload import new, plain
from blackboard.events.session import ToolCalled

_START = 1_750_000_000_000_000
_SECOND = 1_000_000
_BATCH = 1000
_EVENTS_IN_SESSION = 300
_PAYLOAD_BYTES = 641


def lesson(number: int) -> NewEvent:
    """A lesson: four texts recombined from sentences."""
    random = Random(f"lesson {number}")
    some = sentences()[::2]
    key = f"lesson-{number}"
    payload: dict[str, Any] = {
        "lesson": key,
        "phase": random.choice(("implement", "review", "rework")),
        "category": random.choice(("testing", "types", "architecture", "dependencies")),
        "severity": random.choice(("low", "medium", "high")),
        "constraint": recombined(random, 14, some),
        "symptom": f"{recombined(random, 14, some)} in {name(random)}",
        "root_cause": recombined(random, 12, some),
        "resolution": recombined(random, 12, some),
        "tags": [name(random)],
        "paths": [f"src/{name(random)}/{name(random)}.py"],
        "trust": "tool",
        "confidence": 0.6,
    }
    return _new("lesson.created", f"lesson:{key}", payload, number, project_of(number))


def project_of(number: int) -> str:
    """A lesson's project: one of twenty."""
    return f"example.org/{number % 20}"


def mixed(size: int, seed: int = 8) -> Iterator[NewEvent]:
    """A typical year's board: 60 % tool calls, 35 % messages, 1 % lessons, and others."""
    random = Random(seed)
    texts = [recombined(random, 60, sentences()) for _ in range(500)]
    kinds = random.choices(
        ("tool", "message", "start", "lesson", "other"), (60, 35, 3, 1, 1), k=size
    )
    for number, kind in enumerate(kinds):
        yield _event(kind, number, random, texts)


def tool_calls(size: int, first: int = 0) -> list[NewEvent]:
    """Tool calls for appending, valid by the catalogue, with payloads of 641 bytes."""
    random = Random(f"calls {first}")
    texts = [recombined(random, 60, sentences()) for _ in range(100)]
    return [_call(number, random.choice(texts)) for number in range(first, first + size)]


def _call(number: int, text: str) -> NewEvent:
    session = f"told-{number // _EVENTS_IN_SESSION}"
    command = f"grep -rn {text.split(maxsplit=1)[0]} src/module_{number % 50}.py"
    call = ToolCalled(
        session=session,
        call=f"{number:012d}",
        name="Bash",
        input={"command": command, "description": "Find where it is used"},
        kind="shell",
        command=command,
        cwd="/home/me/app",
        said_by="tool",
        output_chars=len(text),
        failed=False,
        exit_code=0,
        called_at=_START + number * _SECOND,
    )
    room = _PAYLOAD_BYTES - len(orjson.dumps(plain(call)))
    output = text.encode("ascii", "replace").decode()[:room].ljust(room, ".")
    return new(call.model_copy(update={"output": output}), actor="bench",
               project=project_of(number // _EVENTS_IN_SESSION))  # fmt: skip


def lesson_board(folder: Path, size: int) -> Path:
    """A board file of lessons with current views, created once per run."""
    return _board(folder / f"lessons-{size}.board", map(lesson, range(size)), caught_up=True)


def event_board(folder: Path, size: int) -> Path:
    """A board file of mixed events without views, created once per run."""
    return _board(folder / f"events-{size}.board", mixed(size), caught_up=False)


def _board(path: Path, events: Iterator[NewEvent], *, caught_up: bool) -> Path:
    if not path.is_file():
        with Board.open(path) as board:
            while batch := list(islice(events, _BATCH)):
                board.log.append(batch)
            if caught_up:
                board.catch_up()
    return path


def _event(kind: str, number: int, random: Random, texts: list[str]) -> NewEvent:
    session = f"session-{number // _EVENTS_IN_SESSION}"
    text = random.choice(texts)
    payload: dict[str, Any] = {"session": session}
    match kind:
        case "tool":
            payload |= {"call": f"call-{number}", "name": "Bash", "output": text,
                        "input": {"command": text[:80]}, "output_chars": len(text),
                        "failed": number % 17 == 0}  # fmt: skip
            return _new("tool.called", f"session:{session}", payload, number)
        case "message":
            role = "user" if number % 10 == 0 else "assistant"
            payload |= {"role": role, "text": text + text[:150], "message": f"message-{number}"}
            return _new("message.recorded", f"session:{session}", payload, number)
        case "start":
            payload |= {"agent": "claude-code", "cwd": "/home/me/app", "branch": "main"}
            return _new("session.started", f"session:{session}", payload, number)
        case "lesson":
            return lesson(number)
    return _other(number, session)


def _other(number: int, session: str) -> NewEvent:
    if number % 2:
        return _new("session.ended", f"session:{session}", {"session": session}, number)
    payload = {"session": session, "text": "told", "items": [f"lesson-{number}"], "tokens": 40}
    return _new("context.injected", f"context:{session}", payload, number)


def _new(
    type_: str, stream: str, payload: dict[str, Any], number: int, project: str | None = None
) -> NewEvent:
    return NewEvent(
        type_,
        stream,
        payload,
        project=project or f"example.org/{number // _EVENTS_IN_SESSION % 20}",
        actor="bench",
        occurred_at=_START + number * _SECOND,
    )

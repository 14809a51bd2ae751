"""The boards and lessons of a run, the same in every run; a board is made once."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import orjson

from bench import data
from bench.made.texts import language, sentence
from bench.made.words import Session, fresh
from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.events.payload import new, plain
from blackboard.events.session import ToolCalled
from blackboard.importer import import_files

START = 1_750_000_000_000_000
_SECOND = 1_000_000
_BATCH = 1000
_EVENTS_IN_SESSION = 300
_PAYLOAD_BYTES = 641
_PROJECTS = 20


def lesson(number: int) -> NewEvent:
    """A lesson of four sentences, which share some words."""
    session = Session(Random(f"lesson {number}"), [])
    random, key = session.random, f"lesson-{number}"
    payload: dict[str, Any] = {
        "lesson": key,
        "phase": random.choice(("implement", "review", "rework")),
        "category": random.choice(("testing", "types", "architecture", "dependencies")),
        "severity": random.choice(("low", "medium", "high")),
        "constraint": sentence(session, 14),
        "symptom": sentence(session, 16),
        "root_cause": sentence(session, 12),
        "resolution": sentence(session, 12),
        "tags": [fresh(random)],
        "paths": [f"src/{fresh(random)}/{fresh(random)}.py"],
        "trust": "tool",
        "confidence": 0.6,
    }
    return NewEvent(
        "lesson.created", f"lesson:{key}", payload, project=project_of(number), actor="bench",
        occurred_at=START + number * _SECOND,
    )  # fmt: skip


def project_of(number: int) -> str:
    """A lesson's project: one of twenty."""
    return f"example.org/{number % _PROJECTS}"


def tool_calls(size: int, first: int = 0) -> list[NewEvent]:
    """Tool calls for appending, valid by the catalogue, with payloads of 641 bytes."""
    session = Session(Random(f"calls {first}"), [])
    texts = [sentence(session, 60) for _ in range(100)]
    return [_call(number, session.random.choice(texts)) for number in range(first, first + size)]


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
        called_at=START + number * _SECOND,
    )
    room = _PAYLOAD_BYTES - len(orjson.dumps(plain(call)))
    output = text.encode("ascii", "replace").decode()[:room].ljust(room, ".")
    return new(call.model_copy(update={"output": output}), actor="bench",
               project=project_of(number // _EVENTS_IN_SESSION))  # fmt: skip


def again(board: Board, size: int, number: int) -> list[NewEvent]:
    """The first events of a board as those of other sessions, for appending."""
    return [
        NewEvent(event.type, f"{event.stream}-{number}", dict(event.payload or {}),
                 schema=event.schema, project=event.project, actor=event.actor,
                 occurred_at=event.occurred_at)
        for event in board.read(types=["tool.called", "message.recorded"], limit=size)
    ]  # fmt: skip


def lesson_board(folder: Path, size: int) -> Path:
    """A board of lessons with current views."""
    path = folder / f"lessons-{size}.board"
    if not path.is_file():
        with Board.open(path) as board:
            for batch in _batched(map(lesson, range(size))):
                board.log.append(batch)
            board.catch_up()
    return path


def event_board(folder: Path, size: int) -> Path:
    """A board of imported sessions, of so many events or some more, with current views."""
    path = folder / f"events-{size}.board"
    if not path.is_file():
        place = folder / f"transcripts-{size}"
        with Board.open(path) as board:
            for transcripts in data.batches(place):
                import_files(board, transcripts, trusted=True)
                if board.log.head() >= size:
                    break
            board.catch_up()
        shutil.rmtree(place)
    return path


def copy_of(board: Path, name: str) -> Path:
    """A copy of a board, closed, beside it."""
    return shutil.copyfile(board, board.with_name(f"{name}-{board.name}"))


def frequent() -> list[str]:
    """The words that prose is made of, the commonest first."""
    return language("answer").ranked


def _batched(events: Iterable[NewEvent]) -> Iterator[list[NewEvent]]:
    some = iter(events)
    while batch := list(islice(some, _BATCH)):
        yield batch

"""What a person typed in a session that goes on: only then are words his, whoever repeats them.

A session's transcript is read up to now, as at its end; who wrote what in it is the agent's own
program's word (`blackboard/agents/`), never that of the model which calls a tool.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from blackboard import Board, Event
from blackboard.attestation import attested
from blackboard.importer import import_files
from blackboard.redaction.breadth import finder
from blackboard.views.rows import SessionRow
from lessonboard.exclusion import excluded

_MOST_SESSIONS = 5
_RECENT = 24 * 3_600_000_000
_MOST_PROMPTS = 50
_TELLS_FILE = ["session.started", "turn.ended"]


def prompts(board: Board, project: str, session: str | None) -> Iterator[Event]:
    """The prompts that people typed in sessions that go on here, the latest first.

    Args:
        board: where hooks noted which sessions there are.
        project: theirs.
        session: only this one; None for all of the last day.
    """
    for row in _sessions(board, project, session):
        _catch_up(board, row)
        events = attested(board.read(stream=row["stream"]))
        typed = [each for each in events if _is_typed(each)]
        yield from reversed(typed[-_MOST_PROMPTS:])


def _sessions(board: Board, project: str, session: str | None) -> list[SessionRow]:
    if session is not None:
        return board.view("sessions", where={"id": session})
    since = time.time_ns() // 1000 - _RECENT
    where = {"project": board.project(project), "child": 0, "last_at>=": since}
    return board.view("sessions", where=where, order="-last_at", limit=_MOST_SESSIONS)


def _catch_up(board: Board, row: SessionRow) -> None:
    """Take in what the session's transcript says since it was read last."""
    told = [each.payload for each in board.read(stream=row["stream"], types=_TELLS_FILE)]
    files = [each["transcript"] for each in told if each and each.get("transcript")]
    if files and Path(files[-1]).is_file():
        import_files(board, [Path(files[-1])], excluded=excluded(), more_secrets=finder())


def _is_typed(event: Event) -> bool:
    payload = event.payload or {}
    return event.type == "message.recorded" and payload.get("said_by") == "human"

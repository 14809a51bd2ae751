"""What a person typed in a session that goes on: only then are words his, whoever repeats them.

A session's transcript is read up to now, as at its end; who wrote what in it is the agent's own
program's word (`blackboard/agents/`), never that of the model which calls a tool, and never what a
hook was told: anybody can tell a hook something.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from blackboard import Board, Event
from blackboard.agents import AGENTS
from blackboard.errors import NotATranscript, NotFound
from blackboard.importer import import_files
from blackboard.redaction.breadth import finder
from blackboard.sources.formats import starting_state
from blackboard.sources.lines import open_bytes, read_lines
from blackboard.sources.readers import reader_of
from blackboard.transcript_files import owner_of
from blackboard.views.rows import SessionRow
from lessonboard.exclusion import excluded

_MOST_SESSIONS = 5
_RECENT = 24 * 3_600_000_000
_MOST_PROMPTS = 50
_LONGEST = 256 << 20
_TELLS_FILE = ["session.started", "turn.ended"]


def prompts(board: Board, project: str, session: str | None) -> Iterator[Event]:
    """The prompts that people typed in sessions that go on here, the latest first.

    Args:
        board: where hooks noted which sessions there are.
        project: theirs.
        session: only this one; None for all.
    """
    since = time.time_ns() // 1000 - _RECENT
    where = {"project": board.project(project), "child": 0, "last_at>=": since}
    where |= {} if session is None else {"id": session}
    for row in board.view("sessions", where=where, order="-last_at", limit=_MOST_SESSIONS):
        yield from reversed(_typed(board, row)[-_MOST_PROMPTS:])


def _typed(board: Board, row: SessionRow) -> list[Event]:
    """The prompts in the session's own transcript, as they stand on the board."""
    told = [each.payload for each in board.read(stream=row["stream"], types=_TELLS_FILE)]
    files = [Path(each["transcript"]) for each in told if each and each.get("transcript")]
    if not files or owner_of(files[-1]) is None or not files[-1].is_file():
        return []
    import_files(board, files[-1:], excluded=excluded(), more_secrets=finder())
    found = []
    for name in _ids(files[-1], row["id"]):
        try:
            found.append(board.log.get(name))
        except NotFound:
            continue  # it is left out
    return [each._replace(payload={**each.payload, "said_by": "human"})
            for each in found if each.payload]  # fmt: skip


def _ids(path: Path, session: str) -> list[str]:
    """The ids of the messages that a transcript itself says a person typed in a session."""
    agent = AGENTS[owner_of(path) or ""]
    if not agent.reader or path.stat().st_size > _LONGEST:
        return []
    source = reader_of(agent)
    reader = source(path.stem, starting_state(source, path))
    found: list[str] = []
    try:
        with open_bytes(path) as content:
            for line in read_lines(content, 0):
                for event in reader.read(line.record, line.offset) if line.record else ():
                    is_typed = event.payload.get("said_by") == "human"
                    if (
                        is_typed
                        and event.type == "message.recorded"
                        and (event.correlation == session)
                    ):
                        found.append(str(event.id))
    except (NotATranscript, TypeError, ValueError, KeyError, AttributeError, OSError):
        return []  # what cannot be read proves nothing
    return found

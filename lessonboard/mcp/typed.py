"""What a person typed in an active session: only those words are theirs.

A session's transcript is read up to now, as at its end; who wrote what in it is the agent's own
program's word (`blackboard/agents/`), never that of the model which calls a tool, and never what a
hook was given: any program can call a hook. So of what is on the board only what was read in a
transcript in the agent's own folder has a person as its author (`blackboard/attestation.py`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from blackboard import Board, Event
from blackboard.actors import role
from blackboard.attestation import attested
from blackboard.events.streams import lesson as lesson_stream
from blackboard.importer import import_files
from blackboard.redaction.breadth import finder
from blackboard.transcript_files import owner_of
from blackboard.views.rows import SessionRow
from lessonboard.exclusion import excluded

_MOST_SESSIONS = 5
_RECENT = 24 * 3_600_000_000
_MOST_PROMPTS = 50
_TELLS_FILE = ["session.started", "turn.ended"]
_TELLS_AUTHOR = ["message.recorded", "authors.attested"]


def prompts(board: Board, project: str, session: str | None) -> Iterator[Event]:
    """Yield the prompts that people typed in active sessions here, the latest first.

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


def undecided(board: Board, project: str, session: str | None, lesson: str) -> Iterator[Event]:
    """Return the prompts since a person last decided about a lesson, in any way.

    A prompt decides once: what they decided later, at a terminal or on the page, is not undone by
    an agent that passes on an older one.
    """
    decided = _decided_at(board, lesson)
    return (each for each in prompts(board, project, session) if each.occurred_at > decided)


def _decided_at(board: Board, lesson: str) -> int:
    own = board.read(stream=lesson_stream(lesson))
    muted = board.read(types=["lesson.muted", "lesson.unmuted"])
    about = (*own, *(each for each in muted if (each.payload or {}).get("lesson") == lesson))
    return max((each.occurred_at for each in about if role(each.actor) == "human"), default=0)


def _typed(board: Board, row: SessionRow) -> list[Event]:
    """Return what the session's own transcript, read up to now, says that a person typed in it."""
    told = [each.payload for each in board.read(stream=row["stream"], types=_TELLS_FILE)]
    files = [Path(each["transcript"]) for each in told if each and each.get("transcript")]
    if not files or owner_of(files[-1]) is None or not files[-1].is_file():
        return []
    import_files(board, files[-1:], excluded=excluded(), more_secrets=finder())
    messages = attested(board.read(stream=row["stream"], types=_TELLS_AUTHOR))
    return [each for each in messages if each.payload and each.payload.get("said_by") == "human"]

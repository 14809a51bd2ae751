"""Write the recording of a session in which an agent drove a browser, if its task succeeded."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from blackboard.board import Board
from blackboard.event import iso
from blackboard.events import streams
from lessonboard.parts.recordings.from_agents.lines import Call, lines_of
from lessonboard.parts.recordings.from_agents.snapshot import parse
from lessonboard.parts.recordings.from_agents.transcript import calls_of
from lessonboard.parts.recordings.sources.action import KINDS
from lessonboard.parts.recordings.sources.metadata import safe_id
from lessonboard.parts.recordings.sources.model import NotARecording
from lessonboard.parts.recordings.sources.writing import write_recording
from reflect.procedures.way import way_of

_QUOTED = re.compile(r"[\"“'`]([^\"”'`\n]{3,80})[\"”'`]")


def record_session(board: Board, session: str, into: Path, *, worked: bool = False) -> Path:
    """The recording folder of a session below `into`; an existing one stays as it is.

    Args:
        board: where the session is.
        session: its id.
        into: the folder of all recordings.
        worked: whether a person says that the task succeeded.

    Raises:
        NotARecording: the session drove no browser, or shows no success.
        BoardError: it is not on the board, or the folder could not be written.
    """
    row = board.row("sessions", session)
    events = list(board.read(stream=streams.session(session)))
    calls = calls_of(board, events, session)
    lines = lines_of(calls)
    if not any(each["action_type"] in KINDS for each in lines):
        found = "no call in it acts on a page by a browser's MCP server"
        raise NotARecording(session, found, "those of Playwright and Chrome DevTools are known")
    if not (worked or passed(calls, row["title"] or "") or way_of(events, session, row["cwd"])):
        found = "nothing in it shows that the task succeeded"
        advice = f"look at `lessonboard session {session}`, and add --worked if it did"
        raise NotARecording(session, found, advice)
    known = {
        "session_id": f"agent-{safe_id(session)}",
        "name": row["title"] or "What an agent did",
        "description": "",
        "created_at": iso(row["started_at"]),
        "platform": "browser",
        "config": {"source": "agent", "agent": row["agent"]},
    }
    return write_recording(into, known, lines)


def passed(calls: Sequence[Call], asked: str) -> bool:
    """Whether the last check after the last action passed.

    A check waits for a text or verifies one. Where there is none, what the task quotes must be in
    the last snapshot, taken after that action, and not in the first.
    """
    last = max((n for n, call in enumerate(calls) if call.acts and not call.failed), default=0)
    checks = [call for call in calls[last:] if call.awaited or call.input.get("textGone")]
    if checks:
        return not checks[-1].failed
    before, after = ([call.output for call in part if parse(call.output)]
                     for part in (calls, calls[last:]))  # fmt: skip
    return any(each in after[-1] and each not in before[0]
               for each in _QUOTED.findall(asked) if after)  # fmt: skip

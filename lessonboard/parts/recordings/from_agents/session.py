"""Write the recording of a session in which an agent drove a browser, if its task succeeded."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from blackboard.board import Board
from blackboard.event import iso
from blackboard.events import streams
from lessonboard.parts.recordings.from_agents.lines import Call, lines_of
from lessonboard.parts.recordings.from_agents.snapshot import Node, parse
from lessonboard.parts.recordings.from_agents.transcript import calls_of
from lessonboard.parts.recordings.shared_names import FIELDS
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
    """Whether the last action was done, and the last check after it passed.

    A check waits for a text or verifies one; what held before that action, as the last snapshot
    shows, is none. Where there is no check, what the task quotes must be in the last snapshot, and
    neither in that before the action nor in the first.
    """
    last = max((n for n, call in enumerate(calls) if call.acts), default=None)
    if last is None or calls[last].failed:
        return False
    before, after = _pages(calls[:last]), _pages(calls[last:])
    earlier = before[-1] if before else ""
    checks = [call for call in calls[last:] if call.failed or not _held(call, earlier)
              if call.awaited or call.input.get("textGone")]  # fmt: skip
    if checks:
        return not checks[-1].failed
    known = before[:1] + before[-1:] or after[:1]
    quoted = map(_squeezed, _QUOTED.findall(asked))
    return any(text in after[-1] and not any(text in page for page in known)
               for text in quoted if after)  # fmt: skip


def _held(check: Call, page: str) -> bool:
    """Whether what a check asks for was so on a page; not where nothing is known of that."""
    gone = _squeezed(check.input.get("textGone") or "")
    return any(_squeezed(text) in page for text in check.awaited) or (
        bool(page and gone) and gone not in page
    )


def _pages(calls: Sequence[Call]) -> list[str]:
    """What each snapshot of a whole page says, squeezed."""
    roots = (parse(call.output) for call in calls if not call.shows_part)
    return [_squeezed("".join(_texts(root))) for root in roots if root]


def _texts(node: Node) -> Iterator[str]:
    """The texts of a page; what its fields hold was only typed."""
    yield node.name
    if node.role not in FIELDS:
        yield node.text
        for child in node.children:
            yield from _texts(child)


def _squeezed(text: object) -> str:
    """A text without case and spaces, in which snapshots of one page differ."""
    return "".join(str(text).split()).casefold()

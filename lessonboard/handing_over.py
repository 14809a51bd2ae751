"""Which session is handed over, and its facts: the last one of a project, or the one named."""

from __future__ import annotations

from collections.abc import Iterator

from blackboard import Board
from blackboard.errors import NotFound
from blackboard.handoff import Handoff, handoff
from blackboard.session_events import session_events
from blackboard.session_names import short_ids
from blackboard.sources.omission import Omission
from blackboard.unlogged import Unlogged, unlogged
from blackboard.views.rows import SessionRow
from lessonboard.exclusion import omission

_MOST_LOOKED_AT = 100
"""Sessions of a project that are looked at, latest first, until one may be handed over."""


def last_session(board: Board, project: str, begun_before: int | None = None) -> SessionRow:
    """Return the last session of a project: no subagent's, and none that is off.

    Args:
        board: where it is looked for.
        project: its project.
        begun_before: leave out what began later, such as the session that asks; in microseconds
            since 1970.

    Raises:
        NotFound: there is none.
    """
    where = {"project": project, "child": 0}
    if begun_before is not None:
        where["started_at<="] = begun_before
    rows = board.view("sessions", where=where, order="-last_at", limit=_MOST_LOOKED_AT)
    found = next(_eligible(rows, omission(board)), None)
    if found is None:
        other = " earlier" if begun_before is not None else ""
        raise NotFound(
            f"found no{other} session of {project} to hand over; `lessonboard session import` "
            "reads what your agents kept, and `lessonboard session` lists all sessions"
        )
    return found


def hand_over(board: Board, session: SessionRow) -> tuple[Handoff, str]:
    """Return the facts of a session, and the short name by which it can be opened.

    Raises:
        NotFound: the session is off, so that nothing of it is shown.
    """
    out = omission(board)
    reason = _why_off(session, out)
    if reason:
        raise NotFound(f"session {session['id']} is not handed over: {reason}")
    name = short_ids([session["id"]], board.keys("sessions"))[session["id"]]
    events = list(session_events(board, session))
    is_whole = all(each.payload is not None for each in events)  # nothing of it was forgotten
    besides = unlogged(board, session, out) if is_whole else Unlogged()
    found = handoff(
        session["id"], events, session["cwd"] or "", unanswered=besides.calls, plan=besides.plan
    )
    return found, name


def _eligible(rows: list[SessionRow], out: Omission) -> Iterator[SessionRow]:
    for row in rows:
        said_or_done = row["total_messages"] or row["tool_uses"]
        if "/" not in row["id"] and said_or_done and not _why_off(row, out):
            yield row


def _why_off(row: SessionRow, out: Omission) -> str:
    return out.why_off(row["project"], row["cwd"], row["id"])

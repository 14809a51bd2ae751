"""The hand-over of another session of this project, for the prompt `handoff`."""

from __future__ import annotations

from blackboard import Board
from blackboard.errors import Ambiguous, NotFound
from blackboard.session_names import meant
from blackboard.views.rows import SessionRow
from lessonboard.handing_over import hand_over, last_session
from lessonboard.mcp.context import ServerContext
from lessonboard.mcp.text import plain
from lessonboard.present.handoff import handoff_text


def handed_over(shared: ServerContext, name: str) -> str:
    """Return the hand-over of a session by its name, or of the last that began before this one.

    Raises:
        NotFound: there is none within reach.
        Ambiguous: several are called so.
    """
    with shared.board() as board:
        if name:
            row = _named(board, name, shared)
        else:
            here = board.project(shared.here) or shared.here
            row = last_session(board, here, begun_before=shared.began)
        found, short = hand_over(board, row)
    return handoff_text(found, row, short)


def _named(board: Board, name: str, shared: ServerContext) -> SessionRow:
    reach = shared.reach(board)
    rows = [board.row("sessions", each) for each in meant(name, board.keys("sessions"))]
    known = [row for row in rows if reach.covers(row["project"])]
    if len(known) == 1:
        return known[0]
    shown = plain(name, 80)
    if known:
        raise Ambiguous(shown, [row["id"] for row in known])
    raise NotFound(f"there is no session {shown!r} in this project; recall lists sessions")

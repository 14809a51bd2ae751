"""The tool `feedback`: what an agent says of a lesson, kept as its word and not as a decision.

A server counts as one agent, whatever sessions it names: of each lesson it reports that it helped
once, and that it did not once. Else one agent could speak for as many as the policy asks for.

To mute a lesson for a session is an agent's right, for it may ignore it anyway. For longer it
must be a person who wants that: the prompt in which they name the lesson is looked for.
"""

from __future__ import annotations

import re
from typing import get_args

from blackboard import Board
from blackboard.errors import BoardError
from blackboard.events import streams
from blackboard.events.use import LessonDisputed, LessonObeyed, Verdict
from blackboard.views.rows import RuleRow
from lessonboard.mcp.context import ServerContext
from lessonboard.mcp.keeping import keep_or_drop
from lessonboard.mcp.naming import named
from lessonboard.mcp.text import plain
from lessonboard.mcp.typed import undecided
from lessonboard.muting import Where, mute
from lessonboard.said_once import WORDS
from reflect.curator import decisions

ACTOR = "agent"
_MUTE = "mute"
_WANTS_SILENCE = re.compile(
    r"(?i)\s*(?:please\s+)?(?:[/$](?:mcp__lessonboard__|lessonboard[:\s]\s*)?)?"
    r"(?:mute|stop telling(?: me)?|don't tell(?: me)?|do not tell(?: me)?)\s+(?P<id>[\w-]+)"
    r"(?:\s+any ?more)?,?(?:\s+(?:for|in))?(?:\s+this)?\s+(?P<span>project|good)\s*[.!]?\s*"
)
"""A whole prompt that asks for it, with the lesson's id and for how long."""


def feedback(
    shared: ServerContext,
    id: str,
    outcome: str,
    reason: str = "",
    mute_for: str = "session",
    session: str | None = None,
) -> str:
    """Record how a lesson did, mute it, or keep or drop it as the user typed.

    Raises:
        BoardError: there is no reason for a judgement, no session to mute it in, or no prompt that
            keeps or drops it.
    """
    if outcome in WORDS:
        return keep_or_drop(shared, id, outcome, session)
    if outcome == _MUTE:
        return _mute(shared, id, mute_for, reason, session)
    if not reason.strip():
        raise BoardError(f"feedback needs a reason why it was {outcome!r}")
    return _judged(shared, id, outcome, reason, session)


def _judged(shared: ServerContext, id: str, outcome: str, reason: str, session: str | None) -> str:
    """Record how a lesson did, in the session that is named or in this server's."""
    where = session or shared.name
    with shared.board(session) as board:
        _, row = named(board, id, shared.reach(board))
        with board.transaction():
            payload = _payload(row, outcome, reason, where)
            if isinstance(payload, LessonObeyed) and not _was_shown(board, row, where):
                payload = payload.model_copy(update={"injected": False})
            added = board.record(
                payload,
                actor=ACTOR,
                project=row["project"],
                stream=streams.reports(row["id"]),
                key=f"{payload.type}:{shared.name}",
            )
    if not added:
        return f"Nothing new: this agent has reported on {row['id']} before."
    left = "" if outcome == "helped" else f" It is {row['status']} until that is decided."
    return f"Recorded: {row['id']} {outcome} in session {plain(where, 120)}.{left}"


def _mute(shared: ServerContext, id: str, mute_for: str, reason: str, session: str | None) -> str:
    """Mute it in the session, or for longer where a person typed that."""
    here = shared.here
    with shared.board(session) as board:
        _, row = named(board, id, shared.reach(board))
        lesson = row["id"]
        if mute_for != "session" and _is_wanted(board, lesson, mute_for, here, session):
            return _muted_by_person(board, row, mute_for, here, reason)
        place = Where(session=session or _latest_session(board, here))
        mute(board, lesson, place, reason, actor=ACTOR)
    for_longer = f"`lessonboard lesson mute {lesson}` (this project) or `lesson drop` (for good)"
    more = "" if mute_for == "session" else (
        f" No prompt here names {lesson} and asks for more, so for longer it is the user who "
        f"decides, by typing `mute {lesson} {mute_for}` or by {for_longer}."
    )  # fmt: skip
    return f"Muted in this session: {lesson}.{more}"


def _muted_by_person(board: Board, row: RuleRow, mute_for: str, here: str, reason: str) -> str:
    if mute_for == "project":
        mute(board, row["id"], Where(project=board.project(here)), reason)
        return (
            f"Muted in {plain(here, 120)}: {row['id']}. `lessonboard lesson mute --undo` undoes it."
        )
    decisions.retire(board, row, reason or "muted for good by a person's prompt")
    board.catch_up()  # hooks read the views as they are
    return f"Retired, so that it is no longer shown: {row['id']}. `lesson undo` undoes that."


def _is_wanted(board: Board, lesson: str, span: str, here: str, session: str | None) -> bool:
    """Return whether a person typed in a session here that this lesson be no longer shown."""
    for prompt in undecided(board, here, session, lesson):
        asked = _WANTS_SILENCE.fullmatch(str((prompt.payload or {}).get("text", "")))
        if asked and asked["id"] == lesson and asked["span"].lower() == span:
            return True
    return False


def _latest_session(board: Board, here: str) -> str:
    """Return the session here that went on last, for an agent that does not know its own.

    Raises:
        BoardError: there is none.
    """
    where = {"project": board.project(here), "child": 0, "ended": 0}
    for row in board.view("sessions", where=where, order="-last_at", limit=1):
        return row["id"]
    raise BoardError("no session is active here; name it as `session`")


def _was_shown(board: Board, row: RuleRow, session: str) -> bool:
    """Return whether it was ever shown there, though its context may have been compacted since."""
    shown = board.view("exposures", where={"lesson": row["id"], "session": session})
    return any(each["injected_at"] is not None for each in shown)


def _payload(
    row: RuleRow, outcome: str, reason: str, session: str
) -> LessonObeyed | LessonDisputed:
    lesson = row["id"]
    if outcome == "helped":
        return LessonObeyed(lesson=lesson, session=session, evidence=reason)
    verdict = next(each for each in get_args(Verdict) if each == outcome)
    return LessonDisputed(lesson=lesson, session=session, verdict=verdict, reason=reason)

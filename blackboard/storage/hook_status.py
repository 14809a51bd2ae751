"""What the line shows that a person sees all the time: what was shown, what waits, what is next."""

from __future__ import annotations

from blackboard.delivery.events import INJECTED, stream_of
from blackboard.guards.active import ASKED, REFUSED
from blackboard.next_step import command_of
from blackboard.storage.hook_board import HookBoard
from blackboard.storage.sqlite.trusted import TRUSTED
from blackboard.storage.sqlite.undecided import number_undecided

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3

_IS_KEPT = (
    "SELECT 1 FROM sqlite_master WHERE name = 'view_announcements' "
    "AND EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'view_guards')"
)
"""A session may come before the first read by this version, which makes the tables."""

_LAST = (
    "SELECT json_extract(payload, '$.items[0]') FROM events WHERE stream = ? "
    "AND +type = ? AND json_valid(payload) ORDER BY version DESC LIMIT 1"
)
_RULE = (
    "SELECT CASE proof WHEN 'person' THEN said ELSE \"constraint\" END FROM view_lessons "
    "WHERE id = ?1 UNION ALL SELECT statement FROM view_insights WHERE id = ?1"
)
_SPOKE = (
    "SELECT g.id FROM events e JOIN view_guards g ON g.id = json_extract(e.payload, '$.lesson') "
    "WHERE e.stream = ? AND +e.type IN (?, ?) AND json_valid(e.payload) "
    "AND g.state IN ('on', 'proposed') ORDER BY e.version DESC LIMIT 1"
)

_ALLOWED = (
    '(SELECT COUNT(*) FROM json_each(g."questions") '
    "WHERE json_extract(value, '$.answer') = 'allowed' "
    "AND json_extract(value, '$.at') >= COALESCE(g.decided_at, 0))"
)
_IS_HIS = (
    "EXISTS (SELECT 1 FROM json_each(l.decisions) WHERE "
    "json_extract(value, '$.type') = 'lesson.approved' "
    "AND json_extract(value, '$.actor') = 'human')"
)
_NEXT = (
    f"SELECT 1 AS rank, 'guard off' AS step, g.id AS id FROM view_guards g JOIN view_lessons l "
    "ON l.id = g.id WHERE g.state IN ('on', 'proposed') AND l.resting = 0 "
    f"AND {_ALLOWED} >= 2 AND (l.scope = 'global' OR l.project = ?1) "
    "UNION ALL SELECT 2, 'guard on', g.id FROM view_guards g JOIN view_lessons l ON l.id = g.id "
    "WHERE g.state IN ('proposed', 'qualified') AND l.status = 'approved' AND l.resting = 0 "
    f'AND l."constraint" = g."rule" AND (g.state = \'qualified\' OR {_IS_HIS}) '
    "AND (l.scope = 'global' OR l.project = ?1) "
    "UNION ALL SELECT 3, 'lesson compile', l.id FROM view_lessons l WHERE l.status = 'approved' "
    "AND l.project = ?1 AND l.compiled = '{}' AND json_array_length(l.sessions) >= 3 "
    "AND (l.commands <> '[]' OR l.signatures <> '[]')"
)
_UNSAID = (
    f"SELECT step, id FROM ({_NEXT}) n WHERE NOT EXISTS (SELECT 1 FROM view_announcements a "
    "WHERE a.lesson = n.id AND a.step = n.step) ORDER BY rank, id LIMIT 1"
)

_CHECKOUTS = (
    "SELECT json_extract(payload, '$.name'), json_extract(payload, '$.git'), "
    "json_extract(payload, '$.made') FROM events "
    "WHERE stream = 'team' AND +type = 'team.trusted' AND json_valid(payload) "
    f"AND json_extract(payload, '$.name') IN ({TRUSTED}) AND position > COALESCE("
    "(SELECT MAX(d.position) FROM events d WHERE d.stream = 'team' AND +d.type = 'team.distrusted' "
    "AND json_valid(d.payload) "
    "AND json_extract(d.payload, '$.name') = json_extract(events.payload, '$.name')), 0)"
)
"""Those of before a trust that ended, and came again elsewhere, are trusted no longer."""


def waiting(board: HookBoard, project: str) -> int:
    """How many lessons and insights of a project wait for a person; 0 before the first read."""
    if not board.is_folded():
        return 0
    return number_undecided(_connection(board), _owner(board, project))


def last_shown(board: HookBoard, session: str) -> str:
    """The rule that a session was shown last; empty where none was, or it was forgotten."""
    if not board.is_folded():
        return ""
    shown = _connection(board).execute(_LAST, (stream_of(session), INJECTED)).fetchone()
    rule = _connection(board).execute(_RULE, (shown[0],)).fetchone() if shown else None
    return str(rule[0]) if rule else ""


def guard_that_spoke(board: HookBoard, session: str) -> str:
    """The lesson whose guard refused or asked something in a session last, while it is not off."""
    if not _is_kept(board):
        return ""
    query = (stream_of(session), REFUSED, ASKED)
    row = _connection(board).execute(_SPOKE, query).fetchone()
    return str(row[0]) if row else ""


def next_step(board: HookBoard, project: str) -> str:
    """The next command for a person that was not shown to them anywhere else.

    See `reflect.guards.next_steps`.
    """
    if not _is_kept(board):
        return ""
    row = _connection(board).execute(_UNSAID, (_owner(board, project),)).fetchone()
    return command_of(row[0], row[1]) if row else ""


def trusted_checkouts(board: HookBoard) -> list[tuple[str, str, str]]:
    """The repositories whose lessons are trusted, with the git folders in which that was said."""
    rows = _connection(board).execute(_CHECKOUTS)
    return [(str(name), str(git or ""), str(made or "")) for name, git, made in rows]


def _is_kept(board: HookBoard) -> bool:
    is_kept = _connection(board).execute(_IS_KEPT).fetchone() is not None
    return board.is_folded() and is_kept


def _owner(board: HookBoard, project: str) -> str:
    return board.project_of(project) or project


def _connection(board: HookBoard) -> sqlite3.Connection:
    return board._connection

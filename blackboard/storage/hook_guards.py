"""The next step about a guard that waits for its person, for the line that he sees all the time."""

from __future__ import annotations

from blackboard.storage.hook_board import HookBoard
from blackboard.storage.sqlite.guards import IS_KEPT

_ALLOWED = (
    '(SELECT COUNT(*) FROM json_each(g."questions") '
    "WHERE json_extract(value, '$.answer') = 'allowed' "
    "AND json_extract(value, '$.at') >= COALESCE(g.decided_at, 0))"
)
_NEXT = (
    f"SELECT CASE WHEN {_ALLOWED} >= 2 THEN 'off' ELSE 'on' END, g.id "
    "FROM view_guards g JOIN view_lessons l ON l.id = g.id "
    f"WHERE g.state IN ('on', 'proposed') AND ({_ALLOWED} >= 2 OR (g.state = 'proposed' "
    'AND l.status = \'approved\' AND l.resting = 0 AND l."constraint" = g."rule" AND EXISTS ('
    "SELECT 1 FROM json_each(l.decisions) WHERE json_extract(value, '$.type') = 'lesson.approved' "
    "AND json_extract(value, '$.actor') = 'human'))) "
    "AND (l.scope = 'global' OR l.project = ?) ORDER BY 1, 2"
)


def next_step(board: HookBoard, project: str) -> str:
    """The command that a person may give about a guard next; see `reflect.guards.next_steps`."""
    connection = board._connection
    if not board.is_folded() or connection.execute(IS_KEPT).fetchone() is None:
        return ""
    owner = board.project_of(project) or project
    row = connection.execute(_NEXT, (owner,)).fetchone()
    return f"guard {row[0]} {row[1]}" if row else ""

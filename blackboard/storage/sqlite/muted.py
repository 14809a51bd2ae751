"""What is not shown in a session or a project, as hooks look it up: by the events themselves."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3

_DECIDED = (
    "SELECT json_extract(payload, '$.lesson'), type FROM events "
    "WHERE stream = ? AND json_valid(payload) ORDER BY occurred_at, position"
)
_MUTED = "lesson.muted"


def muted_items(
    connection: sqlite3.Connection, session: str | None, project: str | None
) -> set[str]:
    """The ids of the lessons and insights that were muted last there, and not unmuted since.

    Args:
        connection: to the board.
        session: a subagent's is muted with its parent's.
        project: by the name that it has on the board.
    """
    main = (session or "").partition("/")[0]
    names = (f"session:{session}", f"session:{main}", f"project:{project}")
    muted: dict[tuple[str, str], bool] = {}
    for name in dict.fromkeys(names):
        rows = connection.execute(_DECIDED, (f"mutes:{name}",))
        muted |= {(name, lesson): type_ == _MUTED for lesson, type_ in rows}
    return {lesson for (_, lesson), is_muted in muted.items() if is_muted}

"""Finding what is worth saying when nothing is known but the project; light to import."""

from __future__ import annotations

from blackboard.actors import MACHINES
from blackboard.delivery.candidates import Candidate
from blackboard.delivery.proof import FEWEST_SOURCES, SESSIONS_UNFIT
from blackboard.storage.sqlite.candidates import IS_PROVEN, SAID, SAID_ONCE, UNFIT, Place, rows_of
from blackboard.storage.sqlite.trusted import IS_HEARD, OFFERED

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3

    from blackboard.delivery.situation import Situation

_RECENT, _OFTEN = 20, 3
"""Sessions of a project that are its present, and in how many of them a problem is a daily one."""

_LATE = 5
"""The last sessions of a project: what failed in one of them is apt to fail in the next."""

_MOST_LATE = 1000
"""Lessons seen since those began that are looked at, the last first."""


def _last(sessions: int) -> str:
    return f"""SELECT id, started_at FROM view_sessions WHERE project = ?1 AND child = 0
    ORDER BY last_at DESC, position DESC LIMIT {sessions}"""


def _met(sessions: int, least: int) -> str:
    return f"""(SELECT COUNT(*) FROM json_each(sessions)
    WHERE value IN (SELECT id FROM ({_last(sessions)}))) >= {least}"""


_DAILY = _met(_RECENT, _OFTEN)
_LATELY = f"""last_seen_at >= (SELECT MAX(MIN(started_at), COALESCE((
    SELECT last_seen_at FROM view_lessons WHERE project = ?1
    ORDER BY last_seen_at DESC LIMIT 1 OFFSET {_MOST_LATE}), 0)) FROM ({_last(_LATE)}))
    AND {_met(_LATE, 1)}"""
"""What one of the last sessions met was last seen no earlier than the first of them began: only of
these is it asked in which sessions, as of all it takes 10 ms for 10,000 lessons."""

_BY_A_PERSON = f"""(trust IN ('approved', 'team') OR pinned OR {SAID} OR EXISTS (
    SELECT 1 FROM json_each(decisions) WHERE json_extract(value, '$.type') = 'lesson.approved'
    AND SUBSTR(json_extract(value, '$.actor'), INSTR(json_extract(value, '$.actor'), '/') + 1)
        NOT IN ({", ".join(f"'{each}'" for each in sorted(MACHINES))})))"""
_BY_TWO_SESSIONS = f"""(CASE proof WHEN '' THEN (
    SELECT COUNT(DISTINCT SUBSTR(value, 1, INSTR(value || '/', '/') - 1)) FROM json_each(sessions))
    ELSE sources END >= {FEWEST_SOURCES})"""
_BORNE_OUT = f"""((status = 'approved' AND ({_BY_A_PERSON} OR {_BY_TWO_SESSIONS}))
    OR (status = 'candidate' AND signed_by = '' AND {_BY_TWO_SESSIONS} AND (
        (proof IN ('fix', 'conclusion') AND {IS_PROVEN})
        OR (learned_from = 'miner' AND trust = 'tool' AND contradicts = '[]'))))"""
"""What a person approved, or two sessions showed; a policy's approval adds nothing to one."""

_UNBOUND = "paths || commands || signatures = '[][][]'"
_WIDE = "(paths || signatures = '[][]')"
"""What holds for a whole repository: style, commits, branches, and which tools are used there."""

_IN_DIGEST = (
    ("lessons", f"status = 'approved' AND ({_UNBOUND} OR {_DAILY})", 40, "1"),
    ("lessons", f"status = 'approved' AND {SAID}", 3, _WIDE),
    ("lessons", f"{SAID_ONCE} AND {UNFIT} < {SESSIONS_UNFIT}", 3, _WIDE),
    ("lessons", f"{_LATELY} AND {_BORNE_OUT}", 3, "1"),
    ("insights", "status = 'approved' AND category = 'projectSpecific'", 10, "1"),
)
"""What is worth saying before anything is known but the project, and how much of it at most: what
was approved and holds for all work there, what its sessions always do, what a person said and kept,
and what they said but did not confirm, for the whole repository first (the last column). What is
bound to a file, a command or an error waits for that, as at the start it was hardly ever due,
unless the project's sessions meet it all the time or met it lately, or a person said it: beside the
call it comes too late."""

_SPARE = 5
"""Times more than is shown, because lessons at rest are often those seen most. To ask of all 10,000
lessons of a project whether they are offered takes 9 ms, of these none."""


def digest_candidates(connection: sqlite3.Connection, situation: Situation) -> list[Candidate]:
    """The rows of a project that are worth saying when nothing else is known, surest first."""
    found = (place for each in _IN_DIGEST for place in _in_digest(connection, situation, *each))
    places = list(dict.fromkeys(found))
    rows = rows_of(connection, places)
    return [
        Candidate(view.removesuffix("s"), row, account=account)
        for view, key, _, _ in places
        for row, account in rows.get((view, key), ())
    ]


def _in_digest(
    connection: sqlite3.Connection,
    situation: Situation,
    view: str,
    condition: str,
    most: int,
    first: str,
) -> list[Place]:
    """The first rows of a kind that are offered, as many as are wanted; none at rest is."""
    rows = connection.execute(
        f"SELECT id FROM view_{view} WHERE project = ?1 AND {condition} "
        f"AND scope = 'project' AND {IS_HEARD[view]} "
        f"ORDER BY {first} DESC, seen DESC, last_seen_at DESC, id LIMIT ?2",
        (situation.project, _SPARE * most),
    )
    keys = [key for (key,) in rows]
    rows = connection.execute(
        f"SELECT key FROM documents WHERE view = ? AND key IN ({', '.join('?' * len(keys))}) "
        f"AND {OFFERED}",
        (view, *keys),
    )
    offered = {key for (key,) in rows}
    return [(view, key, 0, situation.project) for key in keys if key in offered][:most]

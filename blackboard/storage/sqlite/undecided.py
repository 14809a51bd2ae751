"""What waits for a person, and of that what is deferred: the one query that every face counts by.

Light to import, because the status line of agents uses it too.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3

_OFFERED = "IN ('candidate', 'approved')"
_OPPOSED = (
    "EXISTS (SELECT 1 FROM json_each(view_lessons.contradicts) c JOIN view_{view} o "
    f"ON o.id = json_extract(c.value, '$.other') WHERE o.status {_OFFERED}{{more}})"
)
_NAMES_IT = (
    " AND EXISTS (SELECT 1 FROM json_each(o.contradicts) "
    "WHERE json_extract(value, '$.other') = view_lessons.id)"
)
_IS_DOUBTED = (
    "(json_extract(decisions, '$[#-1].type') = 'lesson.reconsidered' "
    "AND json_extract(decisions, '$[#-1].actor') = 'model')"
)
"""The same as `views.decisions.doubt`."""

_IN_DOUBT = (
    f"({_IS_DOUBTED} OR freshness IN ('drifted', 'orphaned') OR (contradicts <> '[]' AND ("
    f"{_OPPOSED.format(view='lessons', more=_NAMES_IT)} "
    f"OR {_OPPOSED.format(view='insights', more='')})))"
)
"""Its person's later words are against it, what it cites has changed, or it contradicts something
that is offered too."""

_IS_REMEDY_OF_ONE = "(proof = 'fix' AND trust = 'tool' AND sources < 2)"
"""The same as `delivery.proof.is_remedy_of_one`."""

_IS_EARLY = "(proof = 'procedure' AND trust IN ('tool', 'model') AND sources < 3)"
"""A procedure that is shown to no agent yet (`delivery.proof.FEWEST_OF_A_PROCEDURE`)."""

SURE = 0.5
"""The stated confidence from which on a conclusion of one session is put before a person."""

_ONCE = "(json_array_length(sessions) < 2 AND sources < 2)"
_OF_THE_AGENT = "tags LIKE '%\"agent\"]'"
"""A model said that it holds for the agent's own program; that is the last of a lesson's tags."""

_IS_UNDERSTOOD = (
    "EXISTS (SELECT 1 FROM events WHERE type = 'session.understood' AND stream = 'reflection:' || "
    "json_extract(view_lessons.evidence, '$[0].session'))"
)
_BY_RULE = "(proof = '' AND learned_from = 'miner')"
_DEFERRED = (
    f"CASE WHEN status <> 'candidate' OR {_IN_DOUBT} OR author <> '' THEN '' "
    "WHEN learned_from = 'rule-files' AND trust = 'repository' THEN 'loaded' "
    f"WHEN proof IN ('fix', 'conclusion') AND {_OF_THE_AGENT} THEN 'agent' "
    f"WHEN {_BY_RULE} AND {_ONCE} AND {_IS_UNDERSTOOD} THEN 'understood' "
    f"WHEN proof IN ('fix', 'conclusion') AND {_ONCE} AND confidence < {SURE} THEN 'unsure' "
    "ELSE '' END"
)
"""Why a lesson is deferred, by what is known of it alone; empty where it waits.

It comes back with the next session or source that shows it.
"""

_LESSONS = (
    f"SELECT id, {_DEFERRED} FROM view_lessons WHERE status {_OFFERED} AND "
    f"({_IN_DOUBT} OR (status = 'candidate' AND NOT {_IS_REMEDY_OF_ONE} AND NOT {_IS_EARLY}))"
)
_INSIGHTS = "SELECT id, '' FROM view_insights WHERE status = 'candidate'"
_OF = " AND project = ?"


def undecided(connection: sqlite3.Connection) -> dict[str, str]:
    """What waits on a board, by id, each with the reason why it is deferred; "" for none."""
    return {row[0]: row[1] for query in (_LESSONS, _INSIGHTS)
            for row in connection.execute(query)}  # fmt: skip


def number_undecided(connection: sqlite3.Connection, project: str) -> int:
    """How many lessons and insights of a project wait, without what is deferred."""
    return sum(not row[1] for query in (_LESSONS, _INSIGHTS)
               for row in connection.execute(query + _OF, (project,)))  # fmt: skip

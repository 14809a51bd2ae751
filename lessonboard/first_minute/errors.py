"""The errors that came back in most sessions, with what worked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rapidfuzz.fuzz import ratio

from blackboard import Board
from blackboard.fixes import fixes
from blackboard.fixes.follow_up import Step
from blackboard.fixes.remedies import Remedy
from blackboard.search.failure import failure_signatures
from blackboard.views.rows import FailureRow as Row

_FEWEST = 2
"""Sessions that an error came back in, to be called one that comes back."""

_MOST_ASKED = 12
"""Errors whose aftermath is read; each takes some hundredths of a second."""


_MOST_STEPS = 4
"""Steps between a failure and the call that passed; of more it is unknown which ones helped."""

_ALIKE = 60
"""How alike two forms of a command are, from 0 to 100, for one to be the other's remedy."""


class CameBack(NamedTuple):
    """An error that several sessions of a project met, and what worked, if it was seen."""

    error: str
    project: str | None
    sessions: int
    last_at: int
    remedy: Remedy | None


def came_back(board: Board, most: int) -> list[CameBack]:
    """Return the errors of commands that came back in most sessions.

    Those for which something worked come first.
    """
    found = (_with_remedy(board, rows) for rows in _by_sessions(board.view("failures")))
    known = [each for each in found if each is not None]
    return sorted(known, key=lambda each: (each.remedy is None, -each.sessions))[:most]


def parent(session: str) -> str:
    """Return the session that a subagent's belongs to, or itself."""
    return session.partition("/")[0]


def _by_sessions(rows: Iterable[Row]) -> Sequence[list[Row]]:
    """Return the failures of each error, of those in most sessions.

    Errors of commands alone: what an agent's own tools refuse, its person does not know.
    """
    groups: dict[tuple[str, str | None], list[Row]] = defaultdict(list)
    for row in rows:
        if row["signature"] and row["kind"] == "shell" and row["target"].strip():
            groups[row["signature"], row["project"]].append(row)
    often = [each for each in groups.values() if _sessions(each) >= _FEWEST]
    return sorted(often, key=lambda each: (-_sessions(each), -_last(each)))[:_MOST_ASKED]


def _with_remedy(board: Board, rows: Sequence[Row]) -> CameBack | None:
    """Return an error with its best remedy; None where it is no cause of a failure.

    That is a line which cannot be found by itself, or which calls print that pass.
    """
    newest = max(rows, key=lambda row: row["occurred_at"])
    project = newest["project"]
    known = fixes(board, newest["error"], projects=project and [project])
    passed = [each.latest.worked for each in known.remedies if each.latest.worked]
    signature = newest["signature"] or ""
    if not known.exact or any(_prints(board, signature, each) for each in passed):
        return None
    best = next((each for each in known.remedies if is_telling(each)), None)
    sessions = {parent(each) for each in known.seen.sessions} if known.seen else set()
    if len(sessions) < _FEWEST:  # others only have a signature in common with it
        return None
    return CameBack(newest["error"], project, len(sessions), _last(rows), best)


def is_telling(remedy: Remedy) -> bool:
    """Return whether a remedy says by itself what to do.

    That is a command in another form, and not another script, or few steps and the same command.
    """
    worked = remedy.latest.worked
    if not remedy.proved or worked is None:
        return False
    if remedy.latest.how == "same":
        return 0 < len(remedy.steps) <= _MOST_STEPS
    failed = remedy.latest.target.strip()
    is_script = "\n" in failed or "\n" in worked.text.strip()
    return not is_script and ratio(failed, worked.text) >= _ALIKE


def _prints(board: Board, signature: str, passed: Step) -> bool:
    """Return whether a call that passed printed the same error."""
    call = board.log.get(passed.event).payload or {}
    output = call.get("output") or ""
    return signature in failure_signatures(output) | failure_signatures(output, passed.text)


def _sessions(rows: Iterable[Row]) -> int:
    return len({parent(row["session"]) for row in rows})


def _last(rows: Iterable[Row]) -> int:
    return max(row["occurred_at"] for row in rows)

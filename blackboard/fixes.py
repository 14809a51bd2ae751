"""What is known of an error: where it was seen, what was done next, whether it came back.

It needs no lesson; where there is one for the same error, it comes first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from blackboard.aftermath import WITHIN_EVENTS, Aftermath, aftermath
from blackboard.board import Board
from blackboard.context.moment import Moment
from blackboard.remedies import Remedy, ranked
from blackboard.search.common_words import GENERIC, STOP_WORDS
from blackboard.search.failure import Failure, failure, failure_signatures
from blackboard.search.words import words
from blackboard.storage.sqlite import failures, recall
from blackboard.storage.sqlite.connection import gate
from blackboard.views.view import Row

_MOST_SEEN = 1_000
"""Occurrences that are counted; of a more frequent error the newest tell enough."""

_MOST_FOLLOWED = 30
"""Occurrences whose aftermath is read."""

_MOST_WORDS = 40
_FEWEST_SHARED, _LEAST_SHARE = 2, 0.5
"""An error is like another when it shares so many telling words, and half of their weight."""


@dataclass(frozen=True)
class Seen:
    """Where and when an error was seen; `times` counts no further than the newest thousand."""

    times: int
    sessions: tuple[str, ...]
    projects: tuple[str, ...]
    first_at: int
    last_at: int


@dataclass(frozen=True)
class Fixes:
    """What is known of an error.

    `error` is the line that tells most; `exact` says that errors of the same signature were
    found, otherwise `alike` is the line of the most similar one. `lessons` are rows.
    """

    error: str
    exact: bool
    alike: str
    seen: Seen | None
    lessons: tuple[Row, ...]
    remedies: tuple[Remedy, ...]


def fixes(
    board: Board, text: str, *, projects: Sequence[str] | None = None, here: str | None = None
) -> Fixes:
    """What is known of the error in a text, which may be a whole log.

    Args:
        board: where to look.
        text: an error line, or the output in which it stands.
        projects: the projects to look in; None is all.
        here: the project whose remedies come first.
    """
    told = failure(text)
    board.catch_up()
    with gate(board.log.path):
        rows, exact = _occurrences(board, told, projects)
        found = [_aftermath(board, row) for row in rows[:_MOST_FOLLOWED]]
    return Fixes(
        error=told.line,
        exact=exact,
        alike="" if exact or not rows else rows[0]["error"],
        seen=_seen(rows) if rows else None,
        lessons=tuple(_lessons(board, told, projects)),
        remedies=tuple(ranked(found, here)),
    )


def last_failure(board: Board, project: str | None) -> Row | None:
    """The newest failure of a project, or of any; None where nothing failed."""
    board.catch_up()
    with gate(board.log.path):
        return failures.latest(board.log.connection, project)


def _occurrences(
    board: Board, told: Failure, projects: Sequence[str] | None
) -> tuple[list[Row], bool]:
    """The failures with this error, or else those that are most like it."""
    connection = board.log.connection
    known = {signature for line in told.lines for signature in failure_signatures(line)}
    if told.signature is not None:
        rows = failures.same(connection, {told.signature}, projects, _MOST_SEEN)
        rows = rows or failures.same(connection, known, projects, _MOST_SEEN)
        if rows:
            return rows, True
    wanted = _telling(told.lines)
    alike = failures.alike(connection, wanted, projects, _MOST_FOLLOWED)
    close = [each.row for each in alike if each.share >= _LEAST_SHARE and _shares(each.row, wanted)]
    return close, False


def _telling(lines: Sequence[str]) -> list[str]:
    """The words that say what an error is about: of its best line, of all where that has few."""
    best = _telling_words(lines[:1])
    return best if len(best) >= _FEWEST_SHARED else _telling_words(lines)


def _telling_words(lines: Sequence[str]) -> list[str]:
    found = dict.fromkeys(word for line in lines for word in words(line))
    telling = (word for word in found if len(word) > 2 and not word.isdigit())
    return [word for word in telling if word not in STOP_WORDS and word not in GENERIC][
        :_MOST_WORDS
    ]


def _shares(row: Row, wanted: Sequence[str]) -> bool:
    held = set(words("\n".join(row["lines"])))
    return sum(word in held for word in wanted) >= _FEWEST_SHARED


def _aftermath(board: Board, row: Row) -> Aftermath:
    connection = board.log.connection
    after = failures.following(connection, row, WITHIN_EVENTS)
    return aftermath(row, after, failures.again(connection, row))


def _seen(rows: Sequence[Row]) -> Seen:
    times = [row["occurred_at"] for row in rows]
    return Seen(
        times=len(rows),
        sessions=tuple(dict.fromkeys(row["session"] for row in rows)),
        projects=tuple(dict.fromkeys(row["project"] for row in rows if row["project"])),
        first_at=min(times),
        last_at=max(times),
    )


def _lessons(board: Board, told: Failure, projects: Sequence[str] | None) -> list[Row]:
    """The standing lessons that are bound to one of the error's signatures, best first."""
    ids: dict[str, None] = {}
    for line in told.lines:
        for project in [None] if projects is None else projects:
            moment = Moment(error=line, project=project)
            with gate(board.log.path):
                found = recall.keyed_candidates(board.log.connection, moment)
            ids |= dict.fromkeys(each.row["id"] for each in found if each.kind == "lesson")
    rows = board.view("lessons", where={"id": list(ids)}) if ids else []
    return sorted(rows, key=lambda row: (row["status"] != "approved", -row["seen"], row["id"]))

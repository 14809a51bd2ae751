"""Looking up an error: its sightings, what came after them, and the lessons about it.

It needs no lesson; where there is one for the same error, it comes first.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from blackboard.board import Board
from blackboard.delivery.situation import Situation
from blackboard.fixes.aftermath import Aftermaths
from blackboard.fixes.outdated import Line, line_of, outdated
from blackboard.fixes.remedies import Remedy, ranked
from blackboard.fixes.sightings import MOST_SEEN, Outputs, closest, sightings
from blackboard.search import weights
from blackboard.search.common_words import GENERIC, STOP_WORDS
from blackboard.search.failure import Failure, failure
from blackboard.search.words import words
from blackboard.storage.local import Sighting
from blackboard.views.rows import LessonRow
from blackboard.views.view import Row

_MOST_FOLLOWED = 20
"""Occurrences whose aftermath is read."""

_MOST_WORDS = 40


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

    `error` is the most informative line; `exact` says that errors of the same signature were
    found, otherwise `alike` is the line of the most similar one. `lessons` are rows.
    """

    error: str
    exact: bool
    alike: str
    seen: Seen | None
    lessons: tuple[LessonRow, ...]
    remedies: tuple[Remedy, ...]


def fixes(
    board: Board,
    text: str,
    *,
    projects: Sequence[str] | None = None,
    here: str | None = None,
    aftermaths: Aftermaths | None = None,
) -> Fixes:
    """What is known of the error in a text, which may be a whole log.

    Args:
        board: where to look.
        text: an error line, or the output that has it.
        projects: the projects to look in; None is all.
        here: the project whose remedies come first.
        aftermaths: what was read for other errors of the board, where many are looked up.
    """
    told = failure(text)
    board.catch_up()
    outputs = Outputs(board)
    seen = sightings(board, outputs, told, text, projects)
    close = closest(board, outputs, seen, told, text)[:_MOST_FOLLOWED]
    alike = [] if seen else _alike(board, told, projects)
    later = seen or _same_as(board, alike, projects)
    after = aftermaths or Aftermaths(board)
    found = [after.of(row, later) for row in ([each.row for each in close] or alike)]
    return Fixes(
        error=told.line,
        exact=bool(seen),
        alike=alike[0]["error"] if alike else "",
        seen=_seen(later),
        lessons=tuple(_not_stale(_lessons(board, told, projects), outdated(found))),
        remedies=tuple(ranked(found, here, [each.lines for each in close])),
    )


def last_failure(board: Board, project: str | None) -> Row | None:
    """The newest failure of a project, or of any; None where nothing failed."""
    board.catch_up()
    return board.local.failures.latest(project)


def _alike(board: Board, told: Failure, projects: Sequence[str] | None) -> list[Row]:
    """The failures that are most like an error which was never seen."""
    wanted, least = _telling(told.lines), weights.FEWEST_ALIKE
    if len(wanted) < least:  # of words that are in many errors, all must be there
        wanted = _all_words(told.lines[:1])
        least = max(least, len(wanted))
    found = board.local.failures.alike(wanted, projects, _MOST_FOLLOWED)
    return [each.row for each in found
            if each.share >= weights.LEAST_ALIKE and _shares(each.row, wanted, least)]  # fmt: skip


def _same_as(board: Board, rows: Sequence[Row], projects: Sequence[str] | None) -> list[Sighting]:
    """Where the errors of some failures were seen."""
    signatures = {row["signature"] for row in rows}
    return board.local.failures.sightings(signatures, projects, MOST_SEEN)


def _telling(lines: Sequence[str]) -> list[str]:
    """The words that say what an error is about: of its best line, of all where that has few."""
    best = _telling_words(lines[:1])
    return best if len(best) >= weights.FEWEST_ALIKE else _telling_words(lines)


def _telling_words(lines: Sequence[str]) -> list[str]:
    found = dict.fromkeys(word for line in lines for word in words(line))
    discriminative = (word for word in found if len(word) > 2 and not word.isdigit())
    return [word for word in discriminative if word not in STOP_WORDS and word not in GENERIC][
        :_MOST_WORDS
    ]


def _all_words(lines: Sequence[str]) -> list[str]:
    found = dict.fromkeys(word for line in lines for word in words(line))
    return [word for word in found if len(word) > 2 and word not in STOP_WORDS][:_MOST_WORDS]


def _shares(row: Row, wanted: Sequence[str], least: int) -> bool:
    held = set(words("\n".join(row["lines"])))
    return sum(word in held for word in wanted) >= least


def _seen(found: Sequence[Sighting]) -> Seen | None:
    if not found:
        return None
    times = [each.occurred_at for each in found]
    return Seen(
        times=len(found),
        sessions=tuple(dict.fromkeys(each.session for each in found)),
        projects=tuple(dict.fromkeys(each.project for each in found if each.project)),
        first_at=min(times),
        last_at=max(times),
    )


def _not_stale(rows: Sequence[LessonRow], stale: Collection[Line]) -> list[LessonRow]:
    """The lessons but those whose proven form fails with the error by now."""
    return [
        row for row in rows
        if not (row["proof"] == "fix" and line_of(row["project"], _form(row)) in stale)
    ]  # fmt: skip


def _form(row: LessonRow) -> str:
    """The command that passed, as the resolution of a proven fix quotes it."""
    return row["resolution"].partition("`")[2].rpartition("`")[0]


def _lessons(board: Board, told: Failure, projects: Sequence[str] | None) -> list[LessonRow]:
    """The active lessons that are bound to one of the error's signatures, best first."""
    ids: dict[str, None] = {}
    for line in told.lines:
        for project in [None] if projects is None else projects:
            found = board.local.candidates.keyed(Situation(error=line, project=project))
            ids |= dict.fromkeys(each.row["id"] for each in found if each.kind == "lesson")
    rows = board.view("lessons", where={"id": list(ids)}) if ids else []
    return sorted(rows, key=lambda row: (row["status"] != "approved", -row["seen"], row["id"]))

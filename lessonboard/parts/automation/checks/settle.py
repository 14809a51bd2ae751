"""Let the reminders of lessons rest while their checks hold, and wake them when those are gone.

`decide` is pure; `settle` reads the default branch of a clone and appends what changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

from blackboard import Board
from blackboard.events.lesson import LessonResting, LessonWoken
from blackboard.views.rows import LessonRow
from lessonboard.parts.automation.checks.default_branch import DefaultBranch
from lessonboard.parts.automation.checks.span import Span, stands
from reflect.freshness.check import compiled_lessons
from scheduler.git.command import GitFailed
from scheduler.handlers.check import Settled

ACTOR = "checker"
State = Literal["holds", "missing", "unknown"]
Holds = Callable[[dict[str, Any], bytes], bool]
"""Whether a check, as in the column `compiled`, is in a file's content."""


class Seen(NamedTuple):
    """The state of a lesson's check in the default branch, and what follows from it."""

    row: LessonRow
    state: State
    event: LessonResting | LessonWoken | None = None


def span_holds(check: dict[str, Any], content: bytes) -> bool:
    """Whether a file has the lines of a check; what most kinds of check do."""
    return stands(content, Span(check["lines"], check["digest"]))


def look(rows: Iterable[LessonRow], folder: Path, holds: Holds = span_holds) -> Iterator[Seen]:
    """The state of the lessons' checks in the clone that a folder belongs to; writes nothing."""
    branch: DefaultBranch | None = None
    for row in rows:
        try:
            branch = branch or DefaultBranch(folder)
            content = branch.read(row["compiled"]["file"])
        except GitFailed:
            yield Seen(row, "unknown")  # neither confirmed nor refuted
            continue
        is_there = content is not None and holds(row["compiled"], content)
        event = decide(row, branch.commit, branch.committed_at, is_there=is_there)
        yield Seen(row, "holds" if is_there else "missing", event)


def decide(
    row: LessonRow, commit: str, committed_at: int, *, is_there: bool
) -> LessonResting | LessonWoken | None:
    """What follows from what a commit of the default branch has; None where it is no news.

    A clone that is behind what was seen before says nothing, and what a person undid is not
    done again.
    """
    if committed_at < (row["check_seen_at"] or 0):
        return None
    check = row["compiled"]
    if is_there and not row["resting"] and LessonResting.type not in row["undone"]:
        return LessonResting(
            lesson=row["id"], kind=check["kind"], file=check["file"], commit=commit,
            committed_at=committed_at, reason=f"{check['file']} has its check",
        )  # fmt: skip
    if not is_there and row["resting"] and LessonWoken.type not in row["undone"]:
        return LessonWoken(
            lesson=row["id"], by="check", commit=commit, committed_at=committed_at,
            reason=f"its check is no longer in {check['file']}",
        )  # fmt: skip
    return None


def settle(
    board: Board, project: str | None, folder: Path, holds: Holds = span_holds
) -> Iterator[Settled]:
    """Append what follows from the default branch for a project's lessons, one by one.

    With a board that is open read-only, nothing is appended.
    """
    for seen in look(compiled_lessons(board, project), folder, holds):
        yield Settled(seen.row["id"], _record(board, seen))


def _record(board: Board, seen: Seen) -> State | Literal["resting", "woken"]:
    """Append what follows, unless the lesson changed meanwhile, and name what was done."""
    if seen.event is None or board.read_only:
        return seen.state
    with board.transaction():
        row = board.row("lessons", seen.row["id"])
        if row["updated_at"] != seen.row["updated_at"]:
            return seen.state
        board.record(seen.event, actor=ACTOR, project=row["project"])
    return "resting" if isinstance(seen.event, LessonResting) else "woken"

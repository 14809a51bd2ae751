"""From a lesson to a check: chosen, given out as a patch or a draft, and remembered."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from blackboard import Board
from blackboard.events.lesson import LessonCompiled, LessonResting
from blackboard.views.rows import LessonRow
from lessonboard.parts.automation.checks.publish import Change, Published, Publisher, Text
from lessonboard.parts.automation.compiling.checkout import Checkout
from lessonboard.parts.automation.compiling.kind import CheckKind, Proposal
from lessonboard.parts.automation.compiling.kinds import Fit, chosen, fits
from lessonboard.parts.automation.compiling.subject import subject_of
from lessonboard.parts.automation.forge.lesson_bodies import check_body
from lessonboard.parts.automation.git.worktree import branch_name
from reflect.curator.decisions import ACTOR


class Compiled(NamedTuple):
    """A check of a lesson, and the draft by which it was published, if it was."""

    kind: CheckKind
    proposal: Proposal
    published: Published | None = None


def listed(row: LessonRow, folder: Path) -> list[Fit]:
    """What each kind of check makes of a lesson in a checkout."""
    return fits(subject_of(row), Checkout(folder))


def compiled(row: LessonRow, folder: Path, name: str | None) -> Compiled:
    """The check of a kind, or the one that fits best.

    Raises:
        NothingFits: there is none.
    """
    return Compiled(*chosen(listed(row, folder), name))


def publish(row: LessonRow, check: Compiled, publisher: Publisher) -> Compiled:
    """The check as a draft pull request, made again from the default branch.

    Raises:
        NothingFits: it does not fit the default branch.
        NotPublished: a person closed its pull request, or it looks like it held a secret.
        ForgeUnavailable: the forge cannot be reached.
        GitFailed: git failed.
    """
    name = check.kind.name

    def make(folder: Path) -> Change:
        proposal = compiled(row, folder, name).proposal
        content = None if proposal.is_there else proposal.after.encode()
        return Change(proposal.file, content)

    summary, subject = check.proposal.summary, subject_of(row)
    text = Text(
        summary,
        check_body(row, name, check.proposal.file, summary),
        f"{summary}\n\nMade of {subject.name}.\n",
    )
    published = publisher.publish(branch_name(None, subject.name, name), make, text)
    return check._replace(published=published)


def remember(board: Board, row: LessonRow, check: Compiled) -> bool:
    """Append that a check was made, unless the row says so already; returns whether it did."""
    lines, digest = check.proposal.span
    branch, pull = check.published or ("", None)
    payload = LessonCompiled(
        lesson=row["id"],
        kind=check.kind.name,
        file=check.proposal.file,
        lines=lines,
        digest=digest,
        item=check.proposal.item,
        branch=branch,
        pr=pull.number if pull else None,
        url=pull.url if pull else "",
    )
    with board.transaction():
        if _is_known(board.row("lessons", row["id"]), payload):
            return False
        board.record(payload, actor=ACTOR, project=row["project"])
    return True


def _is_known(row: LessonRow, made: LessonCompiled) -> bool:
    """Whether a row has a check already, and no person has woken it since."""
    known: dict[str, Any] = row["compiled"]
    new = made.model_dump(exclude={"lesson"})
    names = ("kind", "file", "digest", "item") if not made.branch else tuple(new)
    is_same = bool(known) and all(known[name] == new[name] for name in names)
    return is_same and LessonResting.type not in row["undone"]

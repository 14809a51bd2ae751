"""The kinds of checks, those of plug-ins included, and which of them fit a lesson."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from blackboard import Board
from blackboard.errors import BoardError
from blackboard.plugins import contents
from blackboard.plugins.loading import report
from lessonboard.parts.automation.checks.settle import settle, span_holds
from lessonboard.parts.automation.compiling.checkout import require_inside
from lessonboard.parts.automation.compiling.forbidden_code import ForbiddenCode
from lessonboard.parts.automation.compiling.kind import CheckKind, Files, Proposal, Subject, Unfit
from lessonboard.parts.automation.compiling.linter import Linter
from lessonboard.parts.automation.compiling.pre_commit import PreCommit
from lessonboard.parts.automation.compiling.rule_line import RuleLine
from scheduler.handlers.check import Settled

OWN: tuple[CheckKind, ...] = (Linter(), PreCommit(), ForbiddenCode(), RuleLine())
_NEEDED = ("name", "about", "strength", "propose")
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


class Fit(NamedTuple):
    """A kind, and the check that it makes of a lesson; else why it makes none."""

    kind: CheckKind
    proposal: Proposal | None
    why_not: str = ""


class NothingFits(BoardError):
    """No check can be made of the lesson as it was asked for; the message says why."""


def kinds() -> dict[str, CheckKind]:
    """All kinds by name, the product's own first."""
    own = {kind.name: kind for kind in OWN}
    found = contents.added("check", own, _wrong)
    return own | {name: _made(entry.value) for name, entry in found.items()}


def fits(subject: Subject, files: Files) -> list[Fit]:
    """What each kind makes of a lesson: what fits first, and of that the strongest."""
    found = [_tried(kind, subject, files) for kind in kinds().values()]
    return sorted(found, key=lambda fit: (fit.proposal is None, -fit.kind.strength))


def chosen(found: Sequence[Fit], name: str | None) -> tuple[CheckKind, Proposal]:
    """The check of a kind, else the one that fits best.

    Raises:
        NothingFits: there is none.
    """
    if name is not None:
        found = [fit for fit in found if fit.kind.name == name]
    if not found:
        raise NothingFits(f"there is no kind of check {name!r}; choose {', '.join(kinds())}")
    best = found[0]
    if best.proposal is None:
        raise NothingFits(f"no check of the kind {best.kind.name} can be made: {best.why_not}")
    return best.kind, best.proposal


def holds(check: Mapping[str, Any], content: bytes) -> bool:
    """Whether a check, as in the column `compiled`, is in the content of its file.

    If its kind is no longer registered, its recorded lines are compared.
    """
    own = getattr(kinds().get(str(check["kind"])), "holds", None)
    if own is None:
        return span_holds(dict(check), content)
    try:
        return bool(own(dict(check), content))
    except Exception as error:  # of a plug-in
        report(str(check["kind"]), f"failed to look for a check: {type(error).__name__}: {error}")
        return True  # nothing is concluded from that


def settled(board: Board, project: str | None, folder: Path) -> Iterator[Settled]:
    """Let the reminders of a project's lessons rest while their checks hold, and wake them."""
    return settle(board, project, folder, holds)


def _tried(kind: CheckKind, subject: Subject, files: Files) -> Fit:
    try:
        proposal = kind.propose(subject, files)
        require_inside(proposal.file)
        if proposal.before != files.read(proposal.file):
            raise Unfit(f"it does not start from {proposal.file} as it is")
        return Fit(kind, proposal)
    except BoardError as error:
        return Fit(kind, None, str(error))
    except Exception as error:  # of a plug-in: the other kinds still fit
        return Fit(kind, None, f"it failed: {type(error).__name__}: {error}")


def _wrong(value: Any) -> str:
    """What keeps something from being a kind of check."""
    missing = [name for name in _NEEDED if not hasattr(_made(value), name)]
    if missing:
        return f"lacks {', '.join(missing)}"
    return "" if _NAME.fullmatch(str(_made(value).name)) else "has a name that is no plain word"


def _made(value: Any) -> Any:
    return value() if isinstance(value, type) else value

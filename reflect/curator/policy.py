"""Decisions that follow from what is on the board: pure, from rows to events' payloads."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from blackboard.events.lesson import (
    LessonApproved,
    LessonPromoted,
    LessonRetired,
    LessonSuperseded,
)
from blackboard.events.payload import PayloadModel
from blackboard.search import moments
from blackboard.views.decisions import is_left_to_people
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.rows import LessonRow, SessionRow
from reflect.curator.settings import CuratorSettings
from reflect.trust import ORDER

_OF_ONE_PROJECT = re.compile(
    r"(?i)\b(?:here|ours?|this (?:project|repo(?:sitory)?|codebase|workspace))\b"
    r"|\b(?:mise|npm|pnpm|yarn|bun|make|just|task|nox|tox)(?: run)? [\w:.-]+"
)
_DAY = 86_400_000_000
_SURE = 0.7


class Decision(NamedTuple):
    """What is decided of a lesson."""

    lesson: str
    payload: PayloadModel


def approvals(rows: Iterable[LessonRow], settings: CuratorSettings) -> list[Decision]:
    """Candidates that a human said more than once, or that enough sessions have shown.

    Fetched text is never approved by a policy, however often it was seen.
    """
    return [
        Decision(
            row["id"],
            LessonApproved(lesson=row["id"], by="policy", reason=_why_approved(row, settings)),
        )
        for row in rows
        if row["status"] == "candidate"
        and row["confidence"] >= _SURE
        and _why_approved(row, settings)
        and may_decide(row, LessonApproved.type)
    ]


def promotions(groups: Iterable[Sequence[LessonRow]], settings: CuratorSettings) -> list[Decision]:
    """Lessons that independent projects agree on become one that holds everywhere.

    Args:
        groups: standing lessons that say the same, each in a project of its own.
        settings: how many projects must agree.

    The best one is promoted, those of the other projects are superseded by it: an approved one
    before a candidate, then what is trusted more, then what was seen more often. A lesson that
    belongs to no project is nobody's word, and holds everywhere as it is.
    """
    decisions: list[Decision] = []
    taken: set[str] = set()
    for group in groups:
        rows = [row for row in group if row["id"] not in taken and _may_join(row)]
        projects = {_repository(row["project"]) for row in rows}
        if len(projects) < settings.promotion_projects:
            continue
        best, *others = sorted(rows, key=_worst_last)
        taken |= {row["id"] for row in rows}
        reason = f"{len(projects)} projects agree"
        decisions.append(Decision(best["id"], LessonPromoted(lesson=best["id"], reason=reason)))
        decisions += [
            Decision(each["id"], LessonSuperseded(lesson=each["id"], by=best["id"], reason=reason))
            for each in others
        ]
    return decisions


def decayed(
    rows: Iterable[LessonRow],
    sessions: Mapping[str | None, Sequence[int]],
    settings: CuratorSettings,
) -> list[Decision]:
    """Lessons that went unseen while work on their project went on.

    Args:
        rows: lessons.
        sessions: when each project's sessions ended, in microseconds; a project that rests
            forgets nothing.
        settings: how long and how many.
    """
    found = []
    for row in rows:
        since = [at for at in sessions.get(row["project"], ()) if at > row["last_seen_at"]]
        days = (max(since, default=0) - row["last_seen_at"]) // _DAY
        fades = row["trust"] != "human" and row["scope"] == "project"
        if (
            fades
            and row["status"] in ACTIVE_STATUSES
            and may_decide(row, LessonRetired.type)
            and len(since) >= settings.decay_sessions
            and days >= settings.decay_days
        ):
            reason = f"not seen for {days} days and {len(since)} sessions"
            found.append(Decision(row["id"], LessonRetired(lesson=row["id"], reason=reason)))
    return found


def _why_approved(row: LessonRow, settings: CuratorSettings) -> str:
    shown = len(row["sessions"])
    if row["trust"] == "human" and shown > 1:
        return f"said in {shown} sessions"
    if row["trust"] == "tool" and shown >= settings.approval_sessions:
        return f"shown by {shown} sessions"
    return ""


def is_portable(constraint: str) -> bool:
    """Whether a rule could hold in another project: it names no file or script of one.

    >>> is_portable("Quote the arguments of `gh api` that contain `?`.")
    True
    >>> is_portable("Look for `setup.go` in `cmd/cli/`."), is_portable("Run `npm run lint:fix`.")
    (False, False)
    """
    return not (moments.paths(constraint) or _OF_ONE_PROJECT.search(constraint))


def _may_join(row: LessonRow) -> bool:
    return (
        is_portable(row["constraint"])
        and row["project"] is not None
        and may_decide(row, LessonPromoted.type)
    )


def _worst_last(row: LessonRow) -> tuple[bool, int, int, int, str]:
    is_candidate = row["status"] != "approved"
    trust = ORDER.index(row["trust"])
    return is_candidate, trust, -row["seen"], row["created_at"], row["id"]


def may_decide(row: LessonRow, type_: str) -> bool:
    """Whether a policy may decide so: it overrules nobody, and never repeats itself."""
    return not is_left_to_people(row) and type_ not in {each["type"] for each in row["decisions"]}


def _repository(project: str | None) -> str:
    """The name under which copies of one repository are one, wherever they lie."""
    return (project or "").rstrip("/").rsplit("/", 1)[-1].lower()


def by_project(sessions: Iterable[SessionRow]) -> dict[str | None, list[int]]:
    """When the sessions of each project ended."""
    ended: dict[str | None, list[int]] = defaultdict(list)
    for session in sessions:
        ended[session["project"]].append(session["last_at"])
    return dict(ended)

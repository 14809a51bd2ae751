"""The policy: pure functions from rows to decisions."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from blackboard.events.insight import InsightApproved
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
from blackboard.views.rows import InsightRow, LessonRow, RuleRow, SessionRow
from blackboard.vocabulary import Trust
from reflect.curator.settings import CuratorSettings
from reflect.trust import ORDER

_OF_ONE_PROJECT = re.compile(
    r"(?i)\b(?:here|ours?|this (?:project|repo(?:sitory)?|codebase|workspace))\b"
    r"|\b(?:mise|npm|pnpm|yarn|bun|make|just|task|nox|tox)(?: run)? [\w:.-]+"
)
_DAY = 86_400_000_000
SURE = 0.7
"""Confidence from which the policy approves."""


class Decision(NamedTuple):
    """The id of a lesson or insight and the payload of its decision."""

    lesson: str
    payload: PayloadModel


def approvals(rows: Iterable[LessonRow], settings: CuratorSettings) -> list[Decision]:
    """Approve candidates that a person stated repeatedly, or that enough sessions have shown.

    Imported text is never approved by policy, however often it was seen.
    """
    return [
        Decision(row["id"], LessonApproved(lesson=row["id"], by="policy", reason=reason))
        for row in rows
        if row["status"] == "candidate"
        and (reason := why_approved(*_shown(row), settings))
        and may_decide(row, LessonApproved.type)
    ]


def insight_approvals(rows: Iterable[InsightRow], settings: CuratorSettings) -> list[Decision]:
    """Insights that wait and are approved, by the same measure as lessons."""
    return [
        Decision(row["id"], InsightApproved(insight=row["id"], by="policy", reason=reason))
        for row in rows
        if row["status"] == "candidate"
        and (reason := why_approved(*_shown(row), settings))
        and may_decide(row, InsightApproved.type)
    ]


def why_approved(trust: Trust, confidence: float, sessions: int, settings: CuratorSettings) -> str:
    """Why the policy approves what so many sessions have shown; empty when it needs a person."""
    if settings.approval == "manual" or confidence < SURE:
        return ""
    if trust == "human" and sessions > 1:
        return f"said in {sessions} sessions"
    if trust == "tool" and sessions >= settings.approval_sessions:
        return f"shown by {sessions} sessions"
    return ""


def _shown(row: RuleRow) -> tuple[Trust, float, int]:
    """How far a row is trusted, how sure it is, and how many sessions show it."""
    shown = {each["session"] for each in row["evidence"] if each.get("session")}
    return (
        row["trust"],
        row["confidence"],
        len(cast("Mapping[str, Any]", row).get("sessions", shown)),
    )


def promotions(groups: Iterable[Sequence[LessonRow]], settings: CuratorSettings) -> list[Decision]:
    """Promote lessons on which independent projects agree to global scope.

    Args:
        groups: equal active lessons, each of another project.
        settings: how many projects must agree.

    The best one is promoted and supersedes those of the other projects: approved before candidate,
    then by trust, then by number of sightings. Lessons without a project do not count as agreement.
    """
    decisions: list[Decision] = []
    used: set[str] = set()
    for group in groups:
        rows = [row for row in group if row["id"] not in used and _may_join(row)]
        projects = {_repository(row["project"]) for row in rows}
        if len(projects) < settings.promotion_projects:
            continue
        best, *others = sorted(rows, key=_preference)
        used |= {row["id"] for row in rows}
        reason = f"{len(projects)} projects agree"
        decisions.append(Decision(best["id"], LessonPromoted(lesson=best["id"], reason=reason)))
        decisions += [
            Decision(
                other["id"], LessonSuperseded(lesson=other["id"], by=best["id"], reason=reason)
            )
            for other in others
        ]
    return decisions


def decayed(
    rows: Iterable[LessonRow],
    sessions: Mapping[str | None, Sequence[int]],
    settings: CuratorSettings,
    proven: Collection[str] = (),
) -> list[Decision]:
    """Retire lessons that were not seen for long although work on their project continued.

    Args:
        rows: lessons.
        sessions: the end times of each project's sessions, in microseconds; lessons of an idle
            project do not decay.
        settings: the limits.
        proven: the ids of lessons that were shown to help; where one works, its failure is not seen
            any more, and that is no reason to stop.
    """
    decisions = []
    for row in rows:
        since = [at for at in sessions.get(row["project"], ()) if at > row["last_seen_at"]]
        days = (max(since, default=0) - row["last_seen_at"]) // _DAY
        is_kept = row["trust"] == "human" or row["pinned"] or row["id"] in proven
        fades = not is_kept and row["scope"] == "project"
        if (
            fades
            and row["status"] in ACTIVE_STATUSES
            and may_decide(row, LessonRetired.type)
            and len(since) >= settings.decay_sessions
            and days >= settings.decay_days
        ):
            reason = f"not seen for {days} days and {len(since)} sessions"
            decisions.append(Decision(row["id"], LessonRetired(lesson=row["id"], reason=reason)))
    return decisions


def is_portable(constraint: str) -> bool:
    """Whether a rule could apply to another project: it names no file or script.

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


def _preference(row: LessonRow) -> tuple[bool, int, int, int, str]:
    is_candidate = row["status"] != "approved"
    trust = ORDER.index(row["trust"])
    return is_candidate, trust, -row["seen"], row["created_at"], row["id"]


def may_decide(row: RuleRow, type_: str) -> bool:
    """Whether the policy may decide this: it never overrules a person, nor repeats itself."""
    return not is_left_to_people(row) and type_ not in {
        decision["type"] for decision in row["decisions"]
    }


def _repository(project: str | None) -> str:
    """The repository's name, the same for all its copies."""
    return (project or "").rstrip("/").rsplit("/", 1)[-1].lower()


def by_project(sessions: Iterable[SessionRow]) -> dict[str | None, list[int]]:
    """When the sessions of each project ended."""
    ended: dict[str | None, list[int]] = defaultdict(list)
    for session in sessions:
        ended[session["project"]].append(session["last_at"])
    return dict(ended)

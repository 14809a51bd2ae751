"""The policy: pure functions from rows to decisions.

By itself it approves only what attested words of people and results of tools show in independent
sessions, after the critic. A person's approval is the only way up for everything else.
"""

from __future__ import annotations

import re
from bisect import bisect_right
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
from blackboard.harm import harms
from blackboard.search import moments
from blackboard.views.decisions import is_left_to_people
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.rows import InsightRow, LessonRow, RuleRow, SessionRow
from blackboard.vocabulary import Trust
from reflect.critic.recommendation import Recommendation
from reflect.critic.rules import critique as judge_by_rules
from reflect.critic.settings import CriticSettings
from reflect.curator.settings import CuratorSettings
from reflect.feedback.standing import is_standing
from reflect.repetition import distinct
from reflect.trust import ORDER

_OF_ONE_PROJECT = re.compile(
    r"(?i)\b(?:here|ours?|this (?:project|repo(?:sitory)?|codebase|workspace))\b"
    r"|\b(?:mise|npm|pnpm|yarn|bun|make|just|task|nox|tox)(?: run)? [\w:.-]+"
)
_DAY = 86_400_000_000
SURE = 0.7
"""Confidence from which the policy approves."""

APPROVED_TRUSTS: tuple[Trust, ...] = ("human", "tool")
"""What else it needs for that: the words of a person or the result of a tool."""

FEWEST_SESSIONS = 2
"""Independent sessions without which the policy approves nothing, whatever the settings say."""


class Decision(NamedTuple):
    """The id of a lesson or insight and the payload of its decision."""

    lesson: str
    payload: PayloadModel


def approvals(rows: Iterable[LessonRow], settings: CuratorSettings) -> list[Decision]:
    """Approve candidates that a person stated repeatedly, or that enough sessions have shown."""
    return [
        Decision(row["id"], LessonApproved(lesson=row["id"], by="policy", reason=reason))
        for row in rows
        if row["status"] == "candidate"
        and not row["harm"]
        and (reason := why_approved(*_shown(row), settings))
        and may_decide(row, LessonApproved.type)
        and not _objections(row)
    ]


def insight_approvals(rows: Iterable[InsightRow], settings: CuratorSettings) -> list[Decision]:
    """Insights that wait and are approved, by the same measure as lessons."""
    return [
        Decision(row["id"], InsightApproved(insight=row["id"], by="policy", reason=reason))
        for row in rows
        if row["status"] == "candidate"
        and not harms(row["statement"])
        and (reason := why_approved(*_shown(row), settings))
        and may_decide(row, InsightApproved.type)
        and not objections(Recommendation(id=row["id"], instruction=row["statement"]))
    ]


def why_approved(
    trust: Trust, confidence: float, sessions: Iterable[str], settings: CuratorSettings
) -> str:
    """Why the policy approves what these sessions have shown; empty when it needs a person."""
    number = len(independent(sessions))
    if settings.approval == "manual" or confidence < SURE or number < FEWEST_SESSIONS:
        return ""
    if trust == "human":
        return f"said in {number} sessions"
    if trust == "tool" and number >= settings.approval_sessions:
        return f"shown by {number} sessions"
    return ""


def independent(sessions: Iterable[str]) -> set[str]:
    """The sessions without those of their subagents, which follow their prompts.

    >>> sorted(independent(["a", "a/1", "b"]))
    ['a', 'b']
    """
    return {session.split("/", 1)[0] for session in sessions}


def objections(recommendation: Recommendation) -> list[str]:
    """The objections of the critic's rules, for any author: harm, or that it is no advice."""
    critique = judge_by_rules(recommendation, CriticSettings())
    if critique.side_effects:
        return list(critique.side_effects)
    return [critique.refinement_suggestions] if critique.decision == "discard" else []


def _objections(row: LessonRow) -> list[str]:
    """What speaks against a lesson; against a person's lasting wish only the harm that it does."""
    if row["trust"] == "human" and is_standing(row["constraint"]):
        return objections_to(row["constraint"])
    return objections(_as_recommendation(row))


def objections_to(rule: str) -> list[str]:
    """What the critic's rules have against a rule by its words alone: the harm that it would do."""
    return judge_by_rules(Recommendation(id="", instruction=rule), CriticSettings()).side_effects


def _as_recommendation(row: LessonRow) -> Recommendation:
    return Recommendation(
        id=row["id"],
        instruction=row["constraint"],
        scope=", ".join((*row["paths"], *row["commands"])),
        rationale=row["root_cause"],
        issue=row["symptom"],
    )


def _shown(row: RuleRow) -> tuple[Trust, float, set[str]]:
    """How far a row is trusted, how sure it is, and which sessions show it.

    What a person pasted twice counts at most once.
    """
    shown = {each["session"] for each in row["evidence"] if each.get("session")}
    sessions = set(cast("Mapping[str, Any]", row).get("sessions", shown))
    if row["trust"] == "human":
        sessions = distinct(independent(sessions), row["evidence"])
    return row["trust"], row["confidence"], sessions


def promotions(groups: Iterable[Sequence[LessonRow]], settings: CuratorSettings) -> list[Decision]:
    """Promote approved lessons on which independent projects agree to global scope.

    Args:
        groups: equal approved lessons, each of another project.
        settings: how many projects must agree.

    The best one is promoted and supersedes those of the other projects: by trust, then by number of
    sightings. Lessons without a project do not count as agreement.
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
    ended = {project: sorted(ends) for project, ends in sessions.items()}
    decisions = []
    for row in rows:
        ends = ended.get(row["project"], [])
        number = len(ends) - bisect_right(ends, row["last_seen_at"])
        days = (ends[-1] - row["last_seen_at"]) // _DAY if number else 0
        is_kept = row["trust"] == "human" or row["pinned"] or row["id"] in proven
        fades = not is_kept and row["scope"] == "project"
        if (
            fades
            and row["status"] in ACTIVE_STATUSES
            and may_decide(row, LessonRetired.type)
            and number >= settings.decay_sessions
            and days >= settings.decay_days
        ):
            reason = f"not seen for {days} days and {number} sessions"
            decisions.append(Decision(row["id"], LessonRetired(lesson=row["id"], reason=reason)))
    return decisions


def fading_since(latest: Sequence[int], settings: CuratorSettings) -> int | None:
    """The time at which a project's lessons must have been seen last to decay; None if none does.

    Args:
        latest: when the latest sessions of the project ended, the newest first; `decay_sessions` of
            them are enough.
        settings: the limits.
    """
    if len(latest) < settings.decay_sessions:
        return None
    newest, oldest = latest[0], latest[settings.decay_sessions - 1]
    return min(newest - settings.decay_days * _DAY, oldest - 1)


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
        row["status"] == "approved"
        and not dict(row).get("harm")
        and is_portable(row["constraint"])
        and row["project"] is not None
        and may_decide(row, LessonPromoted.type)
    )


def _preference(row: LessonRow) -> tuple[int, int, int, str]:
    trust = ORDER.index(row["trust"])
    return trust, -row["seen"], row["created_at"], row["id"]


def may_decide(row: RuleRow, type_: str) -> bool:
    """Whether the policy may decide this: it never overrules a person, nor repeats itself."""
    return not is_left_to_people(row) and type_ not in {
        decision["type"] for decision in _since_reconsidered(row["decisions"])
    }


def _since_reconsidered(decisions: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """The decisions by the rules of now: what was put back may be decided once more."""
    places = [n for n, each in enumerate(decisions) if each["type"].endswith(".reconsidered")]
    return decisions[places[-1] + 1 :] if places else decisions


def _repository(project: str | None) -> str:
    """The repository's name, the same for all its copies."""
    return (project or "").rstrip("/").rsplit("/", 1)[-1].lower()


def by_project(sessions: Iterable[SessionRow]) -> dict[str | None, list[int]]:
    """When the sessions of each project ended."""
    ended: dict[str | None, list[int]] = defaultdict(list)
    for session in sessions:
        ended[session["project"]].append(session["last_at"])
    return dict(ended)

"""Patterns that come back over the sessions of a project; pure.

A detector sees one session. What stays below its threshold there may be the project's most
frequent trouble, so here the sightings of all sessions are counted together.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from blackboard.events.reflection import Pattern
from lessonboard.parts.automation.patterns.apart import suggestion
from reflect.detectors import detector_of
from reflect.detectors.detector import PatternSeverity
from reflect.fingerprint import listed, subjects
from reflect.result import RANK

LEAST_SESSIONS = 2
_STEPS: tuple[PatternSeverity, ...] = ("low", "medium", "high")


class Sighted(NamedTuple):
    """A pattern about one subject as one session shows it; `at` is when, in microseconds."""

    session: str
    pattern: Pattern
    at: int


class Recurring(NamedTuple):
    """A pattern with the count of all its sessions, the newest session first."""

    pattern: Pattern
    sessions: tuple[str, ...]
    last_at: int


def recurring(sighted: Iterable[Sighted]) -> list[Recurring]:
    """What was sighted in two sessions or more, the most severe and most frequent first.

    Args:
        sighted: one entry for a session and a subject, all of one project.
    """
    groups: dict[tuple[str, str], list[Sighted]] = {}
    for each in sorted(sighted, key=lambda each: (-each.at, each.session)):
        for subject in subjects(each.pattern)[:1]:
            groups.setdefault((each.pattern.type, subject), []).append(each)
    found = (_joined(name[1], group) for name, group in groups.items() if _comes_back(group))
    return sorted(found, key=lambda each: (-RANK[each.pattern.severity], -each.pattern.count))


def severity_over(seen: Iterable[PatternSeverity], sessions: int) -> PatternSeverity:
    """The worst of what was seen, a step higher for each further session, up to high.

    >>> [severity_over(["low"], sessions) for sessions in (1, 2, 3, 4)]
    ['low', 'medium', 'high', 'high']
    >>> severity_over(["critical", "low"], 2)
    'critical'
    """
    worst = max(seen, key=RANK.__getitem__)
    if worst not in _STEPS:
        return worst
    return _STEPS[min(_STEPS.index(worst) + sessions - 1, len(_STEPS) - 1)]


def sessions_of(pattern: Pattern) -> int:
    """The sessions that a pattern was counted in; one, unless it was joined from several."""
    found = pattern.context.get("sessions", 1)
    return found if isinstance(found, int) else 1


def _comes_back(group: list[Sighted]) -> bool:
    count = sum(each.pattern.count for each in group)
    enough = count >= detector_of(group[0].pattern.type).least
    return enough and len({each.session for each in group}) >= LEAST_SESSIONS


def _joined(subject: str, group: list[Sighted]) -> Recurring:
    newest, count = group[0].pattern, sum(each.pattern.count for each in group)
    sessions = tuple(dict.fromkeys(each.session for each in group))
    seen = [detector_of(newest.type).severity(count), *(each.pattern.severity for each in group)]
    where = f"in {len(sessions)} sessions"
    sample = next(iter(newest.samples), next(iter(listed(newest)), subject))
    context = {**newest.context, "sessions": len(sessions)}
    if "counts" in context:
        context["counts"] = [count]
    pattern = newest.model_copy(
        update={
            "count": count,
            "severity": severity_over(seen, len(sessions)),
            "suggestion": suggestion(newest, sample, subject, count, where),
            "context": context,
        }
    )
    return Recurring(pattern, sessions, group[0].at)

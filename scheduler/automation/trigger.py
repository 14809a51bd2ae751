"""Decide whether a reflection triggers an improvement: pure, with a reason for every "no"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from blackboard.event import iso
from blackboard.events.reflection import Pattern
from reflect.result import RANK, ReflectionResult
from scheduler.automation.settings import AutomationSettings

_HOUR = 3_600_000_000
_DAY, _WEEK = 24 * _HOUR, 7 * 24 * _HOUR

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
"""The start of a word within a camel-case name."""


@dataclass(frozen=True)
class Past:
    """The automation's history; times are microseconds since 1970 UTC.

    `triggered_at` has all improvements of this project in this mode, `known` the fingerprints that
    were requested already, and `failures` the failed runs since the last success.
    """

    is_enabled: bool
    triggered_at: Sequence[int] = ()
    known: frozenset[str] = frozenset()
    running: int = 0
    failures: int = 0

    def in_a_week(self, now: int) -> int:
        """The number of improvements in the last seven days."""
        return sum(now - at < _WEEK for at in self.triggered_at)


class Check(NamedTuple):
    """One check: whether it passed, and what was found."""

    name: str
    passed: bool
    found: str


@dataclass(frozen=True)
class Verdict:
    """The checks, the pattern they are about, and its fingerprint."""

    pattern: Pattern | None
    fingerprint: str
    checks: list[Check] = field(default_factory=list)

    @property
    def triggers(self) -> bool:
        """Whether every check passed."""
        return all(check.passed for check in self.checks)

    @property
    def reason(self) -> str:
        """The first check that failed, and why; empty if all passed."""
        return next(
            (f"{check.name}: {check.found}" for check in self.checks if not check.passed), ""
        )


def decide(
    result: ReflectionResult,
    fingerprint: Callable[[Pattern], str],
    settings: AutomationSettings,
    past: Past,
    now: int,
) -> Verdict:
    """Whether the primary issue of a reflection triggers an improvement now."""
    pattern = result.get_primary_issue()
    name = fingerprint(pattern) if pattern is not None else ""
    asked = (
        *_of_result(result, pattern, settings),
        *_of_pattern(pattern, name, settings, past),
        *_of_past(settings, past, now),
    )
    return Verdict(pattern, name, [Check("enabled", past.is_enabled, _switch(past)), *asked])


def _switch(past: Past) -> str:
    return "on" if past.is_enabled else "off: switch it on with `lessonboard automation enable`"


def _of_result(
    result: ReflectionResult, pattern: Pattern | None, settings: AutomationSettings
) -> Iterator[Check]:
    found = pattern.type.replace("_", " ") if pattern else "no pattern"
    yield Check("pattern", pattern is not None, found)
    worth = result.is_automation_worthy()
    yield Check("worth", worth, f"{result.automation_priority} priority")
    least = settings.trigger_thresholds.min_pattern_severity
    severity = pattern.severity if pattern else "low"
    yield Check(
        "severity",
        RANK[severity] >= RANK[least],
        f"{severity}, {least} is needed (min_pattern_severity)",
    )


def _of_pattern(
    pattern: Pattern | None, name: str, settings: AutomationSettings, past: Past
) -> Iterator[Check]:
    least = settings.trigger_thresholds.min_pattern_count
    count = pattern.count if pattern else 0
    yield Check("count", count >= least, f"{count}, {least} are needed (min_pattern_count)")
    topic = _forbidden(pattern, settings.forbidden_topics) if pattern else None
    yield Check("topic", topic is None, f"forbidden: {topic}" if topic else "free")
    yield Check("new", name not in past.known, "has one already" if name in past.known else "new")


def _of_past(settings: AutomationSettings, past: Past, now: int) -> Iterator[Check]:
    cooldown = int(settings.trigger_thresholds.cooldown_hours * _HOUR)
    last = max(past.triggered_at, default=None)
    rested = last is None or now - last >= cooldown
    yield Check("cooldown", rested, "none yet" if last is None else f"the last was at {iso(last)}")
    for name, span, most in (
        ("daily budget", _DAY, settings.daily_budget),
        ("weekly budget", _WEEK, settings.weekly_budget),
    ):
        spent = sum(now - at < span for at in past.triggered_at)
        yield Check(name, spent < most, f"{spent} of {most} are spent")
    most_runs = settings.workflow_constraints.max_concurrent_workflows
    yield Check("concurrency", past.running < most_runs, f"{past.running} of {most_runs} run")
    most_failures = settings.stop_after_failures
    yield Check(
        "failures",
        past.failures < most_failures,
        f"{past.failures} runs failed in a row, {most_failures} stop it",
    )


def _forbidden(pattern: Pattern, topics: Sequence[str]) -> str | None:
    """The first forbidden topic that a pattern mentions, as a word or part of a name.

    `DB_PASSWORD`, `dbPassword` and `passwords` mention a password; "passwordless" does not.
    """
    mentioned = " ".join((pattern.type, pattern.suggestion, *pattern.samples, str(pattern.context)))
    text = _HUMP.sub(" ", mentioned)
    for topic in topics:
        words = r"[\W_]+".join(map(re.escape, _HUMP.sub(" ", topic).split()))
        if words and re.search(rf"(?i)(?<![^\W\d_]){words}(?:e?s)?(?![^\W\d_])", text):
            return topic
    return None

"""Decide whether a reflection triggers an improvement: pure, with a reason for every "no"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from blackboard.event import iso
from blackboard.events.reflection import Pattern
from lessonboard.part_settings import AutomationSettings, Retrying
from lessonboard.parts.automation.patterns.apart import apart
from lessonboard.parts.automation.patterns.recurring import sessions_of
from reflect.result import RANK, ReflectionResult, priority

_HOUR = 3_600_000_000
_DAY, _WEEK = 24 * _HOUR, 7 * 24 * _HOUR

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
"""The start of a word within a camel-case name."""


class Tried(NamedTuple):
    """The improvements of one pattern; `failed_at` is when the last one was measured as failed."""

    times: int
    failed_at: int | None = None


@dataclass(frozen=True)
class Past:
    """The automation's history; times are microseconds since 1970 UTC.

    `triggered_at` has all improvements of this project in this mode, `known` the fingerprints that
    were requested already, and `failures` the failed runs since the last success. `on_board` and
    `running_on_board` are the same of all projects.
    """

    is_enabled: bool
    triggered_at: Sequence[int] = ()
    known: Mapping[str, Tried] = field(default_factory=dict)
    running: int = 0
    failures: int = 0
    on_board: Sequence[int] = ()
    running_on_board: int = 0

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
    """Whether a reflection triggers an improvement now.

    The verdict is about the most severe pattern that could be improved; where there is none, about
    the most severe one.
    """
    verdicts = (
        Verdict(each, name := fingerprint(each), [*_of_pattern(each, name, settings, past, now)])
        for each in by_severity(result.patterns)
    )
    first = next(verdicts, Verdict(None, "", [*_of_pattern(None, "", settings, past, now)]))
    chosen = first if first.triggers else next((e for e in verdicts if e.triggers), first)
    checks = [
        Check("enabled", past.is_enabled, _switch(past)),
        *_of_result(result, chosen.pattern),
        *chosen.checks,
        *_of_past(settings, past, now),
    ]
    return Verdict(chosen.pattern, chosen.fingerprint, checks)


def is_worth_one(
    pattern: Pattern, name: str, settings: AutomationSettings, past: Past, now: int
) -> bool:
    """Whether a pattern is worth an improvement by itself, and has none."""
    checks = _of_pattern(pattern, name, settings, past, now)
    return priority([pattern]) == "high" and all(check.passed for check in checks)


def by_severity(patterns: Sequence[Pattern]) -> list[Pattern]:
    """Patterns and their further subjects, the most severe first, the more frequent where equal."""
    subjects = [each for pattern in patterns for each in apart(pattern)]
    return sorted(subjects, key=lambda each: (-RANK[each.severity], -each.count))


def _switch(past: Past) -> str:
    return "on" if past.is_enabled else "off: switch it on with `lessonboard automation enable`"


def _of_result(result: ReflectionResult, pattern: Pattern | None) -> Iterator[Check]:
    yield Check("pattern", pattern is not None, _named(pattern) if pattern else "no pattern")
    worth = result.is_automation_worthy()
    yield Check("worth", worth, f"{result.automation_priority} priority")


def _named(pattern: Pattern) -> str:
    """The type of a pattern, and over how many sessions it was counted where that is several."""
    sessions = sessions_of(pattern)
    over = f", {pattern.count} times in {sessions} sessions" if sessions > 1 else ""
    return pattern.type.replace("_", " ") + over


def _of_pattern(
    pattern: Pattern | None, name: str, settings: AutomationSettings, past: Past, now: int
) -> Iterator[Check]:
    least = settings.trigger_thresholds.min_pattern_severity
    severity = pattern.severity if pattern else "low"
    yield Check(
        "severity",
        RANK[severity] >= RANK[least],
        f"{severity}, {least} is needed (min_pattern_severity)",
    )
    fewest = settings.trigger_thresholds.min_pattern_count
    count = pattern.count if pattern else 0
    yield Check("count", count >= fewest, f"{count}, {fewest} are needed (min_pattern_count)")
    topic = _forbidden(pattern, settings.forbidden_topics) if pattern else None
    yield Check("topic", topic is None, f"forbidden: {topic}" if topic else "free")
    yield _is_new(past.known.get(name), settings.retrying, now)


def _is_new(tried: Tried | None, retrying: Retrying, now: int) -> Check:
    """Whether a pattern has no improvement, or one that failed and may be tried again."""
    if tried is None:
        return Check("new", True, "new")
    if tried.failed_at is None:
        return Check("new", False, "has one already")
    if tried.times >= retrying.max_tries:
        return Check("new", False, f"was tried {tried.times} times (max_tries)")
    again_at = tried.failed_at + int(retrying.cooldown_hours * _HOUR)
    if now < again_at:
        return Check("new", False, f"the last try failed; another from {iso(again_at)} on")
    return Check("new", True, f"the last try failed; this is try {tried.times + 1}")


def _of_past(settings: AutomationSettings, past: Past, now: int) -> Iterator[Check]:
    own, board = settings.trigger_thresholds, settings.whole_board
    yield _rested("cooldown", past.triggered_at, own.cooldown_hours, now)
    yield from _budgets("", past.triggered_at, settings.daily_budget, settings.weekly_budget, now)
    yield _room("concurrency", past.running, settings.workflow_constraints.max_concurrent_workflows)
    most_failures = settings.stop_after_failures
    yield Check(
        "failures",
        past.failures < most_failures,
        f"{past.failures} runs failed in a row, {most_failures} stop it",
    )
    yield _rested("board cooldown", past.on_board, board.cooldown_hours, now)
    yield from _budgets("board ", past.on_board, board.daily_budget, board.weekly_budget, now)
    yield _room("board concurrency", past.running_on_board, board.max_concurrent_workflows)


def _rested(name: str, triggered_at: Sequence[int], hours: float, now: int) -> Check:
    last = max(triggered_at, default=None)
    rested = last is None or now - last >= int(hours * _HOUR)
    return Check(name, rested, "none yet" if last is None else f"the last was at {iso(last)}")


def _budgets(
    whose: str, triggered_at: Sequence[int], daily: int, weekly: int, now: int
) -> Iterator[Check]:
    for name, span, most in (("daily", _DAY, daily), ("weekly", _WEEK, weekly)):
        spent = sum(now - at < span for at in triggered_at)
        yield Check(f"{whose}{name} budget", spent < most, f"{spent} of {most} are spent")


def _room(name: str, running: int, most: int) -> Check:
    return Check(name, running < most, f"{running} of {most} run")


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

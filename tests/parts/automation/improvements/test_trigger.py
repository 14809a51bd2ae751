"""Whether a reflection becomes an improvement: every key of the settings decides something."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pydantic import ValidationError

from blackboard.events.reflection import Pattern
from blackboard.events.session import SessionMetrics
from lessonboard.part_settings import AutomationSettings
from lessonboard.parts.automation.improvements.trigger import Past, Tried, Verdict, decide
from reflect.fingerprint import subjects
from reflect.result import ReflectionResult

NOW = 1_700_000_000_000_000
MINUTE = 60_000_000
HOUR, DAY = 60 * MINUTE, 24 * 60 * MINUTE
FREE = Past(is_enabled=True)


def pattern(severity: str = "high", count: int = 6, **fields: Any) -> Pattern:
    """A pattern about errors."""
    given = {"type": "error_patterns", "suggestion": "Look into it.", **fields}
    return Pattern.model_validate({"severity": severity, "count": count, **given})


def result(*patterns: Pattern) -> ReflectionResult:
    """What looking back at a session found."""
    return ReflectionResult("s1", NOW, patterns, SessionMetrics(), [])


def judge(
    found: ReflectionResult | None = None, past: Past = FREE, now: int = NOW, **settings: Any
) -> Verdict:
    """The verdict on a severe pattern, or on what is given, with some keys set."""
    obeyed = AutomationSettings.model_validate(settings)
    return decide(found or result(pattern()), lambda each: each.type, obeyed, past, now)


def refused(verdict: Verdict) -> list[str]:
    """The questions that were not passed."""
    return [check.name for check in verdict.checks if not check.passed]


def before(*ago: int, **fields: Any) -> Past:
    """A past with improvements that long ago."""
    return replace(FREE, triggered_at=[NOW - each for each in ago], **fields)


def test_a_severe_pattern_triggers_when_nothing_speaks_against_it() -> None:
    """All questions are asked, in the order in which one would, and the pattern is named."""
    verdict = judge()
    assert verdict.triggers
    assert verdict.reason == ""
    assert (verdict.pattern, verdict.fingerprint) == (pattern(), "error_patterns")
    assert [check.name for check in verdict.checks] == [
        "enabled", "pattern", "worth", "severity", "count", "topic", "new", "cooldown",
        "daily budget", "weekly budget", "concurrency", "failures", "board cooldown",
        "board daily budget", "board weekly budget", "board concurrency",
    ]  # fmt: skip


def test_off_means_no() -> None:
    """The reason says how to enable it."""
    verdict = judge(past=Past(is_enabled=False))
    assert refused(verdict) == ["enabled"]
    assert verdict.reason.startswith("enabled: off")
    assert "automation enable" in verdict.reason


def test_no_pattern_is_no_reason_to_do_anything() -> None:
    """Nothing was found, so nothing has a fingerprint."""
    verdict = judge(result())
    assert (verdict.triggers, verdict.pattern, verdict.fingerprint) == (False, None, "")
    assert verdict.reason == "pattern: no pattern"


@pytest.mark.parametrize(
    ("severities", "triggers"),
    [
        (["critical"], True),
        (["high"], True),
        (["medium", "medium"], True),
        (["medium"], False),
        (["low", "low", "low"], False),
        (["medium", "low"], False),
    ],
)
def test_one_severe_pattern_or_two_of_medium_are_worth_it(
    severities: list[str], triggers: bool
) -> None:
    """Seed 000's `is_automation_worthy`."""
    verdict = judge(result(*(pattern(severity) for severity in severities)))
    assert verdict.triggers is triggers
    assert ("worth" in refused(verdict)) is not triggers


def test_the_most_severe_pattern_is_the_one_that_is_improved() -> None:
    """Of two that are equally severe, the more frequent one."""
    worst = pattern("critical", 2, type="user_frustration")
    assert judge(result(pattern("high", 50), worst)).pattern == worst
    assert judge(result(pattern(count=6), pattern(count=9))).pattern == pattern(count=9)


# Each key of the settings


def test_min_pattern_severity() -> None:
    """What is below is left alone, what reaches it is not."""
    for least, passes in (("medium", True), ("high", True), ("critical", False)):
        verdict = judge(trigger_thresholds={"min_pattern_severity": least})
        assert verdict.triggers is passes
    assert "min_pattern_severity" in verdict.reason
    two = result(pattern("medium"), pattern("medium"))
    assert refused(judge(two, trigger_thresholds={"min_pattern_severity": "high"})) == ["severity"]


def test_min_pattern_count() -> None:
    """Reached is enough."""
    for least, passes in ((1, True), (6, True), (7, False)):
        verdict = judge(trigger_thresholds={"min_pattern_count": least})
        assert verdict.triggers is passes
    assert verdict.reason == "count: 6, 7 are needed (min_pattern_count)"


@pytest.mark.parametrize(
    ("hours", "ago", "triggers"),
    [
        (1, HOUR - 1, False),
        (1, HOUR, True),
        (0, 0, True),
        (0.5, 29 * MINUTE, False),
        (0.5, 30 * MINUTE, True),
        (14 * 24, 8 * DAY, False),
        (14 * 24, 14 * DAY, True),
        (1, -DAY, False),
    ],
)
def test_cooldown_hours(hours: float, ago: int, triggers: bool) -> None:
    """Between two improvements, also when that is longer than a week or the clock went back."""
    verdict = judge(past=before(ago), trigger_thresholds={"cooldown_hours": hours})
    assert refused(verdict) == ([] if triggers else ["cooldown"])


def test_daily_budget() -> None:
    """A trigger older than a day does not count."""
    day = before(23 * HOUR, 22 * HOUR, 25 * HOUR)
    assert refused(judge(past=day, daily_budget=2)) == ["daily budget"]
    assert judge(past=day, daily_budget=3).triggers
    assert refused(judge(daily_budget=0)) == ["daily budget"]


def test_weekly_budget() -> None:
    """A trigger older than a week does not count."""
    week = before(2 * DAY, 3 * DAY, 7 * DAY)
    assert refused(judge(past=week, weekly_budget=2)) == ["weekly budget"]
    assert judge(past=week, weekly_budget=3).triggers
    assert week.in_a_week(NOW) == 2


def test_stop_after_failures() -> None:
    """So many failed runs in a row end it until one succeeds."""
    assert judge(past=replace(FREE, failures=2)).triggers
    assert refused(judge(past=replace(FREE, failures=2), stop_after_failures=2)) == ["failures"]
    assert refused(judge(past=replace(FREE, failures=3))) == ["failures"]


def test_max_concurrent_workflows() -> None:
    """Those at work or waiting count."""
    assert refused(judge(past=replace(FREE, running=2))) == ["concurrency"]
    more = {"max_concurrent_workflows": 3}
    assert judge(past=replace(FREE, running=2), workflow_constraints=more).triggers


@pytest.mark.parametrize(
    ("topics", "text", "found"),
    [
        (["password"], "The password is wrong.", True),
        (["password"], "PASSWORDS are wrong.", True),
        (["password"], "KeyError: 'DB_PASSWORD'", True),
        (["password"], "no attribute dbPassword", True),
        (["password"], "class PasswordError", True),
        (["password"], "password2 does not match", True),
        (["password"], "passwordless login is broken", False),
        (["test"], "latest and contest", False),
        (["key"], "monkey and keyboard", False),
        (["key"], "api-key", True),
        (["secret"], "secretary", False),
        (["credit card"], "the credit_card table", True),
        (["credit card"], "creditCard is null", True),
        (["creditCard"], "a credit  card", True),
        (["bypass"], "two bypasses", True),
        (["größe"], "Die Größe", True),
        (["c++"], "compile c++ again", True),
        ([" "], "anything", False),
        ([], "the password", False),
    ],
)
def test_forbidden_topics(topics: list[str], text: str, found: bool) -> None:
    """As words in any case, or as parts of names, but not within other words."""
    for told in ({"suggestion": text}, {"samples": ["x", text]}, {"context": {"command": text}}):
        verdict = judge(result(pattern(**told)), forbidden_topics=["no such topic", *topics])
        assert refused(verdict) == (["topic"] if found else [])
        assert verdict.reason == f"topic: forbidden: {topics[-1]}" if found else verdict.triggers


def test_some_topics_are_forbidden_from_the_start() -> None:
    """The default forbids topics that a person should handle."""
    for topic in ("password", "secret", "credential", "license", "payment"):
        assert refused(judge(result(pattern(samples=[f"the {topic} module"])))) == ["topic"]


def test_a_fingerprint_leads_to_one_improvement() -> None:
    """What has one already gets no second, however long ago that was."""
    past = before(300 * DAY, known={"error_patterns": Tried(1)})
    assert judge(past=past).reason == "new: has one already"
    assert judge(past=replace(past, known={"another": Tried(1)})).triggers


@pytest.mark.parametrize(
    ("times", "ago", "reason"),
    [
        (1, 24 * HOUR - 1, "new: the last try failed; another from"),
        (1, 24 * HOUR, ""),
        (2, 24 * HOUR, ""),
        (3, 300 * DAY, "new: was tried 3 times (max_tries)"),
    ],
)
def test_what_failed_is_tried_again_after_a_rest_and_three_times(
    times: int, ago: int, reason: str
) -> None:
    """`retrying`: a cooldown after the measurement, and an end."""
    past = before(300 * DAY, known={"error_patterns": Tried(times, NOW - ago)})
    verdict = judge(past=past)
    assert verdict.reason.startswith(reason)
    assert verdict.triggers is (reason == "")
    assert judge(past=past, retrying={"cooldown_hours": 0, "max_tries": 9}).triggers


def test_where_the_worst_pattern_is_known_the_next_best_is_taken() -> None:
    """By another pattern, or by another subject of the same one."""
    worst, next_best = pattern("critical", type="user_frustration"), pattern("high")
    past = replace(FREE, known={"user_frustration": Tried(1)})
    assert judge(result(next_best, worst), past).pattern == next_best
    errors = pattern(
        count=12, context={"signatures": ["a", "b"], "counts": [7, 5]}, samples=["A", "B"]
    )
    settings = AutomationSettings()
    known = replace(FREE, known={"a": Tried(1)})
    verdict = decide(result(errors), lambda each: subjects(each)[0], settings, known, NOW)
    assert (verdict.triggers, verdict.fingerprint) == (True, "b")
    assert verdict.pattern is not None
    assert (verdict.pattern.count, verdict.pattern.samples) == (5, ["B"])


def test_a_next_best_pattern_must_qualify_by_itself() -> None:
    """A rare error beside a known one is no reason; the verdict is about the worst pattern."""
    errors = pattern(count=8, context={"signatures": ["a", "b"], "counts": [7, 1]})
    known = replace(FREE, known={"a": Tried(1)})
    verdict = decide(
        result(errors), lambda each: subjects(each)[0], AutomationSettings(), known, NOW
    )
    assert (verdict.fingerprint, verdict.reason) == ("a", "new: has one already")


@pytest.mark.parametrize(
    ("settings", "fields", "refusal"),
    [
        ({"cooldown_hours": 1}, {"on_board": [NOW - HOUR + 1]}, "board cooldown"),
        ({"cooldown_hours": 1}, {"on_board": [NOW - HOUR]}, ""),
        ({"daily_budget": 2}, {"on_board": [NOW, NOW]}, "board daily budget"),
        ({"daily_budget": 2}, {"on_board": [NOW, NOW - DAY]}, ""),
        ({"weekly_budget": 1}, {"on_board": [NOW - 7 * DAY + 1]}, "board weekly budget"),
        ({"weekly_budget": 1}, {"on_board": [NOW - 7 * DAY]}, ""),
        ({"max_concurrent_workflows": 1}, {"running_on_board": 1}, "board concurrency"),
        ({"max_concurrent_workflows": 2}, {"running_on_board": 1}, ""),
    ],
)
def test_the_whole_board_has_limits_of_its_own(
    settings: dict[str, Any], fields: dict[str, Any], refusal: str
) -> None:
    """Whatever a project has left."""
    verdict = judge(past=replace(FREE, **fields), whole_board=settings)
    assert refused(verdict) == ([refusal] if refusal else [])


def test_the_first_no_is_the_reason_and_all_are_told() -> None:
    """Somebody who asks why sees every question with what was found."""
    past = Past(False, [NOW], {"error_patterns": Tried(1)}, running=9, failures=9)
    verdict = judge(result(pattern("low", 1)), past, daily_budget=0, weekly_budget=0)
    assert refused(verdict) == [
        "enabled", "worth", "severity", "count", "new", "cooldown", "daily budget",
        "weekly budget", "concurrency", "failures",
    ]  # fmt: skip
    assert verdict.reason.startswith("enabled: ")
    assert all(check.found for check in verdict.checks)


@pytest.mark.parametrize(
    "settings",
    [
        {"trigger_thresholds": {"cooldown_hours": float("inf")}},
        {"trigger_thresholds": {"cooldown_hours": float("nan")}},
        {"trigger_thresholds": {"cooldown_hours": -1}},
        {"trigger_thresholds": {"min_pattern_count": 0}},
        {"trigger_thresholds": {"min_pattern_severity": "enormous"}},
        {"workflow_constraints": {"max_concurrent_workflows": 0}},
        {"github_integration": {"auto_merge": True}},
        {"daily_budget": -1},
        {"stop_after_failures": 0},
        {"automation_enbaled": True},
    ],
    ids=repr,
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, Any]) -> None:
    """Among them that something be merged without a person."""
    with pytest.raises(ValidationError):
        AutomationSettings.model_validate(settings)


def test_the_defaults_do_nothing() -> None:
    """Off, and even if it were on it would only say what it would do."""
    settings = AutomationSettings()
    assert not settings.automation_enabled
    assert settings.dry_run

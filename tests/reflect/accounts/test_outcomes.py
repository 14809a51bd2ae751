"""Outcomes: when a failure recurred, when a lesson was obeyed, and when neither is known."""

from __future__ import annotations

from typing import Any, cast

from blackboard.event import NewEvent
from blackboard.views.lessons import LESSONS
from blackboard.views.rows import LessonRow
from blackboard.views.view import fold
from reflect.accounts.outcomes import acts, outcome, watched
from tests.blackboard.lessons import lesson
from tests.memory_log import MemoryLog
from tests.reflect.talks import ROOT, called, ran, recorded

START = 1_700_000_000_000_000
ERROR = 'npm error Missing script: "test"'
RULE = "Use `npm run test:unit` instead of `npm test`."


def became(
    *steps: NewEvent, rule: str = RULE, since: int = START - 1, **fields: Any
) -> tuple[int | None, int | None]:
    """The numbers of the steps in which the failure came back, and the lesson was obeyed.

    The lesson is an hour older than the session, in which a step is taken each second.
    """
    known = {"signatures": ['npm error missing script: "test"'], "commands": ["npm test"]}
    made = lesson("a", rule, at=START // 1_000_000 - 3600, **{**known, **fields})
    (row,) = fold(LESSONS, MemoryLog().append([made])).values()
    found = outcome(watched(cast(LessonRow, row)), acts(recorded(*steps), ROOT), since)
    recurred, obeyed = (sign and (sign.call.occurred_at - START) // 1_000_000 for sign in found)
    return recurred, obeyed


def test_the_same_error_of_the_same_command_is_the_failure_again() -> None:
    """The first call that shows it is the evidence."""
    failed = ran("npm test", ERROR, fails=True)
    assert became(ran("ls"), failed, failed) == (2, None)


def test_another_command_with_the_same_error_is_another_failure() -> None:
    """Where a lesson names its command, the error alone proves nothing."""
    failed = ran("yarn run x", ERROR, fails=True)
    assert became(failed) == (None, None)
    assert became(failed, commands=[]) == (1, None)


def test_an_error_that_was_only_shown_is_no_failure() -> None:
    """A call that worked may well speak of errors, and one that was refused did nothing."""
    assert became(ran("npm test", ERROR)) == (None, None)
    assert became(ran("npm test", ERROR, fails=True, denied=True)) == (None, None)


def test_what_happened_before_the_lesson_was_shown_does_not_count() -> None:
    """Nor what happened before it was learnt."""
    failed = ran("npm test", ERROR, fails=True)
    right = ran("npm run test:unit")
    assert became(failed, right, since=START + 1_000_000) == (None, 2)
    made = START // 1_000_000 + 5
    assert became(failed, right) == (1, None)
    known = lesson("a", RULE, at=made, signatures=['npm error missing script: "test"'])
    (row,) = fold(LESSONS, MemoryLog().append([known])).values()
    assert outcome(watched(cast(LessonRow, row)), acts(recorded(failed), ROOT), START - 1) == (
        None,
        None,
    )


def test_the_right_form_without_the_other_is_obedience() -> None:
    """Once the form that it warns of was run, whether or not it failed, it was not obeyed."""
    assert became(ran("npm run test:unit -- --watch")) == (None, 1)
    assert became(ran("npm run test:unit"), ran("npm test")) == (None, None)
    assert became(ran("npm test")) == (None, None)


def test_without_an_occasion_nothing_is_said() -> None:
    """A session in which nothing of the kind was run neither obeys nor fails."""
    assert became(ran("ls"), ran("git status")) == (None, None)


def test_a_step_that_must_come_first_has_to_come_first() -> None:
    """Afterwards is too late."""
    rule = "Run `npm ci` before `npm test`."
    assert became(ran("npm ci"), ran("npm test"), rule=rule) == (None, 1)
    assert became(ran("npm test"), ran("npm ci"), rule=rule) == (None, None)
    assert became(ran("npm ci"), rule=rule) == (None, None)


def test_the_call_that_called_for_the_lesson_does_not_count() -> None:
    """It was running when the lesson was shown."""
    asked = {"called_at": START + 1_000_000 - 300}
    failed, right = ran("npm test", ERROR, fails=True, **asked), ran("npm run test:unit")
    assert became(failed, right, since=START + 1_000_000 - 200) == (None, 2)
    assert became(failed, failed, since=START + 1_000_000 - 200) == (None, None)
    rule = "Run `npm run fix` when `npm test` complains about formatting."
    since = START + 1_000_000 - 200
    assert became(failed, ran("npm run fix"), rule=rule, since=since) == (None, 2)
    assert became(failed, ran("ls"), rule=rule, since=since) == (1, None)


def test_what_only_checks_may_fail_as_long_as_it_is_put_right() -> None:
    """A formatter's complaint is the occasion of such a lesson, not its failure."""
    rule = "Run `npm run fix` when `npm test` complains about formatting."
    failed = ran("npm test", ERROR, fails=True)
    assert became(failed, ran("npm run fix"), rule=rule) == (None, 2)
    assert became(failed, ran("npm run fix"), failed, rule=rule) == (3, None)
    assert became(ran("npm run fix"), rule=rule) == (None, None)


def test_tools_are_asked_by_the_right_name() -> None:
    """Not only the shell can be used wrongly."""
    rule = "Call Task with subagent type `web:dev`, not `dev`."
    known: dict[str, Any] = {"signatures": ["agent type 'dev' not found"], "commands": []}
    failed = called("Task", "Agent type 'dev' not found", fails=True, subagent_type="dev")
    assert became(failed, rule=rule, **known) == (1, None)
    assert became(called("Task", subagent_type="web:dev"), rule=rule, **known) == (None, 1)

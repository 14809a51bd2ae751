"""What a step looks for on the page, with the values of a run; pure."""

from __future__ import annotations

from collections.abc import Mapping

from lessonboard.parts.recordings.browser.expected import numbers_given
from lessonboard.parts.recordings.browser.target import target_of
from lessonboard.parts.recordings.browser.ways import Wanted
from lessonboard.parts.recordings.workflow.plan import Plan, PlanStep


def wanted(plan: Plan, step: PlanStep, values: Mapping[str, str]) -> Wanted:
    """The target of a step with these values, the recorded one, and the numbers to be said."""
    then, now = (target_of(plan.target(step, each)) for each in (plan.recorded, values))
    return Wanted(now, then, step.danger, numbers_given(step.target.get("dialog_text"), values))


def wanteds(plan: Plan, step: PlanStep, values: Mapping[str, str]) -> list[Wanted]:
    """What may be taken; a field may hold a recorded value in its name by chance."""
    first = wanted(plan, step, values)
    now, then = first.target, first.recorded
    is_by_chance = now.is_field and now != then and now.stands.row == then.stands.row
    return [first, wanted(plan, step, plan.recorded)] if is_by_chance else [first]

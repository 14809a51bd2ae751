"""What an export is made of: the plan, and the names of the recorded screenshots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scheduler.browser.plan import Plan, PlanStep


@dataclass(frozen=True)
class Subject:
    """A workflow to export; `screenshots` maps the index of a step to its picture's name."""

    plan: Plan
    description: str = ""
    screenshots: Mapping[int, str] = field(default_factory=dict)

    def intent(self, step: PlanStep) -> str:
        """What a step is for, with its parameters in braces."""
        return self.plan.shown_intent(step, {}) or step.action

    def value(self, step: PlanStep) -> str:
        """What a step types or presses, with its parameters in braces; no secret."""
        return self.plan.shown_value(step, {}) or ""


def plain(text: str) -> str:
    """Text on one line in which no character means anything to Markdown."""
    one_line = "".join(each if each.isprintable() else " " for each in " ".join(text.split()))
    return "".join(f"\\{each}" if each in "\\`*_[]<>|#{}!~&" else each for each in one_line)


def code(text: str) -> str:
    """Text on one line as code, in a fence that is longer than any run of marks in it."""
    one_line = "".join(each if each.isprintable() else " " for each in " ".join(text.split()))
    runs = [len(run) for run in "".join(c if c == "`" else " " for c in one_line).split()]
    fence = "`" * (max(runs, default=0) + 1)
    pad = " " if one_line[:1] == "`" or one_line[-1:] == "`" else ""
    return f"{fence}{pad}{one_line}{pad}{fence}" if one_line else "nothing"

"""What an export is made of: the plan, and the names of the recorded screenshots."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from lessonboard.parts.recordings.browser.plan import Plan, PlanStep


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


def one_line(text: str) -> str:
    """Text on one line, without what cannot be printed."""
    return "".join(each if each.isprintable() else " " for each in " ".join(text.split()))


def plain(text: str) -> str:
    """Text on one line in which nothing means anything to Markdown, also at its beginning."""
    escaped = "".join(
        f"\\{each}" if each in "\\`*_[]<>|#{}!~&" else each for each in one_line(text)
    )
    return f"\\{escaped}" if escaped[:1] in ("-", "+", "=") else escaped


def code(text: str) -> str:
    """Text on one line as code, in a fence that is longer than any run of marks in it."""
    line = one_line(text)
    longest = max(map(len, re.findall("`+", line)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if line[:1] == "`" or line[-1:] == "`" else ""
    return f"{fence}{pad}{line}{pad}{fence}" if line.strip() else "nothing"

"""The plan, under its former name; see `workflow.plan`."""

from __future__ import annotations

from lessonboard.parts.recordings.workflow.plan import (
    BadParameters,
    NotRunnable,
    Parameter,
    Plan,
    PlanStep,
    settled,
    variable,
)
from lessonboard.parts.recordings.workflow.planning import plan_of

__all__ = [
    "BadParameters",
    "NotRunnable",
    "Parameter",
    "Plan",
    "PlanStep",
    "plan_of",
    "settled",
    "variable",
]

"""Put the steps of a changed workflow into its subtasks again."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any


def regrouped(workflow: dict[str, Any], subtasks: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The workflow with those subtasks that have steps, renumbered.

    Args:
        workflow: whose steps say in which of the subtasks they are, in order.
        subtasks: all that there are.
    """
    steps = workflow["plan"]["steps"]
    groups = [(number, [step["index"] for step in group])
              for number, group in groupby(steps, lambda step: step["subtask"])]  # fmt: skip
    new = {number: place for place, (number, _) in enumerate(groups)}
    return {
        **workflow,
        "subtasks": [{**subtasks[number], "steps": indexes} for number, indexes in groups
                     if number < len(subtasks)],
        "plan": {**workflow["plan"],
                 "steps": [{**step, "subtask": new[step["subtask"]]} for step in steps]},
    }  # fmt: skip

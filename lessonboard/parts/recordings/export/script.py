"""A workflow as a Python script that needs Playwright and nothing else."""

from __future__ import annotations

from pprint import pformat
from typing import Any

from lessonboard.parts.recordings.browser import (
    expected,
    finding,
    identity,
    looking,
    target,
    ways,
)
from lessonboard.parts.recordings.browser.acting import distance, key
from lessonboard.parts.recordings.browser.checking import CHECKED
from lessonboard.parts.recordings.browser.hosts import host
from lessonboard.parts.recordings.browser.plan import NotRunnable, Plan, PlanStep
from lessonboard.parts.recordings.browser.scripts import surroundings
from lessonboard.parts.recordings.compiler import danger
from lessonboard.parts.recordings.export import standalone
from lessonboard.parts.recordings.export.inlining import in_one_file
from lessonboard.parts.recordings.export.subject import Subject
from lessonboard.parts.recordings.sources import keys
from lessonboard.parts.recordings.sources.keys import split_count

DOES = ("CLICK", "TYPE", "KEYPRESS", "SCROLL", "HOVER")
"""The actions that the script knows; a workflow with another one is not exported."""

_MODULES = (keys, danger, target, identity, ways, expected, finding, looking, standalone)
"""What decides in a script: the very code that decides in a run."""

_HEAD = '''"""Does a recorded task again in Chromium; needs `pip install playwright`, and a browser.

Secrets are taken from the environment. It stops where it does not find exactly the thing that was
recorded. Made by `lessonboard recording export`.
"""
'''
_SCRIPTS = '''class scripts:
    """What is asked of the pages."""

    @staticmethod
    def surroundings() -> str:
        """Where elements stand, and what a page says."""
        return str(WORKFLOW["surroundings"])
'''


def script(subject: Subject) -> str:
    """The script: fixed code, and the workflow as one literal.

    Raises:
        NotRunnable: it has an action that the script does not know.
    """
    data = pformat(_workflow(subject), width=100, sort_dicts=False)
    return (
        f"{_HEAD}\n{in_one_file(_MODULES)}\n\n{_SCRIPTS}\n\n"
        f"WORKFLOW: dict[str, Any] = {data}\n\n"
        'if __name__ == "__main__":\n    sys.exit(main(WORKFLOW))\n'
    )


def _workflow(subject: Subject) -> dict[str, Any]:
    plan = subject.plan
    return {
        "title": plan.title,
        "start": plan.start,
        "hosts": sorted(_hosts(plan)),
        "parameters": [
            {"name": each.name, "help": each.description, "secret": each.sensitive,
             "default": each.example if each.is_optional else None, "example": each.example}
            for each in plan.parameters
        ],
        "steps": [_step(subject, step) for step in plan.steps],
        "outcome": dict(plan.outcome),
        "surroundings": surroundings(),
    }  # fmt: skip


def _hosts(plan: Plan) -> set[str]:
    """The hosts of the recorded pages, and of typed addresses."""
    places = [step.before.get("place", "") for step in plan.steps]
    return set(map(host, [plan.start, *places, *plan.addresses(plan.recorded)])) - {""}


def _step(subject: Subject, step: PlanStep) -> dict[str, Any]:
    if step.action not in DOES or "typed_for" in step.target:
        does = "chooses from suggestions" if step.action in DOES else f"is {step.action}"
        raise NotRunnable(
            f"step {step.number} of {subject.plan.recording} {does}, which a script does "
            f"not do: it knows {', '.join(DOES)}; run it with `lessonboard recording run`"
        )
    value, times = step.value, 1
    if step.action == "KEYPRESS":
        name, times = split_count(value or "")
        value = key(name).replace("{", "{{").replace("}", "}}")
    return {
        "number": step.number,
        "action": "OPEN" if step.is_address else step.action,
        "value": list(distance(value or "")) if step.action == "SCROLL" else value,
        "times": times,
        "target": dict(step.target),
        **({"checked": CHECKED} if "checked" in step.target else {}),
        "place": step.before.get("place", ""),
        "after": dict(step.after),
        "danger": step.danger,
        "secret": step.sensitive,
        "intent": step.intent,
    }

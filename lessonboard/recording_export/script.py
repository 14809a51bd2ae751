"""A workflow as a Python script that needs Playwright and nothing else."""

from __future__ import annotations

import re
from pathlib import Path
from pprint import pformat
from typing import Any

from lessonboard.recording_export.subject import Subject
from scheduler.browser.acting import distance, key
from scheduler.browser.addresses import host
from scheduler.browser.plan import NotRunnable, Plan, PlanStep
from scheduler.browser.scripts import surroundings

DOES = ("CLICK", "TYPE", "KEYPRESS", "SCROLL", "HOVER")
"""The actions that the script knows; a workflow with another one is not exported."""

_DOCSTRING = re.compile(r'\A""".*?"""\n', re.DOTALL)
_HEAD = '''"""Does a recorded task again in Chromium; needs `pip install playwright`, and a browser.

Secrets are taken from the environment. It stops where it does not find exactly the thing that was
recorded. Made by `lessonboard recording export`.
"""
'''


def script(subject: Subject) -> str:
    """The script: fixed code, and the workflow as one literal.

    Raises:
        NotRunnable: it has an action that the script does not know.
    """
    runtime = Path(__file__).with_name("standalone.py").read_text(encoding="utf-8")
    data = pformat(_workflow(subject), width=100, sort_dicts=False)
    return (
        f"{_DOCSTRING.sub(lambda _found: _HEAD, runtime, count=1)}\n\n"
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
    if step.action not in DOES:
        raise NotRunnable(
            f"step {step.number} of {subject.plan.recording} is {step.action}, which a script does "
            f"not do: it knows {', '.join(DOES)}; run it with `lessonboard recording run`"
        )
    value: Any = step.value
    if step.action == "KEYPRESS":
        value = key(value or "").replace("{", "{{").replace("}", "}}")
    elif step.action == "SCROLL":
        value = list(distance(value or ""))
    return {
        "number": step.number,
        "action": "OPEN" if step.is_address else step.action,
        "value": value,
        "target": dict(step.target),
        "place": step.before.get("place", ""),
        "after": dict(step.after),
        "danger": step.danger,
        "secret": step.sensitive,
        "intent": step.intent,
    }

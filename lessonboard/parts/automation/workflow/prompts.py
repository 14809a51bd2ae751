"""The prompts for agents: the step, the request and earlier evidence, all quoted as data."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from string import Template
from typing import Any

import orjson

from blackboard.events.automation import ImprovementRequested
from blackboard.redaction.redact import redact
from blackboard.vocabulary import CHILD_MARK
from lessonboard.parts.automation.workflow.step import Step
from reflect.prompts import as_data, shortened

_LONGEST_REQUEST = 12_000
_LONGEST_EVIDENCE = 3_000
_MOST_EVIDENCE = 30_000


def for_step(
    step: Step,
    request: ImprovementRequested,
    shown: Mapping[str, dict[str, Any]],
    extra: str = "",
    lessons: str = "",
) -> str:
    """The prompt of a step; its first line marks the agent's session as started by Lessonboard.

    Args:
        step: the step to do.
        request: the improvement request.
        shown: the evidence of earlier steps, by step id.
        extra: further instructions for this turn.
        lessons: what the board knows about the request.
    """
    text = Template(files(__package__).joinpath("step.md").read_text(encoding="utf-8"))
    filled = text.substitute(
        step=f"{step.id}: {step.title}",
        actions=_actions(step),
        request=as_data("request", shortened(_request(request), _LONGEST_REQUEST)),
        lessons=as_data("lessons", lessons) if lessons else "Nothing that fits.",
        evidence=_evidence(shown),
        max_components=request.max_components,
        max_lines=request.max_lines_of_code,
        changes=_CHANGES if "diff" in step.proofs else "",
        extra=extra,
    )
    return f"{CHILD_MARK}\n{str(redact(filled).value).strip()}\n"


_CHANGES = "This step counts only if files have changed at its end.\n"

MENDING = (
    "The checks below failed. Mend what they complain about, in the code rather than in the "
    "checks, and say what you did.\n"
)

JUDGING = """Change nothing in this step. Judge the whole difference of this branch from where it
began: is it as simple as it can be, is it finished, does it do only what was asked for?
$security
End your answer with one line, `VERDICT: PASS` or `VERDICT: FAIL`, and before a FAIL name what
must change.
"""

SECURITY = (
    "The request demands a review of security: look for input that is trusted, secrets, commands "
    "and paths made from data, and rights that grow. Say what you looked at; a risk is a FAIL."
)


def judging(*, security: bool) -> str:
    """The instructions for an agent that reviews a change."""
    return Template(JUDGING).substitute(security=SECURITY if security else "")


def _actions(step: Step) -> str:
    return "\n".join(f"- {action.text}" for action in step.actions) or f"- {step.title}"


def _request(request: ImprovementRequested) -> str:
    return f"{request.issue_title}\n\n{request.issue_description}"


def _evidence(shown: Mapping[str, dict[str, Any]]) -> str:
    """The evidence of earlier steps; where it does not fit, the latest steps win."""
    parts: list[str] = []
    room = _MOST_EVIDENCE
    for step, evidence in reversed(list(shown.items())):
        text = shortened(str(evidence.get("text") or ""), _LONGEST_EVIDENCE)
        facts = {name: value for name, value in evidence.items() if name in _QUOTED_FACTS}
        block = f"{text}\n{orjson.dumps(facts).decode() if facts else ''}".strip()
        if block and len(block) < room:
            parts.append(as_data(f"step {step}", block))
            room -= len(block)
    return "\n\n".join(reversed(parts)) or "Nothing yet."


_QUOTED_FACTS = ("issue", "branch", "files", "lines", "commands", "pull-request")

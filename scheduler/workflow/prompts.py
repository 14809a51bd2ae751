"""What agents are told: the step, the request and what was shown before, all of it as data."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from string import Template
from typing import Any

import orjson

from blackboard.events.automation import ImprovementRequested
from blackboard.redaction.redact import redact
from blackboard.vocabulary import CHILD_MARK
from reflect.prompts import as_data, shortened
from scheduler.workflow.step import Step

_LONGEST_REQUEST = 12_000
_LONGEST_EVIDENCE = 3_000
_MOST_EVIDENCE = 30_000


def for_step(
    step: Step, request: ImprovementRequested, shown: Mapping[str, dict[str, Any]], extra: str = ""
) -> str:
    """The prompt of a step; its first line is the mark by which the session is known as ours.

    Args:
        step: what is to be done.
        request: what for.
        shown: the evidence of the steps before, by their ids.
        extra: what else this turn asks for.
    """
    text = Template(files(__package__).joinpath("step.md").read_text(encoding="utf-8"))
    filled = text.substitute(
        step=f"{step.id}: {step.title}",
        actions=_actions(step),
        request=as_data("request", shortened(_request(request), _LONGEST_REQUEST)),
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
    """What is asked of an agent that judges a change."""
    return Template(JUDGING).substitute(security=SECURITY if security else "")


def _actions(step: Step) -> str:
    return "\n".join(f"- {action.text}" for action in step.actions) or f"- {step.title}"


def _request(request: ImprovementRequested) -> str:
    return f"{request.issue_title}\n\n{request.issue_description}"


def _evidence(shown: Mapping[str, dict[str, Any]]) -> str:
    """What earlier steps showed, the later ones first to be kept."""
    parts: list[str] = []
    room = _MOST_EVIDENCE
    for step, evidence in reversed(list(shown.items())):
        text = shortened(str(evidence.get("text") or ""), _LONGEST_EVIDENCE)
        rest = {name: value for name, value in evidence.items() if name in _TELLING}
        said = f"{text}\n{orjson.dumps(rest).decode() if rest else ''}".strip()
        if said and len(said) < room:
            parts.append(as_data(f"step {step}", said))
            room -= len(said)
    return "\n\n".join(reversed(parts)) or "Nothing yet."


_TELLING = ("issue", "branch", "files", "lines", "commands", "pull-request")

"""The form that runs a recorded task: its parameters, what it may open, and what may do harm."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib.util import find_spec
from typing import NamedTuple

from blackboard import BoardError
from blackboard.events import streams
from blackboard.views.rows import WorkflowRow
from lessonboard.pages.page import Asked
from lessonboard.parts.recordings.browser.profiles import profiles
from lessonboard.parts.recordings.shared_names import SECRET
from lessonboard.parts.recordings.workflow.plan import (
    BadParameters,
    Parameter,
    Plan,
    variable,
)
from lessonboard.parts.recordings.workflow.planning import plan_of, weighed
from lessonboard.parts.recordings.workflow_permission import dangers_of, digest_of, why_not_allowed
from lessonboard.parts.recordings.workflow_values import checked
from lessonboard.places import profiles_folder

_LACKING = (
    "a run needs Playwright and Chromium; install them with: pip install 'lessonboard[browser]' "
    "&& playwright install chromium"
)
_KINDS = {"number": "a number", "date": "a date such as 2026-01-31", "file": "the path of a file"}


class Field(NamedTuple):
    """A parameter in the form; `value` is empty for a secret, which is not kept."""

    name: str
    kind: str
    about: str
    value: str
    is_secret: bool


class RunForm(NamedTuple):
    """What is asked before a run, and what the run would be.

    `digest` is that of the workflow as it is shown, `agents` why these may not run it, `lacking`
    what must be installed first, `problem` what is wrong with what was sent.
    """

    recording: str
    digest: str
    fields: list[Field]
    hosts: list[str]
    dangers: list[str]
    agents: str
    profiles: list[str]
    lacking: str
    problem: str


def run_form(
    asked: Asked, row: WorkflowRow, values: Mapping[str, str] | None = None, problem: str = ""
) -> RunForm | None:
    """The form for a workflow; None where nothing is changed, or it cannot be run as it is.

    Args:
        asked: what was asked for.
        row: the workflow.
        values: what its fields hold; None: the values of the last run, else the recorded ones.
        problem: what is wrong with them.
    """
    if not asked.changeable:
        return None
    try:
        plan = plan_of(row)
    except BoardError:
        return None  # the page says why beside the workflow
    known = _last_values(asked, row["id"]) if values is None else values
    return RunForm(
        row["id"],
        digest_of(row["workflow"]),
        [_field(each, known) for each in plan.parameters],
        sorted(plan.hosts),
        dangers_of(weighed(plan, known)),
        why_not_allowed(row, plan),
        [each.name for each in profiles(profiles_folder())],
        "" if find_spec("playwright") else _LACKING,
        problem,
    )


def typed_values(asked: Asked, plan: Plan) -> dict[str, str]:
    """The values that the form holds; a secret that is left out comes from the environment.

    Raises:
        BadParameters: one is missing, or is no number, date or file.
    """
    typed = {each.name: _typed(asked, each) for each in plan.parameters}
    secrets = {each.name: typed[each.name] or os.environ.get(variable(each), "")
               for each in plan.parameters if each.sensitive}  # fmt: skip
    for name in (name for name, value in secrets.items() if not value):
        raise BadParameters(f"{name} is a secret and was not typed; it is kept nowhere")
    plain = [each for each in plan.parameters if not each.sensitive]
    given = {each.name: typed[each.name] for each in plain
             if typed[each.name] or not each.is_optional}  # fmt: skip
    return {**checked(plain, given), **secrets}


def without_secrets(asked: Asked, plan: Plan) -> dict[str, str]:
    """What was typed, to be shown again."""
    return {each.name: _typed(asked, each) for each in plan.parameters if not each.sensitive}


def _typed(asked: Asked, parameter: Parameter) -> str:
    return asked.form.get(f"value-{parameter.name}", [""])[-1].replace("\r\n", "\n")


def _field(parameter: Parameter, values: Mapping[str, str]) -> Field:
    value = values.get(parameter.name, parameter.example)
    recorded = f"recorded: {parameter.example}" if parameter.example else ""
    about = [parameter.description.rstrip("."), _KINDS.get(parameter.kind, ""),
             "a secret, which is kept nowhere" if parameter.sensitive else recorded]  # fmt: skip
    return Field(
        parameter.name,
        parameter.kind,
        "; ".join(filter(None, about)),
        "" if parameter.sensitive or value == SECRET else value,
        parameter.sensitive,
    )


def _last_values(asked: Asked, recording: str) -> dict[str, str]:
    """The values of the last run, without secrets."""
    runs = list(asked.board.read(stream=streams.recording(recording), types=["workflow.rerun"]))
    payload = (runs[-1].payload or {}) if runs else {}
    return {name: str(value) for name, value in (payload.get("parameters") or {}).items()}

"""A compiled workflow as a plan: steps, parameters and start address."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from blackboard.errors import BoardError
from blackboard.sources.gui_recording import ADDRESS_BAR, SECRET
from blackboard.views.rows import WorkflowRow
from reflect.workflow_compiler.template import names, render

_SHORTEST_EXAMPLE = 2


class NotRunnable(BoardError):
    """A workflow cannot be run as it is."""


class BadParameters(BoardError):
    """The given parameters do not match those of the workflow."""


@dataclass(frozen=True)
class Parameter:
    """A value that may differ between runs; `example` is the recorded one."""

    name: str
    description: str = ""
    example: str = ""
    sensitive: bool = False


@dataclass(frozen=True)
class PlanStep:
    """One step; `number` counts from 1, `index` is its line in the recording."""

    number: int
    index: int
    action: str
    value: str | None
    target: Mapping[str, str]
    intent: str
    expected: str
    post: str
    sensitive: bool = False

    @property
    def is_address(self) -> bool:
        """Whether the step uses the address bar instead of the page."""
        return all(self.target.get(key) == ADDRESS_BAR[key] for key in ("role", "name"))


@dataclass(frozen=True)
class Plan:
    """A workflow that can be run."""

    recording: str
    title: str
    parameters: tuple[Parameter, ...]
    steps: tuple[PlanStep, ...]

    @property
    def start(self) -> str:
        """The start address; empty where the recording has none."""
        return next((url for step in self.steps if (url := step.target.get("url"))), "")

    def addresses(self, values: Mapping[str, str]) -> list[str]:
        """The addresses that the steps open with these values."""
        return [self.value(step, values) or "" for step in self.steps if step.is_address]

    def value(self, step: PlanStep, values: Mapping[str, str]) -> str | None:
        """What a step types, presses or scrolls with these values."""
        return None if step.value is None else render(step.value, values)

    def shown_value(self, step: PlanStep, values: Mapping[str, str]) -> str | None:
        """A step's value for display: secrets hidden, missing values as {name}."""
        hidden = {parameter.name: SECRET for parameter in self.parameters if parameter.sensitive}
        blank = {parameter.name: f"{{{parameter.name}}}" for parameter in self.parameters}
        return self.value(step, {**blank, **values, **hidden})

    def stored_values(self, values: Mapping[str, str]) -> dict[str, str]:
        """The values with secrets replaced, fit to be stored."""
        secret = {parameter.name for parameter in self.parameters if parameter.sensitive}
        return {name: SECRET if name in secret else value for name, value in values.items()}

    def reworded(self, text: str, values: Mapping[str, str]) -> str:
        """A recorded text with the recorded values replaced by those of this run."""
        new = {parameter.example: values[parameter.name] for parameter in reversed(self.parameters)
               if parameter.name in values and not parameter.sensitive and parameter.example in text
               and len(parameter.example) >= _SHORTEST_EXAMPLE}  # fmt: skip
        if not new:
            return text
        either = "|".join(map(re.escape, sorted(new, key=len, reverse=True)))
        return re.sub(rf"(?<!\w)(?:{either})(?!\w)", lambda match: new[match[0]], text)

    def shown_intent(self, step: PlanStep, values: Mapping[str, str]) -> str:
        """A step's intent with these values; missing ones as {name}."""
        placeholders = {parameter.name: f"{{{parameter.name}}}" for parameter in self.parameters}
        return self.reworded(step.intent, {**placeholders, **values})

    def typed_by(self, number: int) -> frozenset[str]:
        """The parameters that the first `number` steps use."""
        used = (step.value or "" for step in self.steps[:number])
        return frozenset(name for value in used for name in names(value))


def plan_of(row: WorkflowRow) -> Plan:
    """Read the plan from a row of the view `workflows`.

    Raises:
        NotRunnable: the row has no steps, or is not a workflow.
    """
    workflow = row["workflow"]
    steps = _listed(workflow.get("plan"), "steps")
    if not steps:
        raise NotRunnable(
            f"the workflow {row['id']} has no steps; compile it again with "
            f"`lessonboard reflect --session {row['id']}`"
        )
    try:
        parameters = tuple(map(_parameter, _listed(workflow, "task_params")))
        plan = Plan(
            row["id"],
            str(workflow.get("task_name") or row["id"]),
            parameters,
            tuple(_step(number, step) for number, step in enumerate(steps, start=1)),
        )
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise NotRunnable(f"the workflow {row['id']} has an invalid plan: {error!r}") from error
    _check_templates(plan)
    return plan


def settled(
    parameters: tuple[Parameter, ...],
    given: Mapping[str, str],
    secret: Callable[[Parameter], str | None],
) -> dict[str, str]:
    """A value for every parameter.

    Args:
        parameters: those of the workflow.
        given: the values from the user.
        secret: asks the user for a sensitive value that is missing.

    Raises:
        BadParameters: a value is missing, or a name is unknown.
    """
    known = {parameter.name: parameter for parameter in parameters}
    unknown = sorted(set(given) - set(known))
    if unknown:
        has = ", ".join(known) or "none"
        raise BadParameters(f"{', '.join(unknown)}: no such parameter; the workflow has {has}")
    values = dict(given)
    for parameter in parameters:
        if parameter.name not in values and parameter.sensitive:
            asked = secret(parameter)
            values.update({parameter.name: asked} if asked else {})
    missing = [parameter for parameter in parameters if parameter.name not in values]
    if missing:
        listed = "; ".join(_wanted(lacking) for lacking in missing)
        raise BadParameters(f"missing: {listed}")
    return values


def _wanted(parameter: Parameter) -> str:
    """How to give a missing parameter."""
    if parameter.sensitive:
        return f"{parameter.name}, which is sensitive: set {variable(parameter)}, or use --params"
    example = f" (recorded: {parameter.example!r})" if parameter.example else ""
    return f"{parameter.name}{example}: give --param {parameter.name}=..."


def variable(parameter: Parameter) -> str:
    """The environment variable for a sensitive parameter.

    >>> variable(Parameter("password"))
    'LESSONBOARD_PARAM_PASSWORD'
    """
    return f"LESSONBOARD_PARAM_{parameter.name.upper()}"


def _step(number: int, fields: Mapping[str, Any]) -> PlanStep:
    value = fields.get("action_value")
    return PlanStep(
        number=number,
        index=int(fields["index"]),
        action=str(fields["action_type"]),
        value=None if value is None else str(value),
        target={
            key: str(value) for key, value in dict(fields["target"]).items() if value is not None
        },
        intent=str(fields.get("intent") or ""),
        expected=str(fields.get("expected_current_state") or ""),
        post=str(fields.get("post_action") or ""),
        sensitive=bool(fields.get("sensitive")),
    )


def _parameter(fields: Mapping[str, Any]) -> Parameter:
    return Parameter(
        str(fields["name"]),
        str(fields.get("description") or ""),
        str(fields.get("example") or ""),
        bool(fields.get("sensitive")),
    )


def _check_templates(plan: Plan) -> None:
    known = {parameter.name for parameter in plan.parameters}
    for step in plan.steps:
        strange = set(names(step.value or "")) - known
        if strange:
            raise NotRunnable(
                f"step {step.number} of {plan.recording} names {', '.join(sorted(strange))}, "
                "which is not one of its parameters; compile the workflow again"
            )


def _listed(value: Any, key: str) -> list[Any]:
    found = value.get(key) if isinstance(value, Mapping) else None
    return found if isinstance(found, list) else []

"""The plan of a compiled workflow: its steps, its parameters, and where it begins."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from blackboard.errors import BoardError
from blackboard.sources.gui_recording import ADDRESS_BAR, SECRET
from blackboard.views.view import Row
from reflect.workflow_compiler.template import names, render

_SHORTEST_EXAMPLE = 2


class NotRunnable(BoardError):
    """A workflow cannot be run as it is."""


class BadParameters(BoardError):
    """A workflow's parameters are not the ones that were given."""


@dataclass(frozen=True)
class Parameter:
    """What may differ from run to run; `example` is what was recorded."""

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
        """Whether it tells the browser, and not a page, where to go."""
        return all(self.target.get(key) == ADDRESS_BAR[key] for key in ("role", "name"))


@dataclass(frozen=True)
class Plan:
    """A workflow as it can be run."""

    recording: str
    title: str
    parameters: tuple[Parameter, ...]
    steps: tuple[PlanStep, ...]

    @property
    def start(self) -> str:
        """The address at which it begins; empty where the recording does not tell."""
        return next((url for step in self.steps if (url := step.target.get("url"))), "")

    def addresses(self, values: Mapping[str, str]) -> list[str]:
        """The addresses that its steps go to with these values."""
        return [self.value(step, values) or "" for step in self.steps if step.is_address]

    def value(self, step: PlanStep, values: Mapping[str, str]) -> str | None:
        """What a step types, presses or scrolls with these values."""
        return None if step.value is None else render(step.value, values)

    def shown_value(self, step: PlanStep, values: Mapping[str, str]) -> str | None:
        """The same as it may be shown: secrets hidden, values that were not given as {name}."""
        hidden = {each.name: SECRET for each in self.parameters if each.sensitive}
        blank = {each.name: f"{{{each.name}}}" for each in self.parameters}
        return self.value(step, {**blank, **values, **hidden})

    def told(self, values: Mapping[str, str]) -> dict[str, str]:
        """The values as they may be written down."""
        secret = {each.name for each in self.parameters if each.sensitive}
        return {name: SECRET if name in secret else value for name, value in values.items()}

    def reworded(self, text: str, values: Mapping[str, str]) -> str:
        """A text of the recording with the recorded values replaced by those of this run."""
        new = {each.example: values[each.name] for each in reversed(self.parameters)
               if each.name in values and not each.sensitive and each.example in text
               and len(each.example) >= _SHORTEST_EXAMPLE}  # fmt: skip
        if not new:
            return text
        either = "|".join(map(re.escape, sorted(new, key=len, reverse=True)))
        return re.sub(rf"(?<!\w)(?:{either})(?!\w)", lambda match: new[match[0]], text)

    def shown_intent(self, step: PlanStep, values: Mapping[str, str]) -> str:
        """What a step does with these values; those that were not given stand as {name}."""
        return self.reworded(step.intent, {**{each.name: f"{{{each.name}}}"
                                              for each in self.parameters}, **values})  # fmt: skip

    def typed_by(self, number: int) -> frozenset[str]:
        """The parameters that are used by the time that the step of that number is done."""
        used = (each.value or "" for each in self.steps[:number])
        return frozenset(name for value in used for name in names(value))


def plan_of(row: Row) -> Plan:
    """The plan in a row of the view `workflows`.

    Raises:
        NotRunnable: it has no steps, or not the form of a workflow.
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
            tuple(_step(number, each) for number, each in enumerate(steps, start=1)),
        )
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise NotRunnable(f"the workflow {row['id']} is no plan of steps: {error!r}") from error
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
        given: what the person gave.
        secret: asks for a sensitive one that was not given.

    Raises:
        BadParameters: one is missing, or is none of the workflow's.
    """
    known = {each.name: each for each in parameters}
    unknown = sorted(set(given) - set(known))
    if unknown:
        has = ", ".join(known) or "none"
        raise BadParameters(f"{', '.join(unknown)}: no such parameter; the workflow has {has}")
    values = dict(given)
    for each in parameters:
        if each.name not in values and each.sensitive:
            asked = secret(each)
            values.update({each.name: asked} if asked else {})
    missing = [each for each in parameters if each.name not in values]
    if missing:
        told = "; ".join(_wanted(each) for each in missing)
        raise BadParameters(f"missing: {told}")
    return values


def _wanted(parameter: Parameter) -> str:
    """How a missing parameter is given."""
    if parameter.sensitive:
        return f"{parameter.name}, which is sensitive: set {variable(parameter)}, or use --params"
    example = f" (recorded: {parameter.example!r})" if parameter.example else ""
    return f"{parameter.name}{example}: give --param {parameter.name}=..."


def variable(parameter: Parameter) -> str:
    """The environment variable in which a sensitive parameter may be given.

    >>> variable(Parameter("password"))
    'LESSONBOARD_PARAM_PASSWORD'
    """
    return f"LESSONBOARD_PARAM_{parameter.name.upper()}"


def _step(number: int, told: Mapping[str, Any]) -> PlanStep:
    value = told.get("action_value")
    return PlanStep(
        number=number,
        index=int(told["index"]),
        action=str(told["action_type"]),
        value=None if value is None else str(value),
        target={key: str(each) for key, each in dict(told["target"]).items() if each is not None},
        intent=str(told.get("intent") or ""),
        expected=str(told.get("expected_current_state") or ""),
        post=str(told.get("post_action") or ""),
        sensitive=bool(told.get("sensitive")),
    )


def _parameter(told: Mapping[str, Any]) -> Parameter:
    return Parameter(
        str(told["name"]),
        str(told.get("description") or ""),
        str(told.get("example") or ""),
        bool(told.get("sensitive")),
    )


def _check_templates(plan: Plan) -> None:
    known = {each.name for each in plan.parameters}
    for step in plan.steps:
        strange = set(names(step.value or "")) - known
        if strange:
            raise NotRunnable(
                f"step {step.number} of {plan.recording} names {', '.join(sorted(strange))}, "
                "which is no parameter of it; compile the workflow again"
            )


def _listed(value: Any, key: str) -> list[Any]:
    found = value.get(key) if isinstance(value, Mapping) else None
    return found if isinstance(found, list) else []

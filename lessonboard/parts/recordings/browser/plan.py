"""A compiled workflow as a plan: steps, parameters and start address."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from blackboard.errors import BoardError
from blackboard.views.rows import WorkflowRow
from lessonboard.parts.recordings.compiler.plan import FORMAT
from lessonboard.parts.recordings.compiler.template import BadTemplate, names, render
from lessonboard.parts.recordings.sources import ADDRESS_BAR, SECRET


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
    kind: str = "text"

    @property
    def is_optional(self) -> bool:
        """Whether the recorded value holds where none is given: which row a task is about."""
        return self.kind == "row" and bool(self.example)


@dataclass(frozen=True)
class PlanStep:
    """One step; `number` counts from 1, `index` is its line in the recording.

    The texts of `value`, `target`, `before`, `after` and `intent` are templates.
    """

    number: int
    index: int
    action: str
    value: str | None
    target: Mapping[str, Any]
    intent: str
    before: Mapping[str, str]
    after: Mapping[str, str]
    danger: str = ""
    sensitive: bool = False

    @property
    def is_address(self) -> bool:
        """Whether the step uses the address bar instead of the page."""
        return all(self.target.get(key) == ADDRESS_BAR[key] for key in ("role", "name"))


@dataclass(frozen=True)
class Plan:
    """A workflow that can be run; `outcome` is what the last page must show, as templates."""

    recording: str
    title: str
    parameters: tuple[Parameter, ...]
    steps: tuple[PlanStep, ...]
    start: str = ""
    outcome: Mapping[str, str] = field(default_factory=dict)
    preconditions: tuple[str, ...] = ()

    @property
    def recorded(self) -> dict[str, str]:
        """The recorded values of the parameters."""
        return {parameter.name: parameter.example for parameter in self.parameters}

    def addresses(self, values: Mapping[str, str]) -> list[str]:
        """The addresses that the steps open with these values."""
        return [self.value(step, values) or "" for step in self.steps if step.is_address]

    def value(self, step: PlanStep, values: Mapping[str, str]) -> str | None:
        """What a step types, presses or scrolls with these values."""
        return None if step.value is None else render(step.value, values)

    def target(self, step: PlanStep, values: Mapping[str, str]) -> dict[str, Any]:
        """The target of a step, filled in with these values."""
        rendered: dict[str, Any] = _rendered(step.target, values)
        return rendered

    def shown_value(self, step: PlanStep, values: Mapping[str, str]) -> str | None:
        """A step's value for display: secrets hidden, missing values as {name}."""
        return self.value(step, self._for_display(values))

    def shown_intent(self, step: PlanStep, values: Mapping[str, str]) -> str:
        """A step's intent with these values; missing ones as {name}."""
        return render(step.intent, self._for_display(values))

    def stored_values(self, values: Mapping[str, str]) -> dict[str, str]:
        """The values with secrets replaced, fit to be stored."""
        secret = {parameter.name for parameter in self.parameters if parameter.sensitive}
        return {name: SECRET if name in secret else value for name, value in values.items()}

    def _for_display(self, values: Mapping[str, str]) -> dict[str, str]:
        hidden = {parameter.name: SECRET for parameter in self.parameters if parameter.sensitive}
        blank = {parameter.name: f"{{{parameter.name}}}" for parameter in self.parameters}
        return {**blank, **values, **hidden}


def plan_of(row: WorkflowRow) -> Plan:
    """Read the plan from a row of the view `workflows`.

    Raises:
        NotRunnable: the row has no steps, or is not a workflow.
    """
    workflow = row["workflow"]
    again = f"compile it again with `lessonboard session reflect --session {row['id']}`"
    if workflow.get("format") != FORMAT:
        found = workflow.get("format", 1)
        is_newer = isinstance(found, int) and found > FORMAT
        advice = "update Lessonboard" if is_newer else again
        raise NotRunnable(
            f"the workflow {row['id']} has format {found!r}, and this program runs {FORMAT}; "
            f"{advice}"
        )
    steps = _listed(workflow.get("plan"), "steps")
    if not steps:
        raise NotRunnable(f"the workflow {row['id']} has no steps; {again}")
    try:
        parameters = tuple(map(_parameter, _listed(workflow, "task_params")))
        plan = Plan(
            row["id"],
            str(workflow.get("task_name") or row["id"]),
            parameters,
            tuple(_step(number, step) for number, step in enumerate(steps, start=1)),
            str(workflow.get("start") or ""),
            _texts(workflow.get("outcome")),
            tuple(map(str, _listed(workflow, "preconditions"))),
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
        if parameter.name not in values and parameter.is_optional:
            values[parameter.name] = parameter.example
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
        target={key: each for key, each in dict(fields["target"]).items() if each is not None},
        intent=str(fields.get("intent") or _called(fields)),
        before=_texts(fields.get("before")),
        after=_texts(fields.get("after")),
        danger=str(fields.get("danger") or ""),
        sensitive=bool(fields.get("sensitive")),
    )


def _called(fields: Mapping[str, Any]) -> str:
    """What a step does, where a person who added it did not say."""
    target = fields["target"]
    name = next((str(target[key]) for key in ("name", "label", "text", "placeholder", "test_id")
                 if target.get(key)), "")  # fmt: skip
    action = str(fields["action_type"]).capitalize()
    return f'{action} the {target.get("role") or "element"} "{name}".' if name else f"{action}."


def _texts(value: Any) -> dict[str, str]:
    """The texts of a JSON object; {} for anything else."""
    known = value if isinstance(value, Mapping) else {}
    return {str(key): each for key, each in known.items() if isinstance(each, str) and each}


def _rendered(value: Any, values: Mapping[str, str]) -> Any:
    """A JSON value with the templates in it rendered."""
    if isinstance(value, str):
        return render(value, values)
    if isinstance(value, Mapping):
        return {key: _rendered(each, values) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_rendered(each, values) for each in value]
    return value


def _used(value: Any) -> set[str]:
    """The parameters in a JSON value of templates."""
    if isinstance(value, str):
        return set(names(value))
    each = value.values() if isinstance(value, Mapping) else value
    return set().union(*map(_used, each)) if isinstance(value, Mapping | list | tuple) else set()


def _parameter(fields: Mapping[str, Any]) -> Parameter:
    return Parameter(
        str(fields["name"]),
        str(fields.get("description") or ""),
        str(fields.get("example") or ""),
        bool(fields.get("sensitive")),
        str(fields.get("kind") or "text"),
    )


def _check_templates(plan: Plan) -> None:
    """Whether every template is one, and names parameters of the plan only.

    Raises:
        NotRunnable: a step or the outcome does not.
    """
    known = {parameter.name for parameter in plan.parameters}
    texts = [(f"step {step.number}", [step.value or "", step.intent, dict(step.target),
                                      dict(step.before), dict(step.after)])
             for step in plan.steps]  # fmt: skip
    for where, value in [*texts, ("the outcome", [dict(plan.outcome)])]:
        try:
            strange = _used(value) - known
        except BadTemplate as error:
            raise NotRunnable(f"{where} of {plan.recording} cannot be read: {error}") from error
        if strange:
            raise NotRunnable(
                f"{where} of {plan.recording} names {', '.join(sorted(strange))}, "
                "which is not one of its parameters; declare it, or compile the workflow again"
            )


def _listed(value: Any, key: str) -> list[Any]:
    found = value.get(key) if isinstance(value, Mapping) else None
    return found if isinstance(found, list) else []

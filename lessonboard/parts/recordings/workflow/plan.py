"""A workflow ready to run: steps, parameters and start address."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from blackboard.errors import BoardError
from lessonboard.parts.recordings.compiler.template import render, used
from lessonboard.parts.recordings.shared_names import SECRET

_QUOTED = re.compile(r"[^\w\s-]")
"""What CSS takes for itself is written after a backslash, in a string as in a name."""


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
        """Whether the recorded value holds where none is given: what was pointed at."""
        return self.kind in ("row", "choice", "date") and bool(self.example)


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
    optional: bool = False
    is_address: bool = False


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
    hosts: frozenset[str] = frozenset()

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
        return dict(rendered(step.target, values))

    def shown_value(self, step: PlanStep, values: Mapping[str, str]) -> str | None:
        """A step's value for display: secrets hidden, missing values as {name}."""
        return self.value(step, self._for_display(values))

    def shown_intent(self, step: PlanStep, values: Mapping[str, str]) -> str:
        """A step's intent with these values; missing ones as {name}."""
        return render(step.intent, self._for_display(values))

    def shown_target(self, step: PlanStep, values: Mapping[str, str]) -> str:
        """What a step acts on with these values, where its intent does not say so."""
        target = self.target(step, self._for_display(values))
        name = name_of(target)
        is_said = name in self.shown_intent(step, values)
        return "" if is_said else f'{target.get("role") or "element"} "{name}"'

    def stored_values(self, values: Mapping[str, str]) -> dict[str, str]:
        """The values with secrets replaced, fit to be stored."""
        secret = {parameter.name for parameter in self.parameters if parameter.sensitive}
        return {name: SECRET if name in secret else value for name, value in values.items()}

    def _for_display(self, values: Mapping[str, str]) -> dict[str, str]:
        hidden = {parameter.name: SECRET for parameter in self.parameters if parameter.sensitive}
        blank = {parameter.name: f"{{{parameter.name}}}" for parameter in self.parameters}
        return {**blank, **values, **hidden}


def name_of(target: Mapping[str, Any]) -> str:
    """What a target is called, by its first name of any kind."""
    return next((str(target[key]) for key in ("name", "label", "text", "placeholder", "test_id")
                 if target.get(key)), "")  # fmt: skip


def variable(parameter: Parameter) -> str:
    """The environment variable for a sensitive parameter.

    >>> variable(Parameter("password"))
    'LESSONBOARD_PARAM_PASSWORD'
    """
    return f"LESSONBOARD_PARAM_{parameter.name.upper()}"


def rendered(value: Any, values: Mapping[str, str]) -> Any:
    """A JSON value with the templates in it rendered."""
    if isinstance(value, str):
        return render(value, values)
    if isinstance(value, Mapping):
        return {key: rendered(each, _quoted(each, values) if key == "selector" else values)
                for key, each in value.items()}  # fmt: skip
    if isinstance(value, list | tuple):
        return [rendered(each, values) for each in value]
    return value


def _quoted(selector: Any, values: Mapping[str, str]) -> dict[str, str]:
    """The values that a selector names, as it must write them."""
    named = used(selector) & values.keys()
    return {name: _QUOTED.sub(r"\\\g<0>", values[name]) for name in named}

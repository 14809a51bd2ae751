"""The values that an agent gives for a workflow's parameters, checked before anything is opened."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from lessonboard.parts.recordings.workflow.plan import BadParameters, Parameter, variable
from lessonboard.parts.recordings.workflow.values import why_not

MOST_TEXT = 100_000


def checked(parameters: Sequence[Parameter], given: Mapping[str, Any]) -> dict[str, str]:
    """The given values as texts, with recorded ones where a parameter is optional.

    Secrets are not among them: they are taken from the environment of the server.

    Raises:
        BadParameters: it says of each parameter what is wrong and what to give instead.
    """
    known = {parameter.name: parameter for parameter in parameters}
    problems = [f"{name[:60]!r} is no parameter of it" for name in given if name not in known]
    values: dict[str, str] = {}
    for parameter in parameters:
        value: Any = given.get(parameter.name)
        if isinstance(value, int | float) and not isinstance(value, bool):
            value = str(value)
        problem = _problem(parameter, value)
        if problem:
            problems.append(problem)
        elif value is not None:
            values[parameter.name] = value
        elif not parameter.sensitive:
            values[parameter.name] = parameter.example
    if problems:
        takes = "; ".join(map(described, parameters)) or "none"
        raise BadParameters(f"{'; '.join(problems)}. It takes: {takes}")
    return values


def described(parameter: Parameter) -> str:
    """A parameter as an agent sees it: its name, kind, meaning and example."""
    if parameter.sensitive:
        return f"{parameter.name} (a secret: the user sets {variable(parameter)})"
    facts = [parameter.kind, parameter.description]
    facts += [f"for example {parameter.example!r}"] if parameter.example else []
    facts += ["optional"] if parameter.is_optional else []
    return f"{parameter.name} ({', '.join(filter(None, facts))})"


def _problem(parameter: Parameter, value: Any) -> str:
    """What is wrong with a parameter's value; empty if nothing is."""
    name = parameter.name
    if parameter.sensitive:
        return next(_secret_problems(parameter, value), "")
    if value is None:
        return "" if parameter.is_optional else f"{name} is missing"
    if not isinstance(value, str):
        return f"{name} must be a text, not {type(value).__name__}"
    if len(value) > MOST_TEXT:
        return f"{name} has {len(value)} characters; at most {MOST_TEXT} are taken"
    if parameter.kind == "file" and not Path(value).is_file():
        return f"{name} must be the path of a file; there is none at {value[:200]!r}"
    return why_not(parameter, value)


def _secret_problems(parameter: Parameter, value: Any) -> Iterator[str]:
    if value is not None:
        yield f"{parameter.name} is a secret and is not taken from you: leave it out"
    if not os.environ.get(variable(parameter)):
        yield (
            f"{parameter.name} is a secret that is not there: the user sets {variable(parameter)} "
            "in the environment of this server"
        )

"""The values of a workflow's parameters: from the command line, a file, or asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from lessonboard.parts.recordings.workflow.plan import BadParameters, Parameter, variable


def given(
    parameters: Sequence[Parameter], pairs: Sequence[str], file: Path | None
) -> dict[str, str]:
    """The values that a person gave; those on the command line win over those in a file.

    Raises:
        BadParameters: one is no NAME=VALUE, the file holds none, or a secret is on the command
            line.
    """
    values = _in_file(file) if file else {}
    sensitive = {each.name: each for each in parameters if each.sensitive}
    for number, pair in enumerate(pairs, start=1):
        name, found, value = pair.partition("=")
        if not found:  # the text itself may be a secret
            raise BadParameters(f"--param number {number} is no NAME=VALUE")
        if name in sensitive:
            raise BadParameters(
                f"{name} is sensitive and was given on the command line, where others can read "
                f"it; set {variable(sensitive[name])}, use --params, or type it when asked"
            )
        values[name] = value
    return values


def secret_of(parameter: Parameter) -> str | None:
    """The value of a sensitive parameter: of its variable, else asked for on a terminal."""
    found = os.environ.get(variable(parameter))
    if found or not sys.stdin.isatty():
        return found
    about = f" ({parameter.description})" if parameter.description else ""
    asked: str = click.prompt(f"{parameter.name}{about}", hide_input=True, err=True)
    return asked


def _in_file(file: Path) -> dict[str, str]:
    from blackboard.sources.lines import parse_value

    is_stdin = str(file) == "-"
    name = "standard input" if is_stdin else str(file)
    try:
        values = parse_value(sys.stdin.buffer.read() if is_stdin else file.read_bytes())
    except OSError as error:
        raise BadParameters(f"could not read {name}: {error.strerror}") from error
    if not isinstance(values, dict):
        raise BadParameters(f"{name} holds no JSON object of names and texts")
    for key, value in values.items():
        if not isinstance(value, str):  # how a number or date is written is the page's business
            raise BadParameters(
                f"{name}: the value of {key!r} is no text; write it in quotes, as it would be typed"
            )
    return values

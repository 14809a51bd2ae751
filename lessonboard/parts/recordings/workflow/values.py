"""A value for each parameter of a workflow, of its kind, before anything is opened."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date

from lessonboard.parts.recordings.workflow.plan import BadParameters, Parameter, variable

_ISO = re.compile(r"\d{4}-\d\d-\d\d")
_PIECE = re.compile(r"\d+|[^\W\d_]+|\s+|[\W_]")


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
        BadParameters: a value is missing or not of its kind, or a name is unknown.
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
    wrong = [problem for name, value in values.items() if (problem := why_not(known[name], value))]
    if wrong:
        raise BadParameters("; ".join(wrong))
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


def why_not(parameter: Parameter, value: str) -> str:
    """Why a value is none for a parameter; "" where it may be. An empty one empties the field.

    >>> since = Parameter("since", example="12/31/2024", kind="date")
    >>> why_not(since, "1/2/2025"), why_not(since, "2025-01-02"), why_not(since, "31.12.2024")
    ('', '', "since must be a date such as 12/31/2024, not '31.12.2024'")
    """
    is_kind = {"number": _is_number, "date": _is_date}.get(parameter.kind)
    is_like = _is_like(value, parameter.example) and not _ISO.fullmatch(value)
    if not value or is_kind is None or is_like or is_kind(value):
        return ""
    usual = {"number": "3", "date": "2026-01-31"}[parameter.kind]
    return (
        f"{parameter.name} must be a {parameter.kind} such as {parameter.example or usual}, "
        f"not {value[:60]!r}"
    )


def _is_like(value: str, example: str) -> bool:
    """Whether a value has digits, letters and signs where the recorded one has them."""
    shapes = ["".join(map(_shape, _PIECE.findall(text))) for text in (value, example)]
    return shapes[0] == shapes[1]


def _shape(piece: str) -> str:
    if piece.isdecimal():
        return "0"
    return "a" if piece.isalpha() else " " if piece.isspace() else piece


def _is_number(value: str) -> bool:
    try:
        return abs(float(value)) < float("inf")
    except ValueError:
        return False


def _is_date(value: str) -> bool:
    try:
        return bool(date.fromisoformat(value[:10]))
    except ValueError:
        return False

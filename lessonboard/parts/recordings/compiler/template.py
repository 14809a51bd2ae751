"""Workflow templates: `{name}` is a parameter, a doubled brace a literal one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from blackboard.errors import BoardError

NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")
"""The syntax of a parameter's name."""

_TOKEN = re.compile(rf"\{{\{{|\}}\}}|\{{({NAME.pattern})\}}|[{{}}]")


class BadTemplate(BoardError):
    """A template has a single brace, or braces around something other than a parameter name."""


class MissingValue(BoardError):
    """A template's parameter has no value."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no value was given for the parameter {name!r}")
        self.name = name


class Part(NamedTuple):
    """A piece of a template: literal text, or the name of a parameter."""

    text: str
    is_parameter: bool = False


def escape(text: str) -> str:
    """A text as a template that renders to itself.

    >>> escape("{a}")
    '{{a}}'
    """
    return text.replace("{", "{{").replace("}", "}}")


def parse(template: str) -> list[Part]:
    """The parts of a template; adjacent literals are joined.

    >>> parse("play {song} {{now}}")
    [Part(text='play ', is_parameter=False), Part(text='song', is_parameter=True), \
Part(text=' {now}', is_parameter=False)]

    Raises:
        BadTemplate: a brace is single, or encloses something other than a name.
    """
    parts: list[Part] = []
    literal, end = "", 0
    for token in _TOKEN.finditer(template):
        literal += template[end : token.start()]
        end = token.end()
        if token[1]:
            parts += [Part(literal), Part(token[1], is_parameter=True)]
            literal = ""
        elif len(token[0]) == 2:
            literal += token[0][0]
        else:
            around = template[max(0, token.start() - 20) : token.end() + 20]
            raise BadTemplate(
                f"{around!r} holds a single brace: write {{name}} for a parameter, "
                "and double a brace that is meant literally"
            )
    parts.append(Part(literal + template[end:]))
    return [part for part in parts if part.text]


def unparse(parts: Iterable[Part]) -> str:
    """The template with these parts."""
    return "".join(f"{{{part.text}}}" if part.is_parameter else escape(part.text) for part in parts)


def names(template: str) -> list[str]:
    """The parameters of a template, each once, in order.

    Raises:
        BadTemplate: the text is not a template.
    """
    return list(dict.fromkeys(part.text for part in parse(template) if part.is_parameter))


def used(value: Any) -> set[str]:
    """The parameters in a JSON value of templates.

    >>> sorted(used({"in": {"row": ["{a}", "b"]}, "value": "{c} {{d}}"}))
    ['a', 'c']
    """
    if isinstance(value, str):
        return set(names(value)) if "{" in value else set()
    each = value.values() if isinstance(value, Mapping) else value
    return set().union(*map(used, each)) if isinstance(value, Mapping | list | tuple) else set()


def render(template: str, values: Mapping[str, str]) -> str:
    """The template with its parameters replaced by values.

    >>> render("{{{song}}}", {"song": "Numb"})
    '{Numb}'

    Raises:
        BadTemplate: the text is not a template.
        MissingValue: a parameter has no value.
    """
    return "".join(_value(part, values) for part in parse(template))


def _value(part: Part, values: Mapping[str, str]) -> str:
    if not part.is_parameter:
        return part.text
    if part.text not in values:
        raise MissingValue(part.text)
    return values[part.text]

"""Templates of a workflow: `{name}` stands for a parameter, a literal brace is doubled."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from blackboard.errors import BoardError

NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")
"""How a parameter may be called."""

_TOKEN = re.compile(rf"\{{\{{|\}}\}}|\{{({NAME.pattern})\}}|[{{}}]")


class BadTemplate(BoardError):
    """A text is no template: a brace stands alone, or encloses no name of a parameter."""


class MissingValue(BoardError):
    """A template names a parameter for which no value was given."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no value was given for the parameter {name!r}")
        self.name = name


class Part(NamedTuple):
    """A piece of a template: a literal text, or the name of a parameter."""

    text: str
    is_parameter: bool = False


def escape(text: str) -> str:
    """A text as a template that stands for just that text.

    >>> escape("{a}")
    '{{a}}'
    """
    return text.replace("{", "{{").replace("}", "}}")


def parse(template: str) -> list[Part]:
    """The parts of a template; neighbouring literals are one.

    >>> parse("play {song} {{now}}")
    [Part(text='play ', is_parameter=False), Part(text='song', is_parameter=True), \
Part(text=' {now}', is_parameter=False)]

    Raises:
        BadTemplate: a brace stands alone, or encloses no name.
    """
    parts: list[Part] = []
    literal, end = "", 0
    for found in _TOKEN.finditer(template):
        literal += template[end : found.start()]
        end = found.end()
        if found[1]:
            parts += [Part(literal), Part(found[1], is_parameter=True)]
            literal = ""
        elif len(found[0]) == 2:
            literal += found[0][0]
        else:
            around = template[max(0, found.start() - 20) : found.end() + 20]
            raise BadTemplate(
                f"{around!r} holds a single brace: write {{name}} for a parameter, "
                "and double a brace that is meant literally"
            )
    parts.append(Part(literal + template[end:]))
    return [part for part in parts if part.text]


def unparse(parts: Iterable[Part]) -> str:
    """The template that has these parts."""
    return "".join(f"{{{each.text}}}" if each.is_parameter else escape(each.text) for each in parts)


def names(template: str) -> list[str]:
    """The parameters that a template names, each once, in order.

    Raises:
        BadTemplate: it is none.
    """
    return list(dict.fromkeys(part.text for part in parse(template) if part.is_parameter))


def render(template: str, values: Mapping[str, str]) -> str:
    """The text that a template stands for with these values.

    >>> render("{{{song}}}", {"song": "Numb"})
    '{Numb}'

    Raises:
        BadTemplate: it is none.
        MissingValue: it names a parameter without a value.
    """
    return "".join(_value(part, values) for part in parse(template))


def _value(part: Part, values: Mapping[str, str]) -> str:
    if not part.is_parameter:
        return part.text
    if part.text not in values:
        raise MissingValue(part.text)
    return values[part.text]

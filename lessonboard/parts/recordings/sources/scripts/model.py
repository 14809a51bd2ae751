"""What the parsers of both languages make of a script: statements of chained calls.

Names are in the style of Python in both: `get_by_role`, `has_text`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias


class ScriptPattern(NamedTuple):
    """A regular expression."""

    source: str
    flags: str


class Unknown(NamedTuple):
    """A value that is not written in the script itself."""

    text: str


@dataclass(frozen=True)
class Call:
    """A call, or a property that is read (without arguments)."""

    name: str
    arguments: tuple[Value, ...] = ()
    options: dict[str, Value] = field(default_factory=dict)

    def option(self, name: str, default: Value = None) -> Value:
        """An option's value."""
        return self.options.get(name, default)


@dataclass(frozen=True)
class Chain:
    """Calls on what a name refers to: `page.get_by_role("button").click()`."""

    root: str
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True)
class Function:
    """A function that is passed on, by the statements in it."""

    body: tuple[Statement, ...]


@dataclass(frozen=True)
class Statement:
    """A statement in a line: a value that is computed, perhaps kept under a name.

    `body` are the statements of a `with`, `lost` says why it could not be parsed, and `text` is how
    it begins.
    """

    line: int
    text: str
    value: Value = None
    name: str = ""
    body: tuple[Statement, ...] | None = None
    lost: str = ""


@dataclass(frozen=True)
class Test:
    """A test, or a whole script."""

    name: str
    statements: tuple[Statement, ...]


Value: TypeAlias = (
    str | int | float | bool | list[Any] | dict[str, Any] | ScriptPattern | Unknown | Chain
    | Function | None
)  # fmt: skip


class NotParsed(Exception):
    """A script has a syntax error, or is nested too deeply."""

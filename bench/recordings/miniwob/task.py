"""A task: how its values are read from the page at a seed, and what a person does with them."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from playwright.async_api import Page

Values = Mapping[str, str]
"""Named values of a task at a seed.

A name that begins with `_` is not for a parameter: it must be the same at all seeds of the task,
because another value would be another task. A name that ends with `?` is given to a parameter if
there is one, and may lack one: the utterance does not hold it, or another value stands for it.
"""

Person = Callable[["Page", Values], Awaitable[None]]
Kind = Literal["typed", "picked", "row", "control"]


@dataclass(frozen=True)
class Task:
    """What a person does on a page, which is also the task's name.

    Args:
        name: the page, without `.html`.
        kind: what becomes of its values: they are typed, picked from what is shown, say whose row
            it is, or name a button or a tab.
        utterance: the pattern of what the page asks for, with a group for each value; other
            utterances are other tasks.
        person: what a person does.
        values: a JavaScript function of the groups, that returns the values, or null where the
            page at this seed is not for this task.
        secrets: the values that go into password fields, in order.
    """

    name: str
    kind: Kind
    utterance: str
    person: Person
    values: str = "(values) => values"
    secrets: tuple[str, ...] = ()

    @property
    def half(self) -> str:
        """`a` is for development, `b` is held back."""
        return "ab"[hashlib.sha256(self.name.encode()).digest()[0] % 2]


def given(values: Values) -> dict[str, str]:
    """The values that may go into parameters, by their bare names."""
    return {name.rstrip("?"): value for name, value in values.items() if name[0] != "_"}


def needed(values: Values) -> set[str]:
    """The names of the values without whose parameters the task cannot be run with others."""
    return {name for name in values if name[0] != "_" and name[-1] != "?"}


def is_same_task(recorded: Values, other: Values) -> bool:
    """Whether two seeds ask for the same with other values."""
    fixed = [{key: each for key, each in values.items() if key[0] == "_"}
             for values in (recorded, other)]  # fmt: skip
    return recorded.keys() == other.keys() and fixed[0] == fixed[1] and recorded != other

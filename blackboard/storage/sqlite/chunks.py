"""Lists of values in statements, which take only so many."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from typing import TypeVar

Item = TypeVar("Item")

CHUNK = 500
"""Old builds of SQLite take 999 values in a statement."""


def chunks(items: Iterable[Item]) -> Iterator[list[Item]]:
    """The items in lists that are short enough for a statement."""
    left = iter(items)
    while chunk := list(islice(left, CHUNK)):
        yield chunk


def marks(values: Collection[object]) -> str:
    """A question mark for each value."""
    return ", ".join("?" * len(values))

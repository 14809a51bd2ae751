"""Refusing what a work item cannot hold."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pydantic import ValidationError

from blackboard.errors import InvalidEvent


@contextmanager
def storable() -> Iterator[None]:
    """Refuse what a work item cannot hold.

    Raises:
        InvalidEvent: something inside is not what its model or JSON allows.
    """
    try:
        yield
    except ValueError as error:  # of the payload's model, or on its way to JSON
        raise InvalidEvent(f"a work item cannot hold this: {_fault(error)}") from error


def _fault(error: ValueError) -> str:
    """The first validation problem, on one line."""
    if not isinstance(error, ValidationError):
        return " ".join(str(error).split())[:300]
    first = error.errors()[0]
    return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"

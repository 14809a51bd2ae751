"""Trying a plug-in without installing it, in its own tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from blackboard.plugins import contents, loading
from blackboard.plugins.registry import Registry


@contextmanager
def registered(register: Callable[[Registry], None], name: str = "tried") -> Iterator[None]:
    """Have what a `register` function adds beside installed plug-ins, for as long as it lasts."""
    registry = Registry(name)
    register(registry)
    before = list(loading.tried)
    loading.tried += registry.entries
    contents.ask_again()
    try:
        yield
    finally:
        loading.tried[:] = before
        contents.ask_again()

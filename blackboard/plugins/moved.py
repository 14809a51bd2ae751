"""Modules that plug-ins import and that have moved: their old names work for one minor version."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any
from warnings import warn


def moved(old: str, new: str) -> Callable[[str], Any]:
    """The `__getattr__` of a module that has moved: each name is that of the new one.

    It warns where a name is used. The new module is imported then, for it may be of a layer above.
    """

    def attribute(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module {old!r} has no attribute {name!r}")
        found = getattr(import_module(new), name)
        warn(f"{old}.{name} has moved to {new}", DeprecationWarning, stacklevel=2)
        return found

    return attribute

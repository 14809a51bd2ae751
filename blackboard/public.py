"""Public names of a package that are imported when they are first used (PEP 562)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def looked_up(package: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """A module's `__getattr__` that finds a name at its `module:name` within the package."""

    def find(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        from importlib import import_module

        module, _, attribute = homes[name].partition(":")
        return getattr(import_module(f"{package}.{module}"), attribute)

    return find

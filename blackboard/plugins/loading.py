"""Finding plug-ins: the product's own parts by a list, those of strangers by entry points.

Entry points are looked for when something is asked for that the product does not have, or all of
a kind: `importlib.metadata` takes 30 ms to import, more than a read of the board.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, TypeVar

from blackboard.errors import PluginBroken
from blackboard.plugins.part_registry import PartRegistry
from blackboard.plugins.parts import PARTS, is_active
from blackboard.plugins.registry import Entry, Registry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "lessonboard.plugins"
LONGEST_IMPORT = 10.0
"""Seconds that a plug-in may take to import and register before it is left out."""

T = TypeVar("T")


Problem = tuple[str, str]
"""A plug-in, and what is wrong with it as the end of a sentence that begins with its name."""

_problems: dict[Problem, None] = {}


def problems() -> list[Problem]:
    """What was wrong with plug-ins so far."""
    return list(_problems)


def report(plugin: str, reason: str) -> None:
    """Warn of a plug-in once; whatever is wrong with one must not stop the rest."""
    problem = (plugin, reason)
    if problem not in _problems:
        import logging  # slow to import, and seldom needed

        _problems[problem] = None
        log = logging.getLogger(__name__)
        log.warning("plug-in %r %s; it is left out (see `lessonboard doctor`)", plugin, reason)


@cache
def parts() -> tuple[Entry, ...]:
    """What the active parts of the product add, each thing named as text."""
    found: list[Entry] = []
    for part in filter(is_active, PARTS):
        registry = PartRegistry(part.module)
        import_module(part.module).register(registry)
        found += registry.entries
    return tuple(found)


tried: list[Entry] = []
"""What plug-ins add that are not installed; see `testing.registered`."""


def strangers() -> tuple[Entry, ...]:
    """What the plug-ins of other packages add."""
    return (*_installed(), *tried)


@cache
def _installed() -> tuple[Entry, ...]:
    """What installed plug-ins add; those that cannot be loaded are reported."""
    from importlib.metadata import entry_points

    found: list[Entry] = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        try:
            found += load(point).entries
        except PluginBroken as error:
            report(point.name, str(error))
    return tuple(found)


def load(point: EntryPoint) -> Registry:
    """Import one plug-in and let it register.

    Raises:
        PluginBroken: it cannot be imported, takes too long, or has no `register` function.
    """
    registry = Registry(point.name)

    def run() -> None:
        plugin = point.load()
        register = getattr(plugin, "register", plugin)
        if not callable(register):
            raise PluginBroken(f"has no function `register(to)` in {point.value}")
        register(registry)

    within(LONGEST_IMPORT, run)
    return registry


def resolved(value: Any) -> Any:
    """A thing that a plug-in gave, imported now where it gave `module:name`.

    Raises:
        PluginBroken: there is no such thing, or its module cannot be imported.
    """
    return within(LONGEST_IMPORT, lambda: imported(value)) if isinstance(value, str) else value


def imported(target: str) -> Any:
    """What `module:name` names."""
    module, _, name = target.partition(":")
    return getattr(import_module(module), name)


def within(seconds: float, work: Callable[[], T]) -> T:
    """What code of a plug-in returns, run in a thread of its own that may be given up.

    Raises:
        PluginBroken: it raised something, or took longer.
    """
    import threading

    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:  # a plug-in may even try to exit
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    if results:
        return results[0]
    if not errors:
        raise PluginBroken(f"took longer than {seconds:g} s to load")
    error = errors[0]
    if isinstance(error, PluginBroken):
        raise error
    raise PluginBroken(f"could not be loaded: {type(error).__name__}: {error}") from error

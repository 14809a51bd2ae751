"""What plug-ins add of one kind: imported, checked, and each name only once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import wraps
from typing import Any

from blackboard.errors import BoardError, PluginBroken, PluginFailed
from blackboard.plugins.loading import imported, parts, report, resolved, strangers
from blackboard.plugins.registry import Entry

_NAMED_BY = {"event": "type", "view": "name", "source": "name", "agent": "name",
             "model agent": "name", "handler": "kind", "check": "name", "detector": "type",
             "recording": "name", "page": "path"}  # fmt: skip
"""The attribute by which a thing of a kind is called, where it is not its `__name__`."""


_added: dict[str, dict[str, Entry]] = {}


def part(kind: str, name: str = "") -> list[Any]:
    """The things of a kind that the product's own parts add, in their order; of a name, those."""
    return [imported(entry.value) for entry in part_entries(kind) if not name or entry.name == name]


def part_entries(kind: str) -> Iterator[Entry]:
    """What the product's own parts add of a kind, with nothing imported."""
    return (entry for entry in parts() if entry.kind == kind)


def added(
    kind: str, taken: Collection[str], problem: Callable[[Any], str] = lambda _: ""
) -> dict[str, Entry]:
    """The things of a kind that plug-ins of other packages add, by name.

    What cannot be imported, is not what it should be, or has a name that is taken is reported and
    left out.

    Args:
        kind: as in `Registry`.
        taken: the names of what the product has itself.
        problem: what is wrong with a thing, as the end of a sentence; empty if nothing is.
    """
    if kind not in _added:
        found: dict[str, Entry] = {}
        for entry in strangers():
            if entry.kind == kind:
                _add(found, entry, taken, problem)
        _added[kind] = found
    return _added[kind]


def ask_again() -> None:
    """Forget what was found, because other plug-ins are there now."""
    _added.clear()


def everything() -> dict[str, dict[str, Entry]]:
    """What was found of each kind that was asked for so far."""
    return {kind: dict(found) for kind, found in _added.items()}


def values(kind: str, taken: Collection[str], problem: Callable[[Any], str]) -> list[Any]:
    """The things alone; see `added`."""
    return [each.value for each in added(kind, taken, problem).values()]


def _add(
    found: dict[str, Entry],
    entry: Entry,
    taken: Collection[str],
    problem: Callable[[Any], str],
) -> None:
    try:
        value = resolved(entry.value)
    except PluginBroken as error:
        report(entry.plugin, f"adds a {entry.kind} {entry.value!r} that {error}")
        return
    name = entry.name or _name(entry.kind, value)
    owner = f"plug-in {found[name].plugin!r}" if name in found else "lessonboard"
    if not isinstance(name, str) or not name:
        reason = f"adds a {entry.kind} without a name: {value!r}"
    elif name in found or name in taken:
        reason = f"adds the {entry.kind} {name!r}, which {owner} has already"
    elif wrong := problem(value):
        reason = f"adds the {entry.kind} {name!r}, which {wrong}"
    else:
        found[name] = entry._replace(name=name, value=value)
        return
    report(entry.plugin, reason)


def _name(kind: str, value: Any) -> Any:
    named_by = _NAMED_BY.get(kind, "__name__")
    return getattr(value, named_by, None) or getattr(value, "__name__", "")


def not_a_function(value: Any) -> str:
    """What is wrong with something that should be a function."""
    return "" if callable(value) else "is no function"


def not_a_handler(value: Any) -> str:
    """What is wrong with something that should do work, or make what does."""
    can_make = callable(value) and not isinstance(value, type)
    return "" if can_make or hasattr(value, "handle") else "has no method `handle`"


def guarded(kind: str, name: str, found: Entry) -> Callable[..., Any]:
    """A plug-in's function whose errors name the plug-in.

    What it yields is collected immediately, so that its errors come from here.
    """
    function = found.value

    @wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        try:
            result = function(*arguments, **named)
            return list(result) if isinstance(result, Iterator) else result
        except BoardError:
            raise  # a whole sentence already
        except Exception as error:
            raise PluginFailed(found.plugin, f"{kind} {name!r}", error) from error

    return call


def functions(kind: str, taken: Collection[str]) -> list[Callable[..., Any]]:
    """The functions of a kind that plug-ins add and that give lists.

    One that fails gives nothing and is reported: the sessions that it stumbles over must not keep
    others from being learnt from.
    """
    found = added(kind, taken, not_a_function)
    return [or_nothing(kind, name, each) for name, each in found.items()]


def or_nothing(kind: str, name: str, found: Entry) -> Callable[..., list[Any]]:
    """A plug-in's function that gives a list, which is empty where it fails; that is reported."""
    function = guarded(kind, name, found)

    def call(*arguments: Any) -> list[Any]:
        try:
            return list(function(*arguments))
        except PluginFailed as error:
            report(error.plugin, f"failed: {error}")
            return []

    return call

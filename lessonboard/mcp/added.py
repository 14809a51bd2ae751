"""The tools that parts and plug-ins add to the server.

Those of parts are functions of the server's context, those of plug-ins of a board.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from blackboard.plugins import contents
from blackboard.plugins.loading import imported, resolved
from blackboard.plugins.registry import Entry
from lessonboard.mcp.definitions import DEFINITIONS, Definition

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lessonboard.mcp.context import ServerContext

_KINDS = ("string", "array")


class Tool(NamedTuple):
    """What `Registry.mcp_tool` was given, without the name."""

    function: Callable[..., str] | str
    description: str
    needs: dict[str, dict[str, Any]]
    takes: dict[str, dict[str, Any]]
    reads: bool


def own_definitions() -> tuple[Definition, ...]:
    """Return the tools of the product: the core's, then those of its parts."""
    return (*DEFINITIONS, *(definition for definition, _ in _of_parts()))


def part_tools() -> dict[str, tuple[Definition, str]]:
    """Return the tools of parts by name: what each takes, and where its function is."""
    return {definition.name: (definition, target) for definition, target in _of_parts()}


def _of_parts() -> Iterator[tuple[Definition, str]]:
    return ((imported(each.name), each.value) for each in contents.part_entries("own tool"))


def added_definitions() -> dict[str, Definition]:
    """Return what the tools of plug-ins are called and take."""
    return {name: _definition(name, Tool(*each.value)) for name, each in _found().items()}


def function_of(name: str) -> Callable[..., str]:
    """Return the function of a plug-in's tool, with a board opened for each call."""
    found = _found()[name]
    tool = Tool(*found.value)
    ask = contents.guarded("tool", name, found._replace(value=resolved(tool.function)))

    def call(shared: ServerContext, **arguments: Any) -> str:
        with shared.board() as board:
            return str(ask(board, **arguments))

    return call


def _found() -> dict[str, Entry]:
    return contents.added("tool", {each.name for each in own_definitions()}, _wrong)


def _definition(name: str, tool: Tool) -> Definition:
    return Definition(name, tool.description, needs=tool.needs, takes=tool.takes, reads=tool.reads)


def _wrong(value: Any) -> str:
    tool = Tool(*value)
    for name, schema in (*tool.needs.items(), *tool.takes.items()):
        kind = schema.get("type")
        is_list = kind == "array" and (schema.get("items") or {}).get("type") == "string"
        if not re.fullmatch(r"[a-z_]+", name) or not (
            "enum" in schema or kind == "string" or is_list
        ):
            return f"takes {name!r} in a form that is not supported: a string, a list of them, enum"
    return ""

"""One call of a tool: arguments in, words out, and every failure as one line."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from typing import Any

from blackboard.errors import BoardError
from blackboard.plugins.loading import imported
from lessonboard.mcp.added import added_definitions, function_of, part_tools
from lessonboard.mcp.answer import Answer
from lessonboard.mcp.arguments import BadArguments, check
from lessonboard.mcp.context import ServerContext, SwitchedOff
from lessonboard.mcp.controls import note_shown
from lessonboard.mcp.definitions import DEFINITIONS, FORMER, MOST_TEXT, Definition
from lessonboard.mcp.text import plain

TOOLS = {
    "recall": "recall:recall",
    "context": "reading:context",
    "fix": "fixing:fix",
    "show": "showing:show",
    "remember": "remembering:remember",
    "feedback": "giving_feedback:feedback",
    "list": "listing:list_",
    "work": "working:work",
}
"""Where the function of each tool is; it is imported when it is first called."""

_TEACHING = ("remember", "feedback")
_SHOWING = ("recall", "context", "fix", "show")
_BY_NAME = {tool.name: tool for tool in (*DEFINITIONS, *FORMER)}
_LONGEST_MESSAGE = 1000

log = logging.getLogger(__name__)


def call(shared: ServerContext, name: str, arguments: dict[str, Any]) -> Answer:
    """Answer a call; a failure affects only this call."""
    try:
        found = _call(shared, name, arguments)
        return found if isinstance(found, Answer) else Answer(found)
    except SwitchedOff as off:
        return Answer(plain(str(off), _LONGEST_MESSAGE))  # a person's wish, and no failure
    except BoardError as error:
        return Answer(plain(str(error), _LONGEST_MESSAGE), failed=True)
    except Exception as error:
        # A defect in lessonboard: the agent needs to know that it failed, the developer where.
        log.exception("%s failed", plain(name, 60))
        kind = type(error).__name__
        return Answer(f"{plain(name, 60)} failed inside lessonboard ({kind})", failed=True)


def _call(shared: ServerContext, name: str, arguments: dict[str, Any]) -> str | Answer:
    tool = _BY_NAME.get(name) or next(iter(part_tools().get(name, ())), None)
    if not isinstance(tool, Definition):
        return _call_added(shared, name, arguments)
    if name in _TEACHING:
        _ensure_not_our_own()
    found = function_named(name)(shared, **check(tool, arguments))
    if name in _SHOWING:
        text = found if isinstance(found, str) else found.text
        note_shown(shared, text, arguments.get("session"))
    return found


def _ensure_not_our_own() -> None:
    from blackboard.variables import CHILD

    if os.environ.get(CHILD):
        raise BoardError("lessonboard started this agent, and does not learn from itself")


def function_named(name: str) -> Callable[..., str | Answer]:
    """Return the function of one of our own tools: a server's context and the arguments to text."""
    target = f"lessonboard.mcp.{TOOLS[name]}" if name in TOOLS else part_tools()[name][1]
    found: Callable[..., str | Answer] = imported(target)
    return found


def _call_added(shared: ServerContext, name: str, arguments: dict[str, Any]) -> str:
    """Call a tool of a plug-in."""
    tools = added_definitions()
    if name not in tools:
        names = ", ".join((*_BY_NAME, *part_tools(), *tools))
        raise BadArguments(f"there is no tool {name[:60]!r}; there are {names}")
    text = function_of(name)(shared, **check(tools[name], arguments))
    return "\n".join(plain(line, MOST_TEXT) for line in text.splitlines())[:MOST_TEXT]

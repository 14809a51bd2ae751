"""How suggestions name what was recorded: short code spans on one line, and how often."""

from __future__ import annotations

import re

from blackboard.event import Event
from reflect.invocation import command_of, invocation
from reflect.trajectory import Trajectory, changed_by, is_edit, payload_of

RULES = "AGENTS.md"
"""The file of a project's rules for every agent."""

_SHORTEST_CUT = 3
_PLACEHOLDER = re.compile(r"<([\w -]+)>")
_MARKS = re.compile(r"`|(?<=\{)\{|\}(?=\})")
"""What would end a code span, or makes a template of a text."""


def code(text: str, longest: int) -> str:
    """A recorded text as a code span; empty when there is none.

    >>> code("usage:  `ship` <file>", 40), code("KeyError: 'humidity'", 12), code(" ", 40)
    ('`usage: ship file`', '`KeyError:...`', '')
    """
    plain = " ".join(_MARKS.sub("", _PLACEHOLDER.sub(r"\1", text)).split())
    if len(plain) > longest:
        plain = plain[: longest - _SHORTEST_CUT].rstrip() + "..."
    return f"`{plain}`" if plain else ""


def times(count: int) -> str:
    """How often.

    >>> times(1), times(3)
    ('once', '3 times')
    """
    return "once" if count == 1 else f"{count} times"


def counted(count: int, noun: str) -> str:
    """A number and what it counts.

    >>> counted(1, "commit"), counted(0, "commit")
    ('1 commit', '0 commits')
    """
    return f"{count} {noun}" + ("" if count == 1 else "s")


def within(path: str, root: str | None) -> str:
    """A path as the repository names it, where it lies below the session's folder.

    >>> within("/home/ada/kite/src/a.py", "/home/ada/kite"), within("b.py", None)
    ('src/a.py', 'b.py')
    """
    return path.removeprefix(f"{root.rstrip('/')}/") if root else path


def about(call: Event, trajectory: Trajectory, longest: int) -> str:
    """What a call was about, as a code span: the file that it changed, its command, or its tool."""
    if is_edit(call) and (paths := changed_by(call)):
        return code(within(paths[0], trajectory.root), longest)
    line = command_of(call)
    if line is None:
        return code(str(payload_of(call).get("name") or ""), longest)
    invoked = invocation(line, trajectory.root)
    return code(invoked.command if invoked else line, longest)

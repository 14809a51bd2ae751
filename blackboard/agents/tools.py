"""What a tool call did, derived from its name and input: the fields of `tool.called` that all read.

A name is looked up in the table of its agent; one that is in no table is judged by its words. What
is not surely harmless is "other": `reflect/trust.py` trusts that least. Hooks load it, so it does
without regular expressions.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain

from blackboard.agents import arguments
from blackboard.agents.registry import AGENTS, BUILT_IN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from blackboard.vocabulary import ToolKind

_KNOWN: dict[str, ToolKind] = dict(
    chain.from_iterable(agent.tools.items() for agent in reversed(BUILT_IN))
)
_FETCH = frozenset("web fetch browser url http https curl wget download navigate internet".split())
_SHELL = frozenset("bash shell sh zsh powershell terminal cmd command exec execute".split())
_EDIT = frozenset("edit write replace patch create delete insert append rename".split())
_READ = frozenset("read view open cat".split())
_SEARCH = frozenset("grep glob find search list ls rg ripgrep".split())
_AGENT = frozenset("subagent subtask".split())
_FILES = frozenset(
    """
    a all and by code codebase content contents dir directories directory file files filesystem
    folder folders for from image in lines local many matches multi multiple name names notebook
    of or path paths pattern patterns regex str text the to tool tree workspace
    """.split()
)
"""Words that leave no doubt that files are meant: `read_many_files`, and not `read_mail`."""

_RUN = frozenset("run in local call tool command the".split())


def describe(name: str, given: Mapping[str, Any], agent: str = "") -> dict[str, Any]:
    """What a tool call did: `kind`, and `command`, `paths` and `cwd` where there are any.

    >>> describe("run_in_shell", {"cmd": "bash -lc 'npm test'", "cwd": "web"})
    {'kind': 'shell', 'command': 'npm test', 'cwd': 'web'}

    Args:
        name: the tool's name.
        given: its input.
        agent: whose tool it is; without it the names of all agents built in are known.
    """
    kind = tool_kind(name, given, agent)
    found: dict[str, Any] = {"kind": kind}
    if kind == "shell":
        line, folder = arguments.command_line(given), arguments.folder(given)
        if line:
            found["command"] = line
        if folder:
            found["cwd"] = folder
    patch = arguments.patch(given)
    if patch:
        found["kind"] = "edit"
    files = [] if kind == "shell" else arguments.paths(given)
    files += arguments.patched(patch) if patch else ()
    if files:
        found["paths"] = files
    return found


def tool_kind(name: str, given: Mapping[str, Any], agent: str = "") -> ToolKind:
    """The kind of a tool, by its agent's table, then by the tables of all, then by its words."""
    own = AGENTS.get(agent)
    kind = (own.tools.get(name) if own else None) or _KNOWN.get(name)
    if kind is not None:
        return kind
    kind = kind_by_words(name)
    needed = {"shell": arguments.COMMAND, "edit": (*arguments.PATHS, "input", "patch")}.get(kind)
    return kind if needed is None or any(map(given.get, needed)) else "other"


@lru_cache(maxsize=1_000)
def kind_by_words(name: str) -> ToolKind:
    """The kind that the words of a tool's name leave no doubt about, else "other".

    >>> [kind_by_words(each) for each in ("read_many_files", "grepSearch", "read_mail")]
    ['read', 'search', 'other']
    """
    low = name.lower()
    if low.startswith(("mcp_", "_")) or "__" in name or "." in name or "/" in name:
        return "mcp"  # with an underscore: tools of Codex's connectors
    words = _words(name)
    if words & _FETCH:
        return "fetch"
    if words & _SHELL and words <= _SHELL | _RUN:
        return "shell"
    if words & _AGENT:
        return "agent"
    if words <= _EDIT | _FILES and words & _EDIT:
        return "edit"
    if words <= _READ | _FILES and words & _READ:
        return "read"
    is_search = words <= _SEARCH | _FILES and bool(words & _SEARCH)
    return "search" if is_search and (len(words) > 1 or words != {"search"}) else "other"


def _words(name: str) -> set[str]:
    """The words of a name that is written with underscores, dashes or capitals.

    >>> sorted(_words("readManyFiles")), sorted(_words("run-in_Shell"))
    (['files', 'many', 'read'], ['in', 'run', 'shell'])
    """
    spaced = "".join(
        f" {sign}" if sign.isupper() and not name[place - 1 : place].isupper() else sign
        for place, sign in enumerate(name)
    )
    return set("".join(sign if sign.isalnum() else " " for sign in spaced).lower().split())

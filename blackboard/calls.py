"""What a recorded tool call did, read off its payload: a shell line run, files changed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

from blackboard.search.shell import only_looks, simple_commands

if TYPE_CHECKING:
    from blackboard.search.failure import Failure

Kind = Literal["command", "edit", "look", "subagent", "tool"]

_SHELL_ARGUMENTS = {"Bash": "command", "exec_command": "cmd", "shell": "command", "bash": "command",
                    "local_shell_call": "command", "run_shell_command": "command"}  # fmt: skip
"""The argument that holds the shell line of a tool."""

SHELL_TOOLS = frozenset(_SHELL_ARGUMENTS)
"""The tools that run a shell line."""

EDIT_TOOLS = frozenset(
    ("Edit", "Write", "MultiEdit", "NotebookEdit", "apply_patch", "write_file", "replace")
)
"""The tools that change files."""

_LOOK_TOOLS = frozenset(
    """Read NotebookRead Grep Glob LS read_file read_many_files list_directory glob
    search_file_content""".split()
)
_SUBAGENT_TOOLS = frozenset(("Task", "Agent", "spawn_agent"))

_FILE_ARGUMENTS = ("file_path", "path", "notebook_path")
_PATCH_ARGUMENTS = ("input", "patch", "command", "cmd")
_PATCH_START = "*** Begin Patch"
_PATCHED = re.compile(r"^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+?)\s*$", re.MULTILINE)
_SHELLS = (["bash"], ["sh"], ["zsh"])


def kind_of(payload: dict[str, Any]) -> Kind:
    """What a tool call was for.

    >>> kind_of({"name": "Bash", "input": {"command": "git status"}})
    'look'
    """
    tool = payload.get("name", "")
    if edits_files(payload):
        return "edit"
    line = shell_line(payload)
    if line is not None:
        return "look" if all(map(only_looks, simple_commands(line))) else "command"
    if tool in _SUBAGENT_TOOLS:
        return "subagent"
    return "look" if tool in _LOOK_TOOLS else "tool"


def shell_line(payload: dict[str, Any]) -> str | None:
    """The shell line of a tool call, or None for other tools.

    >>> shell_line({"name": "shell", "input": {"command": ["bash", "-lc", "npm test"]}})
    'npm test'
    """
    given = payload.get("input", {}).get(_SHELL_ARGUMENTS.get(payload.get("name", ""), ""))
    if isinstance(given, list):
        if given[:1] in _SHELLS:
            given = given[-1]
        else:
            import shlex

            given = shlex.join(map(str, given))
    return given if isinstance(given, str) else None


def edits_files(payload: dict[str, Any]) -> bool:
    """Whether a tool call is of the kind that changes files, however it ended."""
    return payload.get("name") in EDIT_TOOLS or _PATCH_START in patch_of(payload)


def changed_files(payload: dict[str, Any]) -> list[str]:
    """The files that an editing tool call names."""
    given = payload.get("input", {})
    path = next((given[name] for name in _FILE_ARGUMENTS if given.get(name)), None)
    return [str(path)] if path else _PATCHED.findall(patch_of(payload))


def target_of(payload: dict[str, Any]) -> str:
    """What a tool call was about: its shell line, title, pattern, file, or its first text.

    >>> target_of({"name": "Skill", "input": {"skill": "commit"}})
    'commit'
    """
    line = shell_line(payload)
    if line is not None:
        return line
    given = payload.get("input", {})
    title = given.get("description") if payload.get("name") in _SUBAGENT_TOOLS else None
    values = (title, given.get("pattern"), *changed_files(payload)[:1], *given.values())
    return next((each for each in values if isinstance(each, str) and each.strip()), "")


def failure_of(payload: dict[str, Any]) -> Failure:
    """What a failed tool call says went wrong; of a command that only looked, if it says so."""
    from blackboard.search.failure import failure  # its patterns take a while to compile

    output = payload.get("output", "")
    found = failure(output, last_line=False)
    if found.lines or (payload.get("name") in SHELL_TOOLS and kind_of(payload) == "look"):
        return found
    return failure(output)


def read_file(payload: dict[str, Any]) -> list[str]:
    """The file that a call of a reading tool names."""
    is_search = "pattern" in payload.get("input", {})
    return [] if payload.get("name") not in _LOOK_TOOLS or is_search else changed_files(payload)


def patch_of(payload: dict[str, Any]) -> str:
    """The patch that a tool call carries, whatever the tool calls its argument."""
    given = payload.get("input", {})
    for name in _PATCH_ARGUMENTS:
        value = given.get(name)
        text = "\n".join(map(str, value)) if isinstance(value, list) else value
        if isinstance(text, str) and _PATCH_START in text:
            return text[text.index(_PATCH_START) :]
    return ""

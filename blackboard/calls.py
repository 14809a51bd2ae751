"""What a recorded tool call did, read off its payload: a shell line run, files changed."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from blackboard.agents import arguments, edits
from blackboard.agents.edits import Replacement
from blackboard.search.hidden_failure import hidden_failure
from blackboard.search.shell import only_looks, program_of, simple_commands

if TYPE_CHECKING:
    from blackboard.search.failure import Failure

Purpose = Literal["command", "edit", "look", "subagent", "tool"]

_BRIEF = 3
"""Lines; a read-only command that failed with at most so many has said why."""

_PURPOSES: dict[str, Purpose] = {
    "edit": "edit", "read": "look", "search": "look", "agent": "subagent",
}  # fmt: skip


def purpose_of(payload: dict[str, Any]) -> Purpose:
    """What a tool call was for; a shell line that only reads state is a look.

    >>> purpose_of({"kind": "shell", "command": "git status"})
    'look'
    """
    line = payload.get("command")
    if line is not None and payload["kind"] == "shell":
        return "look" if all(map(only_looks, simple_commands(line))) else "command"
    return _PURPOSES.get(payload["kind"], "tool")


def shell_line(payload: dict[str, Any]) -> str | None:
    """The shell line of a tool call, or None for other tools."""
    return payload.get("command")


def edits_files(payload: dict[str, Any]) -> bool:
    """Whether a tool call is of the kind that changes files, however it ended."""
    return payload.get("kind") == "edit"


def changed_files(payload: dict[str, Any]) -> list[str]:
    """The files that a tool call names."""
    return list(payload.get("paths", ()))


def read_file(payload: dict[str, Any]) -> list[str]:
    """The file that a call of a reading tool names."""
    return changed_files(payload) if payload.get("kind") == "read" else []


def part_read(payload: dict[str, Any]) -> str:
    """Which part of its file a call of a reading tool asks for; empty for all of it."""
    return arguments.part(payload.get("input", {}))


def target_of(payload: dict[str, Any]) -> str:
    """What a tool call was about: its shell line, title, pattern, file, or its first text.

    >>> target_of({"kind": "other", "input": {"skill": "commit"}})
    'commit'
    """
    line = shell_line(payload)
    if line is not None:
        return line
    given = payload.get("input", {})
    title = given.get(arguments.TITLE) if payload.get("kind") == "agent" else None
    values = (title, arguments.sought(given), *changed_files(payload)[:1], *given.values())
    return next((each for each in values if isinstance(each, str) and each.strip()), "")


def has_failed(payload: dict[str, Any]) -> bool:
    """Whether a tool call failed, as its agent says or as its own output shows.

    A call that a person refused did not fail.
    """
    if payload.get("denied"):
        return False
    if payload.get("failed") is not False or payload.get("kind") != "shell":
        return bool(payload.get("failed"))
    return hidden_failure(payload.get("output", "")) is not None


def failure_of(payload: dict[str, Any]) -> Failure:
    """What a failed tool call says went wrong; of a command that only looked, if it says so."""
    from blackboard.search.failure import failure  # its patterns take a while to compile

    output, program = payload.get("output", ""), program_of(shell_line(payload) or "")
    found = failure(output, last_line=False, program=program)
    is_look = shell_line(payload) is not None and purpose_of(payload) == "look"
    if found.lines or (is_look and output.count("\n") > _BRIEF):
        return found
    return failure(output, program=program)


def signature_of(payload: dict[str, Any], line: str) -> str:
    """The identity of the error in one line of a failed call."""
    from blackboard.search.signature import signature  # its patterns take a while to compile

    found = failure_of(payload)
    if found.signature and line == found.line:
        return found.signature
    return signature(line, program_of(shell_line(payload) or ""))


def is_agents_own_error(output: str) -> bool:
    """Whether an output is the agent's own refusal of a call, and nothing that was run."""
    return output.lstrip().startswith(_signs("own_errors"))


def without_tags(output: str) -> str:
    """An output without what agents put around their own errors."""
    for tag in _signs("error_tags"):
        output = output.replace(tag, "")
    return output


def was_not_run(output: str) -> bool:
    """Whether an output says that the call was refused by the agent, or stopped with another."""
    low = output.lower()
    not_run = ("operation was aborted", *_signs("not_run"))
    return low.lstrip().startswith(_signs("error_tags")) or any(each in low for each in not_run)


def goes_on(payload: dict[str, Any]) -> bool:
    """Whether a command was left running, so that its end is in another call, or nowhere.

    >>> goes_on({"input": {"command": "make test", "run_in_background": True}})
    True
    """
    given, low = payload.get("input", {}), payload.get("output", "").lower()
    asked = any(given.get(name) in (True, "true") for name in arguments.BACKGROUND)
    return asked or any(each in low for each in _signs("goes_on"))


@cache
def _signs(kind: Literal["own_errors", "error_tags", "not_run", "goes_on"]) -> tuple[str, ...]:
    """What any agent writes around or instead of an output."""
    from blackboard.agents.registry import BUILT_IN  # which imports all agents

    return tuple(each for agent in BUILT_IN for each in getattr(agent, kind))


def replacements(payload: dict[str, Any]) -> list[Replacement]:
    """The texts that an edit wrote, with those that they replaced."""
    return edits.replacements(payload.get("input", {}))


def remembered(payload: dict[str, Any]) -> str:
    """What a call gave an agent's own memory to keep; empty for any other call."""
    return edits.remembered(payload.get("name", ""), payload.get("input", {}))


def patch_of(payload: dict[str, Any]) -> str:
    """The patch that a tool call carries, whatever the tool calls its argument."""
    return arguments.patch(payload.get("input", {}))


def difference(payload: dict[str, Any]) -> str:
    """What an edit changed, as lines that begin with their sign."""
    lines: list[str] = []
    for each in replacements(payload):
        lines += [f"-{line}" for line in (each.old or "").splitlines()]
        lines += [f"+{line}" for line in each.new.splitlines()]
    return patch_of(payload) or "\n".join(lines)

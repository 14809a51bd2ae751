"""A tool call in the words of a digest: what was run, with what, and its result; pure."""

from __future__ import annotations

from typing import Any

from blackboard.agents import arguments
from blackboard.calls import changed_files, replacements, shell_line, target_of
from blackboard.search.moments import distinct_error_lines, shaped_lines, signature
from reflect.prompts import shortened

_COMMAND, _ERROR, _VALUE, _WORDS = 400, 600, 80, 1200
_PROBLEM_LINES, _PROBLEM = 4, 360
_ADDED_LINES, _ADDED = 8, 500
_TAIL = 400


def what(payload: dict[str, Any], root: str | None) -> str:
    """What was called, with the parameters that matter: folder, sandbox, background and the like.

    >>> what({"kind": "shell", "command": "make", "cwd": "/w/app"}, "/w")
    '`make` (in app)'
    """
    line = shell_line(payload)
    if line is not None:
        told = f"`{_one_line(_relative(line, root), _COMMAND)}`"
    else:
        target = _one_line(_relative(target_of(payload), root), _COMMAND)
        told = f"{payload.get('name', '')} {target}".strip()
    given = [_folder(payload, root), *_parameters(payload)]
    noted = ", ".join(filter(None, given))
    return f"{told} ({noted})" if noted else told


def error(payload: dict[str, Any], root: str | None) -> str:
    """What went wrong, by the lines of the output that say so, else by its end."""
    output = str(payload.get("output", "")).strip()
    if len(output) <= _ERROR:
        return _relative(output, root)
    lines = distinct_error_lines(output) if shaped_lines(output) else []
    kinds = {signature(line): line for line in reversed(lines)}  # of alike ones the first
    found = "\n".join(reversed(kinds.values())) or output[-_TAIL:]
    return _relative(shortened(found, _ERROR), root)


def problems(payload: dict[str, Any], root: str | None) -> str:
    """What an output names as wrong although its call passed; empty if nothing."""
    lines = shaped_lines(str(payload.get("output", "")))[:_PROBLEM_LINES]
    return _relative(shortened("\n".join(lines), _PROBLEM), root) if lines else ""


def refusal(payload: dict[str, Any]) -> str:
    """The words with which a call was refused."""
    return shortened(str(payload.get("output", "")).strip(), _WORDS)


def added(payload: dict[str, Any]) -> str:
    """The first lines that an edit brings into a file."""
    old = {line for each in replacements(payload) for line in (each.old or "").splitlines()}
    new = [line.rstrip() for each in replacements(payload) for line in each.new.splitlines()]
    lines = [line for line in new if line.strip() and line not in old][:_ADDED_LINES]
    return shortened("\n".join(f"+ {line}" for line in lines), _ADDED)


def brief(payload: dict[str, Any], root: str | None, most: int = 70) -> str:
    """A call that nothing is remarkable about, in a few words.

    >>> brief({"kind": "read", "paths": ["/w/app/a.py"], "input": {}}, "/w")
    'read app/a.py'
    """
    line = shell_line(payload)
    if line is not None:
        return f"`{_one_line(_relative(line, root), most)}`"
    names = " ".join(changed_files(payload)[:2]) or _one_line(target_of(payload), most)
    kind = payload.get("kind", "other")
    verb = payload.get("name", "called") if kind in ("other", "mcp") else kind
    return _relative(f"{verb} {names}".strip(), root)


def _folder(payload: dict[str, Any], root: str | None) -> str:
    cwd = payload.get("cwd")
    if not cwd or not root or cwd.rstrip("/") == root.rstrip("/"):
        return ""
    return f"in {_relative(cwd, root)}"


def _parameters(payload: dict[str, Any]) -> list[str]:
    """Short parameters beside a shell line, such as a sandbox permission."""
    if shell_line(payload) is None:
        return []
    found = arguments.others(payload.get("input") or {})
    return [f"{name}={_one_line(str(value), _VALUE)}" for name, value in found.items()]


def _relative(text: str, root: str | None) -> str:
    return text.replace(f"{root.rstrip('/')}/", "") if root and root != "/" else text


def _one_line(text: str, most: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"

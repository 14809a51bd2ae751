"""Which tool calls may have changed something, so that another call passed after them; pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from blackboard.calls import difference, purpose_of, shell_line
from blackboard.search.shell import only_looks, simple_commands

_CHECKS = re.compile(
    r"(?i)(?:^|[:/_-])(?:tests?|spec|lint|check|vet|verify|typecheck|tsc|pytest|unittest|jest|vitest"
    r"|mocha|eslint|biome|ruff|mypy|pyright|clippy|golangci-lint|shellcheck)(?:$|[:._-])"
)
"""Words of a command that only checks, such as `npm run test:unit`."""

_WRITES = re.compile(
    r"^(?:--fix|--write|-w|-u|--update\S*|--apply|--unsafe|(?:[\w:-]*[:-])?(?:format|fmt|fix|write))$"
)
"""Words of a checking command that then changes files."""

_TO_FILE = re.compile(r"(?<![\d&<>=-])>{1,2}\s*(?!&|/dev/null|>)[\w./~$\"'{-]")
"""A redirection to a file."""

QUOTED = re.compile(r"'[^']*'|\"(?:[^\"\\\\]|\\\\.)*\"")
"""What is in quotation marks: no sign for a pipe, a file or another command."""

_NAMES = re.compile(r"[A-Za-z_][\w@.-]{4,}\w")
"""Words that an error and a change have in common for a reason: names of six signs or more."""

_HEREDOC = re.compile(r"<<-?\s*[\"']?\w+")
_MOST_LINES = 4


def is_check(words: Sequence[str]) -> bool:
    """Whether a command runs tests, a linter or the like, and writes nothing.

    >>> is_check(["bun", "run", "test"]), is_check(["biome", "check", "--write"])
    (True, False)
    """
    first = [word for word in words[:4] if not word.startswith("-")]
    return any(map(_CHECKS.search, first)) and not any(map(_WRITES.match, words))


def checks(line: str) -> bool:
    """Whether a shell line runs a check, whatever else it runs."""
    return any(map(is_check, simple_commands(line)))


def may_change(payload: dict[str, Any]) -> bool:
    """Whether a call may have changed a file, or the state of anything else.

    >>> may_change({"kind": "shell", "command": "go test ./... | tail"})
    False
    """
    purpose, line = purpose_of(payload), shell_line(payload)
    if line is None or purpose == "edit":
        return purpose == "edit"
    bare = QUOTED.sub("x", line)
    if _TO_FILE.search(_HEREDOC.split(bare)[0]):
        return True
    return not all(only_looks(words) or is_check(words) for words in simple_commands(bare))


def changed_lines(payload: dict[str, Any], error: str) -> tuple[str, ...]:
    """The lines that an edit took out and put in, those with words of the error first.

    They begin with their sign; there are at most four, in the order of the edit.
    """
    lines = [
        line
        for line in difference(payload).splitlines()
        if line[:1] in "+-" and line[1:].strip() and not line.startswith(("+++", "---"))
    ]
    lines = _without_context(lines)
    named = set(re.findall(r"\w{4,}", error))
    ranked = sorted(lines, key=lambda line: -len(named & set(re.findall(r"\w{4,}", line))))
    chosen = set(ranked[:_MOST_LINES])
    return tuple(line for line in lines if line in chosen)[:_MOST_LINES]


def concerns(text: str, change: Sequence[str], error: str) -> bool:
    """Whether a step has to do with an error: it names its file, or changes what it names.

    Args:
        text: what the step was about, such as a file.
        change: the lines that it changed.
        error: the lines of the error.
    """
    name = text.rsplit("/", 1)[-1]
    if name and name in error:
        return True
    named = set(_NAMES.findall(error))
    return any(named & set(_NAMES.findall(line)) for line in (*change, " ".join(text.split()[1:])))


def _without_context(lines: Sequence[str]) -> list[str]:
    """The lines that changed: one that was both taken out and put in is context."""
    added = {line[1:].strip() for line in lines if line[0] == "+"}
    removed = {line[1:].strip() for line in lines if line[0] == "-"}
    return [line for line in lines if line[1:].strip() not in added & removed]

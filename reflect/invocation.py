"""How a command was invoked: where, with what set, and which words, without what is beside it."""

from __future__ import annotations

import re
import shlex
from typing import NamedTuple

from blackboard.event import Event

_TOOLS = {"Bash": "command", "exec_command": "cmd", "shell": "command", "bash": "command",
          "local_shell_call": "command", "run_shell_command": "command"}  # fmt: skip
_FILTERS = frozenset(
    """
    tail head cat tee wc sort uniq less grep rg sed awk tr cut jq
    """.split()
)
_SILENT = frozenset(("true", ":", "echo", "sleep", "date", "pwd"))
_ASSIGNMENT = re.compile(r"^[A-Za-z_]\w*=\S*$")
_REDIRECTION = re.compile(r"\s*(?:\d|&)?>{1,2}\s*(?:&\d|/dev/null|[\w./-]+)")
_LONGEST = 240


class Invocation(NamedTuple):
    """One command as it was run; `folder` is where `cd` went before, empty if nowhere."""

    folder: str
    settings: tuple[str, ...]
    words: tuple[str, ...]

    @property
    def command(self) -> str:
        """The command with its settings, as it would be typed."""
        return " ".join((*self.settings, *self.words))


def command_of(call: Event) -> str | None:
    """The shell line of a tool call, or None for other tools."""
    payload = call.payload or {}
    given = payload.get("input", {}).get(_TOOLS.get(payload.get("name", ""), ""))
    if isinstance(given, list):
        given = (
            given[-1] if given[:1] in (["bash"], ["sh"], ["zsh"]) else shlex.join(map(str, given))
        )
    return given if isinstance(given, str) else None


def invocation(line: str, root: str | None) -> Invocation | None:
    """The one command that a shell line is about, or None when it is about several or about text.

    Pipes into filters, redirections and `echo` do not count; paths below `root` become relative.
    Lines with inline programs, here-documents or loops are left alone: their faults are not in
    how they were invoked.
    """
    line = line.strip()
    if len(line) > _LONGEST or re.search(r"<<|\$\(|`|\n|\bfor\b|\bwhile\b|\|\|", line):
        return None
    folder = ""
    kept: list[list[str]] = []
    for piece in re.split(r"&&|;", _relative(line, root)):
        words = _words(piece.split(" | ")[0].split("|")[0])
        if words is None:
            return None
        if words[:1] == ["cd"] and len(words) == 2 and not kept:
            folder = words[1]
        elif words and words[0] not in _SILENT:
            kept.append(words)
    if len(kept) != 1:
        return None
    settings, command = _split_settings(kept[0])
    if not command or command[0] in _FILTERS or _is_inline(command):
        return None
    return Invocation(folder.rstrip("/"), settings, command)


def _relative(line: str, root: str | None) -> str:
    if not root:
        return line
    return re.sub(
        re.escape(root) + r"(/|(?=[\s\"';&|]|$))", lambda match: "" if match[1] else ".", line
    )


def _words(piece: str) -> list[str] | None:
    try:
        return shlex.split(_REDIRECTION.sub("", piece), posix=False)
    except ValueError:
        return None


def _split_settings(words: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if words[:1] in (["export"], ["env"]):
        words = words[1:]
    count = next((i for i, word in enumerate(words) if not _ASSIGNMENT.match(word)), len(words))
    return tuple(words[:count]), tuple(words[count:])


def _is_inline(words: tuple[str, ...]) -> bool:
    """Whether a program or a long text is among the arguments."""
    return any(len(word) > 80 or " " in word for word in words) or any(
        flag in words
        for flag in ("-e", "-c", "-p")
        if words[0].startswith(("python", "node", "bash", "sh", "perl", "ruby"))
    )

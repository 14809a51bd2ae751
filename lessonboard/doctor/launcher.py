"""Whether the programs that a hook command names are there."""

from __future__ import annotations

import os
import shlex
import shutil
from pathlib import Path


def missing(command: str) -> str | None:
    """The first program or script of a command that is not there, or None.

    Looked at are the program, scripts named by their full path, and the interpreter that a
    script names in its first line. What only a shell can expand is passed over.
    """
    words = _words(command)
    if not words:
        return "an empty command"
    program, *others = words
    for word in (program, *(each for each in others if each.endswith(".py"))):
        problem = _fault(word, is_program=word is program)
        if problem:
            return problem
    return None


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command, posix=os.name != "nt")
    except ValueError:
        words = command.split()
    words = [os.path.expandvars(each.strip("\"'")) for each in words]
    while words and "=" in words[0].split("/")[0]:
        words.pop(0)  # a variable set for the program
    return words


def _fault(word: str, *, is_program: bool) -> str | None:
    if "$" in word or "`" in word:
        return None
    path = Path(word).expanduser()
    if not path.is_absolute():
        return word if is_program and shutil.which(word) is None else None
    if not path.is_file():
        return str(path)
    if is_program and not os.access(path, os.X_OK):
        return f"{path} (it may not be executed)"
    return _interpreter_fault(path) if is_program else None


def _interpreter_fault(path: Path) -> str | None:
    """The interpreter of a script that is not there."""
    with path.open("rb") as file:
        start = file.readline(512)
    if not start.startswith(b"#!"):
        return None
    words = start[2:].decode("utf-8", "replace").split()
    return words[0] if words and not Path(words[0]).is_file() else None

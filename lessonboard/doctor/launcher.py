"""Check that the programs of a hook command exist."""

from __future__ import annotations

import os
import shlex
import shutil
from pathlib import Path

from lessonboard.install.launcher import NAME


def missing(command: str) -> str | None:
    """Return the first program or script of a command that does not exist or cannot run, or None.

    Checked are the program, scripts with an absolute path, and a script's interpreter. Anything
    that only a shell can expand is skipped.
    """
    words = _words(command)
    if not words:
        return "an empty command"
    program, *others = words
    scripts = (other for other in others if other.endswith((".py", f"/{NAME}")))
    for word in (program, *scripts):
        problem = _fault(word, is_program=word is program)
        if problem:
            return problem
    return None


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command, posix=os.name != "nt")
    except ValueError:
        words = command.split()
    words = [os.path.expandvars(word.strip("\"'")) for word in words]
    while words and "=" in words[0].split("/")[0]:
        words.pop(0)  # an environment assignment
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
    return _interpreter_fault(path) if is_program else _script_fault(path)


def _script_fault(path: Path) -> str | None:
    """Return the script, if it is torn; the hook command passes over that in silence."""
    try:
        compile(path.read_bytes(), str(path), "exec")
    except OSError as error:
        return f"{path} that can be read ({error.strerror})"
    except (SyntaxError, ValueError) as error:
        return f"{path} that is whole ({error})"
    return None


def _interpreter_fault(path: Path) -> str | None:
    """Return the interpreter of a script, if it does not exist."""
    with path.open("rb") as file:
        start = file.readline(512)
    if not start.startswith(b"#!"):
        return None
    words = start[2:].decode("utf-8", "replace").split()
    return words[0] if words and not Path(words[0]).is_file() else None

"""Runs Python as it was asked to, and notes each function of the product that is entered.

    python noting.py NOTES ROOT PYTHON [-IS] (-c CODE | -m MODULE | FILE) [ARGUMENT...]

`NOTES` is a file to which all processes of a home append; `ROOT` is where the product is; `PYTHON`
is the program that ran this file, so that what is started by it is noted too. A note is written
when a function is entered first, because some processes end without a last word.
"""

from __future__ import annotations

import os
import runpy
import sys
import threading
from types import CodeType, FrameType
from typing import Any

PACKAGES = ("blackboard", "reflect", "scheduler", "lessonboard")


class Notes:
    """A trace function that writes each code object of the product down once; no line is traced."""

    def __init__(self, path: str, root: str) -> None:
        self._file = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
        self._roots = tuple(f"{root}/{name}/" for name in PACKAGES)
        self._length = len(root) + 1
        self._seen: dict[int, CodeType] = {}

    def __call__(self, frame: FrameType, _event: str, _: Any) -> None:
        """A function is entered."""
        code = frame.f_code
        if id(code) in self._seen:
            return
        self._seen[id(code)] = code
        if code.co_filename.startswith(self._roots):
            place = code.co_filename[self._length :]
            os.write(self._file, f"{place}\t{code.co_firstlineno}\t{code.co_name}\n".encode())


def main() -> None:
    """Note what the rest of the arguments runs."""
    notes, root, sys.executable, *words = sys.argv[1:]
    while words and words[0].startswith("-") and words[0] not in ("-c", "-m"):
        words.pop(0)  # `-I` and `-S` would hide this file
    noted = Notes(notes, root)
    sys.path.pop(0)
    threading.settrace(noted)
    sys.settrace(noted)
    if words[:1] == ["-c"]:
        sys.argv = ["-c", *words[2:]]
        exec(compile(words[1], "<string>", "exec"), {"__name__": "__main__"})
    elif words[:1] == ["-m"]:
        sys.argv = words[1:]
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = words
        runpy.run_path(words[0], run_name="__main__")


if __name__ == "__main__":
    main()

"""Plays the lines of `month.txt` in a fresh home.

Each line is one thing that is done, and begins with who does it:

    lessonboard WORDS [<< KEYS]     a command in a terminal, and the keys pressed when it asks
    ! lessonboard WORDS             the same, which must fail
    hook AGENT EVENT FIELDS         an agent runs its hook with these fields (JSON)
    mcp TOOL ARGUMENTS              an agent calls a tool (JSON); `mcp METHOD/...` is any request
    page PATH                       a browser opens a page
    press PATH ACTION FIELDS        it sends the form of that page which goes to ACTION
    transcript AGENT SAMPLE         an agent writes its session: a file of the repository
    file PATH TEXT                  she writes a file of her home; \\n ends a line

`{lesson}`, `{waiting}`, `{ours}`, `{session}` and `{event}` are ids of the board as it is then
(`names.py`); `{home}` is the home.
"""

from __future__ import annotations

import json
import shlex
import shutil
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from bench.life.agents import Server, run_hook, server_of
from bench.life.browser import Browser
from bench.life.home import ROOT, Home
from bench.life.names import named
from bench.life.terminal import typed
from lessonboard.hooks.address import folder_of

_TEXT = Path(__file__).with_name("month.txt").read_text()
MONTH = tuple(line for line in _TEXT.splitlines() if line and not line.startswith("#"))
_FAILED = "! "


def played(
    lines: Iterable[str], folder: Path, say: Callable[[str], Any] | None = None
) -> list[str]:
    """Play lines in a home below a folder, and say which did not end as they should.

    Args:
        lines: of `month.txt`.
        folder: is made.
        say: hears each line with its answer.
    """
    home = Home(folder)
    home.make()
    month = _Month(home)
    wrong = []
    try:
        for line in lines:
            began = time.monotonic()
            is_right, answer = month.play(line)
            wrong += [] if is_right else [f"{line}\n{answer}"]
            if say:
                mark = "" if is_right else "WRONG "
                say(f"{time.monotonic() - began:5.1f} s {mark}{line}\n{answer}")
    finally:
        month.close()
        shutil.rmtree(folder_of(str(home.board)), ignore_errors=True)  # ends the hook server
    return wrong


class _Month:
    """A home with what runs in it: at most one server of MCP, and one of pages."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._server: Server | None = None
        self._browser: Browser | None = None

    def play(self, line: str) -> tuple[bool, str]:
        """Do what a line says; whether it ended as it should, and what was answered."""
        wants_failure = line.startswith(_FAILED)
        who, _, rest = line.removeprefix(_FAILED).partition(" ")
        if who not in ("mcp", "page", "press"):
            self.close()
        failed, answer = getattr(self, f"_{who}")(named(rest, self._home))
        return failed == wants_failure, answer

    def close(self) -> None:
        """End the servers."""
        for each in (self._server, self._browser):
            if each:
                each.close()
        self._server = self._browser = None

    def _lessonboard(self, rest: str) -> tuple[bool, str]:
        words, _, keys = rest.partition(" << ")
        command = [str(self._home.bin / "lessonboard"), *shlex.split(words)]
        code, screen = typed(command, keys.replace("\\n", "\n"), self._home.work,
                             self._home.variables)  # fmt: skip
        return code != 0, screen

    def _hook(self, rest: str) -> tuple[bool, str]:
        agent, event, fields = rest.split(" ", 2)
        return run_hook(self._home, agent, event, json.loads(fields))

    def _mcp(self, rest: str) -> tuple[bool, str]:
        self._server = self._server or server_of(self._home)
        name, _, arguments = rest.partition(" ")
        return self._server.ask(name, json.loads(arguments or "{}"))

    def _page(self, rest: str) -> tuple[bool, str]:
        self._browser = self._browser or Browser(self._home)
        return self._browser.get(rest)

    def _press(self, rest: str) -> tuple[bool, str]:
        self._browser = self._browser or Browser(self._home)
        path, action, fields = rest.split(" ", 2)
        return self._browser.press(path, action, json.loads(fields))

    def _transcript(self, rest: str) -> tuple[bool, str]:
        agent, _, sample = rest.partition(" ")
        path = self._home.transcript(agent, Path(sample).stem)
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / sample, path)
        return False, ""

    def _file(self, rest: str) -> tuple[bool, str]:
        name, _, text = rest.partition(" ")
        path = self._home.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace("\\n", "\n"))
        return False, ""

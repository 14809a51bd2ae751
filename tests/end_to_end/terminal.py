"""A terminal as a person has it: a program in it, what is on the screen, and keys."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.end_to_end.machine import PATIENCE, Machine

_SIZE = ("-x", "160", "-y", "50")
"""Columns and rows: no text that these tests look for is broken."""
_BETWEEN_LOOKS = 0.1
_SAME = 10
"""How many looks in a row must be the same before a key is pressed in a dialog."""
_MARKS = ("\N{HEAVY RIGHT-POINTING ANGLE QUOTATION MARK ORNAMENT}",
          "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}")  # fmt: skip
"""What Claude Code and Codex put before the line that is chosen."""


@dataclass(frozen=True)
class Terminal:
    """A tmux server of a test's own with one pane.

    Attributes:
        machine: where its program runs.
        socket: where the server listens.
    """

    machine: Machine
    socket: Path

    @property
    def screen(self) -> str:
        """What a person sees."""
        return self.tmux("capture-pane", "-p")

    def until(self, is_there: Callable[[str], bool], what: str) -> None:
        """Wait until the screen is as it should be."""
        deadline = time.monotonic() + PATIENCE
        while not is_there(screen := self.screen):
            assert time.monotonic() < deadline, f"not on the screen: {what}\n{screen}"
            time.sleep(_BETWEEN_LOOKS)

    def shows(self, text: str) -> None:
        """Wait until a text is on the screen."""
        self.until(lambda screen: text in screen, text)

    def ends(self) -> None:
        """Wait until the program has ended."""
        state = ("display-message", "-p", "#{pane_dead}")
        self.until(lambda _: self.tmux(*state).strip() == "1", "the end of the program")

    def enter(self, text: str, answer: str) -> None:
        """Type a line, send it, and wait for the answer."""
        self.tmux("send-keys", "-l", text)
        self.shows(text)
        self.tmux("send-keys", "Enter")
        self.shows(answer)

    def choose(self, question: str, option: str) -> None:
        """Answer a dialog: go down to the option, and confirm."""
        self.shows(question)
        deadline = time.monotonic() + PATIENCE
        while option not in _marked(screen := self._steady()):
            assert time.monotonic() < deadline, f"not to be chosen: {option}\n{screen}"
            self.tmux("send-keys", "Down")
        self.tmux("send-keys", "Enter")
        self.until(lambda screen: question not in screen, f"an end of: {question}")

    def _steady(self) -> str:
        """The screen after it was the same for a while: a dialog answers keys late."""
        looks: deque[str] = deque(maxlen=_SAME)

        def rests(screen: str) -> bool:
            looks.append(screen)
            return len(looks) == _SAME and len(set(looks)) == 1

        self.until(rests, "a dialog that rests")
        return looks[-1]

    def tmux(self, *command: str) -> str:
        """Have tmux do something, and return what it prints."""
        done = subprocess.run(
            ["tmux", "-f", os.devnull, "-S", str(self.socket), *command],
            cwd=self.machine.repository,
            env=self.machine.environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, done
        return done.stdout


@contextmanager
def in_terminal(
    machine: Machine, command: Sequence[str], variables: Mapping[str, str]
) -> Iterator[Terminal]:
    """Run a program in a terminal, which is closed at the end, whatever the program does."""
    # The folder of a test can be too long for the address of a socket.
    with tempfile.TemporaryDirectory() as folder:
        terminal = Terminal(machine, Path(folder, "tmux"))
        given = [word for name, value in variables.items() for word in ("-e", f"{name}={value}")]
        terminal.tmux("new-session", "-d", *_SIZE, *given, *command)
        terminal.tmux("set-option", "-g", "remain-on-exit", "on")
        try:
            yield terminal
        finally:
            terminal.tmux("kill-server")


def _marked(screen: str) -> str:
    """The line of a dialog that is chosen, in a frame or not."""
    lines = (line.strip("│ ") for line in screen.splitlines())
    return next((line for line in lines if line.startswith(_MARKS)), "")

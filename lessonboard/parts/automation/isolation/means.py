"""By which means this system keeps a repository's programs apart: tried once for a process.

Another means is a function that makes a command line of a view, and a line in `_CHOICES`.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from lessonboard.parts.automation.isolation import bubblewrap, seatbelt
from lessonboard.parts.automation.isolation.view import IsolatedView, Mount

_LAUNCHER = Path(__file__).with_name("launcher.py")
_SECONDS = 10.0

Command = Callable[[IsolatedView, Sequence[str]], list[str]]


@dataclass(frozen=True)
class Means:
    """One way to keep programs apart.

    `replaces` says whether places can be replaced, so that the home keeps its name; None as
    `command` means a system that can do neither.
    """

    name: str
    command: Command | None = None
    replaces: bool = False

    @property
    def summary(self) -> str:
        """What checks and hooks are kept from, in one line."""
        if self.command is None:
            return (
                f"checks and hooks get an allow-list of variables and a home of their own; {LEFT}"
            )
        return (
            "checks and hooks get an allow-list of variables, a home of their own, loopback "
            f"alone, and may write in the worktree alone ({self.name})"
        )


LEFT = (
    "this system takes neither the network nor your files away from them (Linux: allow "
    "unprivileged user namespaces, or install bubblewrap)"
)


def namespaces(view: IsolatedView, words: Sequence[str]) -> list[str]:
    """The command line that runs a program in a view by Linux namespaces."""
    return [sys.executable, "-I", "-S", str(_LAUNCHER), json.dumps(asdict(view)), *words]


NONE = Means("none")
NAMESPACES = Means("namespaces", namespaces, replaces=True)
BUBBLEWRAP = Means("bubblewrap", bubblewrap.command, replaces=True)
SEATBELT = Means("sandbox-exec", seatbelt.command)

_CHOICES = {"linux": (NAMESPACES, BUBBLEWRAP), "darwin": (SEATBELT,)}


@cache
def means() -> Means:
    """The first means by which a program that does nothing can be run here, else `NONE`."""
    return next((each for each in _CHOICES.get(sys.platform, ()) if works(each)), NONE)


def works(candidate: Means) -> bool:
    """Whether a program can be run by a means."""
    assert candidate.command is not None
    with tempfile.TemporaryDirectory(prefix="lessonboard-") as folder:
        home = Path(folder, "home")
        home.mkdir()
        mounts = (Mount("devices", "", "/dev"), Mount("empty", "", str(home)),
                  Mount("write", folder, folder))  # fmt: skip
        view = IsolatedView(mounts, folder, str(home), folder)
        try:
            done = subprocess.run(
                candidate.command(view, [shutil.which("true") or "true"]),
                stdin=subprocess.DEVNULL, capture_output=True, timeout=_SECONDS, check=False,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired):
            return False
    return done.returncode == 0

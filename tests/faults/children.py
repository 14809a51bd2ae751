"""Real processes for tests: started, held at the start line, let go together, or killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from itertools import islice
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_LONGEST = 120
_PRELUDE = """
import sys
def ready():
    print("ready", flush=True)
    sys.stdin.readline()
"""

Child = subprocess.Popen[str]


def start(code: str, *arguments: object) -> Child:
    """A Python process that runs some code, which calls `ready()` to wait at the start line."""
    return subprocess.Popen(
        [sys.executable, "-c", _PRELUDE + code, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(_ROOT)},
    )


def let_go(*children: Child) -> None:
    """Let all begin together, once all are ready; a child that failed before is left to its end."""
    for child in children:
        assert child.stdout is not None
        child.stdout.readline()
    for child in children:
        assert child.stdin is not None
        if child.poll() is None:
            child.stdin.write("\n")
            child.stdin.flush()


def outcome(child: Child) -> tuple[str, str]:
    """What a child has written to its two outputs until its end."""
    return child.communicate(timeout=_LONGEST)


def go(*children: Child) -> list[tuple[str, str]]:
    """Let children run to their end, and return what each wrote."""
    let_go(*children)
    return [outcome(child) for child in children]


def kill_after(child: Child, lines: int) -> list[str]:
    """Kill a running child when it has written some lines; returns all whole lines it wrote."""
    assert child.stdout is not None
    written = "".join(islice(child.stdout, lines))
    child.kill()
    written += child.stdout.read()  # what was read ahead is in its buffer, so no `communicate`
    assert outcome(child)[1] == ""
    return [line.strip() for line in written.splitlines(True) if line.endswith("\n")]


def killed(child: Child) -> None:
    """Wait for the end of a child that nothing but `kill -9` may end, and that says nothing."""
    written = outcome(child)
    assert (child.returncode, written[1]) == (-signal.SIGKILL, "")

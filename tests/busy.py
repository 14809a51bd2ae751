"""A machine that is busy with other things."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

BUSY = 15
"""Processes: a load that people have seen where agents and tests run beside each other."""


@contextmanager
def busy_machine(processes: int = BUSY) -> Iterator[None]:
    """So many processes that take all of the machine that they are given."""
    others = [subprocess.Popen([sys.executable, "-IS", "-c", "while True: pass"])
              for _ in range(processes)]  # fmt: skip
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()

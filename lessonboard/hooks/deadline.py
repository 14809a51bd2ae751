"""When a hook's time is over: by the clock, or by what it took of the processor."""

from __future__ import annotations

import time

_TICK = 0.02


class Deadline:
    """Two limits, of which the first to pass counts.

    `cpu` are seconds of this process's own CPU time, which other work on the machine leaves alone.

    Args:
        age: seconds since the process that an agent waits for was started.
        cpu: see there.
        wall: seconds from that start on.
    """

    def __init__(self, age: float, cpu: float, wall: float) -> None:
        self.cpu = cpu
        self._began = time.monotonic() - age
        self._ends = self._began + wall

    @property
    def milliseconds(self) -> int:
        """Since the start."""
        return int((time.monotonic() - self._began) * 1000)

    def shorten(self, wall: float) -> None:
        """Let it end so many seconds after the start, if that is sooner."""
        self._ends = min(self._ends, self._began + wall)

    def wait(self) -> str:
        """Wait until a limit has passed; which one, in words."""
        while not (passed := self._passed()):
            time.sleep(_TICK)
        return passed

    def _passed(self) -> str:
        if time.process_time() >= self.cpu:
            return f"{self.cpu * 1000:.0f} ms of CPU"
        if time.monotonic() >= self._ends:
            return f"{(self._ends - self._began) * 1000:.0f} ms"
        return ""

"""How long a process has been running: what an agent waits for begins before our first line."""

from __future__ import annotations

import os
import time

_LONGEST_START = 10.0
"""Seconds. A process that seems to be older was not started for this hook: a shell became it."""

_START_TIME = 19
"""The field `starttime` in /proc/self/stat, counted after the name (man proc_pid_stat)."""


def age(pid: int = 0) -> float:
    """Seconds since a process was started; our own CPU time where the system does not report it.

    Args:
        pid: the process; 0 for this one.
    """
    used = time.process_time()
    try:
        descriptor = os.open(f"/proc/{pid or 'self'}/stat", os.O_RDONLY)
        try:
            fields = os.read(descriptor, 4096).rpartition(b")")[2].split()
        finally:
            os.close(descriptor)
        started = int(fields[_START_TIME]) / os.sysconf("SC_CLK_TCK")
        found = time.clock_gettime(time.CLOCK_BOOTTIME) - started
    except (OSError, ValueError, IndexError, AttributeError):
        return used
    return found if used <= found <= _LONGEST_START else used

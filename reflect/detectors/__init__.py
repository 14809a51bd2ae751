"""Detectors: what a session did too often, each a pure function from a trajectory to patterns.

A new detector is a file here and a line in DETECTORS. They read structured calls and what the
human really wrote, never the text of files or of programs.
"""

from __future__ import annotations

from collections.abc import Callable

from blackboard.events.reflection import Pattern
from blackboard.plugins import contents
from reflect.detectors.error_patterns import error_patterns
from reflect.detectors.long_session import long_session
from reflect.detectors.repeated_reads import repeated_reads
from reflect.detectors.repeated_tool_use import repeated_tool_use
from reflect.detectors.user_frustration import user_frustration
from reflect.trajectory import Trajectory

DETECTORS: tuple[Callable[[Trajectory], list[Pattern]], ...] = (
    user_frustration,
    error_patterns,
    repeated_tool_use,
    repeated_reads,
    long_session,
)


def detect(trajectory: Trajectory) -> list[Pattern]:
    """Every pattern of a session, in the order of DETECTORS, then of those of plug-ins."""
    detectors = (*DETECTORS, *added_detectors())
    return [pattern for detector in detectors for pattern in detector(trajectory)]


def types_of_patterns() -> list[str]:
    """What the detectors look for: each finds patterns of the type that it is named after."""
    return [detector.__name__ for detector in (*DETECTORS, *added_detectors())]


def added_detectors() -> list[Callable[[Trajectory], list[Pattern]]]:
    """The detectors that plug-ins add."""
    return contents.functions("detector", {detector.__name__ for detector in DETECTORS})

"""Detectors: what a session did too often, each a pure function from a trajectory to patterns.

A new detector is a file here and a line in DETECTORS. They read structured calls and what the
human really wrote, never the text of files or of programs.
"""

from __future__ import annotations

from dataclasses import replace

from blackboard.events.reflection import Pattern
from blackboard.plugins import contents
from blackboard.plugins.registry import Entry
from reflect.detectors.detector import Detector
from reflect.detectors.error_patterns import ERROR_PATTERNS
from reflect.detectors.long_session import LONG_SESSION
from reflect.detectors.repeated_reads import REPEATED_READS
from reflect.detectors.repeated_tool_use import REPEATED_TOOL_USE
from reflect.detectors.user_frustration import USER_FRUSTRATION
from reflect.trajectory import Trajectory

DETECTORS = (USER_FRUSTRATION, ERROR_PATTERNS, REPEATED_TOOL_USE, REPEATED_READS, LONG_SESSION)


def detect(trajectory: Trajectory) -> list[Pattern]:
    """Every pattern of a session, in the order of DETECTORS, then of those of plug-ins."""
    return [pattern for detector in detectors() for pattern in detector.find(trajectory)]


def detectors() -> tuple[Detector, ...]:
    """The product's own detectors, then those that plug-ins add."""
    return (*DETECTORS, *added_detectors())


def detector_of(type: str) -> Detector:
    """The detector of a type of pattern; of an unknown type one that finds nothing."""
    found = (each for each in detectors() if each.type == type)
    return next(found, Detector(type, lambda _: []))


def added_detectors() -> list[Detector]:
    """The detectors that plug-ins add."""
    found = contents.added("detector", {each.type for each in DETECTORS}, _problem)
    return [_guarded(name, entry) for name, entry in found.items()]


def _problem(value: object) -> str:
    return "" if isinstance(value, Detector) else contents.not_a_function(value)


def _guarded(name: str, entry: Entry) -> Detector:
    """A plug-in's detector; what fails in it finds nothing and is reported."""
    detector = entry.value
    if not isinstance(detector, Detector):
        return Detector(name, contents.or_nothing("detector", name, entry))
    find, subjects = (
        contents.or_nothing("detector", name, entry._replace(value=function))
        for function in (detector.find, detector.subjects)
    )
    return replace(detector, find=find, subjects=subjects)

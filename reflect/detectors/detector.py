"""What a detector is: all that the product knows of one type of pattern."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from blackboard.events.reflection import Pattern
from reflect.trajectory import Trajectory

PatternSeverity = Literal["low", "medium", "high", "critical"]
Improvement = Literal["tooling", "pattern", "performance", "error_handling", "workflow"]
Subject = Literal["error", "file", "command", "words", "session"]

_MANY = 5


def medium_from_five(count: int) -> PatternSeverity:
    """The severity of what has no rule of its own.

    >>> medium_from_five(4), medium_from_five(5)
    ('low', 'medium')
    """
    return "medium" if count >= _MANY else "low"


def _nothing(_: object) -> Sequence[str]:
    return ()


def _no_advice(sample: str, subject: str, often: str) -> str:
    return ""


@dataclass(frozen=True)
class Detector:
    """One type of pattern: how it is found in a session, judged, recognised and improved.

    Attributes:
        type: the type of its patterns.
        find: gives the patterns of a session.
        severity: how bad a pattern of so many is.
        subjects: everything in a session that such a pattern could be about, also what stays below
            its threshold, so that a pattern that was improved is seen when it returns.
        former_subjects: what older versions would have called the subject of a pattern.
        advice: what to do, from a sample, the subject and how often, as "5 times in 2 sessions";
            empty for what the pattern itself suggests.
        improvement: the kind of change that prevents it.
        about: what a subject is.
        least: how many sightings, over all sessions of a project, make a pattern.
    """

    type: str
    find: Callable[[Trajectory], list[Pattern]]
    severity: Callable[[int], PatternSeverity] = medium_from_five
    subjects: Callable[[Trajectory], Iterable[str]] = _nothing
    former_subjects: Callable[[Pattern], Sequence[str]] = _nothing
    advice: Callable[[str, str, str], str] = _no_advice
    improvement: Improvement = "pattern"
    about: Subject = "session"
    least: int = 1

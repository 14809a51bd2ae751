"""A detector carries all that is known of its type of pattern, also one that a plug-in adds."""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import Any

import pytest

from blackboard.event import Event
from blackboard.events.reflection import Pattern
from blackboard.plugins.testing import registered
from reflect import Detector, Trajectory
from reflect.detectors import DETECTORS, detect, detector_of
from reflect.fingerprint import fingerprint_of, known_as, sightings
from tests.reflect.talks import ran, recorded
from tests.reflect.test_detectors import told

ROOT = Path(__file__).parents[2]


def _found(trajectory: Trajectory) -> list[Pattern]:
    given = Pattern(type="waits", severity="high", count=9, suggestion="Wait less.", samples=["a"])
    return [given]


WAITS = Detector(
    "waits",
    _found,
    severity=lambda count: "high" if count > 8 else "low",
    subjects=lambda trajectory: ["rare"],
    former_subjects=lambda pattern: ["old"],
    advice=lambda sample, subject, often: f"Wait less for {subject}: {often}.",
)


def _session(*calls: Event) -> Trajectory:
    return Trajectory(told().session, list(calls))


def test_a_plug_ins_detector_is_asked_wherever_the_products_own_are() -> None:
    """For patterns, for every sighting, for former names, for severity and for advice."""
    with registered(lambda to: to.detector(WAITS)):
        (pattern,) = detect(_session())
        assert sightings(_session(), [pattern]) == [("waits", "a"), ("waits", "rare")]
        assert known_as("kite", pattern)[1] == fingerprint_of("kite", "waits", "old")
        assert [detector_of("waits").severity(count) for count in (8, 9)] == ["low", "high"]
        assert detector_of("waits").advice("", "x", "twice") == "Wait less for x: twice."
    assert detect(_session()) == []


def test_a_function_is_a_detector_of_the_type_that_it_is_named_after() -> None:
    """As plug-ins of before give it."""

    def waits(trajectory: Trajectory) -> list[Pattern]:
        return _found(trajectory)

    with registered(lambda to: to.detector(waits)):
        assert [each.type for each in detect(_session())] == ["waits"]
        assert detector_of("waits").find(_session())


def test_a_detector_that_fails_finds_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """The others find what they find, and a warning names the plug-in."""

    def fails(_trajectory: Trajectory) -> Any:
        raise KeyError("made")

    broken = Detector("broken", fails, subjects=fails)
    calls = recorded(*[ran("make", "error: nothing to be done", fails=True)] * 3)
    with caplog.at_level(logging.WARNING), registered(lambda to: to.detector(broken), "torn"):
        patterns = detect(_session(*calls))
        assert [each.type for each in patterns] == ["error_patterns"]
        assert sightings(_session(*calls), patterns)
    assert "detector 'broken' of plug-in 'torn' failed: KeyError: 'made'" in caplog.text


@pytest.mark.parametrize("detector", DETECTORS, ids=lambda each: each.type)
def test_a_type_of_pattern_is_named_in_one_file(detector: Detector) -> None:
    """All other code asks its detector."""
    named = [
        path.stem
        for package in ("blackboard", "reflect", "scheduler", "lessonboard")
        for path in (ROOT / package).rglob("*.py")
        if re.search(rf"[\"']{detector.type}[\"']", path.read_text())
    ]
    assert named == [detector.type]

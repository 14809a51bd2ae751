"""Kinds of checks of plug-ins that fail, or reach further than the repository."""

from __future__ import annotations

from typing import Any

import pytest

from blackboard.plugins.testing import registered
from lessonboard.parts.automation.compiling.kind import Files, Proposal, Subject
from lessonboard.parts.automation.compiling.kinds import OWN, fits, holds, kinds
from tests.parts.automation.compiling.given import MemoryFiles, subject


class Torn:
    """Fails whatever it is asked."""

    name = "torn"
    about = "nothing"
    strength = 99

    def propose(self, subject: Subject, files: Files) -> Proposal:
        """Raises."""
        raise KeyError("made")

    def holds(self, check: dict[str, Any], content: bytes) -> bool:
        """Raises."""
        raise KeyError("made")


class Outside(Torn):
    """Would write outside of the repository."""

    name = "outside"

    def propose(self, subject: Subject, files: Files) -> Proposal:
        """A file above it."""
        return Proposal("../x", None, "x\n", ("x",), "Write", "it can")


class Stale(Torn):
    """Starts from a file that it has not read."""

    name = "stale"

    def propose(self, subject: Subject, files: Files) -> Proposal:
        """A file as it is not."""
        return Proposal("x", "old\n", "new\n", ("new",), "Write", "it can")


def test_what_a_kind_does_wrong_is_said_and_costs_its_own_check() -> None:
    """The others still fit."""

    def register(to: Any) -> None:
        for kind in (Torn, Outside, Stale):
            to.check(kind)

    with registered(register, "torn"):
        found = {fit.kind.name: fit for fit in fits(subject("Sew."), MemoryFiles({"x": "now\n"}))}
    assert found["torn"].why_not == "it failed: KeyError: 'made'"
    assert "no plain path" in found["outside"].why_not
    assert "as it is" in found["stale"].why_not
    assert found["rule-line"].proposal is not None


def test_a_kind_that_cannot_look_wakes_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """And one that is not installed any more leaves it to the lines."""
    check = {"kind": "torn", "lines": 1, "digest": "0" * 64}
    with registered(lambda to: to.check(Torn), "torn"):
        assert holds(check, b"")
    assert "failed to look for a check" in caplog.text
    assert not holds(check, b"")


@pytest.mark.parametrize("value", [3, object(), type("Nameless", (), {"propose": 1})])
def test_what_is_no_kind_of_check_is_left_out(value: Any) -> None:
    """It is reported, and the product's own are there."""
    with registered(lambda to: to.check(value), "torn"):
        assert list(kinds()) == [kind.name for kind in OWN]

"""The answer at an error that comes back, on the sample sessions."""

from __future__ import annotations

from bench.quality.repositories import SAMPLES
from bench.quality.second_time import answered, listed, read_verdicts, rows


def test_errors_that_come_back_are_answered_and_all_that_was_shown_was_read() -> None:
    """Four of five; the fifth, a push that was refused, is no other form of the same command."""
    found = answered(SAMPLES)
    assert (found.met, len(found.remedies)) == (4, 5)
    assert [each.step for each in found.shown] == ["failed"] * 4
    assert not any("unread" in line for line in listed(found))
    met, false = rows([found])
    assert (met.verdict, false.share) == ("met", (1, 4))


def test_what_nobody_read_counts_as_no_help() -> None:
    """A lesson in other words, or at another call, is read anew."""
    found = answered(SAMPLES)
    assert found.helped({}) == 0
    assert found.helped(read_verdicts()) == 3
    assert rows([])[0].share == (0, 0)

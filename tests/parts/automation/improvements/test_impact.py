"""What may be said of a merged improvement: counts, their period, and never more than examined."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessonboard.parts.automation.improvements.impact import (
    MOST_BEFORE,
    Improvement,
    Measurement,
    Rate,
    Session,
    measured,
    outcome_of,
)

DAY = 86_400_000_000
MERGED = 1_000 * DAY
IMPROVEMENT = Improvement("f1", "r1", 1, 2, MERGED)


def sessions(days: int, *seen: bool | None) -> list[Session]:
    """Sessions of an hour each, a day apart, beginning so many days after the merge."""
    hour = DAY // 24
    starts = [MERGED + (days + number) * DAY for number in range(len(seen))]
    return [Session(at, at + hour, saw) for at, saw in zip(starts, seen, strict=True)]


@pytest.mark.parametrize(
    ("after", "before", "outcome"),
    [
        (Rate(0, 10), Rate(0, 0), "held"),
        (Rate(0, 10), Rate(9, 10), "held"),
        (Rate(1, 10), Rate(4, 20), "failed"),
        (Rate(1, 10), Rate(5, 24), "less"),
        (Rate(6, 7), Rate(0, 9), "failed"),
        (Rate(1, 50), Rate(0, 0), "failed"),
    ],
)
def test_half_the_former_rate_is_the_boundary_of_failure(
    after: Rate, before: Rate, outcome: str
) -> None:
    """Gone is held; half as often or more is failed; without a former rate any return is."""
    assert outcome_of(after, before) == outcome


def test_what_was_not_examined_is_in_no_rate() -> None:
    """It is told as such, so that nobody takes it for a session without the pattern."""
    found = measured(IMPROVEMENT, sessions(0, False, None, None, True))
    assert (found.sessions, found.after) == (4, Rate(1, 2))
    assert "seen in 1 of 2 sessions that were examined" in found.comment
    assert "2 sessions more began and were not examined" in found.comment


def test_a_session_under_way_at_the_merge_counts_in_neither_rate() -> None:
    """Nobody knows which code it ran."""
    under_way = Session(MERGED - 1, MERGED + 1, True)
    found = measured(IMPROVEMENT, [under_way, *sessions(0, False)])
    assert (found.after, found.before) == (Rate(0, 1), Rate(0, 0))


def test_a_session_that_begins_with_the_merge_is_after_it() -> None:
    """The boundary belongs to the new code."""
    found = measured(IMPROVEMENT, [Session(MERGED, MERGED, True)])
    assert found.after == Rate(1, 1)


def test_only_the_latest_sessions_before_the_merge_are_compared_with() -> None:
    """A pattern of last year says little of the code that was changed."""
    early = sessions(-90, *[True] * 30)
    late = sessions(-MOST_BEFORE - 1, *[False] * MOST_BEFORE)
    assert measured(IMPROVEMENT, [*late, *early]).before == Rate(0, MOST_BEFORE)


def test_the_comment_names_counts_period_and_what_was_before() -> None:
    """Whoever reads it can check it, and it claims no cause."""
    found = measured(IMPROVEMENT, [*sessions(-9, True, False, True), *sessions(1, False, False)])
    assert found.comment == (
        "Pull request #2 was merged on 1972-09-27. From then until 1972-09-29 the pattern was seen "
        "in 0 of 2 sessions that were examined for it. Before the merge it was seen in 2 of 3. "
        "Counts do not prove a cause."
    )


def test_a_failed_improvement_says_that_the_issue_is_open_again() -> None:
    """And one that helped a little does not."""
    again = measured(IMPROVEMENT, [*sessions(-9, True, True), *sessions(1, True, True)])
    assert again.comment.endswith("It was seen again, so this issue is open again.")
    less = Measurement(IMPROVEMENT, 9, Rate(1, 9), Rate(8, 9), MERGED)
    assert less.comment.endswith("It is seen less often than before, and has not gone.")


_SESSIONS = st.lists(
    st.builds(
        lambda start, length, seen: Session(start, start + length, seen),
        st.integers(MERGED - 50, MERGED + 50),
        st.integers(0, 20),
        st.sampled_from([True, False, None]),
    )
)


@given(found=_SESSIONS)
def test_rates_never_exceed_what_was_examined(found: list[Session]) -> None:
    """Whatever the order of sessions, and none is counted on both sides."""
    result = measured(IMPROVEMENT, found)
    examined = [each for each in found if each.seen is not None]
    assert result.after.seen <= result.after.examined <= result.sessions
    assert result.before.examined + result.after.examined <= len(examined)
    assert result == measured(IMPROVEMENT, reversed(found))

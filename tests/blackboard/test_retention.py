"""Which sessions are too old or too many: the oldest first, and never what is cited."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from blackboard.retention import Kept, chosen, excess

_SESSIONS = st.lists(
    st.builds(Kept, st.text("abcdefgh", min_size=1, max_size=3), st.integers(0, 50),
              st.integers(1, 100)),
    max_size=12, unique_by=lambda each: each.id,
)  # fmt: skip


@given(_SESSIONS, st.sets(st.text("abcdefgh", min_size=1, max_size=1)),
       st.none() | st.integers(0, 60), st.integers(0, 500))  # fmt: skip
def test_nothing_cited_is_chosen_and_the_oldest_go_first(
    sessions: list[Kept], cited: set[str], before: int | None, too_much: int
) -> None:
    """Whatever the ages and sizes; each that is older than a chosen one is chosen or cited."""
    found = chosen(sessions, cited, before, too_much)
    by_age = sorted(sessions, key=lambda each: (each.last_at, each.id))
    free = [each for each in by_age if each.id not in cited]
    assert found == [each.id for each in free[: len(found)]]
    for index, each in enumerate(free):
        is_old = before is not None and each.last_at < before
        enough = sum(one.size for one in free[:index]) >= too_much
        assert (each.id in found) == (is_old or not enough)


@given(st.integers(0, 10**9), st.integers(1, 10**10), st.none() | st.integers(1, 10**10))
def test_a_file_below_its_limit_has_nothing_too_much(
    text: int, file: int, limit: int | None
) -> None:
    """And one above it never more than all of its text."""
    found = excess(text, file, limit)
    assert 0 <= found <= text
    if limit is None or file <= limit:
        assert found == 0

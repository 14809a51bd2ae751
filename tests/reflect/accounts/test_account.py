"""Accounts: which sessions are counted, and which are compared with each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from blackboard.views.exposures import EXPOSURES
from reflect.accounts.account import Account, account
from reflect.accounts.intervals import Pair, Share
from reflect.accounts.verdict import sessions


def row(session: str, **fields: Any) -> Any:
    """What became of a lesson in a session."""
    blank = {**dict.fromkeys(EXPOSURES.columns), "tokens": 0, "evidence": "", "reason": "",
             "one_in": 0}  # fmt: skip
    times = [value for name, value in fields.items() if name.endswith("_at")]
    return {**blank, "lesson": "a", "session": session, "at": max(times, default=0), **fields}


def rows(name: str, count: int, **fields: Any) -> list[Any]:
    """The same in several sessions."""
    return [row(f"{name}{number}", **fields) for number in range(count)]


def counted(exposures: Sequence[Any]) -> Account:
    """The account, all sessions judged."""
    judged = frozenset(exposure["session"] for exposure in exposures)
    return account("a", exposures, judged)


SHOWN = {"injected_at": 10, "tokens": 7}
DRAWN = {**SHOWN, "one_in": 3}
HELD = {"withheld_at": 10, "one_in": 3}


def test_sessions_are_counted_by_what_became_of_the_lesson() -> None:
    """With it and without it apart; a failure outweighs that it was obeyed before."""
    found = counted([
        row("s1", **SHOWN, obeyed_at=11),
        row("s2", **SHOWN, obeyed_at=11, recurred_at=12),
        row("s3", withheld_at=10, recurred_at=12),
        row("s4", obeyed_at=12),
        row("s5", **SHOWN, disputed_at=15),
    ])  # fmt: skip
    assert (found.injected, found.withheld, found.disputed, found.tokens) == (3, 1, 1, 21)
    assert (found.obeyed, found.recurred) == (1, 1)
    assert (found.obeyed_without, found.recurred_without) == (1, 1)
    assert [exposure["session"] for exposure in found.exposures][:2] == ["s5", "s2"]
    assert found.last_injected_at == 10


def test_a_failure_before_the_lesson_was_shown_is_not_held_against_it() -> None:
    """It was perhaps why the lesson came up."""
    assert counted([row("s1", injected_at=10, recurred_at=9)]).recurred == 0


def test_sessions_that_were_left_to_chance_are_compared() -> None:
    """Whether they had an occasion or not; others are counted, but not compared."""
    found = counted([
        *rows("a", 18, **DRAWN),
        *rows("b", 2, **DRAWN, recurred_at=11),
        *rows("c", 4, **HELD),
        *rows("d", 16, **HELD, recurred_at=11),
        *rows("e", 9, **SHOWN, recurred_at=11),
        *rows("f", 9, obeyed_at=11),
    ])  # fmt: skip
    assert found.pairs == (Pair(Share(2, 20), Share(16, 20)),)
    assert (found.verdict, found.compared_since) == ("helps", 10)
    assert (found.injected, found.recurred, found.obeyed_without) == (29, 11, 9)


def test_sessions_of_other_odds_are_compared_apart() -> None:
    """What changed in the project since the lesson was decided is not its doing."""
    late = {"one_in": 20}
    found = counted([
        *rows("a", 4, **DRAWN), *rows("b", 2, **HELD, recurred_at=11),
        *rows("c", 19, **{**DRAWN, **late}), *rows("d", 1, **{**HELD, **late}),
    ])  # fmt: skip
    assert found.pairs == (
        Pair(Share(0, 4), Share(2, 2)),
        Pair(Share(0, 19), Share(0, 1)),
    )


def test_a_session_that_got_hold_of_what_was_held_back_is_compared_with_none() -> None:
    """It saw the lesson, and chance did not decide that; it counts as one that was shown it."""
    found = counted([row("s1", **{**HELD, "injected_at": 15}, recurred_at=16), row("s2", **HELD)])
    assert found.pairs == (Pair(Share(0, 0), Share(0, 1)),)
    assert (found.injected, found.withheld) == (1, 1)


def test_what_an_agent_does_without_the_lesson_as_well_proves_nothing() -> None:
    """However often it follows it."""
    found = counted([*rows("a", 40, **SHOWN, obeyed_at=11), *rows("b", 40, obeyed_at=11)])
    assert (found.obeyed, found.obeyed_without, found.verdict) == (40, 40, None)


def test_sessions_that_nobody_looked_at_are_left_out() -> None:
    """What was shown in them shows nothing yet."""
    found = account("a", rows("a", 3, **DRAWN), frozenset({"a0"}))
    assert found.injected == 3
    assert found.pairs == (Pair(Share(0, 1), Share(0, 0)),)


deeds = st.fixed_dictionaries(
    {},
    optional={
        name: st.integers(1, 30)
        for name in ("injected_at", "withheld_at", "obeyed_at", "recurred_at", "disputed_at")
    }
    | {"one_in": st.sampled_from([0, 3, 20])},
)


@given(st.lists(deeds, max_size=30))
def test_no_part_is_larger_than_its_whole(told: list[dict[str, int]]) -> None:
    """For any events in any order, every share is valid and no session is on two sides."""
    found = counted([row(f"s{n}", **each) for n, each in enumerate(told)])
    for share in (share for pair in found.pairs for share in pair):
        assert 0 <= share.part <= share.total
    drawn = [each for each in told if each.get("one_in")]
    both = [each for each in drawn if 0 < each.get("withheld_at", 0) <= each.get("injected_at", 0)]
    assert sessions(found.pairs) == len(drawn) - len(both)
    assert found.obeyed + found.recurred <= found.injected


def test_a_dispute_from_a_session_that_nobody_saw_counts_for_nothing() -> None:
    """An agent may name any session it likes."""
    exposed = rows("s", 2, injected_at=10, disputed_at=20)
    assert counted(exposed).disputed == 2
    assert account("a", exposed, frozenset(["s0"])).disputed == 1

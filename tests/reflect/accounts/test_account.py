"""Accounts: what is compared with what, and when that proves something."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from blackboard.views.exposures import EXPOSURES
from reflect.accounts.account import Account, Effect, account
from reflect.accounts.intervals import Share


def row(session: str, **fields: Any) -> Any:
    """What became of a lesson in a session."""
    blank = {**dict.fromkeys(EXPOSURES.columns), "tokens": 0, "evidence": "", "reason": ""}
    times = [value for name, value in fields.items() if name.endswith("_at")]
    return {**blank, "lesson": "a", "session": session, "at": max(times, default=0), **fields}


def rows(name: str, count: int, **fields: Any) -> list[Any]:
    """The same in several sessions."""
    return [row(f"{name}{number}", **fields) for number in range(count)]


def counted(exposures: Sequence[Any], *, others: Sequence[int] = (), form: bool = True) -> Account:
    """The account, all sessions judged."""
    judged = frozenset(exposure["session"] for exposure in exposures)
    return account("a", exposures, judged, others, has_form=form)


SHOWN = {"injected_at": 10, "tokens": 7}


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


def test_a_session_that_was_shown_what_it_was_denied_before_is_one_with_the_lesson() -> None:
    """It counts on one side of each comparison only."""
    found = counted([row("s1", **SHOWN, withheld_at=5)])
    assert (found.injected, found.withheld) == (1, 0)
    assert found.effects[0] == Effect("held back", Share(0, 1), Share(0, 0))


def test_a_failure_before_the_lesson_was_shown_is_not_held_against_it() -> None:
    """It was perhaps why the lesson came up."""
    assert counted([row("s1", injected_at=10, recurred_at=9)]).recurred == 0


def test_held_back_at_random_is_the_best_comparison() -> None:
    """All sessions count in which the lesson fitted, also those without an occasion."""
    found = counted([
        *rows("a", 18, **SHOWN),
        *rows("b", 2, **SHOWN, recurred_at=11),
        *rows("c", 4, withheld_at=10),
        *rows("d", 16, withheld_at=10, recurred_at=11),
    ])  # fmt: skip
    proof = found.proof(20)
    assert proof == Effect("held back", Share(2, 20), Share(16, 20))
    assert proof.helps
    assert not proof.harms


def test_else_sessions_with_the_same_occasion_are_compared() -> None:
    """Those in which the failure came back or the right thing was done, with and without it."""
    exposures = [
        *rows("a", 10, **SHOWN, recurred_at=11),
        *rows("b", 5, **SHOWN),
        *rows("c", 10, obeyed_at=11),
    ]
    proof = counted(exposures).proof(10)
    assert proof == Effect("same occasion", Share(10, 10), Share(0, 10))
    assert proof.harms
    assert counted(exposures, form=False).proof(10) is None


def test_too_few_sessions_prove_nothing() -> None:
    """However clear they seem."""
    exposures = [*rows("a", 9, **SHOWN), *rows("b", 9, withheld_at=10, recurred_at=11)]
    assert counted(exposures).proof(10) is None
    assert counted(exposures).proof(9) is not None


def test_sessions_that_nobody_looked_at_are_left_out() -> None:
    """What was shown in them shows nothing yet."""
    found = account("a", rows("a", 3, **SHOWN), frozenset({"a0"}), has_form=True)
    assert found.injected == 3
    assert found.effects[0].shown == Share(0, 1)


def test_before_and_after_is_told_but_proves_nothing() -> None:
    """Other things changed in that time, too."""
    exposures = [*rows("a", 3, recurred_at=5), row("b", **SHOWN), row("c", recurred_at=20)]
    found = counted(exposures, others=[*range(1, 10), *range(11, 21)])
    assert found.effects[-1] == Effect("before and after", Share(1, 10), Share(3, 9))
    assert found.proof(9) is None


def test_a_lesson_that_was_never_shown_has_no_after() -> None:
    """No point in time divides its sessions."""
    assert [effect.method for effect in counted([]).effects] == ["held back", "same occasion"]


deeds = st.fixed_dictionaries(
    {},
    optional={
        name: st.integers(1, 30)
        for name in ("injected_at", "withheld_at", "obeyed_at", "recurred_at", "disputed_at")
    },
)


@given(st.lists(deeds, max_size=30), st.lists(st.integers(0, 40), max_size=30))
def test_no_part_is_larger_than_its_whole(told: list[dict[str, int]], others: list[int]) -> None:
    """For any events in any order, every share is valid."""
    found = counted([row(f"s{n}", **each) for n, each in enumerate(told)], others=others)
    for effect in found.effects:
        for share in (effect.shown, effect.other):
            assert 0 <= share.part <= share.total
    assert found.obeyed + found.recurred <= found.injected


def test_a_lesson_that_came_with_the_failure_is_not_compared_with_silence() -> None:
    """There only what came after counts, in a session without it the first failure too."""
    early = rows("e", 3, injected_at=10, obeyed_at=20, moment="prompt")
    late = rows("l", 4, injected_at=10, obeyed_at=20, moment="failed")
    silent = rows("s", 5, recurred_at=20)
    [met] = [effect for effect in counted([*early, *late, *silent]).effects
             if effect.method == "same occasion"]  # fmt: skip
    assert (met.shown, met.other) == (Share(0, 3), Share(5, 5))


def test_a_dispute_from_a_session_that_nobody_saw_counts_for_nothing() -> None:
    """An agent may name any session it likes."""
    exposed = rows("s", 2, injected_at=10, disputed_at=20)
    assert counted(exposed).disputed == 2
    assert account("a", exposed, frozenset(["s0"]), has_form=True).disputed == 1

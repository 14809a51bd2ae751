"""The exposures and accounts views: given events, the expected rows."""

from __future__ import annotations

from typing import Any

from blackboard.event import NewEvent
from blackboard.views.accounts import ACCOUNTS
from blackboard.views.exposures import EXPOSURES
from blackboard.views.view import Row, fold
from tests.memory_log import MemoryLog


def told(type_: str, at: int, session: str = "s1", **payload: Any) -> NewEvent:
    """What became of lesson `a`, or of several, in a session."""
    given = payload if "items" in payload else {"lesson": "a", **payload}
    return NewEvent(type_, "x", {"session": session, **given}, project="p", occurred_at=at)


def shown(at: int, *items: str, session: str = "s1", **payload: Any) -> NewEvent:
    """Lessons that were put before an agent, ten tokens each."""
    given = {"items": list(items), "text": "t", "tokens": 10 * len(items), **payload}
    return told("context.injected", at, session, **given)


def exposures(*events: NewEvent) -> dict[tuple[str, str], Row]:
    """The rows by lesson and session."""
    rows = fold(EXPOSURES, MemoryLog().append(list(events))).values()
    return {(row["lesson"], row["session"]): row for row in rows}


def account(*events: NewEvent) -> Row:
    """The account of lesson `a`."""
    return fold(ACCOUNTS, MemoryLog().append(list(events)))["a"]


def test_each_lesson_of_each_session_has_a_row() -> None:
    """Tokens are shared by what was shown at once."""
    rows = exposures(shown(5, "a", "b"), shown(9, "a", session="s2"))
    assert sorted(rows) == [("a", "s1"), ("a", "s2"), ("b", "s1")]
    assert rows["a", "s1"] == {
        "id": "a\ns1",
        "lesson": "a",
        "session": "s1",
        "project": "p",
        "at": 5,
        "injected_at": 5,
        "withheld_at": None,
        "obeyed_at": None,
        "fitted_at": None,
        "recurred_at": None,
        "disputed_at": None,
        "tokens": 10,
        "moment": "",
        "evidence": "",
        "reason": "",
        "one_in": 0,
    }


def test_whether_it_was_left_to_chance_is_kept_with_the_first_odds() -> None:
    """A session that went without a lesson keeps its odds where it is shown it later."""
    held = NewEvent(
        "lesson.withheld", "context:s1", {"lesson": "a", "session": "s1", "one_in": 3},
        occurred_at=4,
    )  # fmt: skip
    later = shown(5, "a", "b", one_in={"a": 20})
    rows = exposures(held, later)
    assert (rows["a", "s1"]["one_in"], rows["b", "s1"]["one_in"]) == (3, 0)
    assert exposures(later)["a", "s1"]["one_in"] == 20


def test_the_last_verdict_counts() -> None:
    """It may be taken back when more sessions are known."""
    measured: dict[str, Any] = {"failed": 1, "sessions": 9, "failed_without": 1,
                                "sessions_without": 9, "low": -1.0, "high": 1.0}  # fmt: skip
    proven = told("lesson.measured", 6, verdict="helps", **measured)
    doubted = told("lesson.measured", 7, verdict="", **measured)
    assert account(shown(5, "a"), proven)["verdict"] == "helps"
    assert account(shown(5, "a"), proven, doubted)["verdict"] == ""


def test_the_first_telling_of_each_kind_is_kept() -> None:
    """A lesson that is shown twice in a session cost tokens once."""
    row = exposures(
        shown(5, "a"),
        shown(7, "a"),
        told("lesson.obeyed", 8, evidence="e8"),
        told("lesson.obeyed", 9, evidence="e9"),
        told("lesson.disputed", 9, verdict="wrong", reason="no such script"),
    )["a", "s1"]
    assert (row["injected_at"], row["tokens"], row["at"]) == (5, 10, 9)
    assert (row["obeyed_at"], row["evidence"]) == (8, "e8")
    assert (row["disputed_at"], row["reason"]) == (9, "wrong: no such script")


def test_that_it_fitted_after_it_was_shown_is_kept_beside_it() -> None:
    """The first time; it is no deed of the agent's."""
    row = exposures(shown(5, "a"), told("lesson.fitted", 7), told("lesson.fitted", 9))["a", "s1"]
    assert (row["fitted_at"], row["obeyed_at"], row["moment"]) == (7, None, "")


def test_what_was_done_before_the_lesson_was_shown_gives_way() -> None:
    """The failure that called for the lesson is not held against it."""
    before = told("lesson.recurred", 3, injected=False, evidence="e3")
    after = told("lesson.recurred", 8, injected=True, evidence="e8")
    row = exposures(before, shown(5, "a"), after)["a", "s1"]
    assert (row["recurred_at"], row["evidence"]) == (8, "e8")
    assert exposures(before, shown(5, "a"))["a", "s1"]["recurred_at"] == 3


def test_the_account_counts_what_was_told() -> None:
    """With the lesson and without it apart."""
    row = account(
        shown(5, "a", "b"),
        told("lesson.withheld", 5, "s2"),
        told("lesson.obeyed", 6),
        told("lesson.obeyed", 6, "s3", injected=False),
        told("lesson.recurred", 7, injected=True),
        told("lesson.recurred", 7, "s2", injected=False),
        told("lesson.disputed", 8, verdict="wrong", reason="r"),
    )
    assert row == {
        "lesson": "a",
        "injected": 1,
        "withheld": 1,
        "obeyed": 1,
        "obeyed_without": 1,
        "recurred_injected": 1,
        "recurred_without": 1,
        "disputed": 1,
        "refused": 0,
        "refused_wrongly": 0,
        "tokens": 10,
        "last_injected_at": 5,
        "sessions": ["s1"],
        "verdict": "",
    }


def test_what_a_session_was_shown_again_was_shown_once() -> None:
    """After a compaction, and whatever other sessions were shown meanwhile; its tokens count."""
    sides = [shown(at, "a", session=f"s{at % 9}") for at in range(9)]
    row = account(*sides, *sides, shown(99, "a", "b", session="s3"))
    assert (row["injected"], row["tokens"], row["last_injected_at"]) == (9, 190, 99)
    assert len(account(*(shown(at, "a", session=f"s{at}") for at in range(40)))["sessions"]) == 16

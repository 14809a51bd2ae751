"""The view of guards, and what it adds to accounts: given events, the expected rows."""

from __future__ import annotations

from typing import Any

from blackboard.event import NewEvent
from blackboard.views.accounts import ACCOUNTS
from blackboard.views.guards import GUARDS
from blackboard.views.view import Row, fold
from tests.memory_log import MemoryLog

FORM = {"rule": "Use `bun test` instead of `npm test`.", "wrong": ["npm", "test"],
        "right": ["bun", "test"], "places": [""], "failed": 3, "uses": 3}  # fmt: skip


def happened(type_: str, at: int, **payload: Any) -> NewEvent:
    """Something that happened to the guard of lesson `a`."""
    return NewEvent(f"guard.{type_}", "x", {"lesson": "a", **payload}, project="p", occurred_at=at)


def enabled(at: int, by: str = "human") -> NewEvent:
    """It was switched on."""
    return happened("enabled", at, by=by, **FORM)


def refused(at: int, session: str) -> NewEvent:
    """It refused a call."""
    return happened("refused", at, session=session, refused="npm test", reason="r")


def guard(*events: NewEvent) -> Row:
    """The row of the guard."""
    return fold(GUARDS, MemoryLog().append(list(events)))["a"]


def test_a_guard_is_on_with_its_form_until_it_is_switched_off() -> None:
    """The form is what was backtested when it was switched on."""
    row = guard(enabled(5))
    assert {name: row[name] for name in FORM} == FORM
    assert (row["state"], row["by"], row["project"], row["decided_at"]) == ("on", "human", "p", 5)
    off = guard(enabled(5), happened("disabled", 9, reason="too strict"))
    assert (off["state"], off["reason"]) == ("off", "too strict")


def test_decisions_count_by_their_time() -> None:
    """Boards that exchange them agree, whatever comes first."""
    assert guard(happened("disabled", 9), enabled(5))["state"] == "off"
    assert guard(happened("retired", 9, refused=2, wrong=2), enabled(12))["state"] == "on"


def test_refusals_are_kept_with_what_followed() -> None:
    """In the order of time, and counted by what came after them."""
    row = guard(
        enabled(5), refused(9, "s2"), refused(7, "s1"), refused(11, "s3"),
        happened("resolved", 8, session="s1", outcome="worked"),
        happened("resolved", 10, session="s2", outcome="followed"),
    )  # fmt: skip
    assert [(each["session"], each["outcome"]) for each in row["refusals"]] == [
        ("s1", "worked"), ("s2", "followed"), ("s3", ""),
    ]  # fmt: skip
    counts = ("refused", "then_followed", "then_worked", "then_failed", "last_refused_at")
    assert [row[name] for name in counts] == [3, 1, 1, 0, 11]


def test_switching_it_on_again_begins_anew() -> None:
    """What it did before counts no more for its retirement, and stays in its totals."""
    row = guard(
        enabled(5), refused(7, "s1"), happened("retired", 8, refused=1, wrong=1), enabled(9)
    )
    assert (row["state"], row["refusals"], row["refused"]) == ("on", [], 1)


def restored(at: int, event: NewEvent) -> NewEvent:
    """A decision was undone."""
    return happened("restored", at, undone=event.id)


def test_a_decision_that_was_undone_leaves_the_guard_as_before() -> None:
    """With its form, and what it did meanwhile; switched off, it is on again."""
    on = enabled(5)._replace(id="e-on")
    off = happened("disabled", 9, reason="too strict")._replace(id="e-off")
    again = guard(on, refused(7, "s1"), off, restored(11, off))
    assert (again["state"], again["reason"], again["decided_at"]) == ("on", "", 11)
    assert {name: again[name] for name in FORM} == FORM
    assert [each["session"] for each in again["refusals"]] == ["s1"]
    assert [each["event"] for each in again["decisions"]] == ["e-on"]
    never = guard(on, restored(7, on))
    assert (never["state"], never["wrong"], never["undone"]) == ("off", [], ["guard.enabled"])


def test_a_proposal_is_one_again_when_no_is_undone() -> None:
    """In the words that were proposed."""
    proposed = happened("proposed", 3, rule="Never push.", forbids=["git push"])
    off = happened("disabled", 5)._replace(id="e-off")
    row = guard(proposed, off, restored(7, off))
    assert (row["state"], row["forbids"], row["rule"]) == ("proposed", ["git push"], "Never push.")
    newer = happened("proposed", 8, rule="Never push to main.", forbids=["git push origin main"])
    assert guard(proposed, off, restored(7, off), newer)["forbids"] == ["git push origin main"]


def test_an_older_undo_that_arrives_late_changes_nothing() -> None:
    """As of all decisions, the latest counts."""
    on = enabled(5)._replace(id="e-on")
    late = guard(on, happened("disabled", 9), restored(7, on))
    assert (late["state"], late["decided_at"]) == ("off", 9)


def test_accounts_count_refusals_and_the_wrong_ones() -> None:
    """A refusal is wrong when the refused call, made again, worked."""
    events = [refused(7, "s1"), refused(8, "s2"),
              happened("resolved", 9, session="s1", outcome="worked"),
              happened("resolved", 9, session="s2", outcome="failed")]  # fmt: skip
    row = fold(ACCOUNTS, MemoryLog().append(events))["a"]
    assert (row["refused"], row["refused_wrongly"]) == (2, 1)

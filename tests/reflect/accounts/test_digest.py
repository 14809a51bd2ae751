"""The weekly report as pure functions: the text for each lesson, and what is omitted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from blackboard.views.lessons import LESSONS
from blackboard.views.sessions import TOKENS
from blackboard.views.view import fold
from reflect.accounts.account import account
from reflect.accounts.digest import Digest, Span, digest
from reflect.accounts.pool import Entry, pools
from reflect.accounts.words import pooled
from tests.blackboard.lessons import ELSEWHERE, HERE, lesson
from tests.memory_log import MemoryLog
from tests.reflect.accounts.test_account import row as exposure
from tests.reflect.accounts.test_account import rows as exposures

DAY = 86_400_000_000
NOW = 20_000 * DAY
SPAN = Span(NOW - 7 * DAY, NOW, stale_days=60)
MONDAY = NOW - 5 * DAY
SHOWN = {"injected_at": MONDAY, "tokens": 7}


def known(name: str = "a", days: int = 30, **fields: Any) -> Any:
    """A lesson learnt so many days ago, and last seen then."""
    made = lesson(name, f"Run `make {name}` first", at=(NOW - days * DAY) // 1_000_000)
    (row,) = fold(LESSONS, MemoryLog().append([made])).values()
    return {**row, "learnt_at": row["created_at"], **fields}


def worked(name: str, days: float, project: str = HERE) -> Any:
    """A session that ended so many days ago."""
    tokens = dict.fromkeys(TOKENS, 2)
    return {"id": name, "project": project, "last_at": int(NOW - days * DAY), **tokens}


def entry(row: Any, *told: Any) -> Entry:
    """A lesson with its account; all sessions were judged."""
    judged = frozenset(each["session"] for each in told)
    return Entry(row, account(row["id"], told, judged))


def summed(
    *entries: Entry, sessions: Sequence[Any] = (), harm: str = "", span: Span = SPAN
) -> Digest:
    """The report."""
    return digest(entries, sessions, span, lambda _row, _account: harm)


def parts(found: Digest) -> dict[str, list[str]]:
    """The lines of each part."""
    return {
        name: [line.why for line in getattr(found, name)]
        for name in (
            "helped",
            "harmed",
            "recurred",
            "followed",
            "stale",
            "ready",
            "learnt",
            "injected",
        )
        if getattr(found, name)
    }


def test_an_empty_week_is_empty() -> None:
    """A lesson of last month without activity is not reported."""
    found = summed(entry(known()))
    assert found.is_empty
    assert parts(found) == {}
    assert not summed(sessions=[worked("s", 1)]).is_empty


def proved(worse: bool = False) -> list[Any]:
    """Forty sessions that were left to chance, with a failure in those with or without a lesson."""
    failed = {"recurred_at": MONDAY}
    drawn = {**SHOWN, "one_in": 3, **(failed if worse else {})}
    held = {"withheld_at": MONDAY, "one_in": 3, **({} if worse else failed)}
    return [*exposures("a", 20, **drawn), *exposures("b", 20, **held)]


def test_what_comparisons_prove_helped() -> None:
    """With the counts and the interval."""
    found = parts(summed(entry(known(), *proved())))
    assert found["helped"] == [
        "its failure came back in 0 of 20 sessions with it, in 20 of 20 without it "
        "(-100 percentage points, 95% interval -100 to -71)"
    ]
    assert not found.get("followed")


def test_what_was_followed_is_not_said_to_help() -> None:
    """What agents without the lesson did stands beside it."""
    row = known(signatures=["it broke"])
    with_it = exposure("s1", **SHOWN, obeyed_at=MONDAY)
    found = summed(entry(row, with_it, exposure("s2", obeyed_at=MONDAY)))
    assert parts(found)["followed"] == [
        "followed in 1 session; done without it as well, in 1 of 1 session; whether it helps: "
        "not enough data yet (0 of about 70 sessions)"
    ]
    assert not found.helped
    (alone,) = parts(summed(entry(known(), with_it)))["followed"]
    assert alone == (
        "followed in 1 session; whether it helps: not measured, because no error is known by "
        "which its failure could be recognised"
    )


def test_what_happened_before_the_week_is_not_told_again() -> None:
    """Neither good nor bad."""
    before = SPAN.since - DAY
    earlier = exposure("s1", injected_at=before, obeyed_at=before)
    failed = exposure("s2", injected_at=before, recurred_at=before)
    assert summed(entry(known(), earlier, failed)).is_empty


def test_what_came_back_although_it_was_shown_is_no_harm() -> None:
    """It may come back more often without the lesson; a dispute is told with its reason."""
    failed = entry(known("a", signatures=["x"]), exposure("s1", **SHOWN, recurred_at=MONDAY))
    disputed = entry(known("b"), exposure("s1", **SHOWN, disputed_at=MONDAY, reason="wrong: no"))
    found = parts(summed(failed, disputed))
    assert found["harmed"] == ["disputed: wrong: no"]
    assert found["recurred"] == [
        "in 1 session that was shown it; not enough data yet (0 of about 70 sessions)"
    ]


def test_what_is_called_harmful_did_not_help() -> None:
    """The policy says so, with its reason."""
    found = parts(summed(entry(known(), *proved(worse=True)), harm="it does"))
    assert (found["harmed"], found.get("helped")) == (["it does"], None)


def test_lessons_are_compared_together_and_in_groups() -> None:
    """By project and by category, each lesson with itself; those without a comparison stay out."""
    one = entry(known("a", project=HERE, category="testing"), *proved())
    other = entry(known("b", project=ELSEWHERE, category="testing"), *proved())
    seen = pools([one, other, entry(known("c", category="types"), exposure("s", **SHOWN))])
    assert [(pool.group, pool.name, pool.lessons) for pool in seen] == [
        ("all", "", 2), ("project", ELSEWHERE, 1), ("project", HERE, 1), ("category", "testing", 2),
    ]  # fmt: skip
    assert [pool.since for pool in seen] == [MONDAY] * 4
    together, alone = seen[0].difference, seen[1].difference
    assert together.high < alone.high < 0
    assert pooled(seen[0]).startswith(
        "with lessons, 100% fewer repeats: failures came back in 0% of sessions with lessons, in "
        "100% without (-100 percentage points, 95% interval -100 to -"
    )
    assert pooled(seen[0]).endswith("; 2 lessons, 80 sessions)")


@pytest.mark.parametrize(
    ("days", "sessions", "stale"),
    [(90, 5, True), (90, 4, False), (59, 9, False)],
)
def test_a_lesson_of_which_a_busy_project_heard_nothing_is_stale(
    days: int, sessions: int, stale: bool
) -> None:
    """A project that rests forgets nothing."""
    rows = [worked(f"s{n}", 0.5) for n in range(sessions)]
    found = summed(entry(known(days=days)), sessions=rows)
    assert bool(found.stale) == stale


def test_neither_other_projects_nor_long_ago_make_stale() -> None:
    """It counts what the project did since, and it is stale again only if not shown."""
    elsewhere = [worked(f"s{n}", 0.5, ELSEWHERE) for n in range(9)]
    soon_after = [worked(f"s{n}", 80) for n in range(9)]
    here = [worked(f"s{n}", 0.5) for n in range(9)]
    assert not summed(entry(known(days=90)), sessions=elsewhere).stale
    assert not summed(entry(known(days=90)), sessions=soon_after).stale
    assert not summed(entry(known(days=90), exposure("s", **SHOWN)), sessions=here).stale
    assert not summed(entry(known(days=90), exposure("s", obeyed_at=MONDAY)), sessions=here).stale
    assert not summed(entry(known(days=90, status="retired")), sessions=here).stale


def test_what_cites_changed_lines_is_stale() -> None:
    """With the reason that the check gave."""
    row = known(freshness="drifted", checked={"reason": "src/a.py was rewritten"})
    assert parts(summed(entry(row)))["stale"] == ["src/a.py was rewritten"]


def test_what_recurs_or_is_approved_is_ready_to_become_a_check() -> None:
    """When enough sessions showed it and there is something to check by."""
    often: dict[str, Any] = {"sessions": ["x", "y", "z"], "commands": ["make a"]}
    failed = exposure("s1", **SHOWN, recurred_at=MONDAY)
    assert parts(summed(entry(known(**often), failed)))["ready"] == [
        "seen in 3 sessions; came back in 1 although it was shown"
    ]
    approved = known(**often, status="approved")
    assert parts(summed(entry(approved)))["ready"] == [
        "approved, seen in 3 sessions; `lessonboard automation compile a`"
    ]
    assert not summed(entry(known(**often))).ready
    assert not summed(entry({**approved, "commands": []})).ready
    assert not summed(entry({**approved, "sessions": ["x", "y"]})).ready


def test_what_was_learnt_this_week_is_told() -> None:
    """Unless it was found wrong."""
    assert parts(summed(entry(known(days=2, sessions=["s"])))) == {
        "learnt": ["candidate, happened on 2024-10-02, seen in 1 session"]
    }
    assert summed(entry(known(days=2, status="rejected"))).is_empty


def test_what_was_shown_is_counted_with_its_tokens_and_the_silence() -> None:
    """Shown most often first; a session in which nothing was shown was silent."""
    once = entry(known("a"), exposure("s1", **SHOWN))
    twice = entry(known("b"), exposure("s1", **SHOWN), exposure("s2", **SHOWN))
    rows = [worked(f"s{n}", 1) for n in (1, 2, 3)]
    found = summed(once, twice, sessions=[*rows, worked("s4", 8)])
    assert [(line.lesson, line.why) for line in found.injected] == [
        ("b", "in 2 sessions, 14 tokens"),
        ("a", "in 1 session, 7 tokens"),
    ]
    assert (found.injections, found.tokens, found.silent) == (3, 21, (1, 3))
    assert found.used == dict.fromkeys(TOKENS, 6)

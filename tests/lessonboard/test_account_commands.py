"""The account of a lesson and `lesson report`, as a person and a program see them."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from blackboard import Board, NewEvent
from tests.blackboard.lessons import HERE, lesson
from tests.command_line import Run
from tests.reflect.talks import ran, session

HOUR = 3600
RULE = "Use `npm run test:unit` instead of `npm test`."
ERROR = "npm error Missing script: test"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A lesson of last month; in the last hours it was shown in two sessions and obeyed in one,
    and another session without it failed.
    """
    path = tmp_path / "board.db"
    now = int(time.time())
    signs: dict[str, Any] = {
        "signatures": ["npm error missing script: test"],
        "commands": ["npm test"],
    }
    with Board.open(path) as board:
        board.append([lesson("lesson-a", RULE, at=now - 30 * 24 * HOUR, **signs)])
        failed, worked = ran("npm test", ERROR, fails=True), ran("npm run test:unit")
        for number, step in enumerate((worked, failed, failed)):
            name, start = f"s{number}", (now - (5 - number) * HOUR) * 1_000_000
            for place, event in enumerate(session([step], name, project=HERE)):
                board.append([event._replace(occurred_at=start + place * 1_000_000)])
            if number < 2:
                shown = {"session": name, "items": ["lesson-a"], "text": "t", "tokens": 40}
                board.append([NewEvent("context.injected", f"context:{name}", shown, project=HERE,
                                       occurred_at=start + 1)])  # fmt: skip
    return path


def compare(path: Path) -> None:
    """Sessions in which chance decided whether the lesson was shown; those without it fail."""
    failed, worked = ran("npm test", ERROR, fails=True), ran("npm run test:unit")
    now = int(time.time())
    with Board.open(path) as board:
        for number in range(28):
            name, start, is_held = f"c{number}", (now - HOUR) * 1_000_000, number % 2 == 1
            for place, event in enumerate(session([failed if is_held else worked], name,
                                                  project=HERE)):  # fmt: skip
                board.append([event._replace(occurred_at=start + place * 1_000_000)])
            given: dict[str, Any] = {"session": name, "lesson": "lesson-a", "one_in": 3}
            if not is_held:
                given = {"session": name, "items": ["lesson-a"], "text": "t", "tokens": 40,
                         "one_in": {"lesson-a": 3}}  # fmt: skip
            type_ = "lesson.withheld" if is_held else "context.injected"
            board.append([NewEvent(type_, f"context:{name}", given, project=HERE,
                                   occurred_at=start + 1)])  # fmt: skip


def test_the_account_says_what_became_of_a_lesson(run: Run, path: Path) -> None:
    """The sessions are judged when the account is asked for, however short the id."""
    ran = run("lesson", "a")
    assert ran.code == 0
    assert ran.out.splitlines()[0] == RULE
    assert "shown in 2 sessions" in ran.out
    assert "80 tokens" in ran.out
    assert "followed in 1, its failure came back in 1" in ran.out
    assert "without it: done right in 0 sessions, its failure came back in 1" in ran.out
    assert "s2  its failure came back" in ran.out
    assert run("lesson", "lesson-a").out == ran.out


def test_too_few_sessions_are_said_to_be_too_few(run: Run, path: Path) -> None:
    """With about how many it takes; what agents did without comparison is no effect."""
    out = run("lesson", "a").out
    assert "effect: not enough data yet (0 of about 70 sessions)" in out


def test_an_effect_is_told_with_counts_period_and_interval(run: Run, path: Path) -> None:
    """In the account, with the lesson, and in the report for all lessons together."""
    compare(path)
    out = run("lesson", "a").out
    assert "effect: it helps: its failure came back in 0 of 14 sessions with it, in 14 of 14" in out
    assert "(-100 percentage points, 95% interval -100 to -" in out
    assert "since 20" in out
    report = run("lesson", "report", "--all").out
    assert "All lessons, compared:" in report
    assert "with lessons, 100% fewer repeats" in report
    assert "What helped, by comparison:" in report
    told = run("lesson", "a", "--json").json[0]["account"]
    assert (told["verdict"], told["effect"]["sessions"]) == ("helps", 28)
    assert told["effect"]["with"] == {"part": 0, "total": 14}
    assert told["effect"]["low"] < told["effect"]["high"] < 0
    pools = run("lesson", "report", "--json").json["pools"]
    assert {(each["group"], each["lessons"]) for each in pools} == {
        ("all", 1), ("project", 1), ("category", 1),
    }  # fmt: skip


def test_a_program_gets_the_account_with_all_its_numbers(run: Run, path: Path) -> None:
    """Times in ISO 8601, comparisons as counts and shares."""
    told = run("lesson", "a", "--json").json[0]["account"]
    assert (told["injected"], told["obeyed"], told["recurred"]) == (2, 1, 1)
    assert (told["verdict"], told["compared_since"], told["harm"]) == (None, None, "")
    assert (told["not_measured"], told["effect"]["about_needed"]) == ("", 70)
    assert [each["session"] for each in told["sessions"]] == ["s2", "s1", "s0"]
    assert told["sessions"][0]["injected_at"] is None
    assert told["sessions"][1]["injected_at"].endswith("Z")


def test_a_lesson_that_was_never_shown_says_so(run: Run, path: Path) -> None:
    """And the past is answered as it was, without judging anything."""
    out = run("lesson", "a", "--as-of", "1").out
    assert "never shown to an agent" in out
    assert "not enough data yet" in out


def test_an_unknown_lesson_is_one_line_of_error(run: Run, path: Path) -> None:
    """With what to do next."""
    ran = run("lesson", "nothing")
    assert (ran.code, ran.out) == (1, "")
    assert "`lessonboard lesson`" in ran.err


def test_the_report_tells_what_lessons_did_this_week(run: Run, path: Path) -> None:
    """In the order in which it matters, each with the lesson's id."""
    out = run("lesson", "report", "--all").out
    titles = [line.split(":")[0] for line in out.splitlines() if line.startswith("What")]
    assert titles[0] == "What was learnt"
    assert titles[-1] == "What was shown"
    assert out.count("lesson-a") == 4
    assert "Whether lessons help is not known yet" in out
    assert "Shown 2 times in all, 80 tokens." in out
    assert "Nothing was said in 1 of 3 sessions (33%)." in out


def test_a_program_gets_the_report_as_lists(run: Run, path: Path) -> None:
    """All lines, with the span."""
    told = run("lesson", "report", "--json", "--since", "60d").json
    assert [each["lesson"] for each in told["learnt"]] == ["lesson-a"]
    assert (told["pools"], told["helped"]) == ([], [])
    assert told["followed"][0]["why"].startswith("followed in 1 session; not done without it,")
    assert (told["injections"], told["tokens"], told["sessions"]) == (2, 80, 3)
    assert told["since"] < told["until"]


def test_an_empty_week_says_so(run: Run, path: Path, empty_board: Path) -> None:
    """A project that nobody knows is an error."""
    nothing = "Nothing happened: no session, and nothing was learnt or shown."
    assert run("lesson", "report", "--project", "github.com/x/y").code == 2
    assert nothing in run("lesson", "report", "--all", LESSONBOARD_DB=str(empty_board)).out


def test_a_board_that_may_not_be_written_is_reported_all_the_same(run: Run, path: Path) -> None:
    """Only nothing is judged."""
    path.chmod(0o400)
    ran = run("lesson", "report", "--all")
    assert ran.code == 0
    assert "Shown 2 times" in ran.out

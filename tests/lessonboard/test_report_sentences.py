"""`lesson report` says in five sentences what a person wants to know of a week."""

from __future__ import annotations

from pathlib import Path

import pytest

from blackboard import Board
from lessonboard.present.report import Week, sentences
from reflect.accounts.digest import Digest, Line, Span
from reflect.accounts.intervals import Share
from reflect.guards.next_steps import NextStep
from tests.blackboard.lessons import lesson
from tests.command_line import Run

DAY = 86_400_000_000
RULE = "Use `npm run test:unit` instead of `npm test`."
SILENT = Digest([], [], [], [], [], [], [], [], [], 0, 0, Share(0, 0))
NOTHING = {"came_back": 0, "sessions": 0}
SEEN = Line("lesson-a", RULE, "seen in 2 sessions")
"""A line of the digest."""


def _week(found: Digest = SILENT, **known: object) -> Week:
    blank = Week(Span(20_000 * DAY, 20_007 * DAY, 60), found, 0, [], [], [], NOTHING, {}, "--all",
                 ever=True)  # fmt: skip
    return blank._replace(**known)  # type: ignore[arg-type]  # the fields of a week


def test_an_empty_week_is_three_plain_sentences_and_a_pointer() -> None:
    """Nothing is said of what did not come back."""
    assert list(sentences(_week())) == [
        "Since 2024-10-04 nothing was learnt.",
        "No agent was shown a lesson in that time.",
        "Nothing waits for your decision.",
        "Every lesson and figure: `lessonboard lesson report --all`.",
    ]


def test_a_full_week_is_five() -> None:
    """What was learnt, shown, came back, waits, and is next."""
    found = SILENT._replace(learnt=[SEEN, SEEN], recurred=[SEEN], injections=7, silent=Share(1, 4))
    past = {"came_back": 62, "met_in_time": 17, "from": "2026-01-23T", "until": "2026-07-23T"}
    step = NextStep("lesson-a", RULE, "used 3 times last month", "guard on", None)
    said = list(sentences(_week(found, waiting=2, steps=[step], backtest=past)))
    quoted = "\u201cUse `npm run test:unit` instead of `npm test`\u201d"
    assert said == [
        f"Since 2024-10-04 2 lessons were learnt, in most sessions {quoted}.",
        "Agents were shown lessons 7 times, in 3 of 4 sessions; whether that helps is not known "
        "yet, since nothing was compared so far.",
        f"The failure of one lesson came back although it was shown, such as {quoted}; in your "
        "history (2026-01-23 to 2026-07-23) 62 things came back in a later session, and for 17 of "
        "them the lesson would have been shown in time (`lessonboard lesson report --backtest`).",
        "2 lessons wait for your yes or no: `lessonboard lesson review --all`.",
        f"Next: {quoted}, used 3 times last month: `lessonboard lesson guard lesson-a`; every "
        "lesson and figure: `lessonboard lesson report --all`.",
    ]


def test_a_lesson_that_may_harm_is_next() -> None:
    """Where there is nothing else to decide."""
    last = list(sentences(_week(SILENT._replace(harmed=[SEEN]))))[-1]
    assert last.startswith("Next: look at")
    assert "`lessonboard lesson lesson-a`" in last


def test_a_person_whose_agents_were_never_shown_anything_learns_where_to_look(
    run: Run, tmp_path: Path
) -> None:
    """The first week of somebody who only imported."""
    with Board.open(tmp_path / "board.db") as board:
        board.append([lesson("lesson-a", RULE)])
    out = run("lesson", "report").out
    assert len(out.splitlines()) <= 5
    assert "`lessonboard doctor` says whether yours can be" in out


@pytest.mark.parametrize("flags", [("--all", "--critic"), ("--backtest", "--critic")])
def test_one_form_is_asked_for_at_a_time(run: Run, flags: tuple[str, ...]) -> None:
    """Two of them are an error of use."""
    assert run("lesson", "report", *flags).code == 2

"""Run the policy on a board: each decision once, however often and concurrently."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from blackboard import Board, NewEvent
from blackboard.events.payload import Evidence
from blackboard.views.rows import LessonRow
from blackboard.vocabulary import CHILD_MARK
from reflect.curator import decisions
from reflect.curator.curate import ACTOR, curate
from reflect.curator.settings import CuratorSettings
from reflect.pipeline.events import Place
from reflect.pipeline.ingest import ingest
from reflect.pipeline.insights import keep
from reflect.reflector.insight import Draft
from tests.blackboard.lessons import ELSEWHERE, HERE, lesson
from tests.conftest import FixedClock
from tests.counting_board import CountingBoard
from tests.faults.children import go, start
from tests.reflect.findings import found, silent

SETTINGS = CuratorSettings()
THIRD = "github.com/bob/sail"
RULE = "Always run the tests before pushing."
SAME = "Run tests before you push"
DAY = 86_400


def proof(*sessions: str) -> list[dict[str, Any]]:
    """Evidence from some sessions."""
    return [{"event_id": f"{name}-1", "quote": "words", "session": name} for name in sessions]


def learn(board: Board, name: str, rule: str, project: str | None = HERE, **fields: Any) -> None:
    """A lesson on the board, with high confidence by default."""
    board.append([lesson(name, rule, project=project, **{"confidence": 0.9, **fields})])


def row(board: Board, name: str) -> LessonRow:
    """A lesson's current row."""
    return board.row("lessons", name)


def work(board: Board, project: str, *days: float) -> None:
    """Sessions of a project, so many days after the lessons of these tests."""
    board.append([
        NewEvent("session.started", f"session:{project}-{n}",
                 {"session": f"{project}-{n}", "agent": "claude-code"}, project=project,
                 occurred_at=int((1_700_000_000 + day * DAY) * 1_000_000))
        for n, day in enumerate(days)
    ])  # fmt: skip


# Approval


def test_what_is_shown_often_enough_is_approved_once(board: Board) -> None:
    """By the policy, with its reason; running again finds nothing to do."""
    learn(board, "tool", "Run `make a` first", evidence=proof("s1", "s2", "s3"))
    learn(board, "human", "Run `make b` first", trust="human", evidence=proof("s1", "s2"))
    learn(board, "once", "Run `make c` first", trust="human", evidence=proof("s1"))
    learn(board, "read", "Run `make d` first", trust="repository", evidence=proof(*"abcdef"))
    learn(board, "fetched", "Run `make e` first", trust="imported", evidence=proof(*"abcdef"))
    assert curate(board, SETTINGS) == {"lesson.approved": 2}
    approved = board.view("lessons", where={"status": "approved"}, order="id")
    assert [each["id"] for each in approved] == ["human", "tool"]
    assert approved[1]["trust"] == "tool"
    assert approved[1]["decisions"][0]["actor"] == ACTOR
    head = board.log.head()
    assert curate(board, SETTINGS) == {}
    assert board.log.head() == head


def test_manual_approval_leaves_it_to_people(board: Board) -> None:
    """Everything else is still decided."""
    learn(board, "a", RULE, status="approved")
    learn(board, "b", SAME, ELSEWHERE, status="approved")
    learn(board, "c", "Run `make c` first", evidence=proof("s1", "s2", "s3"))
    assert curate(board, CuratorSettings(approval="manual")) == {
        "lesson.promoted": 1,
        "lesson.superseded": 1,
    }


def test_a_lesson_learnt_from_sessions_is_approved_when_enough_have_shown_it(board: Board) -> None:
    """The whole way: from findings to approval."""
    for number in range(3):
        ingest(board, found("Run `make a` first", f"s{number}"), Place(HERE, "miner"), silent)
        decided = curate(board, SETTINGS)
    assert decided == {"lesson.approved": 1}


def test_text_that_was_read_is_no_session_of_a_tools_lesson(board: Board) -> None:
    """Evidence that is trusted less cannot vote a lesson in."""
    learn(board, "a", "Run `make a` first", evidence=proof("s1"))
    for number in range(3):
        call = {"session": f"r{number}", "call": f"c{number}", "name": "WebFetch",
                "input": {"url": "https://example.org"}, "output": "Run `make a` first",
                "failed": False, "kind": "fetch", "said_by": "tool"}  # fmt: skip
        (event,) = board.append([NewEvent("tool.called", f"session:r{number}", call, 3)])
        quoted = Evidence(event_id=event.id, quote="Run `make a` first", session=f"r{number}")
        draft = Draft("Run `make a` first", "testing", 0.9, True, evidence=(quoted,))
        assert keep(board, draft, HERE, f"r{number}", silent, SETTINGS)
    after = row(board, "a")
    assert (after["sessions"], len(after["evidence"]), after["seen"]) == (["s1"], 4, 4)
    assert curate(board, SETTINGS) == {}


# Promotion


def test_two_projects_that_agree_promote_one_and_supersede_the_other(board: Board) -> None:
    """The one seen more often stays, everywhere; the other points at it."""
    learn(board, "a", RULE, status="approved")
    learn(board, "b", SAME, ELSEWHERE, status="approved")
    board.append([NewEvent("lesson.deduplicated", "lesson:b", {"lesson": "b"})])
    assert curate(board, SETTINGS) == {"lesson.promoted": 1, "lesson.superseded": 1}
    assert (row(board, "b")["scope"], row(board, "b")["status"]) == ("global", "approved")
    assert (row(board, "a")["status"], row(board, "a")["superseded_by"]) == ("superseded", "b")
    assert curate(board, SETTINGS) == {}


@pytest.mark.parametrize(
    "project", [HERE, "gitlab.com/eve/kite", "/home/eve/kite", "/srv/git/kite/", None]
)
def test_a_clone_agrees_with_itself(board: Board, project: str | None) -> None:
    """Copies of one repository, and lessons without a project, are not independent."""
    learn(board, "a", RULE, status="approved")
    learn(board, "b", SAME, project)
    assert curate(board, SETTINGS) == {}


@pytest.mark.parametrize(
    "other", ["Never run the tests before pushing.", "Run the linter before you push"]
)
def test_only_what_says_the_same_agrees(board: Board, other: str) -> None:
    """Opposites and neighbours promote nothing."""
    learn(board, "a", RULE, status="approved")
    learn(board, "b", other, ELSEWHERE, status="approved")
    assert curate(board, SETTINGS) == {}


def test_a_lesson_approved_long_ago_is_promoted_when_another_project_agrees(board: Board) -> None:
    """The policy's own approval does not prevent it, and the approved one is kept."""
    learn(board, "a", RULE)
    approved = {"lesson": "a", "by": "policy", "reason": "shown by 3 sessions"}
    board.append([NewEvent("lesson.approved", "lesson:a", approved, actor=ACTOR)])
    curate(board, SETTINGS)
    learn(board, "b", SAME, ELSEWHERE, status="approved")
    assert curate(board, SETTINGS) == {"lesson.promoted": 1, "lesson.superseded": 1}
    assert (row(board, "a")["status"], row(board, "a")["scope"]) == ("approved", "global")


def test_agreement_reached_by_other_words_counts(board: Board) -> None:
    """A revised lesson that now equals another project's counts from then on."""
    learn(board, "a", RULE, status="approved")
    learn(board, "b", "Run the linter before you push", ELSEWHERE, status="approved")
    assert curate(board, SETTINGS) == {}
    words = {"lesson": "b", "constraint": SAME}
    board.append([NewEvent("lesson.revised", "lesson:b", words, actor=ACTOR)])
    assert curate(board, SETTINGS) == {"lesson.promoted": 1, "lesson.superseded": 1}


DECISIONS: dict[str, Callable[[Board, LessonRow], object]] = {
    "approve": decisions.approve,
    "reject": decisions.reject,
    "revise": lambda board, given: decisions.revise(board, given, severity="high"),
    "retire": lambda board, given: decisions.retire(board, given),
    "promote": lambda board, given: decisions.promote(board, given),
}


@pytest.mark.parametrize("decide", DECISIONS)
def test_what_a_person_decided_is_neither_promoted_nor_superseded(
    board: Board, decide: str
) -> None:
    """The policy never overrules a person."""
    learn(board, "a", RULE, status="approved")
    learn(board, "b", SAME, ELSEWHERE, status="approved")
    DECISIONS[decide](board, row(board, "a"))
    before = row(board, "a")
    assert curate(board, SETTINGS) == {}
    assert row(board, "a") == before


def test_a_promotion_that_was_taken_back_is_not_repeated(board: Board) -> None:
    """Neither for the lesson nor, with a third project, for the one that was superseded."""
    learn(board, "a", RULE, status="approved")
    learn(board, "b", SAME, ELSEWHERE, status="approved")
    curate(board, SETTINGS)
    decisions.undo(board, row(board, "a"))
    decisions.undo(board, row(board, "b"))
    learn(board, "c", RULE, THIRD, status="approved")
    assert curate(board, SETTINGS) == {}
    assert {each["scope"] for each in board.view("lessons")} == {"project"}


def test_three_projects_can_be_asked_for(board: Board) -> None:
    """The third one decides it, for all three."""
    strict = CuratorSettings(promotion_projects=3)
    learn(board, "a", RULE, status="approved")
    learn(board, "b", SAME, ELSEWHERE, status="approved")
    assert curate(board, strict) == {}
    learn(board, "c", RULE, THIRD, status="approved")
    assert curate(board, strict) == {"lesson.promoted": 1, "lesson.superseded": 2}


# Decay


def test_what_a_busy_project_does_not_meet_fades_once(board: Board) -> None:
    """A human's word and other projects' lessons stay; a person may bring it back for good."""
    learn(board, "a", "Run `make a` first")
    learn(board, "human", "Run `make b` first", trust="human")
    learn(board, "there", "Run `make c` first", ELSEWHERE)
    work(board, HERE, *(181 * (n + 1) / 30 for n in range(30)))
    assert curate(board, SETTINGS) == {"lesson.retired": 1}
    assert row(board, "a")["reason"] == "not seen for 181 days and 30 sessions"
    assert curate(board, SETTINGS) == {}
    decisions.undo(board, row(board, "a"))
    assert curate(board, SETTINGS) == {}


def test_time_alone_retires_nothing(board: Board, clock: FixedClock) -> None:
    """A project that rests forgets nothing, however long it rests."""
    learn(board, "a", "Run `make a` first")
    work(board, HERE, *range(1, 60))
    clock.advance(10 * 365 * DAY * 1_000_000)
    assert curate(board, SETTINGS) == {}


def test_what_is_seen_again_begins_anew(board: Board) -> None:
    """The days and sessions count from the last sight."""
    learn(board, "a", "Run `make a` first")
    work(board, HERE, *(181 * (n + 1) / 30 for n in range(30)))
    seen = NewEvent("lesson.deduplicated", "lesson:a", {"lesson": "a"}, project=HERE,
                    occurred_at=(1_700_000_000 + 10 * DAY) * 1_000_000)  # fmt: skip
    board.append([seen])
    assert curate(board, SETTINGS) == {}


def test_the_programs_own_sessions_are_no_work_on_the_project(board: Board) -> None:
    """Whoever asks a model through an agent leaves a session that proves nothing."""
    learn(board, "a", "Run `make a` first")
    work(board, HERE, *(181 * (n + 1) / 30 for n in range(30)))
    message = {"session": f"{HERE}-3", "role": "user", "text": f"{CHILD_MARK} Judge this."}
    board.append([NewEvent("message.recorded", f"session:{HERE}-3", message)])
    assert curate(board, SETTINGS) == {}


# At once, and many


def _retire(board: Board, lesson: LessonRow) -> None:
    decisions.retire(board, lesson)


def _revise(board: Board, lesson: LessonRow) -> None:
    decisions.revise(board, lesson, constraint="Never push on a Friday.")


def _reconcile(board: Board, lesson: LessonRow) -> None:
    decisions.reconcile(board, lesson)


_CURATE = """
from blackboard import Board
from blackboard.vocabulary import CHILD_MARK
from reflect.curator.curate import curate
from reflect.curator.settings import CuratorSettings
with Board.open(sys.argv[1]) as board:
    board.view("lessons")
    ready()
    print(sum(curate(board, CuratorSettings()).values()))
"""


def test_processes_that_curate_at_once_decide_once(tmp_path: Path) -> None:
    """Each decision is made by one of them."""
    path = tmp_path / "board.db"
    with Board.open(path) as board:
        for number in range(20):
            learn(board, f"l{number}", f"Run `make step-{number}` first",
                  evidence=proof("s1", "s2", "s3"))  # fmt: skip
        learn(board, "a", RULE, status="approved")
        learn(board, "b", SAME, ELSEWHERE, status="approved")
        decided = [int(out) for out, _ in go(*(start(_CURATE, path) for _ in range(3)))]
        assert sum(decided) == 22
        assert all(len(each["decisions"]) == 1 for each in board.view("lessons"))


def _rule(number: int) -> str:
    """One of many rules, each of which two projects have."""
    return f"Run `cargo {SYLLABLES[number % 50]}{number}` before {SYLLABLES[number % 47]} {number}"


SYLLABLES = [f"{a}{b}" for a in ("ba", "de", "fi", "go", "ku") for b in "lmnprstvxz"]


@pytest.mark.parametrize("decide", [decisions.reject, _retire, _revise, _reconcile])
def test_a_candidate_is_approved_once_nothing_contradicts_it(
    board: Board, decide: Callable[[Board, LessonRow], object]
) -> None:
    """Whatever a person decides about the other one, of which alone an event tells."""
    learn(board, "a", "Always run `make a` before pushing.", evidence=proof("s1", "s2", "s3"))
    learn(board, "b", "Never run `make a` before pushing.", confidence=0.5)
    assert curate(board, SETTINGS) == {}
    assert row(board, "a")["contradicts"]
    decide(board, row(board, "b"))
    assert curate(board, SETTINGS) == {"lesson.approved": 1}


def test_other_settings_weigh_every_candidate_anew(board: Board) -> None:
    """Those too that did not change since they were weighed the last time."""
    learn(board, "a", "Run `make a` first", evidence=proof("s1", "s2", "s3"))
    assert curate(board, CuratorSettings(approval="manual")) == {}
    assert curate(board, CuratorSettings(approval_sessions=4)) == {}
    assert curate(board, CuratorSettings(approval_sessions=3)) == {"lesson.approved": 1}


def _read_at_the_end_of_a_session(path: Path, lessons: int) -> Counter[str]:
    """What is read after a session elsewhere, on a board of so many lessons and sessions here."""
    with Board.open(path) as board:
        for number in range(lessons):
            learn(board, f"l{number}", _rule(number))
        work(board, HERE, *(n / lessons for n in range(lessons)))
        curate(board, SETTINGS)
        work(board, ELSEWHERE, 1)
    with CountingBoard.open(path) as counting:
        assert isinstance(counting, CountingBoard)
        assert curate(counting, SETTINGS) == {}
        return counting.counted()


def test_a_session_costs_as_much_among_many_lessons_as_among_few(tmp_path: Path) -> None:
    """What was decided before is not read again, and nothing is read while others wait."""
    few, many = (_read_at_the_end_of_a_session(tmp_path / f"{n}.db", n) for n in (40, 160))
    assert few == many
    assert few["locked"] == 0


@pytest.mark.full
def test_thousands_of_lessons_are_gone_through(board: Board) -> None:
    """Five thousand lessons, of which some agree, some are proved, and some fade."""
    board.append([
        lesson(f"l{n}", _rule(n // 2 if n < 200 else n), project=(HERE, ELSEWHERE)[n % 2],
               confidence=0.9, evidence=proof("s1", "s2", "s3")[: 3 if n % 10 == 0 else 1])
        for n in range(5_000)
    ])  # fmt: skip
    work(board, ELSEWHERE, *(181 * (n + 1) / 30 for n in range(30)))
    decided = curate(board, SETTINGS)
    assert decided["lesson.promoted"] == decided["lesson.superseded"] == 100
    assert decided["lesson.approved"] == 500
    assert decided["lesson.retired"] == 2_400
    assert curate(board, SETTINGS) == {}


def test_what_was_forgotten_is_passed_over(board: Board) -> None:
    """An erased lesson neither counts nor blocks."""
    (made,) = board.append([lesson("a", RULE)])
    learn(board, "b", SAME, ELSEWHERE, status="approved")
    board.forget(made.id, reason="private")
    assert curate(board, SETTINGS) == {}

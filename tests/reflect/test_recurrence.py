"""Recurrence: the same problem in two sessions is a lesson, whatever its words are."""

from __future__ import annotations

from typing import Any

import pytest

from blackboard import Board
from blackboard.delivery.proof import is_remedy_of_one
from blackboard.delivery.situation import Situation
from blackboard.event import NewEvent
from blackboard.search.hidden_failure import hidden_failure
from blackboard.search.signature import is_particular
from blackboard.views.rows import LessonRow
from reflect.accounts.judge import judge
from reflect.curator.decisions import approve
from reflect.miner.mine import mine
from reflect.miner.remedy import Remedy, lesson
from tests.reflect.talks import PROJECT, edited, looked, ran, recorded, session

_REFUSES = "error: unrecognized subcommand 'bun'\n\nUsage: rtk [OPTIONS] <COMMAND>"


def _wrapped(script: str, *, fixed: str | None = None) -> list[NewEvent]:
    """A script run through a wrapper that does not know it, and then without."""
    return [ran(f"rtk bun run {script}", _REFUSES, fails=True), ran(fixed or f"bun run {script}")]


def _learnt(board: Board, *talks: list[NewEvent]) -> list[str]:
    for number, talk in enumerate(talks):
        board.append(session([looked()] * number + talk, f"s{number}"))
        mine(board)
    return [row["constraint"] for row in _rules(board)]


def _rules(board: Board) -> list[LessonRow]:
    waiting = board.view("lessons", where={"status": "candidate"})
    return [row for row in waiting if not is_remedy_of_one(row)]


def _told(board: Board, **now: Any) -> tuple[str, ...]:
    return board.context(Situation(**{"project": PROJECT, "session": "next", **now})).ids


_STALE = "the kettle shim binary is stale"


def _mended(*steps: NewEvent, error: str = _STALE) -> list[NewEvent]:
    """A command that failed, what was done, and the same command again."""
    return [ran("brew up", error, fails=True), *steps, ran("brew up", "tea")]


def _at_its_error(board: Board, **now: Any) -> str:
    """What is shown when it fails so again."""
    known = {"project": PROJECT, "session": "next", "step": "failed", "command": "brew up",
             "error": _STALE}  # fmt: skip
    return board.context(Situation(**{**known, **now})).text.rpartition("\n")[2]


def test_what_one_session_did_is_told_at_its_very_error(board: Board) -> None:
    """In the next session, and only there: not before the command, nor at a prompt about it."""
    assert _learnt(board, _wrapped("test")) == []
    [remedy] = board.view("lessons")
    assert (remedy["proof"], remedy["sources"]) == ("fix", 1)
    assert _told(board, step="failed", command="rtk bun run lint", error=_REFUSES) == (
        remedy["id"],
    )
    assert _told(board, step="before", command="rtk bun run test") == ()
    assert _told(board, step="prompt", prompt="rtk refuses the subcommand bun run test") == ()
    assert _told(board, step="failed", command="rtk bun", error="error: no such file") == ()


def test_the_one_command_that_mended_an_error_is_told_in_the_second_session(board: Board) -> None:
    """As one quoted line, once, in its project; also where the session goes on that learnt it."""
    assert _learnt(board, _mended(ran("kettle refill"))) == []
    line = _at_its_error(board)
    assert line.startswith('- Here: from a session: "Run `kettle refill` before `brew up`')
    assert "not approved; seen in 1 session" in line
    assert _at_its_error(board, session="s0") == line
    assert _at_its_error(board, project="github.com/ada/sails") == ""
    assert _at_its_error(board, step="before", error="") == ""
    shown = board.context(Situation(project=PROJECT, session="next", step="failed",
                                    command="brew up", error=_STALE))  # fmt: skip
    board.append([NewEvent(each.type, each.stream, each.payload) for each in shown.events])
    assert _at_its_error(board) == ""


def test_a_remedy_after_which_the_error_came_back_is_told_no_more(board: Board) -> None:
    """To no later session."""
    _learnt(board, _mended(ran("kettle refill")))
    shown = board.context(Situation(project=PROJECT, session="s1", step="failed",
                                    command="brew up", error=_STALE))  # fmt: skip
    later = [looked()] * 5 + _mended(ran("kettle refill"))[:2]
    events = session([*later, ran("brew up", _STALE, fails=True)], "s1")
    board.append(events[:-1])
    board.append([NewEvent(each.type, each.stream, each.payload, occurred_at=events[-3].occurred_at)
                  for each in shown.events])  # fmt: skip
    judge(board)
    assert _at_its_error(board)
    board.append(events[-1:])
    judge(board)
    assert _at_its_error(board) == ""


@pytest.mark.parametrize("steps", [
    [edited()], [edited(), ran("kettle refill")], [ran("kettle refill"), ran("kettle boil")],
    [ran("kettle --version")], [ran("dropdb tea")], [ran("rm -rf tea")], [],
])  # fmt: skip
def test_what_is_not_surely_the_remedy_is_told_to_nobody(
    board: Board, steps: list[NewEvent]
) -> None:
    """An edit, several commands, a look, what destroys, or nothing at all."""
    _learnt(board, _mended(*steps))
    assert _at_its_error(board) == ""


def test_an_error_about_another_thing_is_another_one(board: Board) -> None:
    """Its signature leaves out the names, and what helped one thing may not help the next."""
    error = "error: no kettle is running in the kitchen '{}'"
    _learnt(board, _mended(ran("kettle refill"), error=error.format("north")))
    assert _at_its_error(board, error=error.format("south")) == ""


def test_what_two_sessions_bear_out_takes_its_place(board: Board) -> None:
    """An error has one answer."""
    [rule] = _learnt(board, _wrapped("test"), _wrapped("lint"))
    [told] = _told(board, step="failed", command="rtk bun run docs", error=_REFUSES)
    assert board.view("lessons", where={"id": told})[0]["constraint"] == rule


def test_the_rule_is_as_general_as_its_instances(board: Board) -> None:
    """Two scripts that failed alike make a rule for all scripts, bound to what they share."""
    assert _learnt(board, _wrapped("test"), _wrapped("lint")) == [
        "Use `bun run …` instead of `rtk bun run …`."
    ]
    assert _rules(board)[0]["commands"] == ["rtk bun run"]


def test_what_most_sessions_did_is_learnt(board: Board) -> None:
    """One session's own way does not win over that of two."""
    odd = _wrapped("test", fixed="rtk test bun run test")
    (rule,) = _learnt(board, [looked()], odd, _wrapped("test"), _wrapped("test"))[:1]
    assert rule == "Use `bun run test` instead of `rtk bun run test`."


def test_what_no_miner_explains_is_learnt_from_what_followed(board: Board) -> None:
    """Two sessions that answered an unheard-of error the same way need no list of phrases."""
    talk = [ran("brew up", "the kettle shim binary is stale", fails=True), ran("kettle refill"),
            ran("brew up")]  # fmt: skip
    assert _learnt(board, talk) == []
    (rule,) = _learnt(board, [looked()], talk, talk)
    assert rule.startswith("Run `kettle refill` before `brew up`")


@pytest.mark.parametrize(("author", "trust"), [("tool", "tool"), ("unknown", "imported")])
def test_what_follows_is_worth_as_much_as_its_calls(board: Board, author: str, trust: str) -> None:
    """Calls that prove nothing, as of a transcript from elsewhere, make no trusted lesson."""
    talk = [
        each._replace(payload={**each.payload, "said_by": author})
        for each in (
            ran("brew up", "the kettle shim binary is stale", fails=True),
            ran("kettle refill"),
            ran("brew up"),
        )
    ]
    _learnt(board, talk, talk, talk)
    assert {row["trust"] for row in board.view("lessons")} == {trust}


@pytest.mark.parametrize("step", ["rm -rf build", "git stash", "kill 12", "sleep 5"])
def test_what_only_gets_round_is_not(board: Board, step: str) -> None:
    """Deleting, waiting and putting work aside are no remedies to teach."""
    talk = [ran("brew up", "the kettle shim binary is stale", fails=True), ran(step),
            ran("brew up")]  # fmt: skip
    assert _learnt(board, talk, talk) == []


@pytest.mark.parametrize(
    ("signature", "is_one"),
    [
        ("error: unrecognized subcommand 'bun'", True),
        ("cat: illegal option -- a", True),
        ("ls: <path>: no such file or directory", False),
        ("error: command failed", False),
        ("fatal: <path> does not exist", False),
        (None, False),
    ],
)
def test_only_a_particular_error_is_the_same_problem(signature: str | None, is_one: bool) -> None:
    """An error that any command may give does not tie two sessions together."""
    assert is_particular(signature) is is_one


@pytest.mark.parametrize(
    ("output", "fails"),
    [
        (_REFUSES, True),
        ("zsh:1: command not found: gofumpt", True),
        ("cat: illegal option -- A\nusage: cat [-b]", True),
        ("ok\n--- FAIL: TestTide (0.00s)\nFAIL", True),
        ("[lint] ERROR task failed", True),
        ('error: script "lint" exited with code 1', True),
        ("3 failed, 12 passed in 0.4s", True),
        ("0 failed, 12 passed in 0.4s", False),
        ("12 passed\n 0 fail", False),
        ("grep: the words unknown flag are in the manual", False),
        ("x" * 100_000, False),
        ("", False),
    ],
)
def test_a_failure_without_its_mark_is_seen(output: str, fails: bool) -> None:
    """What a command says of itself counts where a pipe hid its exit code."""
    assert (hidden_failure(output) is not None) is fails


def test_a_refusal_is_only_read_in_a_brief_output() -> None:
    """A long output that quotes a refusal is about something else."""
    assert (
        hidden_failure("\n".join([*["a line of text"] * 30, "unknown flag: --x", "done"])) is None
    )


@pytest.mark.parametrize(("met", "quiet", "is_told"), [
    (1, 4, True), (1, 5, False), (2, 5, False), (3, 5, True), (3, 17, True), (3, 18, False),
])  # fmt: skip
def test_what_sessions_met_lately_or_all_the_time_is_told_at_the_start(
    board: Board, met: int, quiet: int, is_told: bool
) -> None:
    """One of the last five sessions met it, or three of twenty; else what is bound waits."""
    for number in range(met):
        board.append(session([looked()] * number + _wrapped("test"), f"s{number}"))
    mine(board)
    for row in board.view("lessons", where={"status": "candidate"}):
        approve(board, row)
    for number in range(quiet):
        board.append(session([looked()] * (9 + number), f"quiet{number}"))
    start = Situation(project=PROJECT, step="start", session="now")
    assert bool(board.context(start).items) is is_told


def test_a_mined_pair_of_two_sessions_is_told_at_the_start_unasked(board: Board) -> None:
    """One of a single session waits for its error."""
    start = Situation(project=PROJECT, step="start", session="now")
    told = []
    for number in range(2):
        board.append(session([looked()] * number + _wrapped("test"), f"s{number}"))
        mine(board)
        told.append(len(board.context(start).items))
    assert told == [0, 1]


def test_a_problem_that_comes_again_without_its_remedy_was_seen_then() -> None:
    """Not when an earlier session mended it."""
    _, mended, failed = recorded(ran("brew start"), ran("brew up", "it is stale", fails=True))
    failed = failed._replace(occurred_at=mended.occurred_at + 9)
    text = lesson(symptom="", cause="", resolution="", constraint="Use `brew start`.")
    found = Remedy(failed, "it is stale", mended).finding("k", text)
    assert found.occurred_at == failed.occurred_at


def test_what_came_twice_in_one_session_came_back_in_no_other(board: Board) -> None:
    """One session that got past an error in two ways has proved neither."""
    other_way = _wrapped("test", fixed="rtk test bun run test")
    assert _learnt(board, [*_wrapped("test"), *other_way]) == []

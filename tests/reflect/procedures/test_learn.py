"""From three sessions that passed the same way to one procedure, and to its end."""

from __future__ import annotations

from typing import Any

import pytest

from blackboard import Board
from blackboard.delivery.situation import Situation
from blackboard.event import NewEvent
from blackboard.events.lesson import LessonRevised
from blackboard.forgetting import forget, plan
from blackboard.selection import Selection
from blackboard.views.rows import LessonRow
from reflect.curator.curate import curate
from reflect.curator.decisions import approve, undo
from reflect.curator.settings import CuratorSettings
from reflect.miner.mine import mine
from tests.reflect.talks import PROJECT, edited, looked, ran, session

_LINE = "Run `make fmt`, then `make lint`, then `make test` after the last change of `*.py` files."
_RTK = ran("rtk make test", "unknown command: make", fails=True)


def _passed(*more: NewEvent, steps: str = "fmt lint test") -> list[NewEvent]:
    return [edited(), *more, *(ran(f"make {step}") for step in steps.split())]


def _mined(board: Board, *talks: list[NewEvent], first: int = 0) -> list[LessonRow]:
    for number, talk in enumerate(talks, first):
        board.append(session([looked()] * number + talk, f"s{number}"))
        mine(board)
    return board.view("lessons", where={"proof": "procedure"}, order="created_at")


def _told(board: Board, name: str = "next", **now: Any) -> str:
    return board.context(Situation(**{"project": PROJECT, "session": name, **now})).text


def test_the_third_session_that_took_a_way_gives_the_procedure(board: Board) -> None:
    """Proven by its calls, in the words of structure, and no one session's own step in it."""
    assert _mined(board, _passed(ran("make seed")), _passed()) == []
    [row] = _mined(board, _passed(ran("make docs")), first=2)
    assert row["constraint"] == _LINE
    assert (row["trust"], row["sources"], row["sessions"]) == ("tool", 3, ["s0", "s1", "s2"])
    assert (row["paths"], row["commands"]) == (["**/*.py"], ["make fmt", "make lint", "make test"])
    cited = [board.log.get(each["event_id"]).payload or {} for each in row["evidence"]]
    lines = [each["input"]["command"] for each in cited]
    assert lines == ["make fmt", "make lint", "make test"] * 3
    assert not any(each["failed"] for each in cited)


def test_it_is_told_as_one_line_with_its_place(board: Board) -> None:
    """Before a file of its kind is changed, at one of its commands, and to whom a prompt sends."""
    _mined(board, *[_passed()] * 3)
    line = _told(board, step="before", paths=("src/tide.py",)).splitlines()[1]
    assert line.startswith(f'- Here: passed in 3 sessions: "{_LINE}" (')
    assert _LINE in _told(board, step="before", command="make lint --quiet")
    assert _told(board, step="before", paths=("web/tide.css",)) == ""
    assert _told(board, step="before", paths=("src/tide.py",), project="else") == ""


def test_a_session_begins_with_it_and_the_policy_stands_behind_it(board: Board) -> None:
    """As with any result of tools that the last sessions show; it says what it rests on."""
    [row] = _mined(board, *[_passed()] * 3)
    assert f'Here: passed in 3 sessions: "{_LINE}"' in _told(board, step="start")
    curate(board, CuratorSettings())
    assert board.row("lessons", row["id"])["status"] == "approved"
    assert f'Here: passed in 3 sessions: "{_LINE}"' in _told(board, step="start")


def test_every_session_counts_though_old_evidence_is_cut(board: Board) -> None:
    """A lesson keeps twenty pieces of evidence, and all its sessions."""
    _mined(board, *[_passed()] * 9)
    assert "Here: passed in 9 sessions:" in _told(board, step="before", paths=("src/tide.py",))


def test_what_was_tried_instead_and_never_passed_is_a_dead_end(board: Board) -> None:
    """It is named, and calls for the line."""
    [row] = _mined(board, _passed(_RTK), _passed(_RTK), _passed())
    assert row["constraint"].endswith(" files; not `rtk make test`, which never passed.")
    assert row["symptom"] == "`rtk make test` never passed"
    assert row["id"] in _told(board, step="before", command="rtk make test")
    assert row["id"] in _told(board, step="failed", command="rtk make test", error="unknown")
    assert _told(board, step="failed", command="make test", error="1 failed: no kite") == ""


@pytest.mark.parametrize("talks", [
    [_passed()] * 3 + [_passed(_RTK)] * 2, [_passed(), _passed(_RTK), _passed(_RTK), _passed()],
])  # fmt: skip
def test_what_forgotten_sessions_tried_is_said_no_more(
    board: Board, talks: list[list[NewEvent]]
) -> None:
    """Nor does it call for the line; it is said again once others show it."""
    [row] = _mined(board, *talks)
    assert "rtk" in row["constraint"]
    tried = [n for n, talk in enumerate(talks) if _RTK in talk]
    forget(board, plan(board, Selection(session=f"s{tried[0]}")), reason="private")
    [row] = board.view("lessons")
    assert (row["constraint"], row["symptom"]) == (_LINE, "")
    assert "rtk" not in f"{row['commands']}{_told(board, step='start')}"
    [row] = _mined(board, _passed(), first=5)
    assert row["constraint"] == _LINE
    [row] = _mined(board, _passed(_RTK), first=6)
    assert row["constraint"].endswith("; not `rtk make test`, which never passed.")
    assert board.verify_views() == []


def test_its_words_follow_what_later_sessions_show(board: Board) -> None:
    """A dead end that is known only now, and files of another kind; a person's words stay."""
    _mined(board, *[_passed()] * 3)
    [row] = _mined(board, *[[*_passed(_RTK), ran("make test")]] * 2, first=3)
    assert row["constraint"].endswith("; not `rtk make test`, which never passed.")
    approve(board, row)
    [row] = _mined(board, [edited("web/tide.css"), *_passed()[1:]], first=5)
    assert "`*.py`" in row["constraint"]


def test_a_persons_words_are_theirs_and_no_count_stands_before_them(board: Board) -> None:
    """Who words or approves it says so himself."""
    [row] = _mined(board, *[_passed()] * 3)
    words = "Run `make all` before you commit."
    board.record(LessonRevised(lesson=row["id"], constraint=words), actor="human")
    line = _told(board, step="before", command="make lint -k")
    assert words in line
    assert "passed in" not in line
    [row] = _mined(board, _passed(_RTK), _passed(_RTK), first=3)
    assert row["constraint"] == words


@pytest.mark.parametrize("talk", [
    [edited(), ran("make fmt"), ran("make lint"), ran("make test", "1 failed", fails=True)],
    _passed(steps="test"),
    _passed(steps="test lint fmt"),
    [*_passed(), edited()],
    [ran("make fmt"), ran("make lint"), ran("make test")],
])  # fmt: skip
def test_a_session_that_did_not_pass_that_way_is_no_witness(
    board: Board, talk: list[NewEvent]
) -> None:
    """It failed, took one step or another order, changed something after it, or nothing at all."""
    assert _mined(board, _passed(), talk, _passed()) == []


def test_a_session_that_went_on_without_a_check_is_no_witness_any_more(board: Board) -> None:
    """Until it passes again."""
    whole = session([*_passed(), edited(), *_passed()[1:]], "s0")
    board.append(whole[:5])
    mine(board)
    board.append(whole[5:6])
    mine(board)
    assert _mined(board, _passed(), _passed(), first=1) == []
    board.append(whole[6:])
    mine(board)
    [row] = board.view("lessons", where={"proof": "procedure"})
    assert row["sessions"] == ["s0", "s1", "s2"]


def test_forks_and_subagents_of_a_session_are_that_session(board: Board) -> None:
    """A fork has the calls of its origin; a subagent's session is a part of it."""
    events = session(_passed(), "s0")
    for name in ("fork-1", "fork-2"):
        for each in events:
            told = {**each.payload, "session": name}
            board.append([each._replace(stream=f"session:{name}", payload=told)])
    board.append(events + session(_passed(), "s0/agent-1"))
    mine(board)
    assert board.view("lessons", where={"proof": "procedure"}) == []


@pytest.mark.parametrize(("call", "sessions"), [
    ("toolu_01A09q90qw90lq91", 1), ("call_9f3Kd02mQx", 1),
    ("6ba7b810-9dad-11d1-80b4-00c04fd430c8", 1), ("functions.shell:0", 3), ("12", 3), ("", 3),
])  # fmt: skip
def test_a_fork_with_other_times_is_known_by_the_ids_of_its_calls(
    board: Board, call: str, sessions: int
) -> None:
    """Where they were drawn by chance; others have the same in every session."""
    for number in range(3):
        talk = [each._replace(payload={**each.payload, "call": f"{call}{n or ''}"})
                for n, each in enumerate(_passed())]  # fmt: skip
        board.append([each._replace(occurred_at=(each.occurred_at or 0) + number * 7_000_000)
                      for each in session(talk, f"s{number}")])  # fmt: skip
    mine(board)
    assert len(board.view("lessons", where={"proof": "procedure"})) == int(sessions == 3)


def test_what_every_agent_knows_without_having_been_here_is_no_procedure(board: Board) -> None:
    """A task that the repository names is; the plain tools of its language are not."""
    talk = [edited(), ran("go build ./..."), ran("go test ./...")]
    assert _mined(board, *[talk] * 3) == []


def test_a_better_way_takes_the_place_of_a_part_of_it(board: Board) -> None:
    """Of several with half of their steps in common the one of most sessions and steps stays."""
    [short] = _mined(board, *[_passed(steps="lint test")] * 3)
    _mined(board, *[_passed()] * 3, first=3)
    rows = {row["constraint"]: row for row in board.view("lessons", where={"proof": "procedure"})}
    assert rows[_LINE]["status"] in ("candidate", "approved")
    assert rows[short["constraint"]]["status"] == "superseded"
    assert rows[short["constraint"]]["superseded_by"] == rows[_LINE]["id"]


def test_mining_again_and_a_rebuild_change_nothing(board: Board) -> None:
    """All of it is in the log."""
    _mined(board, *[_passed(_RTK)] * 4)
    before, head = board.view("lessons"), board.log.head()
    board.remember_reader("miner", 0)
    mine(board)
    assert board.log.head() == head
    assert board.verify_views() == []
    assert board.view("lessons") == before


_BROKEN = ran("make lint", "make: *** No rule to make target 'lint'.  Stop.", fails=True)


def _shown(board: Board, name: str) -> None:
    """A session is shown the procedure at its first edit."""
    at = 1_700_000_000_500_000
    result = board.context(Situation(project=PROJECT, session=name, step="before", paths=("a.py",)))
    board.append([NewEvent(each.type, each.stream, each.payload, occurred_at=at)
                  for each in result.events])  # fmt: skip


def _after_showing(board: Board, number: int, *steps: NewEvent) -> LessonRow:
    _shown(board, f"s{number}")
    [row] = _mined(board, [edited(), *steps], first=number)
    return row


def test_it_rests_after_its_own_step_failed_and_wakes_when_its_way_passes(board: Board) -> None:
    """Nobody is told meanwhile."""
    _mined(board, *[_passed()] * 3)
    assert _after_showing(board, 3, _BROKEN)["resting"] == 1
    assert _told(board, step="before", paths=("src/tide.py",)) == ""
    [row] = _mined(board, _passed(), first=4)
    assert row["resting"] == 0
    assert _LINE in _told(board, step="before", paths=("src/tide.py",))


def test_two_different_sessions_take_it_back_and_a_person_undoes_that(board: Board) -> None:
    """Then no machine decides about it again."""
    _mined(board, *[_passed()] * 3)
    _after_showing(board, 3, _BROKEN)
    _mined(board, _passed(), first=4)
    row = _after_showing(board, 5, _BROKEN)
    assert (row["status"], row["reason"]) == (
        "retired",
        "its own steps could not be run in 2 sessions",
    )
    undo(board, row)
    undo(board, board.row("lessons", row["id"]))
    assert _LINE in _told(board, step="before", paths=("src/tide.py",))
    assert _after_showing(board, 6, _BROKEN)["status"] != "retired"


@pytest.mark.parametrize("steps", [
    [ran("make test", "2 failed", fails=True)],
    [_BROKEN, ran("make lint")],
    [ran("make deploy", "no rule to make target", fails=True)],
    [ran("make lint --all", "make: *** No rule to make target 'lint'.", fails=True)],
])  # fmt: skip
def test_what_is_not_its_fault_leaves_it_awake(board: Board, steps: list[NewEvent]) -> None:
    """A check that finds faults, a step that passed after all, another command or another form."""
    _mined(board, *[_passed()] * 3)
    assert _after_showing(board, 3, *steps)["resting"] == 0


@pytest.mark.parametrize("step", ["make e2e", "make fmt", "tox", "pre-commit run", "make doctest"])
def test_a_red_step_takes_no_procedure_back_and_one_that_is_gone_does(
    board: Board, step: str
) -> None:
    """Whatever it is called: no list knows all checks."""
    _mined(board, *[[edited(), ran(step), ran("make test")]] * 3)
    assert _after_showing(board, 3, ran(step, "2 failed, 30 passed", fails=True))["resting"] == 0
    assert _after_showing(board, 4, ran(step, f"{step}: command not found", fails=True))["resting"]


def test_a_failure_where_it_was_not_shown_is_not_its_own(board: Board) -> None:
    """Nor before it was."""
    _mined(board, *[_passed()] * 3)
    [row] = _mined(board, [edited(), _BROKEN], first=3)
    assert row["resting"] == 0


def test_what_a_person_approved_no_failure_ends(board: Board) -> None:
    """It is theirs."""
    [row] = _mined(board, *[_passed()] * 3)
    approve(board, row)
    assert _after_showing(board, 3, _BROKEN)["resting"] == 0


@pytest.mark.parametrize("step", [
    "npx kite-lint@latest", "npm publish", "make deploy-prod", "python manage.py flush --noinput",
    "rails db:reset", "alembic downgrade base", "./scripts/wipe.sh --all",
])  # fmt: skip
def test_harm_in_one_step_is_kept_from_every_agent(board: Board, step: str) -> None:
    """Each step is judged alone; the policy does not approve it, a person may who names it."""
    talk = [edited(), ran("make lint"), ran(step), ran("make test")]
    [row] = _mined(board, *[talk] * 3)
    assert row["harm"]
    curate(board, CuratorSettings())
    assert board.row("lessons", row["id"])["status"] == "candidate"
    assert _told(board, step="before", command="make lint -k") == ""
    assert _told(board, step="start") == ""
    approve(board, row, despite=row["harm"])
    assert step in _told(board, step="start")


@pytest.mark.parametrize("step", ["cargo build --release", "make droplet", "./preset.sh"])
def test_a_name_that_only_holds_such_a_word_is_no_harm(board: Board, step: str) -> None:
    """Nor is an option."""
    [row] = _mined(board, *[[edited(), ran("make lint"), ran(step), ran("make test")]] * 3)
    assert step in row["constraint"]
    assert row["harm"] == []

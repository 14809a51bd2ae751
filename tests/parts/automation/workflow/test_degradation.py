"""What a run does when something outside cannot be had: later, by hand, or as far as it can."""

from __future__ import annotations

from typing import Any

import pytest

from blackboard import Board
from blackboard.file_lock import FileLock
from blackboard.views.rows import RunRow
from examples.stand_ins.workplace import git
from lessonboard.parts.automation.forge.forge import ForgeUnavailable
from lessonboard.parts.automation.runners.runner import AgentStopped
from lessonboard.parts.automation.workflow.decide import RunNotPossible
from lessonboard.parts.automation.workflow.files import load
from lessonboard.parts.automation.workflow.orchestrate import RunBusy, go_on, start
from lessonboard.parts.automation.workflow.parse import parse
from lessonboard.parts.automation.workflow.record import cancel
from tests.parts.automation.workflow.world import World


def begun(world: World, board: Board) -> str:
    """A run of the request that has done nothing yet."""
    return start(board, world.request(board), load(), world.checkout, "command")


def manual(board: Board) -> list[dict[str, Any]]:
    """What waits for a person."""
    return [event.payload or {} for event in board.read(types=["manual.queued"])]


@pytest.mark.parametrize(
    ("method", "cause"),
    [("create_issue", "offline"), ("create_draft", "rate-limited"), ("comment", "offline")],
)
def test_what_passes_is_waited_for(world: World, method: str, cause: str) -> None:
    """After a temporary failure the run resumes at the same step; nothing is created twice."""
    with world.board() as board:
        run = begun(world, board)
        world.forge.fail(**{method: cause})  # type: ignore[arg-type]  # one of the causes
        with pytest.raises(ForgeUnavailable):
            go_on(run, load(), world.tools(board))
        assert board.row("runs", run)["state"] == "running"
        world.forge.fail()
        assert go_on(run, load(), world.tools(board))["state"] == "completed"
        assert manual(board) == []
    assert world.forge.state["made"] == ["issue", "draft into main"]
    assert len([each for each in world.asked() if each["step"] == "5"]) == 1


@pytest.mark.parametrize("cause", ["missing", "logged-out", "refused"])
def test_what_needs_a_person_is_put_before_one(world: World, cause: str) -> None:
    """The run ends with instructions; resumed, it creates the issue once."""
    with world.board() as board:
        run = begun(world, board)
        world.forge.fail(create_issue=cause)  # type: ignore[arg-type]  # one of the causes
        row = go_on(run, load(), world.tools(board))
        assert (row["state"], row["current"]) == ("failed", "2")
        assert f"automation run --resume {run}" in manual(board)[0]["action"]
        world.forge.fail()
        assert go_on(run, load(), world.tools(board))["state"] == "completed"
    assert world.forge.state["made"] == ["issue", "draft into main"]


def test_the_issue_stays_when_the_branch_cannot_be_pushed(world: World) -> None:
    """A remote that rejects: the issue is open, a person is asked, and nothing was forced."""
    hook = world.remote / "hooks" / "pre-receive"
    hook.write_text("#!/bin/sh\necho not on a Friday >&2\nexit 1\n")
    hook.chmod(0o755)
    with world.board() as board:
        run = begun(world, board)
        row = go_on(run, load(), world.tools(board))
        assert (row["state"], row["current"], row["issue"]) == ("failed", "8", 1)
        assert "not on a Friday" in row["reason"]
        assert "push feat/issue-1" in manual(board)[0]["action"]
        hook.unlink()
        assert go_on(run, load(), world.tools(board))["state"] == "completed"
    assert world.forge.state["made"] == ["issue", "draft into main"]


def test_a_branch_that_somebody_else_moved_is_not_overwritten(world: World) -> None:
    """Their commit is still there, and the run has failed."""
    branch = "feat/issue-1-improve-the-program"
    other = world.folder / "other"
    git(world.folder, "clone", "--quiet", str(world.remote), str(other))
    with world.board() as board:
        run = begun(world, board)

        def interfere(what: str, step: object, _said: str) -> None:
            if what == "completed" and getattr(step, "id", "") == "7":
                git(other, "switch", "--quiet", "-c", branch)
                (other / "theirs").write_text("theirs")
                git(other, "add", ".")
                git(other, "commit", "--quiet", "-m", "Theirs")
                git(other, "push", "--quiet", "origin", branch)

        row = go_on(run, load(), world.tools(board, interfere))
    assert (row["state"], row["current"]) == ("failed", "8")
    assert git(world.remote, "log", "-1", "--format=%s", branch) == "Theirs"


def settled(world: World, board: Board, **github: bool) -> RunRow:
    """A whole run with some of what is done at the forge switched off."""
    run = begun(world, board)
    return go_on(run, load(), world.tools(board, github_integration=github))


def test_without_auto_create_issues_none_is_opened(world: World) -> None:
    """The branch is named after the request, and the draft says that there is no issue."""
    with world.board() as board:
        row = settled(world, board, auto_create_issues=False)
    assert (row["state"], row["issue"]) == ("completed", None)
    assert row["branch"] == "feat/request-1-improve-the-program"
    assert world.forge.state["made"] == ["draft into main"]


def test_without_auto_create_branches_nothing_is_pushed(world: World) -> None:
    """The commit is on a local branch, and manual work is queued."""
    with world.board() as board:
        row = settled(world, board, auto_create_branches=False)
        assert row["branch"] in manual(board)[0]["action"]
    assert row["state"] == "completed"
    assert world.branches() == ["main"]
    assert world.forge.state["made"] == ["issue"]
    assert git(world.checkout, "show", f"{row['branch']}:src/app.py") == "print('better')"


def test_without_auto_create_prs_the_branch_is_pushed_and_no_more(world: World) -> None:
    """A person is asked to open the pull request."""
    with world.board() as board:
        row = settled(world, board, auto_create_prs=False)
        assert "open a pull request" in manual(board)[0]["action"]
    assert row["pr"] is None
    assert world.branches() == [row["branch"], "main"]
    assert world.forge.state["made"] == ["issue"]


def test_an_issue_that_a_person_closed_is_not_worked_on(world: World) -> None:
    """Nor is another opened."""
    with world.board() as board:
        run = begun(world, board)
        world.forge.create_issue("An old one", "", [], "abc123")
        world.forge.close("issues")
        row = go_on(run, load(), world.tools(board))
    assert (row["state"], row["current"]) == ("failed", "2")
    assert "was closed" in row["reason"]
    assert world.forge.state["made"] == ["issue"]


def test_a_request_has_one_run(world: World) -> None:
    """While there is one that may go on, and after one that is done."""
    with world.board() as board:
        run = begun(world, board)
        with pytest.raises(RunNotPossible, match=f"resume {run}"):
            begun(world, board)
        go_on(run, load(), world.tools(board))
        with pytest.raises(RunNotPossible, match=f"done by {run}"):
            begun(world, board)


def test_a_run_that_was_cancelled_stops_and_makes_room_for_another(world: World) -> None:
    """Its worktree is removed; the next run finds the issue and the branch."""
    with world.board() as board:
        run = begun(world, board)

        def stop(what: str, step: object, _said: str) -> None:
            if what == "completed" and getattr(step, "id", "") == "6":
                cancel(board, run, "never mind")

        row = go_on(run, load(), world.tools(board, stop))
        assert (row["state"], row["steps_done"]) == ("cancelled", 6)
        assert world.worktrees() == 0
        with pytest.raises(RunNotPossible):
            go_on(run, load(), world.tools(board))
        again = begun(world, board)
        assert again != run
        assert go_on(again, load(), world.tools(board))["state"] == "completed"
    assert world.forge.state["made"] == ["issue", "draft into main"]
    assert world.branches() == ["feat/issue-1-improve-the-program", "main"]


def test_no_more_runs_go_on_at_once_than_may(world: World) -> None:
    """By the locks of all processes, which end with them; nothing is noted on the run."""
    with world.board() as board:
        run = begun(world, board)
        world.runs.mkdir(parents=True)
        lock = FileLock(world.runs / "slot-0.lock")
        assert lock.try_acquire()
        tools = world.tools(board, workflow_constraints={"max_concurrent_workflows": 1})
        with pytest.raises(RunBusy, match="workflows are running already"):
            go_on(run, load(), tools)
        lock.close()
        lock = FileLock(world.runs / f"{run}.lock")
        assert lock.try_acquire()
        with pytest.raises(RunBusy, match="another process"):
            go_on(run, load(), tools)
        lock.close()
        assert board.row("runs", run)["steps_done"] == 0


def test_a_run_whose_workflow_has_other_steps_now_does_not_go_on(world: World) -> None:
    """Completed steps cannot be matched to new ones."""
    with world.board() as board:
        run = begun(world, board)
        other = parse("### Step 1: Something else\n", "other.md")
        with pytest.raises(RunNotPossible, match=r"other\.md has 1 now"):
            go_on(run, other, world.tools(board))


def test_an_agent_at_work_is_stopped_when_its_worker_stops(world: World) -> None:
    """The run resumes at the same step."""
    world.act({"4": {"hang": True}})
    asked = world.asked
    with world.board() as board:
        run = begun(world, board)
        with pytest.raises(AgentStopped):
            go_on(run, load(), world.tools(board, stopping=lambda: len(asked()) == 2))
        assert board.row("runs", run)["current"] == "4"
        world.act({})
        assert go_on(run, load(), world.tools(board))["state"] == "completed"

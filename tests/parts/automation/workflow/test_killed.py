"""Real processes killed in the middle of runs, and resumed by the next one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from examples.stand_ins.workplace import git
from lessonboard.parts.automation.workflow.files import load
from lessonboard.parts.automation.workflow.orchestrate import go_on, start
from tests.long_runs import rounds
from tests.parts.automation.workflow.world import World
from tests.waiting import eventually, has_ended

_ROOT = Path(__file__).resolve().parents[4]
_CHILD = """
import os, signal, sys
from pathlib import Path
from lessonboard.parts.automation.workflow.files import load
from lessonboard.parts.automation.workflow.orchestrate import go_on
from tests.parts.automation.workflow.world import World

folder, run, phase, fatal = sys.argv[1:]
def report(what, step, said):
    if what == phase and step is not None and step.id == fatal:
        os.kill(os.getpid(), signal.SIGKILL)
world = World(Path(folder))
with world.board() as board:
    go_on(run, load(), world.tools(board, report))
"""
STEPS = [str(number) for number in range(1, 14)]
FATAL = STEPS[:: rounds(4, 1)]
"""In a full run every step is one at which a process dies."""


def killed_at(world: World, run: str, phase: str, step: str) -> int:
    """The result of a process that resumes a run and is killed at a step."""
    done = subprocess.run(
        [sys.executable, "-c", _CHILD, str(world.folder), run, phase, step],
        env={**os.environ, "PYTHONPATH": str(_ROOT)},
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert done.stderr == b""
    return done.returncode


def begun(world: World) -> str:
    """A run that has done nothing yet."""
    with world.board() as board:
        return start(board, world.request(board), load(), world.checkout, "command")


def assert_made_once(world: World, run: str) -> None:
    """One issue, one branch, one commit, one draft, and each step recorded once."""
    with world.board() as board:
        row = go_on(run, load(), world.tools(board))
        completed = [event.payload or {} for event in board.read(types=["step.completed"])]
        for once in ("issue.created", "pr.created", "run.completed"):
            assert len(list(board.read(types=[once]))) == 1
    assert (row["state"], row["failed"]) == ("completed", {})
    assert [each["step"] for each in completed] == STEPS
    assert world.forge.state["made"] == ["issue", "draft into main"]
    assert world.branches() == ["feat/issue-1-improve-the-program", "main"]
    assert git(world.remote, "rev-list", "--count", f"main..{row['branch']}") == "1"
    assert world.worktrees() == 0


def test_killed_after_the_work_of_every_step_before_it_is_told(world: World) -> None:
    """The worst moment, at every step of one run: done but not recorded."""
    run = begun(world)
    for step in FATAL:
        assert killed_at(world, run, "shown", step) == -signal.SIGKILL
    assert_made_once(world, run)


def test_killed_as_soon_as_a_step_is_told(world: World) -> None:
    """At every step of one run: recorded steps are not repeated."""
    run = begun(world)
    for step in FATAL:
        assert killed_at(world, run, "completed", step) == -signal.SIGKILL
    assert_made_once(world, run)
    steps = [each["step"] for each in world.asked()]
    assert steps == ["1", "4", "5", "6", "10", "11", "12"]


def test_an_agent_that_outlives_its_killed_orchestrator_is_ended(world: World) -> None:
    """Before the step is done again, so that no two work in one worktree."""
    run = begun(world)
    world.act({"1": {"hang": True}})
    child = subprocess.Popen(
        [sys.executable, "-c", _CHILD, str(world.folder), run, "never", "0"],
        env={**os.environ, "PYTHONPATH": str(_ROOT)},
    )
    try:
        _await_question(world, child)
    finally:
        child.kill()
        child.wait()
    leader = int((world.runs / run / "logs" / "agent.pid").read_text().split()[0])
    os.killpg(leader, 0)  # it is still there
    world.act({})
    with world.board() as board:
        assert go_on(run, load(), world.tools(board))["state"] == "completed"
    assert eventually(lambda: has_ended(leader))


def test_a_worktree_that_was_lost_is_made_again_as_it_was(world: World) -> None:
    """Somebody cleared the cache between two steps: what the agent made is still known."""
    run = begun(world)
    killed_at(world, run, "completed", "6")
    subprocess.run(["rm", "-rf", str(world.runs / run)], check=True)
    assert_made_once(world, run)
    kept = git(world.remote, "show", "feat/issue-1-improve-the-program:src/app.py")
    assert kept == "print('better')"


def _await_question(world: World, child: subprocess.Popen[bytes]) -> None:
    """Wait until a child has started an agent that works."""
    asked = world.folder / "agent" / "asked.jsonl"
    while not (asked.exists() and asked.read_text().endswith("\n")):
        assert child.poll() is None
        os.sched_yield()

"""`lessonboard automation run` as a process, with a real agent, and real git behind it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from blackboard import Board
from blackboard.events.payload import new
from blackboard.events.session import SessionStarted
from lessonboard.parts.automation.workflow.files import load
from tests.command_line import Run
from tests.commands import Ran
from tests.parts.automation.workflow.world import PROJECT, REQUEST, World

_LOCAL = """
### Step 1: Set up a branch
Done by: worktree
Critical: yes

### Step 2: Build it
Done by: agent
Evidence: text, diff
Critical: yes
"""
"""A workflow that needs no forge."""

BUILT = {"2": {"write": {"src/app.py": "better"}}}
"""What the agent does in it."""

Command = Callable[..., Ran]


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """A checkout that the board knows by a session in it, and a request about its project."""
    settings = tmp_path / "gitconfig"
    settings.write_text(
        "[user]\nname = A Person\nemail = person@example.com\n[init]\ndefaultBranch = main\n"
        f'[url "{tmp_path / "remote.git"}"]\ninsteadOf = https://{PROJECT}\n'
    )
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    world = World(tmp_path).set_up()
    subprocess.run(
        ["git", "-C", str(world.checkout), "remote", "set-url", "origin", f"https://{PROJECT}"],
        check=True,
    )
    (tmp_path / "local.md").write_text(_LOCAL)
    world.act(BUILT)
    with world.board() as board:
        world.request(board)
        started = SessionStarted(session="s1", agent="claude-code", cwd=str(world.checkout))
        board.append([new(started, stream="session:s1", project=PROJECT)])
    return world


@pytest.fixture
def workflow(world: World, run: Run) -> Command:
    """Runs `lessonboard automation run`."""
    config = str(world.folder / "gitconfig")
    return lambda *arguments: run("automation", *arguments, GIT_CONFIG_GLOBAL=config)


def runs(world: World) -> list[str]:
    """The runs on the board."""
    with Board.open(world.folder / "board.db") as board:
        return [row["run"] for row in board.view("runs")]


def local(world: World, *more: str) -> tuple[str, ...]:
    """The arguments of a run that needs no forge, by the agent of the tests."""
    file = str(world.folder / "local.md")
    return ("run", REQUEST, "--file", file, "--command", world.agent_line, *more)


def test_a_run_tells_its_steps_as_it_goes(world: World, workflow: Command) -> None:
    """From anywhere: the checkout is found by the sessions that were in it."""
    done = workflow(*local(world))
    assert done.code == 0, done.err
    assert "ok  step 1  Set up a branch: branch" in done.out
    assert "ok  step 2  Build it: text, diff" in done.out
    assert "completed  2 of 2 steps" in done.out


def test_a_dry_run_shows_the_steps_and_does_nothing(world: World, workflow: Command) -> None:
    """No event, no worktree, no question to the agent."""
    done = workflow("run", REQUEST, "--dry-run")
    assert done.code == 0
    assert "step 9  Open a draft pull request: by pull-request" in done.out
    assert "nothing was done" in done.out
    assert (runs(world), world.asked()) == ([], [])


def test_list_and_show_have_their_documented_keys(world: World, workflow: Command) -> None:
    """The shape is part of the contract."""
    workflow(*local(world))
    listed = workflow("--runs", "--json").json
    keys = {
        "run", "request", "project", "workflow", "folder", "agent", "state", "reason", "steps",
        "completed", "failed", "steps_done", "steps_total", "current", "issue", "branch", "pr",
        "started_at", "last_at",
    }  # fmt: skip
    assert set(listed[0]) == keys
    shown = workflow(listed[0]["run"], "--json").json
    assert set(shown) == keys | {"evidence"}
    assert set(shown["evidence"]) == {"1", "2"}
    assert "log: " in workflow(listed[0]["run"]).out


def test_a_failed_run_goes_on_when_its_cause_is_mended(world: World, workflow: Command) -> None:
    """Exit code 1 and the command that goes on; steps that were shown are not done again."""
    world.act({"2": {"exit": 1}})
    done = workflow(*local(world))
    assert done.code == 1
    name = runs(world)[0]
    assert f"lessonboard automation run --resume {name}" in done.err
    world.act(BUILT)
    again = workflow("run", "--resume", name)
    assert again.code == 0, again.err
    assert "step 1 " not in again.out


def test_a_run_that_was_cancelled_cannot_go_on(world: World, workflow: Command) -> None:
    """One line says so."""
    world.act({"2": {"exit": 1}})
    workflow(*local(world))
    name = runs(world)[0]
    assert "cancelled" in workflow("run", "--cancel", name, "--reason", "not now").out
    done = workflow("run", "--resume", name)
    assert (done.code, done.err.count("\n")) == (1, 1)
    assert "is cancelled" in done.err


def test_a_project_without_a_forge_is_put_before_a_person(world: World, workflow: Command) -> None:
    """The default workflow ends at the issue, and says how it goes on."""
    done = workflow("run", REQUEST, "--command", world.agent_line)
    assert done.code == 1
    assert "no  step 2  Open the issue" in done.out
    with world.board() as board:
        assert len(list(board.read(types=["manual.queued"]))) == 1


def test_a_missing_agent_is_said_with_what_to_do(world: World, workflow: Command) -> None:
    """Its name, and how to choose another."""
    file = str(world.folder / "local.md")
    done = workflow("run", REQUEST, "--file", file, "--command", "no-such-agent")
    assert done.code == 1
    assert "could not run `no-such-agent`" in done.out
    assert "--command" in done.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("run", "request-9"), "there is no request 'request-9'"),
        (("run-9",), "there is no run 'run-9'"),
        (("run", "--resume", "run-9"), "there is no run 'run-9'"),
        (("run", "--cancel", "run-9"), "there is no run 'run-9'"),
        (("run", REQUEST, "--agent", "command"), "no command to run"),
        (("run", REQUEST, "--command", "'"), "cannot be read"),
    ],
)
def test_what_is_wrong_is_one_line(
    workflow: Command, arguments: tuple[str, ...], said: str
) -> None:
    """With what to do next, and exit code 1."""
    done = workflow(*arguments)
    assert (done.code, done.err.count("\n")) == (1, 1)
    assert said in done.err


def test_a_workflow_file_with_faults_begins_nothing(world: World, workflow: Command) -> None:
    """The faults are told with their lines."""
    bad = world.folder / "bad.md"
    bad.write_text("### Step 1: One\n### Step 1: Again\n### Step two: Two\n")
    done = workflow("run", REQUEST, "--file", str(bad), "--command", "true")
    assert done.code == 1
    assert "line 2: step 1 is already in line 1; line 3: '### Step two: Two'" in done.err
    assert runs(world) == []


def test_the_workflow_that_comes_along_has_thirteen_steps() -> None:
    """With five without which a run ends."""
    steps = load().steps
    assert [step.id for step in steps] == [str(number) for number in range(1, 14)]
    assert [step.id for step in steps if step.critical] == ["2", "3", "5", "8", "9"]

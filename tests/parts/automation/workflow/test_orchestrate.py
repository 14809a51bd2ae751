"""A run from its request to a draft pull request, and everything that ends it earlier."""

from __future__ import annotations

from typing import Any

import pytest

from blackboard import Board
from blackboard.views.rows import RunRow
from blackboard.vocabulary import CHILD_MARK
from examples.stand_ins.workplace import git
from lessonboard.parts.automation.workflow.files import load
from lessonboard.parts.automation.workflow.orchestrate import go_on, start
from lessonboard.parts.automation.workflow.step import Workflow
from tests.parts.automation.workflow.world import World


def whole(world: World, board: Board, steps: str = "", **settings: Any) -> RunRow:
    """Run the default workflow for the request, from its beginning, or only some of its steps."""
    request = world.request(board, max_lines_of_code=50)
    workflow = of_default(steps)
    run = start(board, request, workflow, world.checkout, "command")
    return go_on(run, workflow, world.tools(board, **settings))


def of_default(steps: str) -> Workflow:
    """The default workflow, or only some of its steps."""
    default = load()
    kept = steps.split() or default.ids
    return Workflow("some.md", tuple(step for step in default.steps if step.id in kept))


def test_a_request_becomes_an_issue_a_branch_and_a_draft(world: World) -> None:
    """All thirteen steps show their evidence, and the change is what the agent made."""
    with world.board() as board:
        row = whole(world, board)
    assert (row["state"], row["failed"], row["steps_done"]) == ("completed", {}, 13)
    assert world.forge.state["made"] == ["issue", "draft into main"]
    branch = "feat/issue-1-improve-the-program"
    assert world.branches() == [branch, "main"]
    changed = git(world.remote, "diff", "--name-only", f"main...{branch}").split()
    assert changed == ["src/app.py", "tests/check.py"]


def failed_at(row: RunRow) -> tuple[str | None, str]:
    """How a run ended that failed: at which step, and why."""
    assert row["state"] == "failed"
    return row["current"], row["reason"]


def test_every_prompt_begins_with_the_mark_of_our_own_sessions(world: World) -> None:
    """These sessions are never learnt from, and the prompt says what is data."""
    with world.board() as board:
        whole(world, board)
    prompts = [each["prompt"] for each in world.asked()]
    assert len(prompts) == 7
    assert all(prompt.startswith(f"{CHILD_MARK}\n") for prompt in prompts)
    assert all("<<<request" in prompt for prompt in prompts)


def test_each_step_is_given_what_the_steps_before_have_shown(world: World) -> None:
    """The review is part of the next step's prompt."""
    world.act({"10": {"say": "Rename the thing called frob."}})
    with world.board() as board:
        whole(world, board, "3 4 5 10 11")
    prompt = next(each["prompt"] for each in world.asked() if each["step"] == "11")
    assert "Rename the thing called frob." in prompt


def test_the_users_own_checkout_is_not_touched(world: World) -> None:
    """Its branch, its changes and its new files stay as they are, and none is committed."""
    (world.checkout / "README.md").write_text("Half a thought\n")
    (world.checkout / "new.txt").write_text("not added\n")
    before = (git(world.checkout, "status", "--porcelain=v2", "--branch"),
              git(world.checkout, "rev-parse", "HEAD"))  # fmt: skip
    with world.board() as board:
        row = whole(world, board, "3 4 5 7 8")
    assert row["state"] == "completed"
    after = (git(world.checkout, "status", "--porcelain=v2", "--branch"),
             git(world.checkout, "rev-parse", "HEAD"))  # fmt: skip
    assert after == before
    assert git(world.remote, "show", f"{row['branch']}:README.md") == "A program."


def test_a_run_that_came_to_its_end_leaves_no_worktree(world: World) -> None:
    """The branch and the logs stay."""
    with world.board() as board:
        row = whole(world, board)
    assert world.worktrees() == 0
    branch = str(row["branch"])
    assert branch in git(world.checkout, "branch", "--list", branch)
    assert list((world.runs / row["run"] / "logs").iterdir())


def test_an_agent_that_changes_nothing_has_not_implemented_anything(world: World) -> None:
    """Step 5 is critical and shows no difference: nothing is pushed."""
    world.act({"5": {}})
    with world.board() as board:
        step, reason = failed_at(whole(world, board, "3 4 5 8"))
    assert (step, reason) == ("5", "it did not show diff")
    assert world.branches() == ["main"]


def test_what_an_earlier_step_changed_does_not_count_for_a_later_one(world: World) -> None:
    """The tests of step 4 are a difference, but not that of step 5."""
    world.act({"5": {"write": {"tests/check.py": "import pathlib\n"
                               "assert pathlib.Path('src/app.py').exists()\n"}}})  # fmt: skip
    with world.board() as board:
        assert failed_at(whole(world, board, "3 4 5"))[0] == "5"


def test_an_agent_that_fails_at_a_critical_step_ends_the_run(world: World) -> None:
    """Its exit code and last output are the reason."""
    world.act({"5": {"exit": 3, "say": "I give up"}})
    with world.board() as board:
        step, reason = failed_at(whole(world, board, "3 5 8"))
    assert step == "5"
    assert "exit code 3: I give up" in reason


def test_an_agent_that_hangs_is_ended(world: World) -> None:
    """When its time is over, with everything that it has started."""
    world.act({"1": {"hang": True}})
    with world.board() as board:
        row = whole(world, board, "1", timeout_minutes=0.5 / 60)
    assert "did not end within 0.5 seconds" in row["failed"]["1"]


def test_a_step_that_is_not_critical_is_noted_and_the_run_goes_on(world: World) -> None:
    """The draft is opened with an unticked test plan, and reported as not ready."""
    world.act({"6": {"exit": 1}, "7": {"write": {"tests/check.py": "raise SystemExit(1)\n"}}})
    with world.board() as board:
        row = whole(world, board, checks=["false"])
    assert row["state"] == "completed"
    assert set(row["failed"]) == {"6", "7", "11", "13"}
    state = world.forge.state
    assert "- [ ]" in state["bodies"]["2"]
    assert "- [x]" not in state["bodies"]["2"]
    assert "not ready" in next(iter(state["comments"].values()))


def test_an_agent_may_mend_what_the_checks_complain_about(world: World) -> None:
    """The checks are run again, and their last exit codes are the evidence."""
    broken = {"src/app.py": "better\n", "tests/check.py": "raise SystemExit(1)\n"}
    world.act({"5": {"write": broken}, "7": {"write": {"tests/check.py": "pass\n"}}})
    with world.board() as board:
        row = whole(world, board, "2 3 5 7 8 9")
    assert (row["state"], row["failed"]) == ("completed", {})
    assert "- [x]" in world.forge.state["bodies"]["2"]


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"src/app.py": "line\n" * 60}, "62 lines, 50 are allowed"),
        (
            {"a/x": "1", "b/x": "1", "c/x": "1"},
            "4 components (a, b, c, tests), 3 are allowed",
        ),
    ],
)
def test_a_change_beyond_the_limits_is_never_pushed(
    world: World, files: dict[str, str], told: str
) -> None:
    """The limits are measured on the files."""
    world.act({"5": {"write": files}})
    with world.board() as board:
        step, reason = failed_at(whole(world, board, "3 4 5 8"))
    assert step == "8"
    assert told in reason
    assert world.branches() == ["main"]


def test_what_an_agent_commits_itself_is_measured_too(world: World) -> None:
    """An own commit hides nothing."""
    commit = [["git", "add", "-A"], ["git", "commit", "-qm", "mine"]]
    world.act({"5": {"write": {"src/app.py": "line\n" * 60}, "run": commit}})
    with world.board() as board:
        assert "50 are allowed" in failed_at(whole(world, board, "3 5 8"))[1]


def test_an_agent_that_leaves_its_branch_ends_the_run(world: World) -> None:
    """What it did elsewhere is not ours to push."""
    world.act({"6": {"run": [["git", "switch", "-qc", "elsewhere"]]}})
    with world.board() as board:
        step, reason = failed_at(whole(world, board, "3 6 8"))
    assert step == "6"
    assert "left the branch" in reason


def test_a_change_with_a_secret_in_it_is_not_pushed(world: World) -> None:
    """The secret is neither in the log nor on the board."""
    secret = "gh" + "p_" + "0123456789abcdefghijABCDEFGHIJ012345"
    world.act({"5": {"write": {"src/app.py": f"TOKEN = '{secret}'\n"}, "say": f"I used {secret}"}})
    with world.board() as board:
        row = whole(world, board, "3 5 8")
        payloads = str([event.payload for event in board.read()])
    assert "looks like a secret" in failed_at(row)[1]
    assert world.branches() == ["main"]
    logs = [path.read_text() for path in (world.runs / row["run"] / "logs").iterdir()]
    assert "[redacted github-token]" in "".join(logs)
    assert secret not in "".join(logs)
    assert secret not in payloads


def test_what_changes_in_the_users_checkout_meanwhile_is_noted(world: World) -> None:
    """By agent or user: it is reported, and not in the branch."""
    world.act({"5": {"write": {"src/app.py": "better\n", str(world.checkout / "stray"): "x"}}})
    noted: list[str] = []
    with world.board() as board:
        request = world.request(board)
        workflow = of_default("3 5 8")
        run = start(board, request, workflow, world.checkout, "command")
        tools = world.tools(board, lambda what, _, said: noted.append(f"{what} {said}"))
        row = go_on(run, workflow, tools)
    assert [each for each in noted if "changed meanwhile: stray" in each]
    assert (
        "stray" not in git(world.remote, "ls-tree", "-r", "--name-only", str(row["branch"])).split()
    )


def test_hooks_are_run_and_one_that_refuses_ends_the_run(world: World) -> None:
    """A commit that a hook refuses is not made another way."""
    hook = world.checkout / ".git" / "hooks" / "pre-commit"
    hook.write_text("#!/bin/sh\necho no thanks >&2\nexit 1\n")
    hook.chmod(0o755)
    with world.board() as board:
        step, reason = failed_at(whole(world, board, "3 5 8"))
    assert step == "8"
    assert "no thanks" in reason
    assert world.branches() == ["main"]


def test_a_review_of_security_that_is_demanded_must_be_shown(world: World) -> None:
    """An agent that rejects the change ends the run."""
    world.act({"12": {"say": "A path is made from data.\nVERDICT: FAIL"}})
    with world.board() as board:
        request = world.request(board, requires_security_review=True)
        workflow = of_default("3 5 12 13")
        run = start(board, request, workflow, world.checkout, "command")
        step, reason = failed_at(go_on(run, workflow, world.tools(board)))
    assert step == "12"
    assert "A path is made from data" in reason
    asked = next(each["prompt"] for each in world.asked() if each["step"] == "12")
    assert "review of security" in asked

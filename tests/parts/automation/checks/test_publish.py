"""A check as a draft pull request, with real git and the forge of the tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from blackboard import Board
from examples.stand_ins.workplace import git
from lessonboard.parts.automation.checks.publish import NotPublished, Publisher
from lessonboard.parts.automation.checks.settle import settle
from lessonboard.parts.automation.compiling.compile import Compiled, compiled, publish, remember
from lessonboard.parts.automation.forge.forge import ForgeUnavailable
from lessonboard.parts.automation.forge.lesson_bodies import check_body
from lessonboard.parts.automation.git.worktree import Repository
from tests.blackboard.lessons import lesson
from tests.parts.automation.workflow.world import PROJECT, World

EVIDENCE = {"event_id": "e1", "session": "s1", "quote": "fixes #1 @team </details>\n```\nrm"}
RULE = "Run `make gen` after editing the schema @ada [x](http://y)."


@pytest.fixture
def board(world: World) -> Board:
    """A board with an approved lesson of the project, with the words of a hostile session."""
    made = world.board()
    made.append(
        [
            lesson(
                "l",
                RULE,
                project=PROJECT,
                symptom="fails, closes #2",
                status="approved",
                evidence=[EVIDENCE],
            )
        ]
    )
    return made


def published(board: Board, world: World) -> Compiled:
    """The draft of the lesson's rule line, remembered."""
    row = board.row("lessons", "l")
    publisher = Publisher(Repository(world.checkout), world.forge, world.runs)
    check = publish(row, compiled(row, world.checkout, "rule-line"), publisher)
    remember(board, row, check)
    return check


def merge(world: World, branch: str) -> None:
    """Merge a branch as a person does on the forge, and let the checkout know."""
    hand = world.folder / "hand"
    if not hand.exists():
        git(world.folder, "clone", "--quiet", str(world.remote), str(hand))
    git(hand, "pull", "--quiet")
    git(hand, "merge", "--quiet", "--no-ff", "-m", "Merge", f"origin/{branch}")
    git(hand, "push", "--quiet", "origin", "main")
    state = world.forge.state
    state["pulls"][branch][3] = "merged"
    world.forge.write(state)
    git(world.checkout, "fetch", "--quiet")


def revert(world: World) -> None:
    """Take the merge back as a person does."""
    hand = world.folder / "hand"
    git(hand, "revert", "--no-edit", "-m", "1", "HEAD")
    git(hand, "push", "--quiet", "origin", "main")
    git(world.checkout, "fetch", "--quiet")


def states(board: Board, world: World) -> list[str]:
    """What the default branch says of the lessons."""
    return [each.state for each in settle(board, PROJECT, world.checkout)]


def test_from_a_lesson_to_a_draft_to_rest_and_back(board: Board, world: World) -> None:
    """The checkout is never touched; after a revert the same lesson gets another branch."""
    before = git(world.checkout, "status", "--porcelain", "--branch")
    found = published(board, world)
    assert found.published is not None
    branch = found.published.branch
    assert git(world.remote, "show", f"{branch}:AGENTS.md").startswith("## Learned rules")
    assert git(world.checkout, "status", "--porcelain", "--branch") == before
    assert not (world.checkout / "AGENTS.md").exists()
    assert world.forge.state["made"] == ["draft into main"]
    assert board.row("lessons", "l")["compiled"]["pr"] == 1
    assert states(board, world) == ["missing"]
    merge(world, branch)
    assert states(board, world) == ["resting"]
    assert published(board, world).published is None
    revert(world)
    assert states(board, world) == ["woken"]
    again = published(board, world)
    assert again.published is not None
    assert again.published.branch == f"{branch}-2"


def test_asking_again_gives_the_same_draft(board: Board, world: World) -> None:
    """One branch, one pull request, one event, and no worktree that stays."""
    first, second = published(board, world), published(board, world)
    assert first.published == second.published
    assert len(world.forge.state["made"]) == 1
    assert len(list(board.read(types=["lesson.compiled"]))) == 1
    assert git(world.checkout, "worktree", "list").count("\n") == 0


def test_a_call_that_did_not_reach_the_forge_goes_on_later(board: Board, world: World) -> None:
    """The branch is there already, and gets its draft."""
    forge = world.forge
    row = board.row("lessons", "l")
    check = compiled(row, world.checkout, "rule-line")

    def refuse(*_: object) -> None:
        raise ForgeUnavailable("offline", "offline")

    forge.create_draft = refuse  # type: ignore[method-assign, assignment]
    with pytest.raises(ForgeUnavailable):
        publish(row, check, Publisher(Repository(world.checkout), forge, world.runs))
    assert world.forge.state["made"] == []
    assert published(board, world).published is not None


def test_what_a_person_closed_stays_closed(board: Board, world: World) -> None:
    """He has decided."""
    found = published(board, world)
    assert found.published is not None
    state = world.forge.state
    state["pulls"][found.published.branch][3] = "closed"
    world.forge.write(state)
    with pytest.raises(NotPublished, match="closed"):
        published(board, world)


def test_a_file_that_is_a_link_in_the_default_branch_is_not_written(
    board: Board, world: World, tmp_path: Path
) -> None:
    """The checkout may have another one."""
    hand = world.folder / "hand"
    git(world.folder, "clone", "--quiet", str(world.remote), str(hand))
    target = tmp_path / "target"
    target.write_text("mine")
    for name in ("AGENTS.md", "CLAUDE.md"):
        (hand / name).symlink_to(target)
    git(hand, "add", ".")
    git(hand, "commit", "--quiet", "-m", "Link")
    git(hand, "push", "--quiet", "origin", "main")
    with pytest.raises(Exception, match="symbolic link"):
        published(board, world)
    assert target.read_text() == "mine"
    assert world.branches() == ["main"]


def test_a_draft_quotes_the_evidence_so_that_nothing_in_it_acts(board: Board, world: World) -> None:
    """No mention, no reference to an issue, no way out of a code block; title and commit too."""
    published(board, world)
    text = world.forge.state["bodies"]["1"]
    title, _, body = text.partition("\n")
    assert title == "Add a rule to AGENTS.md"
    assert "\n````text\nfixes #1 @team </details>\n```\nrm\n````" in body
    outside = body.replace(body.partition("````text")[2].partition("````")[0], "")
    outside = outside.replace(f"```text\n{RULE}\n```", "")
    assert not {"#1", "#2", "@ada", "@team", "</details>"} & set(outside.split())
    assert "closes &#35;2" in outside
    assert "<code>s1</code>" in outside
    message = git(world.remote, "log", "-1", "--format=%B", world.branches()[0])
    assert "schema" not in message


def test_a_body_with_everything_at_its_longest_fits(board: Board) -> None:
    """GitHub takes 65,536 characters."""
    row = board.row("lessons", "l")
    long = "é<" * 10_000
    row = {
        **row,
        "constraint": long,
        "symptom": long,
        "sessions": [long] * 50,
        "evidence": [{"quote": long}] * 20,
    }
    assert len(check_body(row, "test", long, "Test")) < 65_536

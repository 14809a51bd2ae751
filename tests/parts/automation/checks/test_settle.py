"""Reminders that rest while the default branch has their checks."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from blackboard import Board
from blackboard.events.lesson import LessonCompiled
from blackboard.events.payload import new
from lessonboard.parts.automation.checks.default_branch import DefaultBranch
from lessonboard.parts.automation.checks.settle import settle
from lessonboard.parts.automation.checks.span import span_of, stands
from reflect.curator import decisions
from scheduler.git.command import GitFailed
from tests.blackboard.lessons import HERE, lesson, told

LINE = "- Sew every longeron."


class Clone:
    """A clone with a remote, in which each commit is a minute later than the one before."""

    def __init__(self, folder: Path, remote: Path) -> None:
        self.folder = folder
        self.remote = remote
        self.minutes = 0

    def git(self, *arguments: str) -> str:
        """What git prints."""
        when = f"2026-03-01T12:{self.minutes:02}:00Z"
        environment = {
            **os.environ, "GIT_COMMITTER_DATE": when, "GIT_AUTHOR_DATE": when,
            "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "A",
            "GIT_COMMITTER_EMAIL": "a@b", "GIT_CONFIG_GLOBAL": "/dev/null",
        }  # fmt: skip
        command = ["git", "-C", str(self.folder), *arguments]
        done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
        return done.stdout.strip()

    def push(self, text: str | None, path: str = "AGENTS.md") -> None:
        """Commit a text of a file and push it."""
        self.minutes += 1
        if text is None:
            (self.folder / path).unlink()
        else:
            (self.folder / path).write_text(text)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "x")
        self.git("push", "--quiet", "origin", "main")

    def copy(self, name: str) -> Clone:
        """Another clone of the remote, as it is now."""
        folder = self.folder.with_name(name)
        subprocess.run(["git", "clone", "-q", self.remote, folder], check=True)
        return Clone(folder, self.remote)


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    """A clone of a project with a rule file."""
    remote, folder = tmp_path / "remote.git", tmp_path / "kite"
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", remote], check=True)
    subprocess.run(["git", "init", "-q", "-b", "main", folder], check=True)
    made = Clone(folder, remote)
    made.git("remote", "add", "origin", str(remote))
    made.push("# Kites\n")
    return made


@pytest.fixture
def compiled(board: Board) -> Board:
    """A board with an approved lesson that a check was made of."""
    lines, digest = span_of([LINE])
    made = LessonCompiled(
        lesson="l", kind="rule-line", file="AGENTS.md", lines=lines, digest=digest
    )
    event = new(made, project=HERE, actor="human")
    board.append([lesson("l", "Sew every longeron.", status="approved"), event])
    return board


def states(board: Board, clone: Clone) -> list[str]:
    """What became of the lessons."""
    return [each.state for each in settle(board, HERE, clone.folder)]


def test_a_lesson_rests_from_the_merge_to_the_revert(compiled: Board, clone: Clone) -> None:
    """And each is said once."""
    assert states(compiled, clone) == ["missing"]
    clone.push(f"# Kites\n\n* Fly.\n  {LINE}  \n")
    assert states(compiled, clone) == ["resting"]
    assert states(compiled, clone) == ["holds"]
    assert compiled.row("lessons", "l")["resting"] == 1
    clone.push("# Kites\n")
    assert states(compiled, clone) == ["woken"]
    assert states(compiled, clone) == ["missing"]
    assert compiled.row("lessons", "l")["resting"] == 0
    clone.push(f"{LINE}\n")
    assert states(compiled, clone) == ["resting"]


def test_only_the_default_branch_counts(compiled: Board, clone: Clone) -> None:
    """Not the working folder, nor a branch, nor what was not pushed."""
    (clone.folder / "AGENTS.md").write_text(LINE)
    assert states(compiled, clone) == ["missing"]
    clone.git("switch", "--quiet", "-c", "more")
    clone.git("commit", "--quiet", "--all", "--message", "x")
    clone.git("push", "--quiet", "origin", "more")
    assert states(compiled, clone) == ["missing"]


def test_a_file_that_is_gone_wakes_its_lesson(compiled: Board, clone: Clone) -> None:
    """As does one that became a link."""
    clone.push(LINE)
    assert states(compiled, clone) == ["resting"]
    clone.push(None)
    assert states(compiled, clone) == ["woken"]


def test_a_clone_that_is_behind_says_nothing(compiled: Board, clone: Clone) -> None:
    """Else two folders of one project would wake a lesson and put it to rest in turn."""
    behind = clone.copy("behind")
    clone.push(LINE)
    assert states(compiled, clone) == ["resting"]
    assert states(compiled, behind) == ["missing"]
    assert compiled.row("lessons", "l")["resting"] == 1
    with_check = clone.copy("with-check")
    clone.push("# Kites\n")
    assert states(compiled, clone) == ["woken"]
    assert states(compiled, with_check) == ["holds"]
    assert compiled.row("lessons", "l")["resting"] == 0


def test_what_a_person_took_back_is_not_done_again(compiled: Board, clone: Clone) -> None:
    """Until another check is made."""
    clone.push(LINE)
    assert states(compiled, clone) == ["resting"]
    decisions.undo(compiled, compiled.row("lessons", "l"))
    assert states(compiled, clone) == ["holds"]
    assert compiled.row("lessons", "l")["resting"] == 0


def test_a_woken_lesson_is_not_looked_at(compiled: Board, clone: Clone) -> None:
    """A person's word ends its check."""
    clone.push(LINE)
    assert states(compiled, clone) == ["resting"]
    decisions.wake(compiled, compiled.row("lessons", "l"))
    assert states(compiled, clone) == []


def test_a_lesson_that_is_told_elsewhere_too_never_rests(compiled: Board, clone: Clone) -> None:
    """The check is in one repository."""
    compiled.append([told("lesson.promoted", "l")])
    clone.push(LINE)
    assert states(compiled, clone) == []


def test_nothing_is_concluded_without_a_default_branch(
    compiled: Board, clone: Clone, tmp_path: Path
) -> None:
    """No repository, or one whose remote was never asked."""
    assert [each.state for each in settle(compiled, HERE, tmp_path)] == ["unknown"]
    clone.git("update-ref", "-d", "refs/remotes/origin/main")
    assert states(compiled, clone) == ["unknown"]
    with pytest.raises(GitFailed, match="set-head"):
        DefaultBranch(clone.folder)


def test_without_a_remote_the_local_branch_is_the_default(clone: Clone) -> None:
    """`main`, `master`, or the one that there is."""
    clone.git("remote", "remove", "origin")
    assert DefaultBranch(clone.folder).name == "refs/heads/main"
    clone.git("branch", "--move", "trunk")
    assert DefaultBranch(clone.folder).name == "refs/heads/trunk"


def test_a_repository_cannot_run_a_program(clone: Clone, tmp_path: Path) -> None:
    """Its own settings name some."""
    proof = tmp_path / "ran"
    for name in ("core.fsmonitor", "log.showSignature", "gpg.program", "diff.external"):
        clone.git("config", name, f"touch {proof}")
    (clone.folder / ".gitattributes").write_text("* filter=x diff=x\n")
    clone.git("config", "filter.x.smudge", f"touch {proof}")
    clone.git("config", "diff.x.textconv", f"touch {proof}")
    assert DefaultBranch(clone.folder).read("AGENTS.md") == b"# Kites"
    assert not proof.exists()


def test_lines_are_found_together_and_in_their_order() -> None:
    """White space does not count, everything else does."""
    span = span_of(["a b", "c"])
    assert stands(b"x\r\n  a  b\r\nc\r\n", span)
    assert not stands(b"a b\nx\nc\n", span)
    assert not stands(b"c\na b\n", span)
    assert not stands(b"a", span)

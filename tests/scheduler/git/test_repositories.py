"""What is seen of real repositories on disk, and what must not happen when they are looked at."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from blackboard import Board, NewEvent
from lessonboard.project_suggestions import suggested
from scheduler.git.repositories import observe


def git(folder: Path, *arguments: str) -> None:
    """Run git in a folder that it creates, with a neutral identity."""
    folder.mkdir(parents=True, exist_ok=True)
    names = ("-c", "user.name=Ada", "-c", "user.email=ada@example.com")
    subprocess.run(["git", "-C", folder, *names, *arguments], check=True, capture_output=True)


@pytest.fixture
def app(tmp_path: Path) -> Path:
    """A repository with one commit and a remote."""
    folder = tmp_path / "app"
    git(folder, "init", "-q")
    git(folder, "commit", "-q", "--allow-empty", "-m", "first")
    git(folder, "remote", "add", "origin", "https://ada:secret@github.com/ada/app.git")
    return folder


def session(name: str, project: str, cwd: Path) -> NewEvent:
    """A session in a folder."""
    payload = {"session": name, "agent": "codex", "cwd": str(cwd), "repository": project}
    return NewEvent("session.started", f"session:{name}", payload, project=project)


def owners(board: Board) -> set[str | None]:
    """The projects of all sessions."""
    return {row["project"] for row in board.view("sessions")}


def test_a_repository_is_recorded_once_and_again_when_it_changed(board: Board, app: Path) -> None:
    """Looking again adds nothing; another remote does, and going back to the first one too."""
    assert [observe(board, [str(app)]) for _ in range(2)] == [1, 0]
    git(app, "remote", "set-url", "origin", "git@github.com:ada/other.git")
    assert observe(board, [str(app), str(app / ".git")]) == 1
    git(app, "remote", "set-url", "origin", "https://github.com/ada/app")
    assert observe(board, [str(app)]) == 1
    remotes = [(event.payload or {})["remotes"]["origin"] for event in board.read()]
    assert remotes == ["github.com/ada/app", "github.com/ada/other", "github.com/ada/app"]


def test_a_changed_remote_keeps_the_project(board: Board, app: Path) -> None:
    """Sessions before and after the remote was changed are of one project."""
    board.append([session("s1", "github.com/ada/app", app)])
    observe(board, [str(app)])
    git(app, "remote", "set-url", "origin", "git@gitlab.com:ada/moved.git")
    board.append([session("s2", "gitlab.com/ada/moved", app)])
    observe(board, [str(app)])
    assert owners(board) == {"gitlab.com/ada/moved"}


def test_a_moved_folder_a_clone_and_a_worktree_keep_the_project(board: Board, app: Path) -> None:
    """Without a remote, the first commit and the shared git folder identify it."""
    git(app, "remote", "remove", "origin")
    git(app, "worktree", "add", "-q", str(app.parent / "fix"))
    git(app.parent, "clone", "-q", str(app), "second")
    places = [app, app.parent / "fix", app.parent / "second"]
    board.append([session(place.name, str(place), place) for place in places])
    observe(board, map(str, places))
    moved = app.rename(app.parent / "elsewhere")
    board.append([session("s4", str(moved), moved)])
    observe(board, [str(moved)])
    assert len(owners(board)) == 1


def test_a_renamed_folder_keeps_the_project_and_a_copy_does_not(board: Board, app: Path) -> None:
    """The one new folder of a history goes on with the one that is gone."""
    git(app, "remote", "remove", "origin")
    board.append([session("s1", str(app), app)])
    observe(board, [str(app)])
    renamed = app.rename(app.parent / "kite")
    shutil.copytree(renamed, copy := app.parent / "copy")
    board.append([session("s2", str(renamed), renamed)])
    observe(board, [str(app), str(renamed)])
    assert owners(board) == {str(app)}
    board.append([session("s3", str(copy), copy)])
    observe(board, [str(app), str(renamed), str(copy)])
    assert owners(board) == {str(app), str(copy)}


def test_of_two_new_folders_neither_is_the_one_that_is_gone(board: Board, app: Path) -> None:
    """Two copies of what is gone may be projects made from it."""
    git(app, "remote", "remove", "origin")
    observe(board, [str(app)])
    shutil.copytree(app, copy := app.parent / "copy")
    renamed = app.rename(app.parent / "kite")
    assert observe(board, [str(renamed), str(copy)]) == 2
    assert "repository.moved" not in {event.type for event in board.read()}


def test_a_mirror_and_a_fork_are_projects_of_their_own(board: Board, app: Path) -> None:
    """They share the first commit, which is suggested and joins nothing."""
    for remote in ("gitlab.com/ada/app", "github.com/eve/app"):
        copy = app.parent / remote.replace("/", "-")
        git(app.parent, "clone", "-q", str(app), str(copy))
        git(copy, "remote", "set-url", "origin", f"https://{remote}.git")
        board.append([session(remote, remote, copy)])
    board.append([session("s1", "github.com/ada/app", app)])
    observe(board, board.values("sessions", "cwd"))
    assert len(owners(board)) == 3
    assert len(suggested(board)) == 3


def test_looking_runs_nothing_that_a_repository_brings(board: Board, app: Path) -> None:
    """A file system monitor in the repository's settings is not started."""
    trap = app.parent / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch {app.parent}/sprung\n")
    trap.chmod(0o755)
    git(app, "config", "core.fsmonitor", str(trap))
    observe(board, [str(app)])
    assert not (app.parent / "sprung").exists()


@pytest.mark.parametrize("content", [b"", b"gitdir: /nowhere", b"\0\0", b"gitdir: \xff\xfe"])
def test_a_broken_git_file_is_passed_over(board: Board, tmp_path: Path, content: bytes) -> None:
    """An invalid `.git` file is neither a repository nor an error."""
    (tmp_path / ".git").write_bytes(content)
    assert observe(board, [str(tmp_path), str(tmp_path / "gone")]) in (0, 1)


def test_a_repository_without_commits_and_a_bare_one_are_no_failure(
    board: Board, tmp_path: Path
) -> None:
    """They have no first commit, or no working folder."""
    git(tmp_path / "empty", "init", "-q")
    git(tmp_path / "bare", "init", "-q", "--bare")
    assert observe(board, [str(tmp_path / "empty"), str(tmp_path / "bare")]) == 1
    [event] = board.read()
    assert "first_commit" not in (event.payload or {})

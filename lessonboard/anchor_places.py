"""Keeping anchors where a writer of the board cannot write: a git repository, or any command."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

from blackboard import BoardError
from lessonboard.anchors import Anchor, parse
from scheduler.git.command import GitFailed, run_git

_SECONDS = 60.0
_NOBODY = ("-c", "user.name=lessonboard", "-c", "user.email=lessonboard@localhost")
"""The committer where git has no name of the user."""


def kept_in_git(folder: Path, board: Path) -> list[Anchor]:
    """Return the anchors of a board that were committed in a repository.

    Raises:
        BoardError: the folder is no repository, or a committed line is no anchor.
    """
    try:
        run_git(folder, "rev-parse", "--git-dir")
    except GitFailed as error:
        raise BoardError(f"{folder} is no git repository; make one with `git init`") from error
    try:
        text = run_git(folder, "show", f"HEAD:./{_file(board)}")
    except GitFailed:
        return []  # none was committed yet
    return [parse(line) for line in text.splitlines() if line.strip()]


def keep_in_git(folder: Path, board: Path, anchor: Anchor) -> None:
    """Append an anchor to the file of a board in a repository, and commit that file alone.

    Raises:
        BoardError: the file cannot be written, or git refuses.
    """
    file = folder / _file(board)
    try:
        with file.open("a") as lines:
            lines.write(anchor.line() + "\n")
    except OSError as error:
        raise BoardError(f"could not write {file}: {error.strerror}") from error
    run_git(folder, "add", "--", file.name)
    message = f"Anchor of {board.name}: event {anchor.position}"
    named = () if _has_a_name(folder) else _NOBODY
    run_git(folder, *named, "commit", "--quiet", "--message", message, "--", file.name)


def give_to_command(command: str, anchor: Anchor) -> str:
    """Run a command with an anchor as one line of JSON on its standard input; what it prints.

    Raises:
        BoardError: it cannot be run, fails, or takes longer than a minute.
    """
    try:
        done = subprocess.run(
            shlex.split(command), input=anchor.line() + "\n", capture_output=True, text=True,
            timeout=_SECONDS, check=False,
        )  # fmt: skip
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        raise BoardError(f"could not give the anchor to `{command}`: {error}") from error
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["it says nothing"])[-1]
        raise BoardError(f"`{command}` ended with {done.returncode}: {last}")
    return done.stdout.strip()


def _file(board: Path) -> str:
    return f"{board.stem}.anchors"


def _has_a_name(folder: Path) -> bool:
    try:
        return bool(run_git(folder, "config", "user.email"))
    except GitFailed:
        return False

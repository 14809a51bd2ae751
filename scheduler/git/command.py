"""Running git in a folder: without prompts, programs of the repository, and needless secrets."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from blackboard.errors import BoardError
from blackboard.redaction.redact import redact
from scheduler.secret_names import names_secret

_TIMEOUT = 600.0
_QUIET = {"GIT_TERMINAL_PROMPT": "0", "GIT_EDITOR": "true", "LC_ALL": "C"}
_REPOSITORY_VARIABLES = (
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR",
    "GIT_OBJECT_DIRECTORY",
)  # fmt: skip
_HARMLESS = (
    "core.fsmonitor=false", "protocol.ext.allow=never", "submodule.recurse=false",
    "diff.ignoreSubmodules=dirty",
)  # fmt: skip
_NO_HOOKS = "core.hooksPath=/dev/null"
"""A repository's own settings and hooks must not run a program when it is only looked at."""

_REMOTE = frozenset(("clone", "fetch", "ls-remote", "push"))
"""The commands that may need a token of the environment, by their credential helper."""

_TEMPORARY = (
    "could not resolve host", "name resolution", "timed out", "failed to connect",
    "couldn't connect", "unable to connect", "connection refused", "connection reset",
    "network is unreachable", "no route to host", "early eof", "hung up unexpectedly",
    "returned error: 5",
)  # fmt: skip
"""Git's English messages for temporary failures; its exit code does not distinguish them."""

_LONGEST_MESSAGE = 2000


class GitFailed(BoardError):
    """A git command failed; `passing` says whether a later retry may succeed."""

    def __init__(self, message: str, *, passing: bool = False) -> None:
        super().__init__(message)
        self.passing = passing


def run_git(
    folder: Path,
    *arguments: str,
    env: Mapping[str, str] | None = None,
    timeout: float = _TIMEOUT,
    hooks: bool = False,
) -> str:
    """Run git and return its output.

    Args:
        folder: where it runs.
        arguments: the command and what belongs to it.
        env: variables to set.
        timeout: seconds.
        hooks: keep to the repository's own hooks; else it has none. No command that runs them may
            be run so: `hooks.commit` does.

    Raises:
        GitFailed: the command failed; the message quotes git's output.
    """
    words = ["git", "-C", str(folder), *options(hooks=hooks), *arguments]
    return run_words(words, {**_environment(arguments[0]), **(env or {})}, arguments[0], timeout)


def options(*, hooks: bool) -> list[str]:
    """The options of git by which it runs no program that a repository's settings name."""
    settings = _HARMLESS if hooks else (*_HARMLESS, _NO_HOOKS)
    return [part for setting in settings for part in ("-c", setting)]


def run_words(
    words: Sequence[str], env: Mapping[str, str], command: str, timeout: float = _TIMEOUT
) -> str:
    """Run a command line that runs git, with these variables alone, and return its output.

    Raises:
        GitFailed: it failed; the message quotes git's output.
    """
    try:
        process = subprocess.run(
            list(words),
            env={**env, **_QUIET},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise GitFailed(
            f"`git {command}` did not end within {timeout:.0f} seconds", passing=True
        ) from error
    except OSError as error:
        raise GitFailed(f"could not run git ({error.strerror}); install it") from error
    if process.returncode:
        raise _refused(command, (process.stderr + process.stdout).decode("utf-8", "replace"))
    return process.stdout.decode("utf-8", "surrogateescape").rstrip("\n")


def _environment(command: str) -> dict[str, str]:
    """The variables of this process, without secrets unless the command talks to a remote."""
    return {
        name: value
        for name, value in os.environ.items()
        if name not in _REPOSITORY_VARIABLES and (command in _REMOTE or not names_secret(name))
    }


def _refused(command: str, output: str) -> GitFailed:
    passing = any(sign in output.lower() for sign in _TEMPORARY)
    quoted = redact(output.strip()).value[-_LONGEST_MESSAGE:]
    return GitFailed(f"`git {command}` failed: {quoted or 'no message'}", passing=passing)

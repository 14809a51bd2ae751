"""Running git, quietly, in a folder, whatever the environment says of other repositories."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from blackboard.errors import BoardError
from blackboard.redaction.redact import redact

_TIMEOUT = 600.0
_QUIET = {"GIT_TERMINAL_PROMPT": "0", "GIT_EDITOR": "true", "LC_ALL": "C"}
_OF_ANOTHER = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR",
               "GIT_OBJECT_DIRECTORY")  # fmt: skip
_PASSING = (
    "could not resolve host", "name resolution", "timed out", "failed to connect",
    "couldn't connect", "unable to connect", "connection refused", "connection reset",
    "network is unreachable", "no route to host", "early eof", "hung up unexpectedly",
    "returned error: 5",
)  # fmt: skip
"""What git says in English of troubles that pass; its exit code is the same for all."""

_MOST_SAID = 2000


class GitFailed(BoardError):
    """Git could not do what it was asked to; `passing` says whether time alone may mend it."""

    def __init__(self, message: str, *, passing: bool = False) -> None:
        super().__init__(message)
        self.passing = passing


def run_git(
    folder: Path,
    *arguments: str,
    env: Mapping[str, str] | None = None,
    timeout: float = _TIMEOUT,
) -> str:
    """What git prints.

    Raises:
        GitFailed: with what git says.
    """
    clean = {name: value for name, value in os.environ.items() if name not in _OF_ANOTHER}
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments],
            env={**clean, **_QUIET, **(env or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise GitFailed(
            f"`git {arguments[0]}` did not end within {timeout:.0f} seconds", passing=True
        ) from error
    except OSError as error:
        raise GitFailed(f"could not run git ({error.strerror}); install it") from error
    if done.returncode:
        raise _refused(arguments, (done.stderr + done.stdout).decode("utf-8", "replace"))
    return done.stdout.decode("utf-8", "surrogateescape").rstrip("\n")


def _refused(arguments: Sequence[str], said: str) -> GitFailed:
    passing = any(sign in said.lower() for sign in _PASSING)
    quoted = redact(said.strip()).value[-_MOST_SAID:]
    return GitFailed(f"`git {arguments[0]}` failed: {quoted or 'without a word'}", passing=passing)

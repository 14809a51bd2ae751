"""GitHub's own command `gh`, which keeps the key: how it is run, and what its failures mean."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from blackboard.redaction.redact import redact
from scheduler.forge import Cause, ForgeUnavailable

_TIMEOUT = 120.0
_QUIET = {"GH_PROMPT_DISABLED": "1", "GH_NO_UPDATE_NOTIFIER": "1", "NO_COLOR": "1",
          "GH_FORCE_TTY": "", "CLICOLOR_FORCE": ""}  # fmt: skip
_NOT_LOGGED_IN = 4
_STATUS = re.compile(r"(?m)(?:\(|^gh: )HTTP (\d{3})\b")
_RATE_LIMIT = re.compile(r"(?i)rate limit|abuse detection")
# How Go words it when there is no answer; `EOF` ends the line of a connection that was cut.
_UNSEEN_NETWORK = re.compile(
    r"error connecting|dial tcp|no such host|i/o timeout|TLS handshake|connection reset"
    r"|connection refused|network is unreachable|Client\.Timeout|\bEOF\s*$"
)


class GitHubUnavailable(ForgeUnavailable):
    """GitHub could not be asked, or has no answer.

    `status` is that of its answer, 0 where there was none, and `answer` the answer's text.
    """

    def __init__(
        self, message: str, cause: Cause = "refused", status: int = 0, answer: str = ""
    ) -> None:
        super().__init__(message, cause)
        self.status = status
        self.answer = answer


class Answer(NamedTuple):
    """What a command left behind."""

    code: int
    out: bytes
    err: str


class Runner(Protocol):
    """Runs `gh` with arguments, and a text on its input."""

    def __call__(self, arguments: Sequence[str], text: str = "") -> Answer:
        """Run it and wait for it."""
        ...


def run_gh(arguments: Sequence[str], text: str = "", timeout: float = _TIMEOUT) -> Answer:
    """Run `gh` with a text on its input, and wait for it.

    Raises:
        GitHubUnavailable: there is no such command, or it does not come to an end.
    """
    try:
        done = subprocess.run(
            ["gh", *arguments],
            env={**os.environ, **_QUIET},
            input=text.encode(),
            capture_output=True,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise GitHubUnavailable(
            f"`gh` did not answer within {timeout:.0f} seconds; look at the network and try again",
            "offline",
        ) from error
    except OSError as error:
        raise GitHubUnavailable(
            f"could not run `gh` ({error.strerror}); install it from https://cli.github.com",
            "missing",
        ) from error
    return Answer(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"))


def refusal(answer: Answer, tried: str, check: str = "the repository's name") -> GitHubUnavailable:
    """Why `gh` did not do something, and what to do next.

    Args:
        answer: what it left behind.
        tried: what it was to do, as it follows "could not".
        check: what may be wrong where GitHub knows of no such thing.
    """
    status = status_of(answer)
    cause, why = _reason(answer, status, check)
    text = answer.out.decode("utf-8", "replace")
    return GitHubUnavailable(f"could not {tried}: {why}", cause, status, text)


def status_of(answer: Answer) -> int:
    """The status that GitHub answered with, 0 where it was not reached."""
    found = _STATUS.search(answer.err)
    return int(found[1]) if found else 0


def _reason(answer: Answer, status: int, check: str) -> tuple[Cause, str]:
    said = redact(" ".join(answer.err.split())[:2000]).value[:300] or f"exit code {answer.code}"
    if answer.code == _NOT_LOGGED_IN or status == 401 or "gh auth login" in answer.err:
        return "logged-out", "`gh` is not logged in; run `gh auth login` and try again"
    if status == 429 or (status == 403 and _RATE_LIMIT.search(answer.err)):
        return "rate-limited", f"GitHub has been asked too often: {said}; try again in an hour"
    if status == 404:
        return "refused", (
            f"there is none that this login may see; check {check}, and `gh auth status`"
        )
    if status == 0 and _UNSEEN_NETWORK.search(answer.err):
        return "offline", "GitHub cannot be reached; try again when there is a network"
    if status >= 500:
        return "offline", f"GitHub is not well: {said}; try again later"
    return "refused", f"`gh` says: {said}; see to that and try again"

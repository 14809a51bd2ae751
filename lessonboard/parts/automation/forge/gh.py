"""Run GitHub's command `gh`, which holds the credentials, and classify its failures."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from blackboard.redaction.redact import redact
from lessonboard.parts.automation.forge.forge import Cause, ForgeUnavailable

_TIMEOUT = 120.0
_QUIET = {"GH_PROMPT_DISABLED": "1", "GH_NO_UPDATE_NOTIFIER": "1", "NO_COLOR": "1",
          "GH_FORCE_TTY": "", "CLICOLOR_FORCE": ""}  # fmt: skip
_NOT_LOGGED_IN = 4
_STATUS = re.compile(r"(?m)(?:\(|^gh: )HTTP (\d{3})\b")
_RATE_LIMIT = re.compile(r"(?i)rate limit|abuse detection")
# Go's messages for network failures; `EOF` ends the line of a dropped connection.
_UNSEEN_NETWORK = re.compile(
    r"error connecting|dial tcp|no such host|i/o timeout|TLS handshake|connection reset"
    r"|connection refused|network is unreachable|Client\.Timeout|\bEOF\s*$"
)


class GitHubUnavailable(ForgeUnavailable):
    """GitHub could not be reached, or refused the request.

    `status` is the HTTP status, 0 without an answer, and `answer` the body.
    """

    def __init__(
        self, message: str, cause: Cause = "refused", status: int = 0, answer: str = ""
    ) -> None:
        super().__init__(message, cause)
        self.status = status
        self.answer = answer


class Answer(NamedTuple):
    """The exit code and output of a command."""

    code: int
    out: bytes
    err: str


class Runner(Protocol):
    """Runs `gh` with arguments and a text on its standard input."""

    def __call__(self, arguments: Sequence[str], text: str = "") -> Answer:
        """Run it and wait for its end."""
        ...


def run_gh(arguments: Sequence[str], text: str = "", timeout: float = _TIMEOUT) -> Answer:
    """Run `gh` with a text on its standard input, and wait for its end.

    Raises:
        GitHubUnavailable: the command does not exist, or timed out.
    """
    try:
        process = subprocess.run(
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
    return Answer(process.returncode, process.stdout, process.stderr.decode("utf-8", "replace"))


def refusal(answer: Answer, tried: str, check: str = "the repository's name") -> GitHubUnavailable:
    """The error for a failed `gh` call, with what to do next.

    Args:
        answer: the call's result.
        tried: the action, phrased to follow "could not".
        check: what to check after a 404.
    """
    status = status_of(answer)
    cause, why = _reason(answer, status, check)
    text = answer.out.decode("utf-8", "replace")
    return GitHubUnavailable(f"could not {tried}: {why}", cause, status, text)


def status_of(answer: Answer) -> int:
    """The HTTP status that GitHub answered with, 0 if it was not reached."""
    match = _STATUS.search(answer.err)
    return int(match[1]) if match else 0


def _reason(answer: Answer, status: int, check: str) -> tuple[Cause, str]:
    message = redact(" ".join(answer.err.split())[:2000]).value[:300] or f"exit code {answer.code}"
    if answer.code == _NOT_LOGGED_IN or status == 401 or "gh auth login" in answer.err:
        return "logged-out", "`gh` is not logged in; run `gh auth login` and try again"
    if status == 429 or (status == 403 and _RATE_LIMIT.search(answer.err)):
        return "rate-limited", f"GitHub has been asked too often: {message}; try again in an hour"
    if status == 404:
        return "refused", (
            f"it does not exist, or this login may not see it; check {check}, and `gh auth status`"
        )
    if status == 0 and _UNSEEN_NETWORK.search(answer.err):
        return "offline", "GitHub cannot be reached; try again when there is a network"
    if status >= 500:
        return "offline", f"GitHub has a problem: {message}; try again later"
    return "refused", f"`gh` says: {message}; fix that and try again"

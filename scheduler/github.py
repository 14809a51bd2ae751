"""What GitHub knows of a pull request, asked through its own command `gh`, which keeps the key."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from blackboard.errors import BoardError
from blackboard.sources.redact import redact

_TIMEOUT = 120.0
_QUIET = {"GH_PROMPT_DISABLED": "1", "GH_NO_UPDATE_NOTIFIER": "1", "NO_COLOR": "1",
          "GH_FORCE_TTY": "", "CLICOLOR_FORCE": ""}  # fmt: skip
_DIFF = ("-H", "Accept: application/vnd.github.v3.diff")
_NAME = r"[A-Za-z0-9_-][A-Za-z0-9_.-]*"
_PLACE = re.compile(rf"(?:({_NAME})/)?({_NAME}/{_NAME})")
_NOT_LOGGED_IN = 4
_STATUS = re.compile(r"\(HTTP (\d{3})\)")
_UNSEEN_NETWORK = ("error connecting", "dial tcp", "no such host", "i/o timeout", "TLS handshake")


class GitHubUnavailable(BoardError):
    """GitHub could not be asked, or has no answer."""


class Answer(NamedTuple):
    """What a command left behind."""

    code: int
    out: bytes
    err: str


Runner = Callable[[Sequence[str]], Answer]


def run_gh(arguments: Sequence[str], timeout: float = _TIMEOUT) -> Answer:
    """Run `gh` and wait for it.

    Raises:
        GitHubUnavailable: there is no such command, or it does not come to an end.
    """
    try:
        done = subprocess.run(
            ["gh", *arguments],
            env={**os.environ, **_QUIET},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise GitHubUnavailable(
            f"`gh` did not answer within {timeout:.0f} seconds; look at the network and try again"
        ) from error
    except OSError as error:
        raise GitHubUnavailable(
            f"could not run `gh` ({error.strerror}); install it from https://cli.github.com, "
            "or give a saved pull request with --from"
        ) from error
    return Answer(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"))


class GitHub:
    """Reads pull requests; `project` says of which repository where none is named."""

    def __init__(self, project: str | None = None, run: Runner = run_gh) -> None:
        self._project = project
        self._run = run

    def pull_request(self, number: int, repository: str | None = None) -> dict[str, Any]:
        """A pull request with all its lists, as `read_pull_request` takes it.

        Args:
            number: its number.
            repository: OWNER/NAME, or HOST/OWNER/NAME on a server of one's own.

        Raises:
            GitHubUnavailable: with what to do next.
        """
        host, path = _place(repository, self._project)
        ask = _Questions(self._run, host, f"pull request #{number} of {path}")
        pull, issue = f"repos/{path}/pulls/{number}", f"repos/{path}/issues/{number}"
        return {
            "pull_request": ask.one(pull),
            "reviews": ask.all(f"{pull}/reviews"),
            "review_comments": ask.all(f"{pull}/comments"),
            "issue_comments": ask.all(f"{issue}/comments"),
            "commits": ask.all(f"{pull}/commits"),
            "diff": ask.diff(pull),
        }


class _Questions:
    """Questions to GitHub about one thing."""

    def __init__(self, run: Runner, host: str | None, what: str) -> None:
        self._run = run
        self._host = ("--hostname", host) if host else ()
        self._what = what

    def one(self, endpoint: str) -> Any:
        """The object at an address."""
        found = self._json(endpoint)
        if len(found) != 1 or not isinstance(found[0], dict):
            raise GitHubUnavailable(f"could not read {self._what}: `gh` printed no JSON object")
        return found[0]

    def all(self, endpoint: str) -> list[Any]:
        """The items of a list at an address, of all its pages.

        `gh` prints each page as an array of its own, and only from 2.48 on can it do otherwise.
        """
        pages = self._json("--paginate", f"{endpoint}?per_page=100")
        if not all(isinstance(page, list) for page in pages):
            raise GitHubUnavailable(f"could not read {self._what}: `gh` printed no JSON lists")
        return [item for page in pages for item in page]

    def diff(self, endpoint: str) -> str:
        """The difference, empty where GitHub finds it too large to show."""
        answer = self._run(("api", *self._host, *_DIFF, endpoint))
        if answer.code == 0:
            return answer.out.decode("utf-8", "replace")
        if _status(answer) in (406, 422) or _status(answer) >= 500:
            return ""
        raise refusal(answer, self._what)

    def _json(self, *arguments: str) -> list[Any]:
        answer = self._run(("api", *self._host, *arguments))
        if answer.code != 0:
            raise refusal(answer, self._what)
        try:
            return values_in(answer.out.decode("utf-8", "replace"))
        except (ValueError, RecursionError) as error:
            raise GitHubUnavailable(
                f"could not read {self._what}: `gh` printed no JSON ({error})"
            ) from error


def values_in(text: str) -> list[Any]:
    """The JSON values that stand in a text one after the other.

    >>> values_in('[1, 2][3]\\n[]')
    [[1, 2], [3], []]
    """
    decoder, found, rest = json.JSONDecoder(strict=False), [], text.lstrip()
    at = 0
    while at < len(rest):
        value, at = decoder.raw_decode(rest, at)
        found.append(value)
        while rest[at : at + 1].isspace():
            at += 1
    return found


def refusal(answer: Answer, what: str) -> GitHubUnavailable:
    """Why `gh` did not give something, and what to do next."""
    status = _status(answer)
    if answer.code == _NOT_LOGGED_IN or status == 401 or "gh auth login" in answer.err:
        return GitHubUnavailable(
            f"could not read {what}: `gh` is not logged in; run `gh auth login` and try again"
        )
    if status == 404:
        return GitHubUnavailable(
            f"could not read {what}: there is none that this login may see; "
            "check the number, --repository, and `gh auth status`"
        )
    if any(sign in answer.err for sign in _UNSEEN_NETWORK):
        return GitHubUnavailable(
            f"could not read {what}: GitHub cannot be reached; try again when there is a network, "
            "or give a saved pull request with --from"
        )
    said = redact(" ".join(answer.err.split())[:300]).value or f"exit code {answer.code}"
    return GitHubUnavailable(f"could not read {what}: `gh` says: {said}; try again later")


def _status(answer: Answer) -> int:
    """The status that GitHub answered with, 0 where it was not reached."""
    found = _STATUS.search(answer.err)
    return int(found[1]) if found else 0


def _place(repository: str | None, project: str | None) -> tuple[str | None, str]:
    """Host (None for github.com) and OWNER/NAME.

    Raises:
        GitHubUnavailable: the repository has no such name, or the project none on GitHub.
    """
    if repository is not None:
        found = _PLACE.fullmatch(repository)
        if not found:
            raise GitHubUnavailable(
                f"{repository!r} is no repository; write OWNER/NAME, or HOST/OWNER/NAME"
            )
        return found[1], found[2]
    found = _PLACE.fullmatch((project or "").removeprefix("github.com/"))
    if not found or found[1] or not (project or "").startswith("github.com/"):
        raise GitHubUnavailable(
            f"the project here ({project or 'none'}) is not on github.com; "
            "name the repository with --repository OWNER/NAME"
        )
    return None, found[2]

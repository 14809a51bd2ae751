"""GitHub's REST API through `gh api`."""

from __future__ import annotations

import json
import re
from typing import Any

from lessonboard.parts.automation.forge.gh import Answer, GitHubUnavailable, Runner, refusal

_NAME = r"[A-Za-z0-9_-][A-Za-z0-9_.-]*"
_PLACE = re.compile(rf"(?:({_NAME})/)?({_NAME}/{_NAME})")


class GitHubApi:
    """GitHub as one login sees it; `host` None means the default host of `gh`."""

    def __init__(self, run: Runner, host: str | None = None) -> None:
        self._run = run
        self._host = ("--hostname", host) if host else ()

    def ask(self, *arguments: str, text: str = "") -> Answer:
        """The result of `gh api`, whether it succeeded or not."""
        return self._run(("api", *self._host, *arguments), text)

    def one(self, endpoint: str, tried: str, check: str = "the repository's name") -> Any:
        """The object at an endpoint.

        Raises:
            GitHubUnavailable: the message says what was tried and what to do next.
        """
        return _only(self._values(tried, check, endpoint), tried)

    def all(self, endpoint: str, tried: str, check: str = "the repository's name") -> list[Any]:
        """All items of a list, over all pages.

        `gh` prints one array per page; joining them needs 2.48 or newer.

        Raises:
            GitHubUnavailable: the message says what was tried and what to do next.
        """
        return self._items(tried, check, "--paginate", f"{endpoint}{_joint(endpoint)}per_page=100")

    def first_hundred(self, endpoint: str, tried: str) -> list[Any]:
        """The items of a list's first page.

        Raises:
            GitHubUnavailable: the message says what was tried and what to do next.
        """
        return self._items(
            tried, "the repository's name", f"{endpoint}{_joint(endpoint)}per_page=100"
        )

    def send(self, endpoint: str, fields: dict[str, Any], tried: str, method: str = "POST") -> Any:
        """Send fields as JSON, and return the object from the answer.

        They go through standard input, because the flags of `gh` interpret `@` and numbers.

        Raises:
            GitHubUnavailable: the message says what was tried and what to do next.
        """
        arguments = ("--method", method, "--input", "-", endpoint)
        found = self._values(tried, "the repository's name", *arguments, text=json.dumps(fields))
        return _only(found, tried)

    def _items(self, tried: str, check: str, *arguments: str) -> list[Any]:
        pages = self._values(tried, check, *arguments)
        if not all(isinstance(page, list) for page in pages):
            raise _no_answer(tried, "lists")
        return [item for page in pages for item in page]

    def _values(self, tried: str, check: str, *arguments: str, text: str = "") -> list[Any]:
        answer = self.ask(*arguments, text=text)
        if answer.code != 0:
            raise refusal(answer, tried, check)
        try:
            return values_in(answer.out.decode("utf-8", "replace"))
        except (ValueError, RecursionError) as error:
            raise _no_answer(tried, f"({error})") from error


def values_in(text: str) -> list[Any]:
    """Parse concatenated JSON values.

    >>> values_in('[1, 2][3]\\n[]')
    [[1, 2], [3], []]
    """
    decoder, values, remaining = json.JSONDecoder(strict=False), [], text.lstrip()
    position = 0
    while position < len(remaining):
        value, position = decoder.raw_decode(remaining, position)
        values.append(value)
        while remaining[position : position + 1].isspace():
            position += 1
    return values


def place(repository: str | None, project: str | None) -> tuple[str | None, str]:
    """The host, None if not named, and OWNER/NAME.

    Raises:
        GitHubUnavailable: the name is malformed, or the project is not on GitHub.
    """
    if repository is not None:
        match = _PLACE.fullmatch(repository)
        if not match:
            raise GitHubUnavailable(
                f"{repository!r} is not a repository; write OWNER/NAME, or HOST/OWNER/NAME"
            )
        return match[1], match[2]
    match = _PLACE.fullmatch((project or "").removeprefix("github.com/"))
    if not match or match[1] or not (project or "").startswith("github.com/"):
        raise GitHubUnavailable(
            f"the project here ({project or 'none'}) is not on github.com; "
            "name the repository with --repository OWNER/NAME"
        )
    return None, match[2]


def _no_answer(tried: str, what: str) -> GitHubUnavailable:
    """Something between here and GitHub answered, such as a page that asks for a login."""
    return GitHubUnavailable(
        f"could not {tried}: `gh` did not print JSON {what}; try again", "offline"
    )


def _only(values: list[Any], tried: str) -> Any:
    if len(values) != 1 or not isinstance(values[0], dict):
        raise _no_answer(tried, "of one object")
    return values[0]


def _joint(endpoint: str) -> str:
    return "&" if "?" in endpoint else "?"

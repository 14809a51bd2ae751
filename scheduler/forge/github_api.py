"""Questions to GitHub's REST interface through `gh api`, and what is sent to it."""

from __future__ import annotations

import json
import re
from typing import Any

from scheduler.forge.gh import Answer, GitHubUnavailable, Runner, refusal

_NAME = r"[A-Za-z0-9_-][A-Za-z0-9_.-]*"
_PLACE = re.compile(rf"(?:({_NAME})/)?({_NAME}/{_NAME})")


class GitHubApi:
    """GitHub as one login sees it; `host` is None for the one that `gh` takes by itself."""

    def __init__(self, run: Runner, host: str | None = None) -> None:
        self._run = run
        self._host = ("--hostname", host) if host else ()

    def ask(self, *arguments: str, text: str = "") -> Answer:
        """What `gh api` leaves behind, whether or not it succeeded."""
        return self._run(("api", *self._host, *arguments), text)

    def one(self, endpoint: str, tried: str, check: str = "the repository's name") -> Any:
        """The object at an address.

        Raises:
            GitHubUnavailable: with what was tried and what to do next.
        """
        return _only(self._values(tried, check, endpoint), tried)

    def all(self, endpoint: str, tried: str, check: str = "the repository's name") -> list[Any]:
        """The items of a list at an address, of all its pages.

        `gh` prints each page as an array of its own, and only from 2.48 on can it do otherwise.

        Raises:
            GitHubUnavailable: with what was tried and what to do next.
        """
        return self._items(tried, check, "--paginate", f"{endpoint}{_joint(endpoint)}per_page=100")

    def first_hundred(self, endpoint: str, tried: str) -> list[Any]:
        """The items of the first page of a list at an address.

        Raises:
            GitHubUnavailable: with what was tried and what to do next.
        """
        return self._items(
            tried, "the repository's name", f"{endpoint}{_joint(endpoint)}per_page=100"
        )

    def send(self, endpoint: str, fields: dict[str, Any], tried: str, method: str = "POST") -> Any:
        """The object that GitHub made of some fields.

        They go through the command's input: its own flags give `@` and numbers a meaning.

        Raises:
            GitHubUnavailable: with what was tried and what to do next.
        """
        arguments = ("--method", method, "--input", "-", endpoint)
        found = self._values(tried, "the repository's name", *arguments, text=json.dumps(fields))
        return _only(found, tried)

    def _items(self, tried: str, check: str, *arguments: str) -> list[Any]:
        pages = self._values(tried, check, *arguments)
        if not all(isinstance(page, list) for page in pages):
            raise GitHubUnavailable(f"could not {tried}: `gh` printed no JSON lists; try again")
        return [item for page in pages for item in page]

    def _values(self, tried: str, check: str, *arguments: str, text: str = "") -> list[Any]:
        answer = self.ask(*arguments, text=text)
        if answer.code != 0:
            raise refusal(answer, tried, check)
        try:
            return values_in(answer.out.decode("utf-8", "replace"))
        except (ValueError, RecursionError) as error:
            raise GitHubUnavailable(
                f"could not {tried}: `gh` printed no JSON ({error}); try again"
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


def place(repository: str | None, project: str | None) -> tuple[str | None, str]:
    """Host (None where none is named) and OWNER/NAME.

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


def _only(found: list[Any], tried: str) -> Any:
    if len(found) != 1 or not isinstance(found[0], dict):
        raise GitHubUnavailable(f"could not {tried}: `gh` printed no JSON object; try again")
    return found[0]


def _joint(endpoint: str) -> str:
    return "&" if "?" in endpoint else "?"

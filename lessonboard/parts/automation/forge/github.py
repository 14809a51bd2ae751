"""Read pull requests from GitHub through its command `gh`, which holds the credentials."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from blackboard.sources.fields import moment, records
from blackboard.sources.source import Record
from lessonboard.parts.automation.forge.gh import (
    Answer,
    GitHubUnavailable,
    Runner,
    refusal,
    run_gh,
    status_of,
)
from lessonboard.parts.automation.forge.github_api import GitHubApi, place

_DIFF = ("-H", "Accept: application/vnd.github.v3.diff")
_PAGE = 100
_CHECK = "the number, --repository"


class GitHub:
    """Reads pull requests; `project` names the repository where a call does not."""

    def __init__(self, project: str | None = None, run: Runner = run_gh) -> None:
        self._project = project
        self._run = run

    def pull_request(self, number: int, repository: str | None = None) -> dict[str, Any]:
        """A pull request with its reviews, comments, commits and diff, for `read_pull_request`.

        Args:
            number: its number.
            repository: OWNER/NAME, or HOST/OWNER/NAME for GitHub Enterprise.

        Raises:
            GitHubUnavailable: the message says what to do next.
        """
        host, path = place(repository, self._project)
        try:
            return whole_pull_request(GitHubApi(self._run, host), path, number)
        except GitHubUnavailable as error:
            if error.cause not in ("missing", "offline"):
                raise
            raise GitHubUnavailable(
                f"{error}, or give a saved pull request with --from", error.cause
            ) from error

    def merged(self, since: int, most: int, repository: str | None = None) -> list[tuple[int, str]]:
        """The numbers of merged pull requests and their project, the last updated first.

        Args:
            since: microseconds since 1970; what was merged before is left out.
            most: the most numbers; lists of a thousand are read no further than needed.
            repository: as of `pull_request`.

        Raises:
            GitHubUnavailable: the message says what to do next.
        """
        host, path = place(repository, self._project)
        api, project = GitHubApi(self._run, host), f"{host or 'github.com'}/{path}"
        found: list[int] = []
        for listed in _closed(api, path):
            found += [number for each in listed if (number := _merged_since(each, since))]
            # What was merged since was updated since, and the list goes by that.
            updated = [moment(each.get("updated_at")) for each in listed]
            oldest = min((at for at in updated if at is not None), default=since)
            if oldest < since or len(found) >= most:
                break
        return [(number, project) for number in list(dict.fromkeys(found))[:most]]


def _closed(api: GitHubApi, path: str) -> Iterator[list[Record]]:
    """The closed pull requests, a page at a time, the last updated first.

    It ends where a page has nothing that was not on one before: a list moves while it is read, and
    some servers know no pages.
    """
    seen: set[object] = set()
    address = f"repos/{path}/pulls?state=closed&sort=updated&direction=desc"
    for page in count(1):
        listed = api.first_hundred(f"{address}&page={page}", f"list the pull requests of {path}")
        fresh = [each for each in records(listed) if each.get("number") not in seen]
        if not fresh:
            return
        yield fresh
        seen |= {each.get("number") for each in fresh}
        if len(listed) < _PAGE:
            return


def _merged_since(pull: Record, since: int) -> int | None:
    """The number of a pull request that was merged since a time."""
    merged_at, number = moment(pull.get("merged_at")), pull.get("number")
    is_since = merged_at is not None and merged_at >= since
    return number if is_since and isinstance(number, int) else None


def whole_pull_request(api: GitHubApi, path: str, number: int) -> dict[str, Any]:
    """A pull request with its lists and diff, as `read_pull_request` takes it.

    Raises:
        GitHubUnavailable: the message says what to do next.
    """
    tried = f"read pull request #{number} of {path}"
    pull, issue = f"repos/{path}/pulls/{number}", f"repos/{path}/issues/{number}"
    return {
        "pull_request": api.one(pull, tried, _CHECK),
        "reviews": api.all(f"{pull}/reviews", tried, _CHECK),
        "review_comments": api.all(f"{pull}/comments", tried, _CHECK),
        "issue_comments": api.all(f"{issue}/comments", tried, _CHECK),
        "commits": api.all(f"{pull}/commits", tried, _CHECK),
        "diff": _diff_text(api.ask(*_DIFF, pull), tried),
    }


def _diff_text(answer: Answer, tried: str) -> str:
    """The diff, empty where GitHub finds it too large to send."""
    if answer.code == 0:
        return answer.out.decode("utf-8", "replace")
    status = status_of(answer)
    if status in (406, 422) or status >= 500:
        return ""
    raise refusal(answer, tried, _CHECK)

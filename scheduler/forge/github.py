"""What GitHub knows of a pull request, asked through its own command `gh`, which keeps the key."""

from __future__ import annotations

from typing import Any

from scheduler.forge.gh import Answer, GitHubUnavailable, Runner, refusal, run_gh, status_of
from scheduler.forge.github_api import GitHubApi, place

_DIFF = ("-H", "Accept: application/vnd.github.v3.diff")
_CHECK = "the number, --repository"


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
        host, path = place(repository, self._project)
        try:
            return _whole(GitHubApi(self._run, host), path, number)
        except GitHubUnavailable as error:
            if error.cause not in ("missing", "offline"):
                raise
            raise GitHubUnavailable(
                f"{error}, or give a saved pull request with --from", error.cause
            ) from error


def _whole(api: GitHubApi, path: str, number: int) -> dict[str, Any]:
    tried = f"read pull request #{number} of {path}"
    pull, issue = f"repos/{path}/pulls/{number}", f"repos/{path}/issues/{number}"
    return {
        "pull_request": api.one(pull, tried, _CHECK),
        "reviews": api.all(f"{pull}/reviews", tried, _CHECK),
        "review_comments": api.all(f"{pull}/comments", tried, _CHECK),
        "issue_comments": api.all(f"{issue}/comments", tried, _CHECK),
        "commits": api.all(f"{pull}/commits", tried, _CHECK),
        "diff": _difference(api.ask(*_DIFF, pull), tried),
    }


def _difference(answer: Answer, tried: str) -> str:
    """The difference, empty where GitHub finds it too large to show."""
    if answer.code == 0:
        return answer.out.decode("utf-8", "replace")
    status = status_of(answer)
    if status in (406, 422) or status >= 500:
        return ""
    raise refusal(answer, tried, _CHECK)

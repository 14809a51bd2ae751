"""Read pull requests from GitHub through its command `gh`, which holds the credentials."""

from __future__ import annotations

from typing import Any

from scheduler.forge.gh import Answer, GitHubUnavailable, Runner, refusal, run_gh, status_of
from scheduler.forge.github_api import GitHubApi, place

_DIFF = ("-H", "Accept: application/vnd.github.v3.diff")
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

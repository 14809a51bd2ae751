"""Create issues, draft pull requests and comments on GitHub, each only once.

Our texts begin with a marker, an HTML comment that is not displayed. GitHub's search lags and knows
only words, so lists are read first, search covers what they no longer show, and every match is
verified.
"""

from __future__ import annotations

import getpass
import hashlib
import re
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from blackboard.errors import NotAPullRequest
from blackboard.event import NewEvent
from blackboard.file_lock import FileLock
from lessonboard.parts.automation.forge.forge import Issue, PullRequest, State
from lessonboard.parts.automation.forge.gh import GitHubUnavailable, Runner, run_gh
from lessonboard.parts.automation.forge.github import whole_pull_request
from lessonboard.parts.automation.forge.github_api import GitHubApi, place
from lessonboard.parts.automation.forge.github_labels import usable
from lessonboard.parts.automation.pull_requests.pull_request import read_pull_request

LABEL = "automated"
_WORD = re.compile(r"[A-Za-z0-9]+(?:[-_.:][A-Za-z0-9]+)*")


class GitHubForge:
    """A repository on GitHub through `gh api`; implements
    `lessonboard.parts.automation.forge.forge.Forge`.
    """

    def __init__(
        self,
        project: str | None = None,
        repository: str | None = None,
        run: Runner = run_gh,
        locks: Path | None = None,
    ) -> None:
        """Choose a repository, without any request yet.

        Args:
            project: the sessions' project (`github.com/OWNER/NAME`), used without `repository`.
            repository: OWNER/NAME on the default host of `gh`, or HOST/OWNER/NAME.
            run: runs `gh`.
            locks: the folder of the lock file shared by this machine's processes.

        Raises:
            GitHubUnavailable: neither names a repository on GitHub.
        """
        host, self._path = place(repository, project)
        self._project = project if repository is None else None
        # GH_HOST must not redirect a github.com project to another server.
        host = host if repository is not None else "github.com"
        self._api = GitHubApi(run, host)
        self._lock = (locks or Path(tempfile.gettempdir())) / _lock_name(host, self._path)

    def find_issue(self, fingerprint: str) -> Issue | None:
        """The oldest issue, open or closed, with a fingerprint.

        Raises:
            GitHubUnavailable: the message says what to do next.
        """
        marked = mark("lessonboard", fingerprint)
        tried = f"look for issue {fingerprint} in {self._path}"
        for items in self._candidates(fingerprint, tried):
            found = [_issue(item, tried) for item in items if _is_issue(item, marked)]
            if found:
                return min(found)
        return None

    def create_issue(self, title: str, body: str, labels: Sequence[str], fingerprint: str) -> Issue:
        """Open an issue with a fingerprint, without the labels that cannot be created.

        Raises:
            GitHubUnavailable: the message says what to do next.
        """
        marked = mark("lessonboard", fingerprint)
        with self._locked():
            found = self.find_issue(fingerprint)
            if found is not None:
                return found
            tried = f"open an issue in {self._path}"
            kept = usable(self._api, self._path, labels)
            fields = {"title": title, "body": f"{marked}\n\n{body}", "labels": kept}
            sent = self._api.send(f"repos/{self._path}/issues", fields, tried)
            return self._close_duplicate(_issue(sent, tried), marked)

    def reopen_issue(self, number: int) -> None:
        """Open a closed issue again; an open one stays as it is.

        Raises:
            GitHubUnavailable: the message says what to do next.
        """
        tried = f"open issue #{number} of {self._path} again"
        fields = {"state": "open", "state_reason": "reopened"}
        self._api.send(f"repos/{self._path}/issues/{number}", fields, tried, "PATCH")

    def find_pull_request(self, branch: str) -> PullRequest | None:
        """A branch's pull request in any state, an open one first.

        Raises:
            GitHubUnavailable: the message says what to do next.
        """
        tried = f"look for a pull request of {branch} in {self._path}"
        head = f"{self._path.split('/')[0]}:{branch}"
        listed = self._api.all(f"repos/{self._path}/pulls?state=all&head={_quoted(head)}", tried)
        # GitHub ignores a head filter that it cannot parse, and forks may use the same name.
        ours = [_pull_request(pull, tried) for pull in listed if _is_head(pull, head)]
        return max(ours, key=lambda pull: (pull.state == "open", pull.number), default=None)

    def create_draft(self, title: str, body: str, branch: str, base: str) -> PullRequest:
        """Open a draft pull request from a pushed branch, never a pull request ready for review.

        Raises:
            GitHubUnavailable: the message says what to do next; the cause is `refused` if
                the repository has no drafts.
        """
        found = self.find_pull_request(branch)
        if found is not None:
            return found
        tried = f"open a draft pull request from {branch} in {self._path}"
        fields = {"title": title, "body": body, "head": branch, "base": base, "draft": True}
        try:
            created = self._api.send(f"repos/{self._path}/pulls", fields, tried)
        except GitHubUnavailable as error:
            return self._after_refusal(error, branch, tried)
        return _only_draft(_pull_request(created, tried), tried)

    def comment(self, number: int, body: str, key: str) -> None:
        """Comment on an issue or pull request, once per key.

        Raises:
            GitHubUnavailable: the message says what to do next.
        """
        marked = mark("lessonboard-comment", key)
        tried = f"comment on #{number} of {self._path}"
        comments = f"repos/{self._path}/issues/{number}/comments"
        with self._locked():
            listed = self._api.all(comments, tried, f"the number {number}")
            if not any(_carries(existing, marked) for existing in listed):
                self._api.send(comments, {"body": f"{marked}\n\n{body}"}, tried)

    def state_of(self, number: int) -> State:
        """What became of a pull request so far.

        Raises:
            GitHubUnavailable: the message says what to do next.
        """
        tried = f"look at pull request #{number} of {self._path}"
        found = self._api.one(f"repos/{self._path}/pulls/{number}", tried, f"the number {number}")
        return _pull_request(found, tried).state

    def is_reverted(self, number: int) -> bool:
        """Whether a later pull request was merged that says that it reverts this one.

        The button of GitHub writes `Reverts OWNER/NAME#NUMBER` into the body.

        Raises:
            GitHubUnavailable: the message says what to do next.
        """
        tried = f"look for a revert of #{number} of {self._path}"
        said = f"Reverts {self._path}#{number}"
        query = _quoted(f'repo:{self._path} is:pr is:merged in:body "{said}"')
        return any(_says(item, said) for item in self._searched(query, tried))

    def history_of(self, number: int) -> Sequence[NewEvent]:
        """All that GitHub knows of a pull request, as events.

        Raises:
            GitHubUnavailable: the message says what to do next.
        """
        try:
            whole = whole_pull_request(self._api, self._path, number)
            return read_pull_request(whole, self._project)
        except NotAPullRequest as error:
            raise GitHubUnavailable(
                f"could not read pull request #{number} of {self._path}: {error}"
            ) from error

    def _candidates(self, fingerprint: str, tried: str) -> Iterator[list[Any]]:
        """Lists of possible matches, from the surely current to those that may lag."""
        issues = f"repos/{self._path}/issues?state=all&sort=created"
        yield self._api.first_hundred(f"{issues}&direction=desc", tried)
        yield self._api.all(f"{issues}&direction=asc&labels={LABEL}", tried)
        query = _quoted(f"repo:{self._path} is:issue in:body {fingerprint}")
        yield self._searched(query, tried)

    def _searched(self, query: str, tried: str) -> list[Any]:
        try:
            return self._api.one(f"search/issues?per_page=100&q={query}", tried).get("items") or []
        except GitHubUnavailable as error:
            if error.status != 422:  # 422: too new or too private to be searched
                raise
            return []

    def _close_duplicate(self, created: Issue, marked: str) -> Issue:
        """Close the new issue if another machine created the same one a moment earlier."""
        tried = f"look for duplicates of issue #{created.number} of {self._path}"
        issues = f"repos/{self._path}/issues"
        recent = self._api.first_hundred(f"{issues}?state=all&sort=created&direction=desc", tried)
        first = min(
            [created, *(_issue(issue, tried) for issue in recent if _is_issue(issue, marked))]
        )
        if first.number != created.number:
            tried = f"close issue #{created.number} of {self._path}, a duplicate of #{first.number}"
            fields = {"state": "closed", "state_reason": "not_planned"}
            self._api.send(f"{issues}/{created.number}", fields, tried, "PATCH")
        return first

    def _after_refusal(self, error: GitHubUnavailable, branch: str, tried: str) -> PullRequest:
        """The existing pull request after a refused draft, or an error with a better reason."""
        if error.status == 422 and "already exists" in error.answer:
            found = self.find_pull_request(branch)
            if found is not None:
                return found
        if error.status == 422 and "draft" in error.answer.lower():
            raise GitHubUnavailable(
                f"could not {tried}: this repository has no drafts; open the pull request by hand",
                "refused",
                error.status,
            ) from error
        raise error

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Lock out this machine's other processes between looking and creating."""
        lock = FileLock(self._lock)
        try:
            with lock:
                yield
        finally:
            lock.close()


def mark(kind: str, key: str) -> str:
    """The marker line by which a text is found again.

    >>> mark("lessonboard", "0f3a")
    '<!-- lessonboard:0f3a -->'

    Raises:
        ValueError: the key could end the HTML comment, or search could not find it.
    """
    if not _WORD.fullmatch(key):
        raise ValueError(f"{key!r} cannot mark a text; use letters, digits and single -_.: between")
    return f"<!-- {kind}:{key} -->"


def _carries(item: Any, marked: str) -> bool:
    """Whether a text begins with the marker; further down it may be a quote."""
    return isinstance(item, dict) and str(item.get("body") or "").lstrip().startswith(marked)


def _says(item: Any, said: str) -> bool:
    """Whether a body has these words, and no longer number; search knows no punctuation."""
    body = str(item.get("body") or "") if isinstance(item, dict) else ""
    return re.search(rf"(?i){re.escape(said)}(?!\d)", body) is not None


def _is_issue(item: Any, marked: str) -> bool:
    """Whether an item is an issue with the marker; GitHub lists pull requests as issues too."""
    return _carries(item, marked) and not item.get("pull_request")


def _is_head(item: Any, head: str) -> bool:
    found = item.get("head") if isinstance(item, dict) else None
    label = str(found.get("label") or "") if isinstance(found, dict) else ""
    owner, _, branch = label.partition(":")
    wanted, _, name = head.partition(":")
    return (owner.lower(), branch) == (wanted.lower(), name)


def _issue(item: dict[str, Any], tried: str) -> Issue:
    number, url = _named(item, tried)
    return Issue(number, url, "closed" if item.get("state") == "closed" else "open")


def _pull_request(item: dict[str, Any], tried: str) -> PullRequest:
    number, url = _named(item, tried)
    state: State = "open"
    if item.get("state") == "closed":
        state = "merged" if item.get("merged_at") else "closed"
    return PullRequest(number, url, item.get("draft") is True, state)


def _named(item: dict[str, Any], tried: str) -> tuple[int, str]:
    number, url = item.get("number"), item.get("html_url")
    if not isinstance(number, int) or not isinstance(url, str):
        raise GitHubUnavailable(f"could not {tried}: the answer has no number and address")
    return number, url


def _only_draft(created: PullRequest, tried: str) -> PullRequest:
    if created.draft:
        return created
    raise GitHubUnavailable(
        f"could not {tried}: the server opened #{created.number}, which is not a draft; "
        f"convert it to a draft or close it at {created.url}"
    )


def _quoted(text: str) -> str:
    return quote(text, safe="")


def _lock_name(host: str | None, path: str) -> str:
    whose = f"{getpass.getuser()}\n{host or ''}\n{path.lower()}"
    return f"lessonboard-{hashlib.sha256(whose.encode()).hexdigest()[:16]}.lock"

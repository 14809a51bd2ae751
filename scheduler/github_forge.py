"""Issues, draft pull requests and comments on GitHub, each of them made once.

What was made is known by a mark on the first line of its text, an HTML comment that nobody sees.
GitHub's search lags and knows no marks, only words; so lists are read first, search is for what
they no longer show, and every find is checked.
"""

from __future__ import annotations

import getpass
import hashlib
import re
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

from blackboard.file_lock import FileLock
from scheduler.forge import Issue, PullRequest
from scheduler.gh import GitHubUnavailable, Runner, run_gh
from scheduler.github_api import GitHubApi, place
from scheduler.github_labels import usable

LABEL = "automated"
_WORD = re.compile(r"[A-Za-z0-9]+(?:[-_.:][A-Za-z0-9]+)*")


class GitHubForge:
    """A repository on GitHub, reached by `gh api`; fulfils `scheduler.forge.Forge`."""

    def __init__(
        self,
        project: str | None = None,
        repository: str | None = None,
        run: Runner = run_gh,
        locks: Path | None = None,
    ) -> None:
        """Name a repository; nothing is asked yet.

        Args:
            project: as sessions have it (`github.com/OWNER/NAME`), where no repository is named.
            repository: OWNER/NAME on the host that `gh` takes by itself, or HOST/OWNER/NAME.
            run: runs `gh`.
            locks: the folder of the file by which the processes of one machine take turns.

        Raises:
            GitHubUnavailable: neither names a repository on GitHub.
        """
        host, self._path = place(repository, project)
        # GH_HOST must not send what belongs to github.com to another server.
        host = host if repository is not None else "github.com"
        self._api = GitHubApi(run, host)
        self._lock = (locks or Path(tempfile.gettempdir())) / _lock_name(host, self._path)

    def find_issue(self, fingerprint: str) -> Issue | None:
        """The issue that carries a fingerprint, open or closed; the oldest of several.

        Raises:
            GitHubUnavailable: with what to do next.
        """
        marked = mark("lessonboard", fingerprint)
        tried = f"look for issue {fingerprint} in {self._path}"
        for items in self._candidates(fingerprint, tried):
            found = [_issue(each, tried) for each in items if _is_issue(each, marked)]
            if found:
                return min(found)
        return None

    def create_issue(self, title: str, body: str, labels: Sequence[str], fingerprint: str) -> Issue:
        """Open an issue that carries a fingerprint; labels that cannot be made are left out.

        Raises:
            GitHubUnavailable: with what to do next.
        """
        marked = mark("lessonboard", fingerprint)
        with self._turn():
            found = self.find_issue(fingerprint)
            if found is not None:
                return found
            tried = f"open an issue in {self._path}"
            kept = usable(self._api, self._path, labels)
            fields = {"title": title, "body": f"{marked}\n\n{body}", "labels": kept}
            sent = self._api.send(f"repos/{self._path}/issues", fields, tried)
            return self._give_way(_issue(sent, tried), marked)

    def find_pull_request(self, branch: str) -> PullRequest | None:
        """The pull request of a branch, in any state; an open one before others.

        Raises:
            GitHubUnavailable: with what to do next.
        """
        tried = f"look for a pull request of {branch} in {self._path}"
        head = f"{self._path.split('/')[0]}:{branch}"
        listed = self._api.all(f"repos/{self._path}/pulls?state=all&head={_quoted(head)}", tried)
        # A head that GitHub does not understand filters nothing, and forks may use the same name.
        ours = [_pull_request(each, tried) for each in listed if _is_head(each, head)]
        return max(ours, key=lambda each: (each.state == "open", each.number), default=None)

    def create_draft(self, title: str, body: str, branch: str, base: str) -> PullRequest:
        """Open a draft pull request from a branch that was pushed; never one that is no draft.

        Raises:
            GitHubUnavailable: with what to do next; the cause is `refused` where drafts are.
        """
        found = self.find_pull_request(branch)
        if found is not None:
            return found
        tried = f"open a draft pull request from {branch} in {self._path}"
        fields = {"title": title, "body": body, "head": branch, "base": base, "draft": True}
        try:
            made = self._api.send(f"repos/{self._path}/pulls", fields, tried)
        except GitHubUnavailable as error:
            return self._instead(error, branch, tried)
        return _only_draft(_pull_request(made, tried), tried)

    def comment(self, number: int, body: str, key: str) -> None:
        """Comment on an issue or pull request, once for each key.

        Raises:
            GitHubUnavailable: with what to do next.
        """
        marked = mark("lessonboard-comment", key)
        tried = f"comment on #{number} of {self._path}"
        comments = f"repos/{self._path}/issues/{number}/comments"
        with self._turn():
            listed = self._api.all(comments, tried, f"the number {number}")
            if not any(_carries(each, marked) for each in listed):
                self._api.send(comments, {"body": f"{marked}\n\n{body}"}, tried)

    def _candidates(self, fingerprint: str, tried: str) -> Iterator[list[Any]]:
        """Issues that may be the one, from what is surely up to date to what may lag."""
        issues = f"repos/{self._path}/issues?state=all&sort=created"
        yield self._api.first_hundred(f"{issues}&direction=desc", tried)
        yield self._api.all(f"{issues}&direction=asc&labels={LABEL}", tried)
        query = _quoted(f"repo:{self._path} is:issue in:body {fingerprint}")
        try:
            yield self._api.one(f"search/issues?per_page=100&q={query}", tried).get("items") or []
        except GitHubUnavailable as error:
            if error.status != 422:  # a repository that is too new, or too private, to be searched
                raise

    def _give_way(self, made: Issue, marked: str) -> Issue:
        """Close what was made where another machine has made the same a moment earlier."""
        tried = f"look for doubles of issue #{made.number} of {self._path}"
        issues = f"repos/{self._path}/issues"
        recent = self._api.first_hundred(f"{issues}?state=all&sort=created&direction=desc", tried)
        first = min([made, *(_issue(each, tried) for each in recent if _is_issue(each, marked))])
        if first.number != made.number:
            tried = f"close issue #{made.number} of {self._path}, a double of #{first.number}"
            fields = {"state": "closed", "state_reason": "not_planned"}
            self._api.send(f"{issues}/{made.number}", fields, tried, "PATCH")
        return first

    def _instead(self, error: GitHubUnavailable, branch: str, tried: str) -> PullRequest:
        """What there is where a draft was refused: that of another, or a better reason."""
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
    def _turn(self) -> Iterator[None]:
        """Looking and making are two requests; between them no other process here may make."""
        lock = FileLock(self._lock)
        try:
            with lock:
                yield
        finally:
            lock.close()


def mark(kind: str, key: str) -> str:
    """The first line of a text by which it is found again.

    >>> mark("lessonboard", "0f3a")
    '<!-- lessonboard:0f3a -->'

    Raises:
        ValueError: a key that could end the HTML comment, or that search could not find.
    """
    if not _WORD.fullmatch(key):
        raise ValueError(f"{key!r} cannot mark a text; use letters, digits and single -_.: between")
    return f"<!-- {kind}:{key} -->"


def _carries(item: Any, marked: str) -> bool:
    """Whether a text begins with a mark; further down it may be somebody's quote."""
    return isinstance(item, dict) and str(item.get("body") or "").lstrip().startswith(marked)


def _is_issue(item: Any, marked: str) -> bool:
    """Whether it is an issue with a mark; GitHub lists pull requests among the issues."""
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
    state: Literal["open", "closed", "merged"] = "open"
    if item.get("state") == "closed":
        state = "merged" if item.get("merged_at") else "closed"
    return PullRequest(number, url, item.get("draft") is True, state)


def _named(item: dict[str, Any], tried: str) -> tuple[int, str]:
    number, url = item.get("number"), item.get("html_url")
    if not isinstance(number, int) or not isinstance(url, str):
        raise GitHubUnavailable(f"could not {tried}: the answer has no number and address")
    return number, url


def _only_draft(made: PullRequest, tried: str) -> PullRequest:
    if made.draft:
        return made
    raise GitHubUnavailable(
        f"could not {tried}: the server opened #{made.number}, which is no draft; "
        f"convert it to a draft or close it at {made.url}"
    )


def _quoted(text: str) -> str:
    return quote(text, safe="")


def _lock_name(host: str | None, path: str) -> str:
    whose = f"{getpass.getuser()}\n{host or ''}\n{path.lower()}"
    return f"lessonboard-{hashlib.sha256(whose.encode()).hexdigest()[:16]}.lock"

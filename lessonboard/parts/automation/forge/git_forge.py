"""A forge of plain git: branches on a remote, issues and requests as Markdown files.

The push makes the branch; the request for it is a file that a person reads. What became of it is
read off the default branch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from blackboard.event import NewEvent
from blackboard.events.review import PrMerged, PrOpened
from blackboard.file_lock import FileLock
from blackboard.private_folder import make_private_folder
from lessonboard.parts.automation.forge.forge import ForgeUnavailable, Issue, PullRequest, State
from lessonboard.parts.automation.forge.github_forge import mark
from lessonboard.parts.automation.forge.quoting import one_line
from lessonboard.parts.automation.forge.request_files import Kind, RequestFile, RequestFiles
from lessonboard.parts.automation.git.merges import Merged, is_reverted, merged, tip_of
from lessonboard.parts.automation.git.worktree import GitFailed, Repository
from lessonboard.parts.automation.pull_requests.change import Change

ACTOR = "git"
_LONGEST_TITLE = 200


class GitForge:
    """The remote of a checkout and a folder of Markdown files; implements `Forge`.

    Args:
        repository: a checkout of the project.
        project: the project of the events.
        folder: where the files are.
    """

    def __init__(self, repository: Repository, project: str, folder: Path) -> None:
        self.repository = repository
        self._project = project
        self._files = RequestFiles(folder)

    def find_issue(self, fingerprint: str) -> Issue | None:
        """The issue with a fingerprint, open or closed."""
        mark("lessonboard", fingerprint)
        found = self._files.find(kind="issue", fingerprint=fingerprint)
        return _issue(found) if found else None

    def create_issue(self, title: str, body: str, labels: Sequence[str], fingerprint: str) -> Issue:
        """Write the file of an issue, unless there is one with its fingerprint."""
        with self._locked():
            found = self.find_issue(fingerprint)
            if found is not None:
                return found
            head = {"fingerprint": fingerprint, "state": "open", "labels": ", ".join(labels)}
            return _issue(self._files.add("issue", one_line(title, _LONGEST_TITLE), body, head))

    def reopen_issue(self, number: int) -> None:
        """Set the state of an issue's file to open."""
        with self._locked():
            self._files.change(self._numbered(number, "issue"), state="open")

    def find_pull_request(self, branch: str) -> PullRequest | None:
        """The request for a branch, in any state."""
        found = self._files.find(kind="pull-request", branch=branch)
        return self._pull_request(found) if found else None

    def create_draft(self, title: str, body: str, branch: str, base: str) -> PullRequest:
        """Write the file of a request for a pushed branch, unless there is one.

        Raises:
            ForgeUnavailable: the branch is not on the remote, which may be away.
        """
        with self._locked(), _as_ours():
            found = self._files.find(kind="pull-request", branch=branch)
            if found is None:
                tip = tip_of(self.repository, branch)
                if tip is None:
                    raise ForgeUnavailable(
                        f"could not ask for {branch}: the remote has no such branch; push it first",
                        "refused",
                    )
                head = {"branch": branch, "base": base, "head": tip, "state": "open",
                        "from": self.repository.fork_point(tip)}  # fmt: skip
                title = one_line(title, _LONGEST_TITLE)
                found = self._files.add("pull-request", title, body, head)
        return self._pull_request(found)

    def comment(self, number: int, body: str, key: str) -> None:
        """Add a comment to a file, once per key."""
        marked = mark("lessonboard-comment", key)
        with self._locked():
            file = self._numbered(number)
            begin = f"\n## Comment\n\n{marked}\n"  # a marker elsewhere may be a quote
            if begin not in file.text:
                self._files.change(file, f"{begin}\n{body.rstrip()}\n")

    def state_of(self, number: int) -> State:
        """Open, merged into the default branch, or closed: its branch is gone, and not merged."""
        return self._pull_request(self._numbered(number, "pull-request")).state

    def is_reverted(self, number: int) -> bool:
        """Whether a commit of the default branch reverts the merge, as `git revert` writes it."""
        with _as_ours():
            found = self._merged(self._numbered(number, "pull-request"))
            return found is not None and is_reverted(self.repository, found.commit)

    def history_of(self, number: int) -> Sequence[NewEvent]:
        """That it was opened, and how it was merged; git knows of no reviews."""
        file = self._numbered(number, "pull-request")
        change = Change(self._project, number, ACTOR)
        title = file.head.get("title", "")
        opened = PrOpened(
            number=number, title=title, branch=file.head["branch"], base=file.head["base"],
            url=file.url,
        )  # fmt: skip
        with _as_ours():
            found = self._merged(file)
        events = [change.event(opened, "")]
        if found is not None:
            payload = PrMerged(number=number, commit=found.commit)
            events.append(change.event(payload, "", found.at))
        return events

    def _pull_request(self, file: RequestFile) -> PullRequest:
        with _as_ours():
            state = self._state(file)
        return PullRequest(file.number, file.url, True, state)

    def _state(self, file: RequestFile) -> State:
        if file.head.get("state") == "closed":
            return "closed"
        if self._merged(file) is not None:
            return "merged"
        return "open" if tip_of(self.repository, file.head["branch"]) else "closed"

    def _merged(self, file: RequestFile) -> Merged | None:
        """How the branch came in, by its newest commit; a branch that is gone by its last known."""
        tip = tip_of(self.repository, file.head["branch"]) or file.head["head"]
        if tip != file.head["head"]:
            with self._locked():
                self._files.change(file, head=tip)
        return merged(self.repository, tip, file.head["from"])

    def _numbered(self, number: int, kind: Kind | None = None) -> RequestFile:
        file = self._files.numbered(number)
        if file is None or (kind and file.head.get("kind") != kind):
            raise ForgeUnavailable(
                f"there is no {kind or 'file'} #{number} in {self._files.folder}", "refused"
            )
        return file

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Lock out this machine's other processes between looking and writing."""
        make_private_folder(self._files.folder)
        lock = FileLock(self._files.folder / ".lock")
        try:
            with lock:
                yield
        finally:
            lock.close()


def _issue(file: RequestFile) -> Issue:
    return Issue(file.number, file.url, "closed" if file.head.get("state") == "closed" else "open")


@contextmanager
def _as_ours() -> Iterator[None]:
    """Failures of git as those of the forge."""
    try:
        yield
    except GitFailed as error:
        raise ForgeUnavailable(str(error), "offline" if error.passing else "refused") from error

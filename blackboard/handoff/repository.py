"""What a session did in the repository: branch, commits, pushes, pull requests; pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from blackboard.handoff.fact import Fact
from blackboard.handoff.steps import Call
from blackboard.handoff.words import as_name, lines

_COMMIT = re.compile(r"^\[(\S+)(?: \(root-commit\))? ([0-9a-f]{7,40})\] (.+)$", re.MULTILINE)
_PUSH = re.compile(
    r"^ *[ *+]? *(?:([0-9a-f]{7,}\.\.\.?[0-9a-f]{7,})|\[new (?:branch|tag)\]) +(\S+) -> (\S+)",
    re.MULTILINE,
)
_BRANCH = re.compile(
    r"^(?:On branch (\S+)|## (\S+?)(?:\.\.\.\S+)?(?: \[.*\])?"
    r"|Switched to (?:a new )?branch '(\S+)')$", re.MULTILINE,
)  # fmt: skip
_URL = re.compile(r"https://[\w./-]+/(?:pull|issues|merge_requests)/\d+")
_MAKES = re.compile(r"\bgh (?:pr|issue) (create|merge|close)\b|create_(?:pull_request|issue)")
_SHOWS_BRANCH = re.compile(r"\bgit (?:-\S+ )*(?:status|switch|checkout)\b")
_STATUS = re.compile(r"^(?:On branch |## |[ MADRU?]{2} \S)", re.MULTILINE)
_SUBJECT = re.compile(r"git commit\b.*? -\w*m\s+(?:\"\$\(cat <<\s*'?\w+'?\s*\n|[\"'])([^\n\"']+)")
_FADES = 0.93


def repository(calls: Sequence[Call]) -> Iterator[Fact]:
    """Commits, pushes and pull requests, last first, and the last status with its branch."""
    worth, known, branch = 66.0, set(), ""
    for call in reversed(calls):
        for each in done_in(call):
            label, words = each
            commit, on, name = label.partition(" on ")
            if on and name == branch:  # the newest commit names it
                label = commit
            branch = name or branch
            pushed, commits = label.partition(" (")[0], label.startswith("commit")
            what = "commit" if commits else pushed, words  # of several alike the last one
            if what in known:
                continue
            known.add(what)
            yield Fact("repository", call.position, worth, label, words)
            worth *= _FADES
    yield from _branch(calls)
    yield from _status(calls)


def done_in(call: Call) -> Iterator[tuple[str, str]]:
    """What a call did in the repository, as the product's words and those quoted."""
    if call.denied or (not call.line and call.kind != "mcp"):
        return
    commits = _COMMIT.findall(call.output)
    for branch, hash_, subject in reversed(commits):
        yield f"commit {hash_[:10]} on {as_name(branch)}", subject
    if not commits and not call.failed and (found := _SUBJECT.search(call.line)):
        yield "commit", found[1]
    if "git push" in call.line:
        for span, _, to in _PUSH.findall(call.output):
            yield f"pushed {as_name(to)}{f' ({span})' if span else ''}", ""
    if made := _MAKES.search(call.line or call.name):
        for url in dict.fromkeys(_URL.findall(call.output)):
            yield f"{made[1] or 'create'}d", url


def _branch(calls: Sequence[Call]) -> Iterator[Fact]:
    """The branch that was checked out last, as git printed it."""
    for call in reversed(calls):
        found = _BRANCH.findall(call.output) if _SHOWS_BRANCH.search(call.line) else []
        if found:
            name = next(filter(None, found[-1]))
            yield Fact("repository", call.position, 72, f"branch {as_name(name)}")
            return


def _status(calls: Sequence[Call]) -> Iterator[Fact]:
    for call in reversed(calls):
        found = _STATUS.search(call.output) if "git status" in call.line else None
        if found is not None:
            told = call.output[found.start() :].splitlines()
            words = lines("\n".join(each for each in told if not each.strip().startswith("(use")))
            yield Fact("repository", call.position, 45, "last git status", words)
            return

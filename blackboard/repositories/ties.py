"""What in an event ties two names of one repository to each other; pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from blackboard.repositories.remote import normalise_remote

SIGNS = ("git remote", "git clone", "git push", "repo clone", "worktree add")
"""A tool call without any of these ties nothing, and need not be looked at."""

_ELSEWHERE = re.compile(r"(?:^|[\s;&|(])(?:cd|pushd)\s|\s-C\s|--git-dir|--work-tree")
_REMOTE_LINE = re.compile(r"^origin\s+(\S+)\s+\((?:fetch|push)\)$", re.MULTILINE)
_PUSHED_TO = re.compile(r"^To (\S+)$", re.MULTILINE)
_MOVED = re.compile(r"repository moved\. Please use the new location:\s*(?:remote:\s*)?(\S+)")
_SET_URL = re.compile(r"git remote set-url origin\s+['\"]?([^\s'\";&|]+)")
_GET_URL = re.compile(r"git remote get-url origin\s*(?:$|[;&|])")
_CLONE = re.compile(r"\b(?:git|repo) clone\s+((?:--?\S+\s+)*)['\"]?([^\s'\";&|]+)['\"]?"
                    r"(?:\s+['\"]?([^\s'\";&|-][^\s'\";&|]*))?")  # fmt: skip
_WORKTREE = re.compile(
    r"\bgit worktree add\s+((?:-[fb]\s+\S+\s+|--\S+\s+)*)['\"]?([^\s'\";&|-]\S*)"
)
_OWNER_AND_NAME = re.compile(r"[\w.-]+/[\w.-]+")


class Tie(NamedTuple):
    """Two names that an event ties; `other` may be a path relative to the session's folder."""

    kind: str
    other: str


def of_call(payload: Mapping[str, Any]) -> list[Tie]:
    """The ties in a tool call that succeeded; none where it acted on another folder.

    >>> call = {"command": "git remote -v", "failed": False,
    ...         "output": "origin\\tgit@github.com:ada/app.git (fetch)"}
    >>> of_call(call)
    [Tie(kind='remote', other='github.com/ada/app')]
    """
    command = payload.get("command") or ""
    if payload.get("failed") or payload.get("denied") or not any(map(command.count, SIGNS)):
        return []
    if _ELSEWHERE.search(command):
        return []  # the shell's folder is unknown
    return list(dict.fromkeys(_of_command(command, str(payload.get("output") or ""))))


def _of_command(command: str, output: str) -> Iterator[Tie]:
    if "git clone" in command or "repo clone" in command:
        yield from _cloned(command)
        return  # a push or remote after it may be the clone's
    shown = _REMOTE_LINE.search(output) if "git remote" in command else None
    if shown is None and _GET_URL.search(command):
        shown = re.match(r"\s*(\S+)\s*$", output)
    pushed = _PUSHED_TO.search(output) if "git push" in command else None
    for kind, found in (
        ("remote", shown),
        ("remote", pushed),
        ("moved", _MOVED.search(output)),
        ("set-url", _SET_URL.search(command)),
    ):
        remote = normalise_remote(found[1]) if found else ""
        if "/" in remote:
            yield Tie(kind, remote)
    added = _WORKTREE.search(command)
    if added:
        yield Tie("worktree", added[2].strip("'\""))


def _cloned(command: str) -> Iterator[Tie]:
    """A clone as `folder remote`, where both are plain."""
    found = _CLONE.search(command)
    if not found:
        return
    url = found[2]
    if "repo clone" in command and _OWNER_AND_NAME.fullmatch(url):
        url = f"https://github.com/{url}"
    remote = normalise_remote(url)
    folder = found[3] or remote.rpartition("/")[2]
    if "/" in remote and folder and "$" not in folder:
        yield Tie("clone", f"{folder}\n{remote}")

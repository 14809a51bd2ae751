"""What a repository's objects hold, read by git without running anything that the repository names.

No hook, pager, filter, helper, credential, signature program or transport is run, nothing is
fetched, and neither the working tree nor the index is looked at.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from blackboard.errors import BoardError
from scheduler.secret_names import names_secret

_TIMEOUT = 60.0
_SETTINGS = (
    "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.quotePath=true",
    "core.attributesFile=/dev/null", "diff.external=", "log.showSignature=false",
    "log.mailmap=false", "protocol.allow=never", "maintenance.auto=false", "gc.auto=0",
    "submodule.recurse=false", "gpg.program=false", "gpg.ssh.program=false",
    "gpg.x509.program=false", "core.sshCommand=false", "core.pager=cat", "color.ui=false",
)  # fmt: skip
"""A repository's own settings lose against those of the command line."""

_QUIET = {
    "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1", "GIT_ALLOW_PROTOCOL": "", "GIT_PAGER": "cat",
    "GIT_EDITOR": "false", "GIT_ASKPASS": "false", "SSH_ASKPASS": "false", "LC_ALL": "C",
}  # fmt: skip
_APPROVED, _LOCAL = "refs/remotes/origin/HEAD", "HEAD"
_OF_ORIGIN = "refs/remotes/origin/"
_REGULAR = ("100644", "100755")


class CannotRead(BoardError):
    """Git could not read a repository."""


class Heads(NamedTuple):
    """The commits that count: of the remote's default branch, and of what is checked out.

    Attributes:
        approved: empty where no default branch is known.
        local: empty before the first commit.
    """

    approved: str
    local: str


class Entry(NamedTuple):
    """A file in a tree; `size` is -1 for what is none, or is not in this clone."""

    path: str
    object: str
    size: int


class Commit(NamedTuple):
    """Who wrote a commit, and when it was committed in seconds since 1970.

    Whether it has a signature is said; that is not verified.
    """

    id: str
    author: str
    at: int
    signed: bool


def git(folder: Path, *arguments: str, given: bytes = b"") -> bytes:
    """Run git so that it only reads, and return its output.

    Raises:
        CannotRead: it failed, or took longer than a minute.
    """
    settings = [word for each in _SETTINGS for word in ("-c", each)]
    words = ["git", "--no-pager", "-C", str(folder), *settings, *arguments]
    try:
        done = subprocess.run(words, input=given, env=_environment(), capture_output=True,
                              timeout=_TIMEOUT, check=False)  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise CannotRead(f"`git {arguments[0]}` took longer than {_TIMEOUT:.0f} s") from error
    except OSError as error:
        raise CannotRead(f"could not run git ({error.strerror}); install it") from error
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:] or ["no message"]
        if "promisor remote" in said[0]:
            raise CannotRead(f"{folder} is a partial clone that lacks files of lessons; `git pull` "
                             "brings them, and nothing is fetched without you")  # fmt: skip
        raise CannotRead(f"`git {arguments[0]}` failed in {folder}: {said[0][:300]}")
    return done.stdout


def heads(folder: Path) -> Heads:
    """The commits that count now, by one process."""
    asked = f"{_APPROVED}^{{commit}}\n{_LOCAL}^{{commit}}\n".encode()
    lines = git(folder, "cat-file", "--batch-check", given=asked).decode().splitlines()
    found = [words[0] if words[1:2] == ["commit"] else "" for words in map(str.split, lines)]
    approved, local = found
    return Heads(approved, local)


def default_branch(folder: Path) -> str:
    """The branch of `origin` that its HEAD names here; empty where it names none of them."""
    try:
        name = git(folder, "symbolic-ref", "-q", _APPROVED).decode("utf-8", "replace").strip()
    except CannotRead:
        return ""
    return name.removeprefix(_OF_ORIGIN) if name.startswith(_OF_ORIGIN) else ""


def is_ancestor(folder: Path, commit: str, later: str) -> bool:
    """Whether a commit is in the history of another one, as far as this clone has both."""
    if not commit or not later or commit == later:
        return not commit
    try:
        git(folder, "merge-base", "--is-ancestor", commit, later)
    except CannotRead:
        return False
    return True


def files_below(folder: Path, commit: str, place: str) -> list[Entry]:
    """The files of a commit below a place."""
    out = git(folder, "ls-tree", "-r", "-z", "-l", "--full-tree", commit, "--", f"{place}/")
    found = []
    for line in filter(None, out.split(b"\0")):
        about, _, path = line.partition(b"\t")
        mode, _, name, size = about.decode().split()
        is_file = mode in _REGULAR and size.isdigit()
        shown = path.decode("utf-8", "replace")
        found.append(Entry(shown, name, int(size) if is_file else -1))
    return found


def contents(folder: Path, objects: Sequence[str]) -> dict[str, bytes]:
    """What objects hold; those that are not in this clone are left out."""
    if not objects:
        return {}
    asked = "".join(f"{each}\n" for each in objects).encode()
    out, found, at = git(folder, "cat-file", "--batch", given=asked), {}, 0
    while at < len(out):
        end = out.index(b"\n", at)
        words = out[at:end].decode("utf-8", "replace").split()
        at = end + 1
        if words[-1].isdigit():
            found[words[0]] = out[at : at + int(words[-1])]
            at += int(words[-1]) + 1
    return found


def last_changes(
    folder: Path, commits: Sequence[str], places: Sequence[str]
) -> dict[str, str]:  # fmt: skip
    """The newest commit that changed each file of some places, of those that `commits` select."""
    out = git(folder, "log", "-c", "--name-only", "--no-renames", "--no-ext-diff", "--no-textconv",
              "--no-show-signature", "--format=%x00%H", *commits, "--", *places)  # fmt: skip
    found: dict[str, str] = {}
    commit = ""
    for line in out.decode("utf-8", "replace").split("\n"):
        if line.startswith("\0"):
            commit = line[1:]
        elif line:
            found.setdefault(line, commit)
    return found


def commits(folder: Path, names: Iterable[str]) -> dict[str, Commit]:
    """Who made these commits; those that are not in this clone are left out."""
    found = contents(folder, sorted(set(names)))
    return {name: _commit(name, raw) for name, raw in found.items()}


def _commit(name: str, raw: bytes) -> Commit:
    header = raw.partition(b"\n\n")[0].decode("utf-8", "replace").split("\n")
    fields = {key: value for key, _, value in (line.partition(" ") for line in reversed(header))}
    who = fields.get("author", "").rpartition("> ")[0]
    seconds = fields.get("committer", "").rpartition("> ")[2].partition(" ")[0]
    at = int(seconds) if seconds.isdecimal() and len(seconds) <= len("99999999999") else 0
    is_signed = "gpgsig" in fields or "gpgsig-sha256" in fields
    return Commit(name, who.partition(" <")[0], at, is_signed)


def _environment() -> dict[str, str]:
    """The variables of this process without secrets, and those that say where git looks."""
    kept: Iterator[tuple[str, str]] = (
        (name, value) for name, value in os.environ.items()
        if not name.startswith("GIT_") and not names_secret(name)
    )  # fmt: skip
    return {**dict(kept), **_QUIET}

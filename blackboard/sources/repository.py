"""Which project a folder belongs to: its remote, else the repository's folder, else itself.

Git's files are read without running git, for this is also asked on every call of a hook; that is
also why neither `re` nor `pathlib` is used. Their layout:
https://git-scm.com/docs/gitrepository-layout.
"""

from __future__ import annotations

import os.path
from functools import lru_cache

from blackboard.repositories.remote import normalise_remote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_WORKTREES = ("/.claude/", "/.codex/", "/.entire/", "/.worktrees/")


def in_repository(folder: str) -> bool:
    """Whether a folder on this machine is inside a repository."""
    return any(os.path.exists(os.path.join(place, ".git")) for place in _upwards(folder))


@lru_cache(maxsize=4096)
def project_of(folder: str) -> str:
    """The project that a folder belongs to, as `github.com/owner/name` or as a path.

    A folder that is not on this machine (a transcript from elsewhere) is returned as it is,
    without the part that names a worktree.
    """
    cleaned = folder.replace("\\", "/").rstrip("/") or "/"
    try:
        for place in _upwards(cleaned):
            git = _git_folder(os.path.join(place, ".git"))
            if git is not None:
                return normalise_remote(_remote(git) or "") or _main_folder(place, git)
    except (OSError, ValueError):
        pass  # a folder that may not be read is returned as it is
    found = [at for at in map(cleaned.find, _WORKTREES) if at >= 0]
    return cleaned[: min(found)] if found else cleaned


def repository_of(folder: str, *, port: bool = False) -> tuple[str, str, dict[str, str]] | None:
    """The repository that a folder is in: its root, its git folder, its remotes, normalised.

    None outside of any, or where it cannot be read. See `normalise_remote` about ports.
    """
    try:
        for place in _upwards(folder.replace("\\", "/").rstrip("/") or "/"):
            git = _git_folder(os.path.join(place, ".git"))
            if git is not None:
                found = ((name, normalise_remote(url, port=port))
                         for name, url in _remotes(git).items())  # fmt: skip
                remotes = {name: remote for name, remote in found if remote}
                return place, os.path.realpath(git), remotes
    except (OSError, ValueError):
        pass  # a folder that may not be looked into, or a `.git` that is none
    return None


def made_of(git: str) -> str:
    """What distinguishes a git folder from another one at its place; empty where there is none.

    Its inode, which a later folder may be given, and that of a file that git writes once, with the
    time at which that was last changed, which no archive can set.
    """
    found = ""
    try:
        found = str(os.stat(git).st_ino)
        about = os.stat(os.path.join(git, "description"))
    except OSError:
        return found  # a template of one's own may have no description
    return f"{found} {about.st_ino} {about.st_ctime_ns}"


def checkouts_of(git: str) -> Iterator[str]:
    """The folders in which a git folder may be checked out: its own one, and its worktrees."""
    if os.path.basename(git) == ".git":
        yield os.path.dirname(git)
    try:
        with os.scandir(os.path.join(git, "worktrees")) as worktrees:
            for each in worktrees:
                link = os.path.join(each.path, _read(os.path.join(each.path, "gitdir")).strip())
                yield os.path.dirname(os.path.normpath(link))
    except OSError:
        return


def branch_of(folder: str) -> str | None:
    """The branch that is checked out in a folder; None outside of a repository or on no branch."""
    try:
        for place in _upwards(folder):
            git = os.path.join(place, ".git")
            if os.path.isfile(git):
                git = os.path.join(place, _read(git).removeprefix("gitdir:").strip())
            if os.path.isdir(git):
                head = _read(os.path.join(git, "HEAD")).strip()
                name = head.removeprefix("ref: refs/heads/")
                return name if name != head else None
    except (OSError, ValueError):
        pass
    return None


def _upwards(folder: str) -> Iterator[str]:
    """A folder and all folders above it."""
    while True:
        yield folder
        above = os.path.dirname(folder)
        if above == folder:
            return
        folder = above


def _git_folder(place: str) -> str | None:
    """The folder that holds a repository's configuration, shared by its worktrees."""
    if os.path.isdir(place):
        return place
    if not os.path.isfile(place):
        return None
    pointer = _read(place).removeprefix("gitdir:").strip()
    git = os.path.realpath(os.path.join(os.path.dirname(place), pointer))
    common = os.path.join(git, "commondir")
    if os.path.isfile(common):
        return os.path.realpath(os.path.join(git, _read(common).strip()))
    return git


def _remote(git: str) -> str | None:
    """The address of `origin`, or of the first remote that there is."""
    remotes = _remotes(git)
    return remotes.get("origin") or next(iter(remotes.values()), None)


def _remotes(git: str) -> dict[str, str]:
    """The addresses of all remotes by their names."""
    config = os.path.join(git, "config")
    remotes: dict[str, str] = {}
    name = None
    for line in map(str.strip, _read(config).splitlines() if os.path.isfile(config) else ()):
        if line.startswith("["):
            name = line[9:].partition('"')[0] if line.startswith('[remote "') else None
        key, sign, value = line.partition("=")
        if name and sign and key.strip().lower() == "url" and value.strip():
            remotes[name] = value.split()[0].strip('"')
    return remotes


def _main_folder(place: str, git: str) -> str:
    return os.path.dirname(git) if os.path.basename(git) == ".git" else place


def _read(path: str) -> str:
    with open(path, errors="replace") as file:
        return file.read()

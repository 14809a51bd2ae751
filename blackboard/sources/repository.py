"""Which project a folder belongs to: its remote, else the repository's folder, else itself.

Git's files are read without running git, for this is also asked on every call of a hook.
Their layout: https://git-scm.com/docs/gitrepository-layout.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

_REMOTE = re.compile(r'\[remote "([^"]+)"\][^\[]*?url\s*=\s*(\S+)', re.DOTALL)
_SCP = re.compile(r"^(?:[\w.-]+@)?([\w.-]+):(?!//)(.+)$")
_URL = re.compile(r"^\w[\w+.-]*://(?:[^/@]*@)?([^/:]+)(?::\d+)?/(.+)$")
_WORKTREE = re.compile(r"/\.(?:claude|codex|entire|worktrees)/(?:worktrees/)?.*$|/\.worktrees/.*$")


def in_repository(folder: str) -> bool:
    """Whether a folder on this machine is inside a repository."""
    start = Path(folder)
    return any((place / ".git").exists() for place in (start, *start.parents))


@lru_cache(maxsize=4096)
def project_of(folder: str) -> str:
    """The project that a folder belongs to, as `github.com/owner/name` or as a path.

    A folder that is not on this machine (a transcript from elsewhere) stands for itself,
    without the part that names a worktree.
    """
    cleaned = folder.replace("\\", "/").rstrip("/") or "/"
    start = Path(cleaned)
    try:
        for place in (start, *start.parents):
            git = _git_folder(place / ".git")
            if git is not None:
                remote = _remote(git)
                return normalise_remote(remote or "") or str(_main_folder(place, git))
    except OSError:
        pass  # a folder that may not be looked into stands for itself
    return _WORKTREE.sub("", cleaned)


def normalise_remote(url: str) -> str:
    """A remote without protocol, credentials and ending, so that all its spellings are one.

    Empty when it names no repository.

    >>> normalise_remote("git@github.com:owner/name.git")
    'github.com/owner/name'
    >>> normalise_remote("https://user:token@github.com/Owner/name/")
    'github.com/Owner/name'
    """
    found = _URL.match(url) or _SCP.match(url)
    host, path = (found[1].lower(), found[2]) if found else ("", url)
    path = path.strip("/").removesuffix(".git")
    if not path.rsplit("/", 1)[-1].strip("."):
        return ""  # such as https://github.com/..git: somebody's configuration is broken
    return f"{host}/{path}" if host else path


def _git_folder(place: Path) -> Path | None:
    """The folder that holds a repository's configuration, shared by its worktrees."""
    if place.is_dir():
        return place
    if not place.is_file():
        return None
    pointer = place.read_text(errors="replace").removeprefix("gitdir:").strip()
    git = (place.parent / pointer).resolve()
    common = git / "commondir"
    return (git / common.read_text().strip()).resolve() if common.is_file() else git


def _remote(git: Path) -> str | None:
    config = git / "config"
    if not config.is_file():
        return None
    remotes = dict(_REMOTE.findall(config.read_text(errors="replace")))
    return remotes.get("origin") or next(iter(remotes.values()), None)


def _main_folder(place: Path, git: Path) -> Path:
    return git.parent if git.name == ".git" else place

"""The files of a repository for checks: never outside of it, never large or binary.

Git is not run, so no hooks or filters of the repository run either.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path, PurePosixPath

from blackboard.errors import BoardError
from reflect.freshness.span import is_inside, split

MOST_BYTES = 2_000_000
_MOST_FILES = 50_000
_MOST_NAMESAKES = 40
_MOST_KEPT = 64
_IGNORED = frozenset(
    ".git .hg .svn node_modules .venv venv __pycache__ .tox .mypy_cache .ruff_cache".split()
)


class NoFolder(BoardError):
    """The folder to check does not exist."""


class Unreadable(BoardError):
    """A file cannot be judged: it is outside the repository, too large, or not text."""


class Tree:
    """The files below a folder of a repository; caches what it read, so create one per check.

    Args:
        folder: any folder of the repository; paths may be relative to it or to the repository.

    Raises:
        NoFolder: the folder does not exist.
    """

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise NoFolder(f"could not check {folder}: there is no such folder here")
        self._folder = folder.resolve()
        self._root = _top(self._folder)
        self._lines = lru_cache(maxsize=_MOST_KEPT)(self._read)
        self._walked: list[str] | None = None

    @property
    def is_empty(self) -> bool:
        """Whether there is no file at all, as in a bare clone or during a checkout."""
        return next(_walk(self._root), None) is None

    def find(self, path: str) -> list[str]:
        """The files that a path may refer to, relative to the repository; empty if it does not
        exist.

        Raises:
            Unreadable: the path leads out of the repository.
        """
        if not is_inside(path):
            raise Unreadable(f"could not look for {path}: it leads out of the repository")
        candidates = dict.fromkeys(base / path for base in (self._root, self._folder))
        existing = [
            candidate
            for candidate in candidates
            if os.path.lexists(candidate) and not candidate.is_dir()
        ]
        return [self._inside(place, path) for place in existing]

    def lines(self, path: str) -> list[str]:
        """The lines of a file from `find` or `namesakes`.

        Raises:
            Unreadable: it is not text, too large, or outside the repository.
        """
        return self._lines(path)

    def namesakes(self, path: str) -> list[str]:
        """The files that a missing file may have become, the best matches first.

        They have its name, or its suffix and folder.
        """
        wanted = PurePosixPath(path)
        by_similarity: tuple[list[str], ...] = ([], [], [])
        for file in self._files():
            place = PurePosixPath(file)
            if file.endswith(f"/{path}"):
                by_similarity[0].append(file)
            elif place.name == wanted.name:
                by_similarity[1].append(file)
            elif (place.parent, place.suffix) == (wanted.parent, wanted.suffix):
                by_similarity[2].append(file)
        return [match for group in by_similarity for match in group][:_MOST_NAMESAKES]

    def _files(self) -> list[str]:
        if self._walked is None:
            self._walked = list(_walk(self._root))
        return self._walked

    def _inside(self, place: Path, path: str) -> str:
        """The path relative to the root, unless a link leads out of the repository."""
        try:
            real = place.resolve(strict=True)
        except (OSError, RuntimeError) as error:  # a dangling or circular link
            raise Unreadable(f"could not follow {path}: {type(error).__name__}") from error
        if not real.is_relative_to(self._root):
            raise Unreadable(f"could not read {path}: a link leads it out of the repository")
        return place.relative_to(self._root).as_posix()

    def _read(self, path: str) -> list[str]:
        self._inside(self._root / path, path)
        try:
            data = _bytes_of((self._root / path).resolve(strict=True))
        except OSError as error:
            raise Unreadable(f"could not read {path}: {error.strerror}") from error
        if len(data) > MOST_BYTES or b"\0" in data:
            raise Unreadable(f"{path} is too large to be looked into, or no text")
        return split(data.decode("utf-8", "replace"))


def _bytes_of(real: Path) -> bytes:
    """A regular file's content, up to one byte over the limit."""
    flags = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    with os.fdopen(os.open(real, os.O_RDONLY | flags), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(0, "it is no file")
        return file.read(MOST_BYTES + 1)


def _top(folder: Path) -> Path:
    """The repository's root; a folder outside any repository is its own root."""
    return next(
        (parent for parent in (folder, *folder.parents) if (parent / ".git").exists()), folder
    )


def _walk(root: Path) -> Iterator[str]:
    """Files below a root in a fixed order, without nested repositories."""
    seen = 0
    for place, folders, names in os.walk(root):
        folders[:] = sorted(
            folder
            for folder in folders
            if folder not in _IGNORED and not os.path.lexists(Path(place, folder, ".git"))
        )
        for name in sorted(names):
            if name in _IGNORED:
                continue  # the file `.git` of a worktree
            yield Path(place, name).relative_to(root).as_posix()
            seen += 1
            if seen >= _MOST_FILES:
                return

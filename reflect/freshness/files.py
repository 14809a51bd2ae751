"""The files of a repository, as checks see them: never outside of it, never large or binary ones.

No git is run, so none of a repository's hooks and filters is either.
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
_PASSED_OVER = frozenset(
    ".git .hg .svn node_modules .venv venv __pycache__ .tox .mypy_cache .ruff_cache".split()
)


class NoFolder(BoardError):
    """The folder in which files are to be looked for is not there."""


class Unreadable(BoardError):
    """A file is there, or may be, and cannot be judged: outside, too large, or no text."""


class Tree:
    """The files below a folder of a repository; made for one check, for it remembers what it saw.

    Args:
        folder: any folder of the repository; paths may be relative to it or to the repository.

    Raises:
        NoFolder: there is no such folder.
    """

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise NoFolder(f"could not look into {folder}: there is no such folder here")
        self._folder = folder.resolve()
        self._root = _top(self._folder)
        self._lines = lru_cache(maxsize=_MOST_KEPT)(self._read)
        self._walked: list[str] | None = None

    @property
    def is_empty(self) -> bool:
        """Whether it holds no file at all, as a bare clone or one that is being made."""
        return next(_walk(self._root), None) is None

    def find(self, path: str) -> list[str]:
        """The files that a path may mean, relative to the repository; none when it is not there.

        Raises:
            Unreadable: the path leads out of the repository.
        """
        if not is_inside(path):
            raise Unreadable(f"could not look for {path}: it leads out of the repository")
        places = dict.fromkeys(base / path for base in (self._root, self._folder))
        there = [each for each in places if os.path.lexists(each) and not each.is_dir()]
        return [self._inside(place, path) for place in there]

    def lines(self, path: str) -> list[str]:
        """The lines of a file that `find` or `namesakes` gave.

        Raises:
            Unreadable: it is no text, is too large, or leads out of the repository.
        """
        return self._lines(path)

    def namesakes(self, path: str) -> list[str]:
        """The files that a missing one may have become, those that still end so first.

        They have its name, or are of its kind and in its folder.
        """
        wanted = PurePosixPath(path)
        found: tuple[list[str], ...] = ([], [], [])
        for each in self._files():
            place = PurePosixPath(each)
            if each.endswith(f"/{path}"):
                found[0].append(each)
            elif place.name == wanted.name:
                found[1].append(each)
            elif (place.parent, place.suffix) == (wanted.parent, wanted.suffix):
                found[2].append(each)
        return [each for kind in found for each in kind][:_MOST_NAMESAKES]

    def _files(self) -> list[str]:
        if self._walked is None:
            self._walked = list(_walk(self._root))
        return self._walked

    def _inside(self, place: Path, path: str) -> str:
        """The path of a file relative to the root, if links do not lead it away."""
        try:
            real = place.resolve(strict=True)
        except (OSError, RuntimeError) as error:  # a link to nowhere, or in a circle
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
    """What a regular file holds, up to one byte more than is judged."""
    nowhere_else = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    with os.fdopen(os.open(real, os.O_RDONLY | nowhere_else), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(0, "it is no file")
        return file.read(MOST_BYTES + 1)


def _top(folder: Path) -> Path:
    """The folder that holds the repository; a folder in none stands for itself."""
    return next((each for each in (folder, *folder.parents) if (each / ".git").exists()), folder)


def _walk(root: Path) -> Iterator[str]:
    """Files below a root, in a fixed order; repositories inside it are others' business."""
    seen = 0
    for place, folders, names in os.walk(root):
        folders[:] = sorted(
            each
            for each in folders
            if each not in _PASSED_OVER and not os.path.lexists(Path(place, each, ".git"))
        )
        for name in sorted(names):
            if name in _PASSED_OVER:
                continue  # the file `.git` of a worktree
            yield Path(place, name).relative_to(root).as_posix()
            seen += 1
            if seen >= _MOST_FILES:
                return

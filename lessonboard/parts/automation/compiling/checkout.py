"""The files of a checkout as kinds of checks read them: regular, in git's folder, and not large."""

from __future__ import annotations

import os
import stat
from pathlib import Path, PurePosixPath

from lessonboard.parts.automation.compiling.kind import Unfit
from scheduler.git.command import run_git

_LARGEST = 1_000_000
_MOST_FILES = 5_000


class Checkout:
    """A folder with a repository's files; implements `Files`."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def read(self, path: str) -> str | None:
        """See `Files.read`."""
        require_inside(path)
        for part in (*reversed(PurePosixPath(path).parents), PurePosixPath(path)):
            if (self.root / part).is_symlink() and str(part) != ".":
                raise Unfit(f"{part} is a symbolic link")
        try:
            raw = _bytes_of(self.root / path)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise Unfit(f"{path} could not be read: {error.strerror or error}") from error
        if len(raw) > _LARGEST:
            raise Unfit(f"{path} is larger than {_LARGEST // 1_000_000} MB")
        try:
            text = raw.decode()
        except UnicodeDecodeError as error:
            raise Unfit(f"{path} is no UTF-8 text") from error
        if "\0" in text:
            raise Unfit(f"{path} is no text")
        return text

    def tracked(self, pattern: str) -> list[str]:
        """See `Files.tracked`."""
        listed = run_git(self.root, "ls-files", "-z", "--", pattern)
        return [path for path in listed.split("\0") if path][:_MOST_FILES]


def require_inside(path: str) -> None:
    """Refuse a path that leads out of a repository, into git's own folder, or needs quoting.

    Raises:
        Unfit: it does.
    """
    parts = path.split("/")
    is_plain = path.isprintable() and not set(path) & set('\\"')
    if not is_plain or not all(parts) or {".", ".."} & set(parts) or parts[0].lower() == ".git":
        raise Unfit(f"{path!r} is no plain path of a file in the repository")


def _bytes_of(path: Path) -> bytes:
    """A regular file's content, up to one byte over the limit."""
    flags = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    with os.fdopen(os.open(path, os.O_RDONLY | flags), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(0, "it is no file")
        return file.read(_LARGEST + 1)

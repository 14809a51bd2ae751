"""The folder of lessons in a working tree: what a person writes there to commit it themselves.

Files are written whole or not at all, and nothing outside of the folder is touched. No link is
followed, so that a repository cannot have a file elsewhere written.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from blackboard.errors import BoardError
from blackboard.repositories.lesson_folder import FOLDER, README
from lessonboard.parts.team.sharing.lesson_file import ID, MOST_BYTES, WrongFile, parse

ABOUT = """\
# Lessons for coding agents

One file a lesson, called `ID.md`. A pull request is its review: what the default branch holds is
approved, a deleted file is withdrawn. `lessonboard team trust` shows them to the agents of a
person who wants that; `lessonboard team share LESSON` writes one from a board.

    ---
    id: seed-first
    kind: tooling
    since: 2026-11-20
    evidence: 4
    symptom: "`make test` finds no rows"
    commands:
      - "make test"
    ---
    Run `make seed` before `make test`.

    The tables of a new checkout are empty.

Of the header `id` alone is needed. `commands`, `paths` and `errors` say when the lesson is shown:
a command is a program with its subcommand or target, such as `git push`, `npm run build` or
`pytest`, and comes up whatever options and arguments it has. `make` or `git` alone says nothing.
`severity` is low, medium or high, `phase` implement, review, rework or merge-fix. The first
paragraph is the lesson, in one sentence; what follows is the reason. No secrets: git keeps history.
"""


class CannotWrite(BoardError):
    """A lesson could not be written into a working tree."""


def has_folder(top: Path) -> bool:
    """Whether a working tree has the folder, as a folder of its own."""
    return _is_own_folder(top / FOLDER.partition("/")[0]) and _is_own_folder(top / FOLDER)


def make(top: Path) -> bool:
    """Make the folder with a page about it; returns whether anything was made.

    Raises:
        CannotWrite: something else is there, or it cannot be written.
    """
    for place in (top / FOLDER.partition("/")[0], top / FOLDER):
        try:
            place.mkdir(exist_ok=True)
        except OSError as error:
            raise CannotWrite(f"could not make {place}: {error.strerror}") from error
        if not _is_own_folder(place):
            raise CannotWrite(f"could not write below {place}: it is a link; make it a folder")
    about = top / FOLDER / README
    if os.path.lexists(about):
        return False
    write(about, ABOUT.encode())
    return True


def files(top: Path) -> dict[str, Path]:
    """The files of the folder that are lessons, by their ids."""
    found: dict[str, Path] = {}
    for path in sorted((top / FOLDER).glob("*.md")) if has_folder(top) else ():
        if not re.fullmatch(rf"{ID}\.md", path.name):
            continue  # git's reader refuses it, too, and it could steer a terminal or a shell
        content = content_of(path)
        with contextlib.suppress(WrongFile):
            name = parse(content).lesson.id
            if name not in found or path.name == f"{name}.md":
                found[name] = path
    return found


def path_for(top: Path, name: str) -> Path:
    """Where a lesson is written: its file, if it has one under any name.

    Raises:
        CannotWrite: there is no folder, or another file has that name.
    """
    if not has_folder(top):
        raise CannotWrite(f"{top} has no folder {FOLDER}; `lessonboard team init` makes it")
    if known := files(top).get(name):
        return known
    path = top / FOLDER / f"{name}.md"
    if os.path.lexists(path):
        raise CannotWrite(f"could not write {path}: a file that is not this lesson is there")
    return path


def write(path: Path, content: bytes) -> None:
    """Write a file of the folder, whole or not at all.

    Raises:
        CannotWrite: it is a link or no file, or cannot be written.
    """
    _ensure_file(path)
    try:
        with _beside(path) as file:
            os.write(file, content)
            os.fsync(file)
    except OSError as error:
        raise CannotWrite(f"could not write {path}: {error.strerror}") from error


def remove(path: Path) -> None:
    """Delete a file of the folder.

    Raises:
        CannotWrite: it is a link or no file, or cannot be deleted.
    """
    _ensure_file(path)
    try:
        path.unlink()
    except OSError as error:
        raise CannotWrite(f"could not delete {path}: {error.strerror}") from error


def _is_own_folder(place: Path) -> bool:
    try:
        return stat.S_ISDIR(place.lstat().st_mode)
    except OSError:
        return False


def _ensure_file(path: Path) -> None:
    try:
        found = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISREG(found):
        raise CannotWrite(f"could not write {path}: it is a link or no file")


@contextlib.contextmanager
def _beside(path: Path) -> Iterator[int]:
    """A file that takes the place of another once it is whole."""
    descriptor, new = tempfile.mkstemp(prefix=".", suffix=".new", dir=path.parent)
    try:
        yield descriptor
        os.fchmod(descriptor, 0o644)
        Path(new).replace(path)
    except BaseException:
        Path(new).unlink()
        raise
    finally:
        os.close(descriptor)


def content_of(path: Path) -> bytes:
    """The beginning of a file, as far as a lesson may be long; empty where there is none."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return b""
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return b""
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return file.read(MOST_BYTES + 1)
    finally:
        os.close(descriptor)

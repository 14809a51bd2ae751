"""A folder as a place to exchange, such as a git repository or a share: one file per board.

Each board only adds lines to its own file, so that merging never conflicts. A line is an event
with its digest over the line before, so that a file that was changed, cut, or rewritten is
found out (`shared_file.py`). Whose file it is says its name, and its lines are signed for that
name. What is wrong with one file does not keep the others from being read.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from blackboard import atomic_file
from blackboard.errors import BoardError
from blackboard.event import Event
from blackboard.events.team import PERSON
from blackboard.file_lock import FileLock
from lessonboard.parts.team.sharing import shared_file
from lessonboard.parts.team.sharing.place import Received
from lessonboard.parts.team.sharing.shared_file import Altered, Line
from lessonboard.parts.team.sharing.signing import Signer

_NAME = re.compile(rf"(?P<author>{PERSON})\.(?P<board>[0-9a-f]{{8}})\.jsonl")
_PATIENCE = 10.0
_MOST_FILES = 1_000


class Known(NamedTuple):
    """What a board remembers of a file: how many lines it had, and the digest of the last."""

    lines: int = 0
    mark: int = 0


class FolderPlace:
    """Exchange through the files of a folder.

    Args:
        folder: where they are.
        signer: who signs with one's own name there.
        board: what distinguishes one's own boards, such as the id of the event of joining.
        lock: a file of one's own that keeps two of one's processes from writing concurrently.
        known: what is remembered of a file, by its name.
        remember: called with a file's name and what to remember of it.
    """

    def __init__(
        self,
        folder: Path,
        signer: Signer,
        board: str,
        lock: Path,
        known: Callable[[str], Known] = lambda _name: Known(),
        remember: Callable[[str, Known], None] = lambda _name, _known: None,
    ) -> None:
        self.name = str(folder)
        self.keeps_all = False
        self.problems: list[str] = []
        self._folder = folder
        self._signer = signer
        self._board = board
        self._lock = lock
        self._known = known
        self._remember = remember

    def send(self, events: Iterable[Event]) -> int:
        """See `Place.send`."""
        with self._writing():
            path, lines = self._own_file()
            there = {line["id"] for line in lines}
            fresh = shared_file.continued(
                lines, [each for each in events if each.id not in there],
                lambda line: shared_file.signed(line, self._signer, path.name),
            )  # fmt: skip
            shared_file.add(path, fresh)
            self._remember(path.name, _known([*lines, *fresh]))
        return len(fresh)

    def received(self, after: int) -> Iterator[Received]:
        """See `Place.received`; all of it each time, for files may come in any order."""
        self._refuse_lost()
        self.problems = []
        own = {self._path(number).name for number in range(_MOST_FILES)}
        files = sorted(self._folder.glob("*.jsonl"))
        if len(files) > _MOST_FILES:
            self.problems.append(f"{self._folder}: it holds {len(files)} files, of which the first "
                                 f"{_MOST_FILES} were read")  # fmt: skip
        for path in files[:_MOST_FILES]:
            found = _NAME.fullmatch(path.name)
            if found is None or path.name in own:
                continue
            try:
                lines = shared_file.read(path)
                self._refuse_older(path, lines)
                keys = shared_file.signers(lines, path, found["author"])
            except Altered as error:
                self.problems.append(f"{found['author']}: {error}")
                continue
            for line, key in zip(lines, keys, strict=True):
                is_gone = line["payload"] is None
                by = shared_file.eraser(line, path, found["author"]) if is_gone else key
                yield Received(found["author"], shared_file.event_of(line), 0, by)
            self._remember(path.name, _known(lines))

    def has(self, event_ids: Collection[str]) -> set[str]:
        """See `Place.has`."""
        wanted = set(event_ids)
        return {line["id"] for _, lines in self._own_files() for line in lines} & wanted

    def take_back(self, event_ids: Collection[str], reason: str) -> None:
        """See `Place.take_back`: the lines stay without their payloads, and the chain holds."""
        with self._writing():
            for path, lines in self._own_files():
                kept = [shared_file.without(line, self._signer, path.name)
                        if line["id"] in event_ids else line for line in lines]  # fmt: skip
                if kept != lines:
                    atomic_file.write(path, shared_file.content(kept))
                    path.chmod(shared_file.MODE)

    def _own_files(self) -> Iterator[tuple[Path, list[Line]]]:
        """One's own files with their lines; a changed file is left as it is."""
        for number in range(_MOST_FILES):
            path = self._path(number)
            if not path.exists():
                return
            with suppress(Altered):
                yield path, shared_file.read(path)

    def wait(self, seconds: float) -> bool:
        """See `Place.wait`; a folder sends no notifications."""
        time.sleep(seconds)
        return False

    def close(self) -> None:
        """See `Place.close`; nothing is held open."""

    def _own_file(self) -> tuple[Path, list[Line]]:
        """One's own file and its lines: the first that is as it was left, else a new one.

        Others have read what was altered or lost, so it is never written again.
        """
        for number in range(_MOST_FILES):
            path = self._path(number)
            known = self._known(path.name)
            try:
                lines = shared_file.read(path)
                keys = shared_file.signers(lines, path, self._signer.name)
            except Altered:
                continue
            if _is_continued(lines, known) and self._may_go_on(keys, known.lines):
                return path, lines
        raise BoardError(f"all {_MOST_FILES} of your files in {self._folder} were altered")

    def _may_go_on(self, keys: Sequence[str], known: int) -> bool:
        """Whether all lines that this board does not remember are its own, and so is the last.

        The next signature covers them. A file from before signing has none; one of an earlier key
        is left as it is.
        """
        own = self._signer.key
        return all(key == own for key in keys[known:]) and set(keys[-1:]) <= {own, ""}

    def _path(self, number: int) -> Path:
        digest = hashlib.sha256(f"{self._board} {number}".encode()).hexdigest()[:8]
        return self._folder / f"{self._signer.name}.{digest}.jsonl"

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Keep one's other processes from writing to the file."""
        self._refuse_lost()
        lock = FileLock(self._lock, _PATIENCE)
        try:
            with lock:
                yield
        finally:
            lock.close()

    def _refuse_lost(self) -> None:
        if not self._folder.is_dir():
            raise BoardError(
                f"{self._folder} is not a folder, or is gone; restore it, or leave the team with "
                "`lessonboard team join --undo`"
            )

    def _refuse_older(self, path: Path, lines: Sequence[Line]) -> None:
        """What was read before must still be the beginning of a file."""
        known = self._known(path.name)
        if len(lines) < known.lines:
            raise Altered(f"{path} had {known.lines} lines and now has {len(lines)}")
        if not _is_continued(lines, known):
            raise Altered(f"{path} was rewritten since it was read")


def _known(lines: Sequence[Line]) -> Known:
    return Known(len(lines), _mark(lines[-1])) if lines else Known()


def _is_continued(lines: Sequence[Line], known: Known) -> bool:
    if len(lines) < known.lines:
        return False
    return not known.lines or _mark(lines[known.lines - 1]) == known.mark


def _mark(line: Line) -> int:
    """As much of a digest as a reader's position holds."""
    return int(line["digest"][:14], 16)

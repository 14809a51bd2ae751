"""The board of each labelled repository, imported once and kept for the next measurement."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.quality import origins
from bench.quality.origins import Origins
from bench.quality.repositories import Repository
from blackboard import Board
from blackboard.event import micros
from blackboard.events.repository import ProjectMerged
from blackboard.importer import import_files
from blackboard.sources.lines import open_bytes, read_lines
from blackboard.transcript_files import find

_CODE = Path(__file__).resolve().parents[2] / "blackboard"
"""What decides how a transcript becomes events; when it changes, transcripts are read again."""


@contextmanager
def imported(repository: Repository) -> Iterator[tuple[Board, Origins]]:
    """A copy of a repository's imported board, not mined yet, and the origins of its events."""
    kept = _kept(repository)
    with TemporaryDirectory(prefix="lessonboard-quality-") as folder:
        path = Path(folder) / "board.db"
        shutil.copyfile(kept / "board.db", path)
        with Board.open(path) as board:
            yield board, origins.load(kept / "origins.json")


def _kept(repository: Repository) -> Path:
    """The folder in which the imported board is kept, made where it is missing or outdated."""
    files = in_time_order(find(repository.sources))
    folder = _cache() / f"{repository.name}-{_key(files)}"
    if not folder.is_dir():
        for outdated in _cache().glob(f"{repository.name}-*"):
            shutil.rmtree(outdated, ignore_errors=True)
        _cache().mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=_cache()) as work:
            made = Path(work) / "made"
            made.mkdir()
            _import(files, made, repository.root)
            made.rename(folder)
    return folder


def _import(files: Sequence[Path], folder: Path, root: Path) -> None:
    with Board.open(folder / "board.db") as board:
        import_files(board, files, trusted=True)
        _join(board)
        board.catch_up()
    origins.save(origins.read_origins(files, root), folder / "origins.json")


def _join(board: Board) -> None:
    """Make the folders of one repository one project.

    On the machines of their authors its remote says so; here the folders are not there.
    """
    sessions = board.view("sessions")
    projects = sorted({str(row["project"]) for row in sessions if row["project"]})
    named = [each for each in projects if not each.startswith("/")] or projects
    into = max(named, key=lambda name: sum(row["project"] == name for row in sessions))
    for project in projects:
        if project != into:
            board.record(ProjectMerged(project=project, into=into), actor="human")


def in_time_order(files: Iterable[Path]) -> list[Path]:
    """Transcripts by the time of their first record that has one."""
    return sorted(files, key=lambda path: (_first_time(path), path.name))


def _first_time(path: Path) -> int:
    with open_bytes(path) as content:
        for line in read_lines(content, 0):
            time = (line.record or {}).get("timestamp")
            if isinstance(time, str):
                return micros(time.replace("Z", "+00:00"))
    return 0


def _key(files: Iterable[Path]) -> str:
    """A hash of the transcripts and of the code that reads them."""
    key = hashlib.sha256()
    for path in (*files, *sorted(_CODE.rglob("*.py"))):
        key.update(hashlib.sha256(path.read_bytes()).digest())
    return key.hexdigest()[:16]


def _cache() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(home) / "lessonboard" / "quality"

"""Import transcripts: bytes per second, and the memory for a large file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import orjson

from bench import texts
from bench.result import Result, cost, rate
from bench.timing import Spent, peak_of, spent
from blackboard.agents.reader import Reader
from blackboard.board import Board
from blackboard.importer import import_files
from blackboard.redaction.redact import redact_all
from blackboard.sources.lines import open_bytes, read_lines
from blackboard.sources.readers import readers
from blackboard.transcript_files import find

_EXAMPLES = Path(__file__).resolve().parents[1] / "examples" / "sessions"
_MB = 1_000_000
_ALL_BYTES = 50 * _MB
_LEAST = 30.0
_SMALL, _LARGE = 20 * _MB, 200 * _MB
_IDS = frozenset(("uuid", "parentUuid", "id", "tool_use_id", "call_id"))


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """Megabytes per CPU second; the sizes are the files', not the given ones."""
    paths = transcripts(folder)
    size = sum(path.stat().st_size for path in paths)
    whole = spent(lambda: import_paths(paths, folder / "imported.board"))
    reading = spent(lambda: read_paths(paths))
    parsing = _speed(size, spent(lambda: _parse(paths)))
    return [
        rate("import", size, _speed(size, whole), "MB/s", "limit", _LEAST, at_least=1),
        rate("import", size, _speed(size, whole), "MB/s", "parsing the JSON", parsing),
        rate("import, by the wall", size, size / whole.wall / _MB, "MB/s", "limit", _LEAST),
        rate("import, read path only", size, _speed(size, reading), "MB/s", "parsing the JSON",
             parsing),
        *_memory(paths, folder),
    ]  # fmt: skip


def import_paths(paths: Sequence[Path], into: Path) -> None:
    """Import files into a new board, and catch up its views."""
    with Board.open(into) as board:
        summary = import_files(board, paths)
        assert summary.events, summary
        assert not summary.failed, summary.failed


def import_file(path: str, into: str) -> None:
    """Import one file into a new board."""
    import_paths([Path(path)], Path(into))


def read_paths(paths: Sequence[Path]) -> None:
    """Everything that an import does before it appends."""
    for path in paths:
        reader = _reader(path)
        with open_bytes(path) as content:
            for line in read_lines(content, 0):
                for event in reader.read(line.record or {}, line.offset):
                    redact_all(event.payload)


def _reader(path: Path) -> Reader:
    with open_bytes(path) as content:
        for line in read_lines(content, 0):
            for source in readers():
                if line.record is not None and source.recognises(line.record):
                    return source(path.stem, {})
    raise ValueError(path)


def _parse(paths: Sequence[Path]) -> None:
    for path in paths:
        with open_bytes(path) as content:
            for _line in read_lines(content, 0):
                pass


def _memory(paths: Sequence[Path], folder: Path) -> list[Result]:
    model = max((path for path in paths if _is_claude(path)), key=lambda path: path.stat().st_size)
    peaks = []
    for size in (_SMALL, _LARGE):
        file = _repeated(model, folder / f"repeated-{size}.jsonl", size)
        board = str(folder / f"repeated-{size}.board")
        peaks.append(peak_of("bench.importing", "import_file", str(file), board))
    work = "import of one file, peak memory"
    return [cost(work, _LARGE, peaks[1], "MB", "a tenth", peaks[0], at_most=1.25)]


def _is_claude(path: Path) -> bool:
    return _reader(path).name == "claude-code"


def _repeated(model: Path, path: Path, size: int) -> Path:
    """A transcript of a given size: the records repeated with new ids."""
    records = [orjson.loads(line) for line in model.read_bytes().splitlines()]
    with path.open("wb") as file:
        for turn in count():
            for record in records:
                file.write(orjson.dumps(_renamed(record, f"-{turn}")) + b"\n")
            if file.tell() >= size:
                return path
    raise AssertionError


def _renamed(value: Any, suffix: str) -> Any:
    if isinstance(value, dict):
        return {
            key: item + suffix if key in _IDS and isinstance(item, str) else _renamed(item, suffix)
            for key, item in value.items()
        }
    return [_renamed(item, suffix) for item in value] if isinstance(value, list) else value


def transcripts(folder: Path) -> list[Path]:
    """The real transcripts if present, else copies of the examples."""
    real = texts.DATA / "transcripts"
    if real.is_dir():
        return list(find([real]))
    return list(_copies(folder / "transcripts"))


def _copies(folder: Path) -> Iterator[Path]:
    """Copies of the examples as different sessions."""
    folder.mkdir()
    models = list(find([_EXAMPLES]))
    written = 0
    for turn in count():
        for model in models:
            session = model.stem[-36:]
            other = f"{turn:08x}{session[8:]}"
            copy = folder / model.name.replace(session, other)
            copy.write_bytes(model.read_bytes().replace(session.encode(), other.encode()))
            written += copy.stat().st_size
            yield copy
        if written >= _ALL_BYTES:
            return


def _speed(size: int, seconds: Spent) -> float:
    return size / seconds.cpu / _MB

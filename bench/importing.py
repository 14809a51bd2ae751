"""Import: the whole command beside parsing the same bytes, and its memory."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any

import orjson

from bench import data
from bench.result import Result, cost, limit, rate
from bench.whole_process import Cost, cost_of
from blackboard.board import Board
from blackboard.importer import import_files
from blackboard.redaction.breadth import PACKAGE
from blackboard.sources.readers import readers

_MB = 1_000_000
_SMALL, _LARGE = 20 * _MB, 200 * _MB
_IDS = frozenset(("uuid", "parentUuid", "id", "tool_use_id", "call_id"))
_ROUNDS = 3
_PARSING = """
import sys, orjson
for path in sys.argv[1:]:
    with open(path, "rb") as file:
        for line in file:
            orjson.loads(line)
"""
_COMMAND = "from lessonboard.start import main; main()"
_EXTRA = Path(__file__).resolve().parents[1] / ".venv-secrets"
"""Where `./run bench` puts the extra."""

_WITH = f"import sys; sys.path.append({str(_EXTRA)!r}); {_COMMAND}"
_WITHOUT = f"import sys; sys.modules['{PACKAGE}'] = None; {_COMMAND}"
"""The command as it is where the extra is not installed."""


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """Megabytes per CPU second, all in processes of their own; the same bytes for every size."""
    size, paths = min(sizes), data.sample(folder / "to import")
    programs = {"without extras": _WITHOUT}
    if _EXTRA.is_dir():
        programs["with `secrets`"] = _WITH
    costs: dict[str, list[Cost]] = {}
    for turn in range(_ROUNDS):
        costs.setdefault("parsing", []).append(_ran(_PARSING, paths, folder))
        for name, program in programs.items():
            costs.setdefault(name, []).append(
                _imported(program, folder / f"import-{name}-{turn}.board", paths)
            )
    return [*_whole(size, paths, costs, list(programs)), *_memory(size, paths, folder)]


def import_paths(paths: Sequence[Path], into: Path) -> None:
    """Import files into a new board, and catch up its views."""
    with Board.open(into) as board:
        summary = import_files(board, paths, trusted=True)
        assert summary.events, summary
        board.catch_up()


def _whole(
    size: int, paths: Sequence[Path], costs: dict[str, list[Cost]], names: Sequence[str]
) -> Iterator[Result]:
    read = sum(path.stat().st_size for path in paths) / _MB
    parsing = read / median(each.cpu for each in costs["parsing"])
    for name in names:
        speed = read / median(each.cpu for each in costs[name])
        yield rate(f"whole `import`, {name}", size, speed, "MB/s", "parsing by orjson", parsing)
    most = max(median(each.megabytes for each in costs[name]) for name in names)
    yield limit("whole `import`, peak memory", size, most, "MB")


def _memory(size: int, paths: Sequence[Path], folder: Path) -> Iterator[Result]:
    model = max((path for path in paths if _is_claude(path)), key=lambda path: path.stat().st_size)
    peaks = []
    for most in (_SMALL, _LARGE):
        file = _repeated(model, folder / f"repeated-{most}.jsonl", most)
        into = folder / f"repeated-{most}.board"
        peaks.append(_imported(_WITHOUT, into, [file]).megabytes)
        file.unlink()
        into.unlink()
    yield cost(
        "import of a file of 200 MB, peak memory", size, peaks[1], "MB", "of 20 MB", peaks[0]
    )


def _imported(program: str, board: Path, paths: Sequence[Path]) -> Cost:
    words = ("--db", str(board), "session", "import", "--no-mine", "--trusted")
    return _ran(program, [*words, *paths], board.parent)


def _ran(program: str, words: Sequence[object], folder: Path) -> Cost:
    return cost_of([sys.executable, "-c", program, *map(str, words)], folder)


def _is_claude(path: Path) -> bool:
    with path.open("rb") as file:
        return any(source.name == "claude-code" and source.recognises(orjson.loads(line))
                   for line in file.readlines()[:20] for source in readers())  # fmt: skip


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

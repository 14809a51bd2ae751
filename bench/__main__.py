"""`python -m bench [NAME...]`: run the measurements, and print a table for each group of them."""

from __future__ import annotations

import argparse
import os
import platform
import sqlite3
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from compileall import compile_dir
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

from bench import data
from bench.into import write_into
from bench.result import Failed, Result
from bench.table import as_markdown, as_text, is_missed, unused

GROUPS: dict[str, tuple[str, ...]] = {
    "The log": ("append", "writers", "replay", "forgetting", "queue"),
    "Search and context": ("search", "recall", "fixes", "context", "similar"),
    "Processes": ("start", "hooks", "server"),
    "Sessions": ("importing", "session_end", "year"),
    "The page": ("page",),
    "The team": ("team",),
}
"""A new measurement is a module with `measure`, and its name here."""

BEGIN, END = "<!-- what `./run bench --into` wrote -->", "<!-- the end of it -->"
SIZES = (10_000, 100_000)
_MILLION, _REASON = 1_000_000, 100
_ROOT = Path(__file__).resolve().parents[1]
_PRODUCT = ("blackboard", "reflect", "scheduler", "lessonboard")
_ALL = [name for names in GROUPS.values() for name in names]

Measure = Callable[[Sequence[int], Path], list[Result]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the named measurements; returns 1 if a budget is missed or one fails."""
    asked = _parser().parse_args(arguments)
    if asked.transcripts:
        data.use(asked.transcripts)
    compiled()
    sizes = sorted({*asked.sizes, *([_MILLION] if asked.full else [])})
    with tempfile.TemporaryDirectory(prefix="bench-", dir=asked.folder) as folder:
        found = {
            group: [result for name in names if name in (asked.names or _ALL)
                    for result in _measured(name, sizes, Path(folder))]
            for group, names in GROUPS.items()
        }  # fmt: skip
    groups = {group: results for group, results in found.items() if results}
    for work in [] if asked.names else unused(groups):
        print(f"no row has the budget of {work!r}: one of the two names is wrong", file=sys.stderr)
    if asked.into:
        write_into(asked.into, f"{header()}\n\n{as_markdown(groups)}", BEGIN, END)
    print(f"{header()}\n{as_text(groups)}")
    return int(is_missed(groups))


def compiled() -> None:
    """Compile the product, as an installer does; else each process would do so again."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    for name in _PRODUCT:
        compile_dir(_ROOT / name, quiet=2)


def header() -> str:
    """On what, when and with what data it was measured."""
    day = datetime.now(tz=UTC).date().isoformat()
    machine = f"{os.cpu_count()} cores ({platform.machine()})"
    versions = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    return (
        f"Measured on {day}, on {data.kind()}: {machine}, {versions}, no option of either changed, "
        "and nothing in the product chosen by these boards."
    )


def _measured(name: str, sizes: Sequence[int], folder: Path) -> Sequence[Result | Failed]:
    """The results of one measurement; what it fails of is a row too, and the others go on."""
    started, cpu = time.monotonic(), _cpu()
    print(f"{name} ...", end=" ", file=sys.stderr, flush=True)
    try:
        measure: Measure = import_module(f"bench.{name}").measure
        return measure(sizes, folder)
    except Exception as error:
        traceback.print_exc()
        return [Failed(name, f"{type(error).__name__}: {str(error)[:_REASON]}".replace("\n", " "))]
    finally:
        took = f"{time.monotonic() - started:.0f} s, {_cpu() - cpu:.0f} s of CPU"
        print(took, file=sys.stderr, flush=True)


def _cpu() -> float:
    """Seconds of this process and of those that it waited for."""
    return sum(os.times()[:4])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="./run bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[*_ALL, []],
                        help=f"of {', '.join(_ALL)}; all")  # fmt: skip
    parser.add_argument("--sizes", type=_sizes, default=SIZES, help="10000,100000")
    parser.add_argument("--full", action="store_true", help="add 1,000,000, which takes long")
    parser.add_argument("--transcripts", type=Path, metavar="FOLDER",
                        help="use real transcripts, repeated in changed words")  # fmt: skip
    parser.add_argument("--folder", type=Path, help="where the boards are made for a while")
    parser.add_argument("--into", type=Path, metavar="DOCUMENT",
                        help="put the tables into it, such as docs/performance.md")  # fmt: skip
    return parser


def _sizes(text: str) -> tuple[int, ...]:
    return tuple(int(size) for size in text.split(","))


if __name__ == "__main__":
    sys.exit(main())

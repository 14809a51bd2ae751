"""`python -m bench [NAME...]`: run the benchmarks and print one table."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from bench import (
    accounts,
    append,
    context,
    fixes,
    forgetting,
    hooks,
    importing,
    life,
    mining,
    page,
    queue,
    recall,
    redaction,
    replay,
    search,
    server,
    session_end,
    similar,
    start,
    team,
    writers,
    year,
)
from bench.recordings import measure as recordings
from bench.result import Result, as_json, as_table

Measure = Callable[[Sequence[int], Path], list[Result]]

MEASURES: dict[str, Measure] = {
    "append": append.measure,
    "writers": writers.measure,
    "replay": replay.measure,
    "forgetting": forgetting.measure,
    "search": search.measure,
    "recall": recall.measure,
    "context": context.measure,
    "similar": similar.measure,
    "fixes": fixes.measure,
    "importing": importing.measure,
    "redaction": redaction.measure,
    "mining": mining.measure,
    "queue": queue.measure,
    "hooks": hooks.measure,
    "server": server.measure,
    "start": start.measure,
    "accounts": accounts.measure,
    "session_end": session_end.measure,
    "year": year.measure,
    "page": page.measure,
    "team": team.measure,
    "recordings": recordings.measure,
    "life": life.measure,
}
"""A new benchmark is a file of its own and a line here."""

_SIZES = (10_000, 100_000)
_OTHER_SIZES = {"year": year.SIZES, "page": page.SIZES, "recordings": recordings.SIZES}
_MILLION = 1_000_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the named benchmarks; returns 1 if a budget is not met."""
    asked = _parser().parse_args(arguments)
    results = _run(asked.names or list(MEASURES), asked.sizes, full=asked.full)
    print(as_json(results) if asked.json else as_table(results))
    return int(any(result.met is False for result in results))


def _run(names: Sequence[str], given: Sequence[int], *, full: bool) -> list[Result]:
    results = []
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        for name in names:
            started = time.monotonic()
            print(f"{name} ...", end=" ", file=sys.stderr, flush=True)
            sizes = {*(given or _OTHER_SIZES.get(name, _SIZES)), *([_MILLION] if full else [])}
            results += MEASURES[name](sorted(sizes), Path(folder))
            print(f"{time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
    return results


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(MEASURES)}; all")
    parser.add_argument("--sizes", type=_sizes, default=(), help="10000,100000")
    parser.add_argument("--full", action="store_true", help="add 1,000,000, which takes long")
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser


def _sizes(text: str) -> tuple[int, ...]:
    return tuple(int(size) for size in text.split(","))


if __name__ == "__main__":
    sys.exit(main())

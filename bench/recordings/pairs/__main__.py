"""`python -m bench.recordings.pairs`: a line of JSON for each case, then a table (stderr)."""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from bench.recordings.pairs import table
from bench.recordings.pairs.pages import HARMLESS, TWINS
from bench.recordings.pairs.sides import SIDES, Result, result

SETS = {"twins": TWINS, "harmless": HARMLESS}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run cases; returns 1 if Lessonboard did a wrong thing."""
    asked = _parser().parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="pairs-") as temporary:
        results = []
        for one in _results(asked, asked.keep or Path(temporary)):
            results.append(one)
            if one.half == "a" or asked.held:
                print(one.line(), flush=True)
    print(table.as_text(results), file=sys.stderr)
    return int(any(one.verdict == "wrong" and one.side == "ours" for one in results))


def _results(asked: argparse.Namespace, folder: Path) -> Iterator[Result]:
    jobs = [
        (kind, case, side)
        for kind in ([asked.set] if asked.set else SETS)
        for case in SETS[kind]
        for side in ([asked.side] if asked.side else SIDES)
        if asked.half in ("all", case.half) and asked.case in case.name
    ]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(asked.workers, mp_context=context) as pool:
        waiting = [pool.submit(result, *job, folder, asked.timeout) for job in jobs]
        for done in as_completed(waiting):
            yield done.result()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.recordings.pairs", description=__doc__)
    parser.add_argument("--set", choices=SETS, help="one set alone")
    halves = ("a", "b", "c", "d", "e", "all")
    parser.add_argument("--half", choices=halves, default="a", help="b, c, d, e held: a")
    parser.add_argument("--side", choices=SIDES, help="one side alone")
    parser.add_argument("--case", default="", help="only cases with this text in their name")
    parser.add_argument("--held", action="store_true", help="print b to e too, not only totals")
    parser.add_argument("--timeout", type=float, default=3.0, help="seconds for a step: 3")
    parser.add_argument("--workers", type=int, default=2, help="how many at the same time: 2")
    parser.add_argument("--keep", type=Path, help="a folder to keep and reuse recordings in")
    return parser


if __name__ == "__main__":
    sys.exit(main())

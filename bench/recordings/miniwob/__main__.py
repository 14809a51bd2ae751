"""`python -m bench.recordings.miniwob`: record at one seed, run at five others, print a table."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from bench.recordings.miniwob import package, table
from bench.recordings.miniwob.measure import Bench, Result
from bench.recordings.miniwob.server import served
from bench.recordings.miniwob.tasks import TASKS

_TIMEOUT = 8.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the tasks of a half; returns 1 if a run did a wrong thing, or reported a false success.

    Of half b only totals are shown.
    """
    asked = _parser().parse_args(arguments)
    tasks = [task for task in TASKS if asked.half in (task.half, "all")
             and (not asked.task or task.name in asked.task)]  # fmt: skip
    try:
        wheel = package.fetched()
    except package.NoPackage as error:
        sys.exit(str(error))
    results: list[Result] = []
    with served(wheel) as server, tempfile.TemporaryDirectory(prefix="miniwob-") as temporary:
        folder = asked.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        bench = Bench(server, folder, asked.timeout)
        for task in tasks:
            for result in bench.results(task):
                results.append(result)
                _note(result, asked.into)
    print(table.as_text(results, with_tasks=asked.half == "a"))
    return int(any(result.verdict in ("wrong", "bogus") for result in results))


def _note(result: Result, into: Path | None) -> None:
    """Keep a result at once, so that a run that is broken off was not for nothing."""
    if into:
        with into.open("a") as file:
            file.write(f"{json.dumps(asdict(result), ensure_ascii=False)}\n")
    if result.half == "a":
        print(f"{result.task} at {result.seed}: {result.verdict} | {result.why}", file=sys.stderr)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.recordings.miniwob", description=__doc__)
    parser.add_argument("--half", choices=("a", "b", "all"), default="a", help="which tasks: a")
    parser.add_argument("--task", action="append", default=[], help="only this task of them")
    parser.add_argument("--timeout", type=float, default=_TIMEOUT, help="seconds for a step: 8")
    parser.add_argument("--into", type=Path, help="a file to which the results are added")
    parser.add_argument("--keep", type=Path, help="a folder to keep recordings in")
    return parser


if __name__ == "__main__":
    sys.exit(main())

"""The results as JSON lines and as tables."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from itertools import groupby

from bench.recordings.miniwob.judge import VERDICTS
from bench.recordings.miniwob.measure import Result

_COLUMNS = (*VERDICTS, "runs", "all right", "labels", "rows of labels")


def as_line(result: Result) -> str:
    """A result as a line of JSON."""
    return json.dumps(asdict(result), ensure_ascii=False)


def as_text(results: Sequence[Result], *, with_tasks: bool) -> str:
    """The results for people: by kind of value, by half, in all, and perhaps by task."""
    rows: list[tuple[str, list[Result]]] = []
    if with_tasks:
        rows += [(name, _of(results, "task", name)) for name in _names(results, "task")]
    rows += [(f"[{kind}]", _of(results, "kind", kind)) for kind in _names(results, "kind")]
    rows += [(f"half {half}", _of(results, "half", half)) for half in _names(results, "half")]
    rows.append(("all", list(results)))
    lines = [("", *_COLUMNS), *((name, *_counts(each)) for name, each in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def _counts(results: Sequence[Result]) -> tuple[str, ...]:
    """Runs by verdict; tasks all of whose runs are right, or with parameters made of labels."""
    verdicts = Counter(result.verdict for result in results)
    tasks = [list(each) for _, each in groupby(results, lambda result: result.task)]
    right = sum(all(each.verdict == "right" for each in task) for task in tasks)
    labels = sum(any(each.labels for each in task) for task in tasks)
    rows = sum(any(each.rows for each in task) for task in tasks)
    return (*(str(verdicts[verdict]) for verdict in VERDICTS), str(len(results)),
            f"{right} of {len(tasks)}", str(labels), str(rows))  # fmt: skip


def _of(results: Iterable[Result], key: str, value: str) -> list[Result]:
    return [result for result in results if getattr(result, key) == value]


def _names(results: Iterable[Result], key: str) -> list[str]:
    return list(dict.fromkeys(getattr(result, key) for result in results))

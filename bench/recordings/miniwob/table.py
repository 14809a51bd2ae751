"""The results as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from bench.recordings.miniwob.judge import VERDICTS
from bench.recordings.miniwob.measure import Result

_COLUMNS = (*VERDICTS, "runs", "all right", "labels", "rows of labels")


def as_text(results: Sequence[Result], *, with_tasks: bool) -> str:
    """The results for people: by kind of value, by half, in all, and perhaps by task."""
    rows: list[tuple[str, ...]] = [("", *_COLUMNS)]
    for key in (*(["task"] if with_tasks else []), "kind", "half"):
        for name in dict.fromkeys(getattr(result, key) for result in results):
            counts = _counts([result for result in results if getattr(result, key) == name])
            rows.append((f"{key} {name}", *counts))
    rows.append(("all", *_counts(results)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
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

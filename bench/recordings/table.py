"""The results as tables: by task, by change, other values, and what went wrong."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

from bench.recordings.matrix import SIDES, Cell

VERDICTS = ("right", "stopped", "wrong")


def as_json(cells: Iterable[Cell]) -> str:
    """The results as a JSON array."""
    return json.dumps([asdict(cell) for cell in cells], indent=1)


def read(path: Path, sides: Sequence[str], keys: Collection[tuple[str, str]]) -> list[Cell]:
    """Results of an earlier run, of some sides and of these pairs of a task and a change."""
    cells = [Cell(**row) for row in json.loads(path.read_text())]
    return [cell for cell in cells if cell.side in sides and (cell.task, cell.change) in keys]


def as_text(cells: Sequence[Cell]) -> str:
    """The results for people."""
    runs = [cell for cell in cells if cell.is_change]
    others = [cell for cell in cells if not cell.is_change]
    return "\n".join(
        [
            _counted("task", runs, [cell.task for cell in runs]),
            "",
            _counted("change", runs, [cell.change for cell in runs]),
            "",
            *_other_values(others),
            "",
            *_wrong(runs),
            *_listed("Wrong", [cell for cell in cells if cell.verdict == "wrong"]),
            "",
            *_listed(
                "Stopped where it could have been right",
                [cell for cell in runs if cell.verdict == "stopped" and cell.side == SIDES[0]],
            ),
        ]
    )


def _counted(title: str, runs: Sequence[Cell], keys: Sequence[str]) -> str:
    sides = list(dict.fromkeys(cell.side for cell in runs))
    counts = Counter((key, cell.side, cell.verdict) for key, cell in zip(keys, runs, strict=True))
    totals = Counter(("all", cell.side, cell.verdict) for cell in runs)
    heading = [title, *(f"{side}: right / stopped / wrong" for side in sides)]
    rows = [
        [key, *(" / ".join(str((counts | totals)[key, side, verdict]) for verdict in VERDICTS)
                for side in sides)]
        for key in [*dict.fromkeys(keys), "all"]
    ]  # fmt: skip
    widths = [max(len(row[column]) for row in [heading, *rows]) for column in range(len(heading))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in [heading, *rows]
    )


def _wrong(runs: Sequence[Cell]) -> list[str]:
    """Wrong actions apart from successes that were only reported."""
    lines = []
    for side in dict.fromkeys(cell.side for cell in runs):
        wrong = [cell.did_wrong for cell in runs if cell.side == side and cell.verdict == "wrong"]
        acted = sum(wrong)
        lines.append(f"{side}: {acted} wrong actions, {len(wrong) - acted} successes of nothing")
    return lines


def _other_values(others: Sequence[Cell]) -> list[str]:
    right = sum(cell.verdict == "right" for cell in others)
    rest = [
        f"  {cell.task}: {cell.verdict}, {cell.why}" for cell in others if cell.verdict != "right"
    ]
    return [f"Other values: right in {right} of {len(others)} tasks", *rest]


def _listed(title: str, cells: Sequence[Cell]) -> list[str]:
    return [f"{title}: {len(cells)}", *(f"  {line(cell)}" for cell in cells)]


def line(cell: Cell) -> str:
    """A result as one line."""
    verdict = f"{cell.verdict} | {cell.why}" if cell.why else cell.verdict
    return f"{cell.task} | {cell.change} | {cell.side}: {verdict}"

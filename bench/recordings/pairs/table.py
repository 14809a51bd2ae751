"""Results as a table: right, stopped, wrong per set, half and side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bench.recordings.pairs.sides import Result
from bench.recordings.table import VERDICTS


def as_text(results: Sequence[Result]) -> str:
    """The counts; of twins apart what can still be done and what cannot."""
    lines = [f"{'set':22}{'half':6}{'side':6}{'right':>7}{'stopped':>9}{'wrong':>7}{'acted':>7}"]
    groups = Counter((_kind(one), one.half, one.side) for one in results)
    for kind, half, side in sorted(groups):
        some = [one for one in results if (_kind(one), one.half, one.side) == (kind, half, side)]
        counts = Counter(one.verdict for one in some)
        right, stopped, wrong = (counts[verdict] for verdict in VERDICTS)
        acted = sum(one.acted for one in some)
        lines.append(f"{kind:22}{half:6}{side:6}{right:7}{stopped:9}{wrong:7}{acted:7}")
    return "\n".join(lines)


def _kind(result: Result) -> str:
    if result.set != "twins":
        return result.set
    return "twins, can be done" if result.doable else "twins, must stop"

"""Judge a run by what its pages asked their server for: right, stopped, or wrong."""

from __future__ import annotations

from collections.abc import Sequence

from bench.recordings.judge import Judged


def judge(
    wanted: Sequence[str], effects: Sequence[str], *, doable: bool, succeeded: bool
) -> Judged:
    """Judge a run.

    Args:
        wanted: what should be asked for, in this order; the last is what the task is for.
        effects: what was asked for.
        doable: whether the right control is plainly there.
        succeeded: whether the run reported success.
    """
    if list(effects) == list(wanted):
        if succeeded:
            return Judged("right")
        return Judged("stopped", "had its effect, and reported a failure")
    if list(effects) != list(wanted[: len(effects)]):
        return Judged("wrong", f"did {' '.join(effects)}", did_wrong=True)
    if succeeded:
        return Judged("wrong", "reported success, and did nothing")
    return Judged("stopped") if doable else Judged("right", "stopped, as it should")

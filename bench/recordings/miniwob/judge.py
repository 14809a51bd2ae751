"""Judge a run by the page's reward: right, stopped, wrong, bogus, or no parameter."""

from __future__ import annotations

from typing import Literal

Verdict = Literal["right", "stopped", "wrong", "bogus", "no parameter"]
VERDICTS: tuple[Verdict, ...] = ("right", "no parameter", "stopped", "wrong", "bogus")

_FULL = 0.999


def judge(reward: float | None, *, completed: bool) -> Verdict:
    """Judge a run.

    Args:
        reward: what the page gave when its episode ended, without any part for time; None where
            the episode did not end. A part of the full reward is for a part of the task, such as
            three of four boxes.
        completed: whether the run reports no failure; its outcome may be unchecked.

    Returns:
        "right": the full reward, and no failure is reported.
        "wrong": the episode ended with less, whatever the run reports.
        "bogus": the episode did not end, and no failure is reported.
        "stopped": a failure is reported, and the episode did not end, or with the full reward.
    """
    if reward is not None and reward < _FULL:
        return "wrong"
    if not completed:
        return "stopped"
    return "bogus" if reward is None else "right"

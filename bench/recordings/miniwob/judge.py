"""Judge a run by the page's reward; README.md says what the verdicts mean."""

from __future__ import annotations

VERDICTS = ("right", "no parameter", "stopped", "wrong", "bogus")

_FULL = 0.999


def judge(reward: float | None, *, completed: bool) -> str:
    """Judge a run that was not refused for want of a parameter.

    Args:
        reward: what the page gave when its episode ended; None where it did not end.
        completed: whether the run reports no failure; its outcome may be unchecked.
    """
    if reward is not None and reward < _FULL:
        return "wrong"
    if not completed:
        return "stopped"
    return "bogus" if reward is None else "right"

"""Join presses and releases to clicks, quick pairs to double clicks, and distant ones to drags."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from lessonboard.parts.recordings.sources.action import CLICKS, Action
from lessonboard.parts.recordings.sources.model import Problem

_DOUBLE_SECONDS = 0.5


def join_presses(actions: Iterable[Action], problems: list[Problem]) -> list[Action]:
    """The actions, with each release joined to its press.

    A release far from its press ends a drag. One without a press is reported and dropped.
    """
    joined: list[Action] = []
    for action in actions:
        if not _is_release(action):
            joined.append(action)
        elif joined and _matches(joined[-1], action):
            joined[-1] = _released(joined[-1], action)
        elif not any(_matches(earlier, action) for earlier in joined[-3:]):
            text = "a mouse button was released that was not pressed; the line was left out"
            problems.append(Problem(action.index, "release", text))
    return joined


def join_double_clicks(actions: Iterable[Action]) -> list[Action]:
    """The actions, with two quick clicks at one place as one double click.

    Web recorders report the two clicks and then the double click: those become one as well. Where
    the source counts clicks itself (`details.counted`), they stay as they are.
    """
    joined: list[Action] = []
    for action in actions:
        if action.kind not in ("click", "double_click"):
            joined.append(action)
            continue
        first = action
        while joined and _is_same_click(joined[-1], action):
            first = replace(joined.pop(), kind="double_click", last=action.last)
        joined.append(replace(first, timestamp=action.timestamp))
    return joined


def _is_release(action: Action) -> bool:
    return action.kind in CLICKS and action.given.get("pressed") is False


def _matches(press: Action, release: Action) -> bool:
    return press.kind in CLICKS and CLICKS[press.kind] == CLICKS[release.kind]


def _released(press: Action, release: Action) -> Action:
    if press.same_place(release) or press.point is None or release.point is None:
        return replace(press, last=release.last)
    (x1, y1), (x2, y2) = press.point, release.point
    details = {**press.details, "to": release.target} if release.target else press.details
    given = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
    return replace(press, kind="drag", given=given, details=details, last=release.last)


def _is_same_click(before: Action, action: Action) -> bool:
    """Whether a click is the second half of a double click, or a double click repeats a click."""
    if before.kind not in ("click", action.kind) or action.details.get("counted") is True:
        return False
    seconds = action.seconds_after(before)
    is_quick = seconds is not None and 0 <= seconds <= _DOUBLE_SECONDS
    return is_quick and before.same_place(action)

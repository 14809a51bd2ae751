"""Join presses and releases to clicks and drags, and quick pairs to double clicks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from lessonboard.parts.recordings.sources import keys
from lessonboard.parts.recordings.sources.action import CLICKS, joined, point, same_place
from lessonboard.parts.recordings.sources.model import Problem, Step

_DOUBLE_SECONDS = 0.5
_STOP = re.compile(r"(?i)^\W*(?:stop|finish|end)\s+(?:the\s+)?(?:screen\s+)?record(?:ing|er)\W*$")


def join_presses(steps: Iterable[Step], problems: list[Problem]) -> list[Step]:
    """The steps, with each release joined to its press.

    A release far from its press ends a drag. One without a press is reported and dropped.
    """

    def join(before: list[Step], step: Step) -> list[Step] | None:
        if step.kind not in CLICKS or step.action.get("pressed") is not False:
            return None
        if before and _matches(before[-1], step):
            return [_released(before.pop(), step)]
        if not any(_matches(earlier, step) for earlier in before[-3:]):
            text = "a mouse button was released that was not pressed; the line was left out"
            problems.append(Problem(step.index, "release", text))
        return []

    return joined(steps, join)


def join_double_clicks(steps: Iterable[Step]) -> list[Step]:
    """The steps, with two quick clicks at one place as one double click.

    Web recorders report the two clicks and then the double click: those become one as well. Where
    the source counts clicks itself (`details.counted`), they stay as they are.
    """

    def join(before: list[Step], step: Step) -> list[Step] | None:
        if not before or not _is_same_click(before[-1], step):
            return None
        return [
            replace(before.pop(), kind="double_click", last=step.last, timestamp=step.timestamp)
        ]

    return joined(steps, join)


def without_stop(steps: list[Step], config: dict[str, Any], problems: list[Problem]) -> list[Step]:
    """The steps without the one that stopped the recorder, if the last one did.

    Most recorders end with a frame and record nothing of the stop, so a final step counts as part
    of the task unless it is the stop hotkey from the recording's `config`, or a click outside any
    web page on something called "Stop recording".
    """
    hotkeys = {keys.normal(value) for name, value in config.items() if "stop" in name.lower()}
    if not steps or not _stops(steps[-1], hotkeys - {""}):
        return steps
    text = "the last action stopped the recorder and was left out"
    problems.append(Problem(steps[-1].index, "stop", text))
    return steps[:-1]


def _matches(press: Step, release: Step) -> bool:
    return press.kind in CLICKS and CLICKS[press.kind] == CLICKS[release.kind]


def _released(press: Step, release: Step) -> Step:
    start, end = point(press), point(release)
    if start is None or end is None or same_place(press, release):
        return replace(press, last=release.last)
    details = {**press.details, "to": release.target} if release.target else press.details
    action = {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}
    return replace(press, kind="drag", action=action, details=details, last=release.last)


def _is_same_click(before: Step, step: Step) -> bool:
    """Whether a click is the second half of a double click, or a double click repeats a click."""
    is_click = step.kind in ("click", "double_click") and before.kind in ("click", step.kind)
    if not is_click or step.details.get("counted") is True:
        return False
    if step.timestamp is None or before.timestamp is None:
        return False
    is_quick = 0 <= step.timestamp - before.timestamp <= _DOUBLE_SECONDS
    return is_quick and same_place(before, step)


def _stops(step: Step, hotkeys: set[str]) -> bool:
    if step.kind == "key":
        return step.action["key"] in hotkeys
    if step.kind not in CLICKS or step.details.get("url"):
        return False
    named = (step.target.get(key) for key in ("name", "label", "text"))
    return any(isinstance(name, str) and _STOP.match(name) for name in named)

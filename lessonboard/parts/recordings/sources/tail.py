"""Remove the action that stopped the recorder, which is not part of the task."""

from __future__ import annotations

import re
from typing import Any

from lessonboard.parts.recordings.sources import keys
from lessonboard.parts.recordings.sources.action import CLICKS, Action
from lessonboard.parts.recordings.sources.model import Problem

_STOP = re.compile(r"(?i)^\W*(?:stop|finish|end)\s+(?:the\s+)?(?:screen\s+)?record(?:ing|er)\W*$")
_NAMES = ("name", "label", "text")


def without_stop(
    actions: list[Action], config: dict[str, Any], problems: list[Problem]
) -> list[Action]:
    """The actions without the one that stopped the recorder, if the last one did.

    Most recorders end with a frame and record nothing of the stop, so a final action counts as part
    of the task unless it is the stop hotkey from the recording's `config`, or a click outside any
    web page on something called "Stop recording".
    """
    if not actions or not _stops(actions[-1], _hotkeys(config)):
        return actions
    text = "the last action stopped the recorder and was left out"
    problems.append(Problem(actions[-1].index, "stop", text))
    return actions[:-1]


def _hotkeys(config: dict[str, Any]) -> set[str]:
    """The recorder's stop keys, normalised."""
    return {keys.normal(value) for name, value in config.items() if "stop" in name.lower()} - {""}


def _stops(action: Action, hotkeys: set[str]) -> bool:
    if action.kind == "key":
        return action.given["key"] in hotkeys
    if action.kind not in CLICKS or action.details.get("url"):
        return False
    named = (action.target.get(key) for key in _NAMES)
    return any(isinstance(name, str) and _STOP.match(name) for name in named)

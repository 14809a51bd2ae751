"""What was typed stroke by stroke, or with corrections, becomes one text; so does scrolling."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from blackboard.redaction.redact import redact
from blackboard.sources.gui_recording.action import CLICKS, Action
from blackboard.sources.gui_recording.model import SECRET
from blackboard.sources.gui_recording.sensitive import is_secret_field

_LAST_CHARACTER = re.compile(
    r".[\u0300-\u036f\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]*"
    r"(?:\u200d.[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]*)*\Z",
    re.DOTALL,
)
_FLAG = re.compile(r"[\U0001f1e6-\U0001f1ff]{2}\Z")


def join_typing(actions: Iterable[Action]) -> list[Action]:
    """The actions, with typing into one field as one text.

    A single character pressed as a key was typed. SPACE after typing is a blank, and BACKSPACE
    takes back what was typed before it in the same field; anywhere else both stay keys, for
    there they press a button or delete what was not typed here. A text that was taken back
    whole is no step. Where a line tells the field's whole value, it replaces what was before.
    """
    joined: list[Action] = []
    for action in map(_as_typed, actions):
        before = joined[-1] if joined and joined[-1].kind == "type" else None
        if before is None or not before.same_field(action):
            joined.append(action)
        elif action.kind == "type":
            joined[-1] = _longer(before, action, action.given["text"])
        elif action.given.get("key") == "SPACE":
            joined[-1] = _longer(before, action, " ")
        elif action.given.get("key") == "BACKSPACE":
            joined[-1:] = _shorter(before, action)
        else:
            joined.append(action)
    return [each for each in joined if not _types_nothing(each)]


def join_scrolling(actions: Iterable[Action]) -> list[Action]:
    """The actions, with scrolling on in one direction as one."""
    joined: list[Action] = []
    for action in actions:
        before = joined[-1] if joined else None
        if before and _scrolls_on(before, action):
            given = {**before.given, **{each: before.given[each] + action.given[each]
                                        for each in ("dx", "dy")}}  # fmt: skip
            joined[-1] = replace(before, given=given, last=action.last)
        else:
            joined.append(action)
    return joined


def hide_secrets(actions: Iterable[Action]) -> Iterator[Action]:
    """The actions, with what was typed hidden where it is a secret.

    A line that does not tell where it was typed goes to what was clicked or typed into before.
    """
    focus: dict[str, Any] = {}
    for action in actions:
        if action.kind in CLICKS or "TAB" in str(action.given.get("key", "")):
            focus = action.target if action.kind in CLICKS else {}
        elif action.target and action.kind == "type":
            focus = action.target
        yield _hidden(action, action.target or focus) if action.kind == "type" else action


def _hidden(action: Action, target: dict[str, Any]) -> Action:
    text = action.given["text"]
    is_secret = (
        action.details.get("sensitive") is True
        or text == SECRET
        or is_secret_field(target)
        or redact(text).secrets > 0
    )
    if not is_secret:
        return action
    return replace(
        action,
        given={**action.given, "text": SECRET},
        details={**action.details, "sensitive": True},
        sensitive=True,
    )


def _types_nothing(action: Action) -> bool:
    """Whether a text is empty and does not empty its field either."""
    return action.kind == "type" and not action.given["text"] and not action.is_whole


def _as_typed(action: Action) -> Action:
    key = action.given.get("key", "") if action.kind == "key" else ""
    if len(key) != 1 or not key.isprintable():
        return action
    return replace(action, kind="type", given={"text": key})


def _longer(before: Action, action: Action, text: str) -> Action:
    kept = "" if action.is_whole else before.given["text"]
    return _with_text(before, action, kept + text)


def _shorter(before: Action, action: Action) -> list[Action]:
    text = before.given["text"]
    shorter = _FLAG.sub("", text) if _FLAG.search(text) else _LAST_CHARACTER.sub("", text)
    if text == SECRET:
        return [replace(before, last=action.last)]
    return [_with_text(before, action, shorter)] if shorter else []


def _with_text(before: Action, action: Action, text: str) -> Action:
    details = before.details if before.target else {**before.details, **action.details}
    if SECRET in (before.given["text"], action.given.get("text")):
        text = SECRET
    return replace(before, given={**before.given, "text": text}, details=details, last=action.last)


def _scrolls_on(before: Action, action: Action) -> bool:
    """Whether both are scrolling the same thing the same way."""
    if before.kind != "scroll" or action.kind != "scroll" or not before.same_field(action):
        return False
    return _way(before) == _way(action)


def _way(action: Action) -> tuple[int, ...]:
    """The signs of both directions."""
    given = (action.given["dx"], action.given["dy"])
    return tuple((number > 0) - (number < 0) for number in given)

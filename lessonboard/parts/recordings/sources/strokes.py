"""Join keystrokes and corrections to one text, and repeated scrolling to one action."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from blackboard.redaction.redact import redact, redact_all
from lessonboard.parts.recordings.sources.action import CLICKS, Action
from lessonboard.parts.recordings.sources.model import SECRET
from lessonboard.parts.recordings.sources.sensitive import is_secret_field

_LAST_CHARACTER = re.compile(
    r".[\u0300-\u036f\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]*"
    r"(?:\u200d.[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]*)*\Z",
    re.DOTALL,
)
_OF_THE_VALUE = ("set", "typed_for")
_FLAG = re.compile(r"[\U0001f1e6-\U0001f1ff]{2}\Z")


def join_typing(actions: Iterable[Action]) -> list[Action]:
    """The actions, with typing into one field as one text.

    A single character pressed as a key counts as typed. After typing in the same field, SPACE adds
    a blank and BACKSPACE deletes; elsewhere both stay keys, because there they press a button or
    delete older text. A text that was deleted completely is not a step. Where a line holds the
    field's whole value, it replaces the earlier text.
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
    return [stroke for stroke in joined if not _types_nothing(stroke)]


def join_scrolling(actions: Iterable[Action]) -> list[Action]:
    """The actions, with consecutive scrolling in one direction joined."""
    joined: list[Action] = []
    for action in actions:
        before = joined[-1] if joined else None
        if before and _scrolls_on(before, action):
            given = {**before.given, **{axis: before.given[axis] + action.given[axis]
                                        for axis in ("dx", "dy")}}  # fmt: skip
            joined[-1] = replace(before, given=given, last=action.last)
        else:
            joined.append(action)
    return joined


def hide_secrets(actions: Iterable[Action]) -> Iterator[Action]:
    """The actions, with typed secrets replaced.

    A line without a target belongs to the element that was clicked or typed into before.
    """
    focus: dict[str, Any] = {}
    for action in actions:
        if action.kind in CLICKS or "TAB" in str(action.given.get("key", "")):
            focus = action.target if action.kind in CLICKS else {}
        elif action.target and action.kind == "type":
            focus = action.target
        if action.kind == "type":
            yield _hidden(action, action.target or focus)
        elif action.kind == "dialog" and "text" in action.given:
            yield _hidden(action, {"label": action.given.get("message", "")})
        elif action.kind == "check" and "value" in action.given:
            yield replace(action, given=redact_all(action.given).value)
        else:
            yield action


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
    given = {key: value for key, value in action.given.items() if key != "texts"}
    details = {key: value for key, value in action.details.items() if key != "typed_for"}
    return replace(
        action,
        given={**given, "text": SECRET},
        details={**details, "sensitive": True},
        sensitive=True,
    )


def _types_nothing(action: Action) -> bool:
    """Whether a text is empty and does not clear its field either."""
    return action.kind == "type" and not action.given["text"] and not action.is_whole


def _as_typed(action: Action) -> Action:
    key = action.given.get("key", "") if action.kind == "key" else ""
    if len(key) != 1 or not key.isprintable():
        return action
    return replace(action, kind="type", given={"text": key})


def _longer(before: Action, action: Action, text: str) -> Action:
    if action.is_whole:
        return _replaced(before, action)
    return _with_text(before, action, before.given["text"] + text)


def _replaced(before: Action, action: Action) -> Action:
    """The earlier typing with the later whole value, and with how that one was entered."""
    if SECRET in (before.given["text"], action.given["text"]):
        return _with_text(before, action, SECRET)
    kept = before.details if before.target else {**before.details, **action.details}
    details = {key: value for key, value in kept.items() if key not in _OF_THE_VALUE}
    new = {key: value for key, value in action.details.items() if key in _OF_THE_VALUE}
    return replace(before, given=action.given, details={**details, **new}, last=action.last)


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
    """Whether both scroll the same element in the same direction."""
    if before.kind != "scroll" or action.kind != "scroll" or not before.same_field(action):
        return False
    return _direction(before) == _direction(action)


def _direction(action: Action) -> tuple[int, ...]:
    """The signs of both distances."""
    given = (action.given["dx"], action.given["dy"])
    return tuple((number > 0) - (number < 0) for number in given)

"""Join keystrokes and corrections to one text, and hide what must not be stored."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from blackboard.redaction.redact import redact, redact_all
from lessonboard.parts.recordings.sources.action import CLICKS, is_whole, joined, same_field
from lessonboard.parts.recordings.sources.model import SECRET, Step
from lessonboard.parts.recordings.sources.sensitive import is_secret_field

_LAST_CHARACTER = re.compile(
    r"(?:[\U0001f1e6-\U0001f1ff]{2}"
    r"|.[\u0300-\u036f\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]*"
    r"(?:\u200d.[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]*)*)\Z",
    re.DOTALL,
)
"""A character as a reader sees it: a flag, or one with its marks and what is joined to it."""

_OF_THE_VALUE = ("set", "typed_for")


def join_typing(steps: Iterable[Step]) -> list[Step]:
    """The steps, with typing into one field as one text.

    A single character pressed as a key counts as typed. After typing in the same field, SPACE adds
    a blank and BACKSPACE deletes; elsewhere both stay keys, because there they press a button or
    delete older text. A text that was deleted completely is not a step. Where a line holds the
    field's whole value, it replaces the earlier text.
    """
    made = joined(map(_as_typed, steps), _typed_on)
    return [step for step in made if not _types_nothing(step)]


def hide_secrets(steps: Iterable[Step]) -> Iterator[Step]:
    """The steps, with typed secrets replaced.

    A line without a target belongs to the element that was clicked or typed into before.
    """
    focus: dict[str, Any] = {}
    for step in steps:
        if step.kind in CLICKS or "TAB" in str(step.action.get("key", "")):
            focus = step.target if step.kind in CLICKS else {}
        elif step.target and step.kind == "type":
            focus = step.target
        if step.kind == "type":
            yield _hidden(step, step.target or focus)
        elif step.kind == "dialog" and "text" in step.action:
            yield _hidden(step, {"label": step.action.get("message", "")})
        elif step.kind == "check" and "value" in step.action:
            yield replace(step, action=redact_all(step.action).value)
        else:
            yield step


def _hidden(step: Step, target: dict[str, Any]) -> Step:
    text = step.action["text"]
    is_known = step.details.get("sensitive") is True or text == SECRET
    if not is_known and not is_secret_field(target) and redact(text).secrets == 0:
        return step
    action = {key: value for key, value in step.action.items() if key != "texts"}
    details = {key: value for key, value in step.details.items() if key != "typed_for"}
    return replace(
        step,
        action={**action, "text": SECRET},
        details={**details, "sensitive": True},
        sensitive=True,
    )


def _typed_on(so_far: list[Step], step: Step) -> list[Step] | None:
    before = so_far[-1] if so_far and so_far[-1].kind == "type" else None
    if before is None or not same_field(before, step):
        return None
    text, key = before.action["text"], step.action.get("key")
    if step.kind == "type":
        made = _replaced(before, step) if is_whole(step) else _with_text(
            before, step, text + step.action["text"])  # fmt: skip
    elif key == "SPACE":
        made = _with_text(before, step, f"{text} ")
    elif key == "BACKSPACE":
        shorter = SECRET if text == SECRET else _LAST_CHARACTER.sub("", text)
        made = _with_text(before, step, shorter)
    else:
        return None
    so_far.pop()
    return [made] if made.action["text"] or key is None else []


def _types_nothing(step: Step) -> bool:
    """Whether a text is empty and does not clear its field either."""
    return step.kind == "type" and not step.action["text"] and not is_whole(step)


def _as_typed(step: Step) -> Step:
    key = step.action.get("key", "") if step.kind == "key" else ""
    is_one = len(key) == 1 and key.isprintable()
    return replace(step, kind="type", action={"text": key}) if is_one else step


def _replaced(before: Step, step: Step) -> Step:
    """The earlier typing with the later whole value, and with how that one was entered."""
    if SECRET in (before.action["text"], step.action["text"]):
        return _with_text(before, step, SECRET)
    kept = before.details if before.target else {**before.details, **step.details}
    details = {key: value for key, value in kept.items() if key not in _OF_THE_VALUE}
    new = {key: value for key, value in step.details.items() if key in _OF_THE_VALUE}
    return replace(before, action=step.action, details={**details, **new}, last=step.last)


def _with_text(before: Step, step: Step, text: str) -> Step:
    details = before.details if before.target else {**before.details, **step.details}
    if SECRET in (before.action["text"], step.action.get("text")):
        text = SECRET
    return replace(before, action={**before.action, "text": text}, details=details, last=step.last)

"""Join the lines of a recording to actions as a person would describe them, without secrets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from blackboard.redaction.redact import redact, redact_all
from lessonboard.parts.recordings.secret_fields import is_secret_field
from lessonboard.parts.recordings.shared_names import SECRET
from lessonboard.parts.recordings.sources.action import CLICKS, is_whole, same_field, same_place
from lessonboard.parts.recordings.sources.model import Step

_DOUBLE_SECONDS = 0.5
_OF_THE_VALUE = ("set", "typed_for")
_STEPS = frozenset(("UP", "DOWN", "LEFT", "RIGHT", "PAGEUP", "PAGEDOWN", "HOME", "END"))
_CORRECTIONS = frozenset(("BACKSPACE", "DELETE"))
_TEXT_ROLES = frozenset(("textbox", "searchbox", "combobox", "spinbutton"))
_VALUE_ROLES = frozenset(("slider", "spinbutton", "combobox", "listbox"))
_VALUE_TYPES = frozenset(("range", "number", "date", "time", "datetime-local", "month", "week"))


def clean(steps: Iterable[Step]) -> list[Step]:
    """The steps, with clicks, typing, repeated keys and scrolling joined, and secrets replaced.

    Two quick clicks at one place are a double click, also where that is reported after them; where
    the source counts clicks itself (`details.counted`), they stay. A single character pressed as a
    key counts as typed. Where a line holds the field's whole value, it replaces the earlier text.
    Keys that step through the values of a slider, number, date or list become part of the text that
    states the value they led to. Other runs of a key that moves the focus or the cursor, or
    corrects a text, get a `count`; keys that activate something or delete more stay single.
    """
    typed = _joined(map(_as_typed, _hide(_joined(steps, _clicked_twice))), _typed_on)
    said = (step for step in typed if step.kind != "type" or step.action["text"] or is_whole(step))
    return list(_hide(_joined(said, _repeated)))


def _joined(steps: Iterable[Step], join: Callable[[list[Step], Step], Step | None]) -> list[Step]:
    """The steps, where `join` may take the last of those so far and give one for them all."""
    so_far: list[Step] = []
    for step in steps:
        so_far.append(join(so_far, step) or step)
    return so_far


def _clicked_twice(so_far: list[Step], step: Step) -> Step | None:
    before = so_far[-1] if so_far else None
    if before is None or before.kind not in ("click", step.kind):
        return None
    if step.kind not in ("click", "double_click") or step.details.get("counted") is True:
        return None
    seconds = (step.timestamp or 0) - (before.timestamp or 0) if before.timestamp else -1
    if not 0 <= seconds <= _DOUBLE_SECONDS or not same_place(before, step):
        return None
    return replace(so_far.pop(), kind="double_click", last=step.last, timestamp=step.timestamp)


def _hide(steps: Iterable[Step]) -> Iterator[Step]:
    """A text without a target belongs to the element that was clicked or typed into before."""
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
    return replace(step, action={**action, "text": SECRET}, sensitive=True,
                   details={**details, "sensitive": True})  # fmt: skip


def _as_typed(step: Step) -> Step:
    key = step.action.get("key", "") if step.kind == "key" else ""
    is_one = len(key) == 1 and key.isprintable()
    return replace(step, kind="type", action={"text": key}) if is_one else step


def _typed_on(so_far: list[Step], step: Step) -> Step | None:
    """The earlier text and this one, or the later whole value with how that was entered."""
    if not so_far or not step.kind == so_far[-1].kind == "type":
        return None
    if not same_field(so_far[-1], step):
        return None
    before = so_far.pop()
    details = before.details if before.target else {**before.details, **step.details}
    texts = [before.action["text"], step.action["text"]]
    if SECRET in texts or not is_whole(step):
        text = SECRET if SECRET in texts else "".join(texts)
        action = {**before.action, "text": text}
    else:
        action, new = step.action, {key: step.details.get(key) for key in _OF_THE_VALUE}
        kept = {key: value for key, value in details.items() if key not in _OF_THE_VALUE}
        details = {**kept, **{key: value for key, value in new.items() if value is not None}}
    return replace(before, action=action, details=details, last=step.last)


def _repeated(so_far: list[Step], step: Step) -> Step | None:
    if step.kind == "type" and _has_steps(step):
        while so_far and _leads_to(so_far[-1], step):
            step = replace(step, index=so_far.pop().index)
        return step
    before = so_far[-1] if so_far else None
    if before is None or before.kind != step.kind:
        return None
    if step.kind == "key" and _repeats(before, step):
        count = before.action.get("count", 1) + step.action.get("count", 1)
        return replace(so_far.pop(), action={**before.action, "count": count}, last=step.last)
    pairs: dict[str, tuple[Any, Any]] = {
        axis: (before.action.get(axis), step.action.get(axis)) for axis in ("dx", "dy")
    }
    is_on = step.kind == "scroll" and all((a > 0) - (a < 0) == (b > 0) - (b < 0)
                                          for a, b in pairs.values())  # fmt: skip
    if not is_on or not same_field(before, step):
        return None
    sums = {axis: a + b for axis, (a, b) in pairs.items()}
    return replace(so_far.pop(), action={**before.action, **sums}, last=step.last)


def _leads_to(before: Step, step: Step) -> bool:
    is_step = before.kind == "key" and before.action["key"] in _STEPS
    return (is_step or (before.kind == "type" and bool(before.target))) and same_field(before, step)


def _has_steps(step: Step) -> bool:
    """Whether a text is the whole value of a field that keys step through."""
    role, kind, tag = (step.target.get(key) for key in ("role", "input_type", "tag"))
    has_steps = role in _VALUE_ROLES or kind in _VALUE_TYPES or tag == "select"
    return is_whole(step) and (has_steps or step.details.get("set") is True)


def _repeats(before: Step, step: Step) -> bool:
    """Whether the same key was pressed again, to no effect of its own."""
    key, base = step.action["key"], step.action["key"].rpartition("+")[2]
    if key != before.action["key"] or before.details.get("url") != step.details.get("url"):
        return False
    corrects = base in _CORRECTIONS and step.target.get("role") in _TEXT_ROLES
    is_harmless = corrects or base in _STEPS or base == "TAB"
    return is_harmless and (key == "TAB" or same_field(before, step))

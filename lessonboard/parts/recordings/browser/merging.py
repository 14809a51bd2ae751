"""Merge what a person would call one action: the keys of a text, a click and the choice it makes.

A new way to merge two neighbours is a function and a line in `_WAYS`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lessonboard.parts.recordings.browser.observation import Action
from lessonboard.parts.recordings.shared_names import SECRET

Pending = tuple[Action, ...]

_OF_THE_VALUE = ("set", "typed_for", "sensitive")
_SAME = ("role", "name", "label", "id", "test_id", "tag", "nth")
_MOVING = ("UP", "DOWN", "PAGEUP", "PAGEDOWN", "HOME", "END")
_PAGE = ("url", "title", "state", "page")
_MOST = 40
"""Actions of one field that wait for the choice that they may lead to."""


def merged(pending: Pending, action: Action) -> tuple[Pending, Pending]:
    """The actions that are complete now, and those that the next one may be merged with.

    Args:
        pending: the last actions, all of one field.
        action: the one that follows.
    """
    if action.chosen:
        return (), _with_choice(pending, action)
    one = joined(pending[-1], action) if pending else None
    if one is not None:
        return (), (*pending[:-1], one)
    if pending and _is_of_one_field(pending[-1], action) and len(pending) < _MOST:
        return (), (*pending, action)
    return pending, (action,)


def joined(before: Action, after: Action) -> Action | None:
    """Merge two actions that a person would call one; None if they are separate.

    Edits of one field become one typing action with the last text, wheel turns at one place one
    scroll; a double click replaces the click that began it, a value the click that opened its list,
    a click the rest of the pointer on its target.
    """
    if before.page != after.page:
        return None
    found = (way(before, after) for way in _WAYS)
    return next((one for one in found if one is not None), None)


def _typing(before: Action, after: Action) -> Action | None:
    if not (before.kind == after.kind == "type" and before.field == after.field):
        return None
    sensitive = before.details.get("sensitive") or after.details.get("sensitive")
    text = {"text": SECRET} if sensitive else after.action
    kept = {key: value for key, value in before.details.items() if key not in _OF_THE_VALUE}
    new = {k: v for k, v in after.details.items() if k in ("target", "set")}
    marked = {"sensitive": True} if sensitive else {}
    return replace(before, action=text, details={**kept, **new, **marked}, last=after.last)


def _scrolling(before: Action, after: Action) -> Action | None:
    if not (before.kind == after.kind == "scroll" and after.at - before.last < 1.0):
        return None
    return replace(before, action=_sum(before.action, after.action), last=after.last)


def _double_click(before: Action, after: Action) -> Action | None:
    if (before.kind, after.kind) != ("click", "double_click"):
        return None
    return replace(before, kind=after.kind, last=after.last)


def _opening(before: Action, after: Action) -> Action | None:
    is_opening = before.kind == "click" and after.kind in ("type", "upload")
    if not (is_opening and before.field and before.field == after.field):
        return None
    return _begun_at(before, after)


def _resting(before: Action, after: Action) -> Action | None:
    is_click = before.kind == "hover" and after.kind in ("click", "double_click", "right_click")
    one, other = before.details.get("target", {}), after.details.get("target", {})
    if not is_click or any(one.get(key) != other.get(key) for key in _SAME):
        return None
    return _begun_at(before, after)


_WAYS: tuple[Callable[[Action, Action], Action | None], ...] = (
    _typing, _scrolling, _double_click, _opening, _resting,
)  # fmt: skip


def _with_choice(pending: Pending, action: Action) -> Pending:
    """What is pending with the strokes that led to a choice replaced by it."""
    rest = list(pending)
    if not rest or rest[-1].option_of != action.field:
        return pending  # the click was written meanwhile
    first, typed = rest.pop(), ""
    while rest and _is_moving(rest[-1], action.field):
        first = rest.pop()
    if rest and rest[-1].kind == "type" and rest[-1].field == action.field:
        first = rest.pop()
        typed = "" if first.details.get("sensitive") else str(first.action["text"])
    while rest and rest[-1].kind == "click" and rest[-1].field == action.field:
        first = rest.pop()  # into the field, or to another month of a calendar
    is_typed_for = not action.details.get("sensitive") and not action.details.get("set")
    details = {**action.details, **({"typed_for": typed} if is_typed_for else {})}
    return (*rest, _begun_at(first, replace(action, details=details, chosen=False)))


def _is_moving(action: Action, field: str) -> bool:
    return action.kind == "key" and action.field == field and action.action["key"] in _MOVING


def _is_of_one_field(before: Action, after: Action) -> bool:
    fields = {before.field, before.option_of} - {""}
    return before.page == after.page and bool(fields & {after.field, after.option_of})


def _begun_at(before: Action, after: Action) -> Action:
    """The later action with the page and the frame that the earlier one began with."""
    page = {key: before.details[key] for key in _PAGE if key in before.details}
    details = {**after.details, **page}
    return replace(after, at=before.at, frame=before.frame, details=details)


def _sum(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    return {**one, "dx": one["dx"] + other["dx"], "dy": one["dy"] + other["dy"]}

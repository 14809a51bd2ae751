"""Plain English for targets, keys and pages, for cards made by rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lessonboard.parts.recordings.compiler.seen import Page, RecordedStep, one_line, spoken
from lessonboard.parts.recordings.shared_names import ADDRESS_BAR
from lessonboard.parts.recordings.sources import Step

_ROLES = {
    "textbox": "field", "searchbox": "search field", "combobox": "list", "listbox": "list",
    "spinbutton": "number field", "slider": "slider", "checkbox": "box", "radio": "choice",
    "switch": "switch", "button": "button", "link": "link", "tab": "tab", "option": "option",
    "menuitem": "menu item", "menu": "menu", "heading": "heading", "img": "image",
    "region": "area", "dialog": "window", "form": "form", "group": "group",
    "listitem": "item", "row": "row", "cell": "cell", "gridcell": "cell", "treeitem": "item",
}  # fmt: skip
_TAGS = {
    "input": "field", "textarea": "field", "select": "list", "a": "link", "button": "button",
    "li": "item", "img": "image", "td": "cell", "label": "label", "summary": "heading",
}  # fmt: skip
_VERBS = {
    "field": "Click into", "search field": "Click into", "number field": "Click into",
    "link": "Follow", "box": "Click", "choice": "Choose", "option": "Choose", "tab": "Open",
    "menu": "Open", "menu item": "Choose", "list": "Open", "button": "Press",
}  # fmt: skip
_SORTS = {"double": "Double-click", "right": "Right-click", "middle": "Middle-click"}
_KEYS = {
    "ENTER": "Enter", "ESC": "Escape", "TAB": "Tab", "SPACE": "Space", "BACKSPACE": "Backspace",
    "DELETE": "Delete", "UP": "Arrow up", "DOWN": "Arrow down", "LEFT": "Arrow left",
    "RIGHT": "Arrow right", "PAGEUP": "Page up", "PAGEDOWN": "Page down", "CTRL": "Ctrl",
    "ALT": "Alt", "SHIFT": "Shift", "CMD": "Cmd", "HOME": "Home", "END": "End", "PLUS": "Plus",
}  # fmt: skip
_LONGEST_TYPED = 40


def sort_of(target: object) -> str:
    """The kind of element a target is."""
    seen = target if isinstance(target, dict) else {}
    role, tag = str(seen.get("role") or ""), str(seen.get("tag") or "")
    if (role, tag) == ("combobox", "input"):  # an input with suggestions
        return "field"
    return _ROLES.get(role) or _TAGS.get(tag) or "element"


def named(target: object) -> str:
    """A target by kind and name; empty where nothing was recorded.

    >>> named({"role": "textbox", "label": "Song name"})
    'the field "Song name"'
    """
    if not isinstance(target, dict) or not target:
        return ""
    name = spoken(target)
    return f'the {sort_of(target)} "{name}"' if name else f"the {sort_of(target)} without a name"


def in_row(target: Mapping[str, Any]) -> str:
    """The row, item or card that contains a target, by what identifies it.

    >>> in_row({"name": "Delete", "within": {"kind": "row", "cells": ["7", "Ada"], "key": 1}})
    ' in the row "Ada"'
    """
    within = target.get("within")
    if not isinstance(within, Mapping):
        return ""
    cells, key = within.get("cells"), within.get("key")
    if not isinstance(cells, list) or not isinstance(key, int) or not 0 <= key < len(cells):
        return ""
    is_itself = cells[key] == target.get("name")
    return "" if is_itself else f' in the {within.get("kind") or "row"} "{one_line(cells[key])}"'


def key_name(key: str) -> str:
    """A key or chord as printed on keyboards.

    >>> key_name("CTRL+A")
    'Ctrl+A'
    """
    return "+".join(_KEYS.get(part, part) for part in key.split("+")) if key != "+" else key


def intent(moment: RecordedStep, where: str) -> str:
    """One sentence that says what a step does.

    Args:
        moment: the step.
        where: the target in words.
    """
    step, value = moment.step, moment.step.value or ""
    match step.action_type:
        case "CLICK":
            verb = _SORTS.get(value) or _VERBS.get(sort_of(step.target), "Click")
            return f"{verb} {where}."
        case "TYPE":
            return _typing(step, where)
        case "SCROLL":
            way = value.partition(" ")[0]
            return f"Scroll {way} in {where}." if spoken(step.target) else f"Scroll {way}."
        case "KEYPRESS":
            inside = f" in {where}" if step.target else ""
            return f"Press {key_name(value)}{inside}."
        case "DRAG":
            onto = named(step.details.get("to")) or (f'"{value}"' if value else "")
            return f"Drag {where} onto {onto}." if onto else f"Drag {where} to where it belongs."
        case "HOVER":
            return f"Rest on {where}."
        case "UPLOAD":
            return f"Choose the file {_files(value)} in {where}."
        case "DIALOG":
            return _answer(step)
        case "DOWNLOAD":
            return f'Keep the downloaded file "{value}".' if value else "Keep the downloaded file."
        case "CHECK":
            return _check(step, where)
        case "EXTRACT":
            return f"Read the {'rows' if value == 'table' else 'text'} of {where}."


def _typing(step: Step, where: str) -> str:
    if step.target == ADDRESS_BAR:
        return "Go to the address."
    if sort_of(step.target) == "list":
        return f"Choose a value in {where}."
    if "calendar" in step.target:
        return "Choose a value in the calendar."
    if step.target:
        return f"Fill in {where}."
    if step.sensitive:
        return "Type the secret."
    value = step.value or ""
    fits = value.strip() and len(value) <= _LONGEST_TYPED and value.isprintable()
    return f'Type "{value}".' if fits else "Type the text."


def _files(value: str) -> str:
    return " and ".join(f'"{name}"' for name in value.split("\n"))


def _answer(step: Step) -> str:
    """How a dialog is answered."""
    kind, asked = step.action.get("dialog"), one_line(step.action.get("message"))
    question = f' "{asked}"' if asked else ""
    accepted = step.value != "dismiss"
    if kind == "alert":
        return f"Close the message{question}."
    if kind == "beforeunload":
        return "Leave the page without saving." if accepted else "Stay on the page."
    if kind == "prompt" and accepted:
        return f"Answer the question{question}."
    return f"Answer the question{question} with {'yes' if accepted else 'no'}."


_CHECKS = {
    "visible": "is there", "hidden": "is not there", "checked": "is ticked",
    "unchecked": "is not ticked",
}  # fmt: skip
_PAGE_CHECKS = {"url": "the address is", "title": "the title is"}


def _check(step: Step, where: str) -> str:
    what, value = str(step.action.get("what") or "visible"), step.value or ""
    if what in _PAGE_CHECKS:
        return f'Check that {_PAGE_CHECKS[what]} "{value}".'
    if what == "count":
        return f"Check that {where} is there {value} times."
    if what in _CHECKS:
        return f"Check that {where} {_CHECKS[what]}."
    verb = "holds" if what == "value" else "shows"
    return f'Check that {where} {verb} "{value}".'


def state_before(moment: RecordedStep) -> str:
    """The expected screen before a step."""
    before, shot = moment.before, moment.step.pre
    if not before.place:
        return f"The screen looks like {shot.name}." if shot else "Nothing is known of the screen."
    state = f"The page {titled(before)} is open"
    if spoken(moment.step.target) and moment.step.target != ADDRESS_BAR:
        state += f" and shows {named(moment.step.target)}"
    return f"{state}."


def titled(page: Page) -> str:
    """A page by its title, else by its address."""
    return f'"{page.title}"' if page.title else page.place


def change(moment: RecordedStep) -> str:
    """The change after a step; empty if unknown."""
    before, after, step = moment.before, moment.after, moment.step
    if step.target == ADDRESS_BAR and not after.title:
        return ""  # the page may redirect
    if after.place and before.place != after.place:
        return f"The page {titled(after)} opens."
    if after.title and after.title != before.title:
        return f"The title becomes {titled(after)}."
    new = next((heading for heading in after.headings if heading not in before.headings), "")
    if new:
        return f'The heading "{new}" appears.'
    if step.action_type == "TYPE" and step.target:
        verb = "shows the choice" if sort_of(step.target) == "list" else "holds the text"
        return f"T{named(step.target)[1:]} {verb}."
    name = spoken(step.target)
    if after.focus != before.focus and name and name in after.focus:
        # Every click moves the focus; mention it only for fields, where typing follows.
        into_field = _VERBS.get(sort_of(step.target)) == "Click into"
        return f"T{named(step.target)[1:]} has the focus." if into_field else ""
    if step.post is None:
        return ""
    if step.pre is not None and step.pre.sha256 == step.post.sha256:
        return "The next screenshot shows no change."
    return "" if after.place else f"The screen looks like {step.post.name}."

"""The ways to find a target by name, the most reliable first; pure, so `finding.py` only looks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from lessonboard.parts.recordings.browser.expected import Given
from lessonboard.parts.recordings.browser.identity import PRESSED
from lessonboard.parts.recordings.browser.target import Target
from lessonboard.parts.recordings.compiler.danger import danger_of, weight

ACTED_ON = ("button", "link", "textbox", "searchbox", "combobox", "checkbox", "radio", "switch",
            "menuitem", "tab", "option", "spinbutton", "slider")  # fmt: skip
_ROLE_AND_NAME = re.compile(r'^(?:the )?([a-z]+) "(.+)"$')
_NUMBER = re.compile(r"\d+")
_COUNT = re.compile(r"(?<=[(\[])\d+(?=[)\]])")
_WORDS = re.compile(r"[^\W\d_]{4,}")
_LEADS = tuple(role for role in PRESSED if role != "switch")
"""Roles of things that lead somewhere or do something; a switch of that name would be turned."""

_SAYS_ALL = (*PRESSED, "checkbox", "radio")
"""Roles of things that are not found by a selector under another name: that says what they do."""

_TEST_IDS = ("data-testid", "data-test-id", "data-test")


class Wanted(NamedTuple):
    """What is looked for: with the values of this run, as recorded, and the step's consequence.

    `given` are the numbers in those values that its dialog must say.
    """

    target: Target
    recorded: Target
    danger: str = ""
    given: Given = frozenset()


class Way(NamedTuple):
    """One way to find a target: by role and name, by label, placeholder, text or selector.

    `text` may be a pattern. `role` alone finds all of it; with a selector it must be of it, too.
    A name without a role is looked for in `roles`, by default all that a person can act on.
    `is_alone`: what is found counts only where it is the only one.
    """

    by: str
    role: str = ""
    name: str | re.Pattern[str] = ""
    selector: str = ""
    label: str = ""
    placeholder: str = ""
    text: str = ""
    roles: tuple[str, ...] = ACTED_ON
    is_part: bool = False
    is_alone: bool = False


def ways(wanted: Wanted, *, loosely: bool) -> Iterator[Way]:
    """The ways to try; `loosely`: also other numbers and case in the name, or the text alone."""
    target, role = wanted.target, wanted.target.role
    if target.is_chained:
        if target == wanted.recorded:
            yield from (Way(by, selector=each, is_alone=True) for by, each in target.locators)
        return
    if target.name:
        yield Way("role and name" if role else "name", role=role, name=target.name)
    if target.label:
        yield Way("label", label=target.label)
    if target.placeholder:
        yield Way("placeholder", placeholder=target.placeholder)
    if not (target.name and role in _SAYS_ALL):
        if target.test_id:
            yield Way("test id", selector=quoted_test_id(target.test_id))
        if target.text and not target.name:
            yield Way("text", text=target.text)
        yield from _by_selectors(wanted)
    if loosely and not wanted.danger:
        yield from _loosely(target)


def dropped_on(value: str) -> Target:
    """Parse a step card's description of a drop target.

    >>> dropped_on('the list "Done"').name
    'Done'
    """
    match = _ROLE_AND_NAME.match(value)
    name = match[2] if match else value
    return Target(role=match[1] if match else "", name=name if match else "", label=name,
                  text=name, test_id=name)  # fmt: skip


def quoted_test_id(name: str) -> str:
    """A selector for a test id, whichever attribute holds it.

    >>> quoted_test_id("a")
    '[data-testid="a"], [data-test-id="a"], [data-test="a"]'
    """
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    return ", ".join(f'[{attribute}="{quoted}"]' for attribute in _TEST_IDS)


def _by_selectors(wanted: Wanted) -> Iterator[Way]:
    """The recorded selectors: those that name a thing by its id, or all where nothing else does.

    For other values than the recorded ones none is tried, for it leads to what was meant then.
    """
    target = wanted.target
    is_nameless = not any((target.name, target.label, target.placeholder, target.text,
                           target.test_id))  # fmt: skip
    if is_nameless and target.selector:
        yield Way("css", selector=target.selector)
    for by, selector in target.locators if target == wanted.recorded else ():
        is_said = by in ("id", "css", "test id") and bool(_WORDS.search(selector))
        if is_said or (is_nameless and not wanted.danger):
            yield Way(by, selector=selector, role=target.role, is_alone=True)


def _loosely(target: Target) -> Iterator[Way]:
    role = target.role
    if role and target.name:
        yield Way("role and a like name", role=role, name=_loose(target), is_alone=True)
        pressed = danger_of("CLICK", {"role": "button", "name": target.name})
        if role in PRESSED and weight(pressed) <= weight("unknown"):  # a link became a button, say
            yield Way("name in another role", name=target.name, roles=_LEADS, is_alone=True)
    elif role and not any((target.label, target.placeholder, target.test_id, target.text)):
        yield Way("role", role=role, is_alone=True)
    if target.text and not target.name:  # its text without that of the buttons in it
        yield Way("a part of the text", text=target.text, is_part=True, is_alone=True)
    if target.name and role in ("", "listitem", "option", "cell"):
        yield Way("text", text=target.name, is_alone=True)


def _loose(target: Target) -> re.Pattern[str]:
    """A pattern for a name that ignores case, spacing and numbers: of what is pressed, counts."""
    number = _COUNT if target.role in PRESSED else _NUMBER
    parts = (re.escape(part).replace(r"\ ", r"\s+") for part in number.split(target.name))
    return re.compile(rf"^\s*{'[0-9]+'.join(parts)}\s*$", re.IGNORECASE)

"""Parse the values of Selenium IDE commands: keys, options, answers to dialogs."""

from __future__ import annotations

import re
from typing import Any

from lessonboard.parts.recordings.sources import keys
from lessonboard.parts.recordings.sources.lines import line, typed

Record = dict[str, Any]

_KEY = re.compile(r"\$\{KEY_(\w+)\}")
_TAG = re.compile(r"<[^<>]*>")
_NAMES = {"BKSP": "BACKSPACE", "NUM_ENTER": "ENTER"}
_PENDING = {
    "chooseokonnextconfirmation": ("confirm", True),
    "choosecancelonnextconfirmation": ("confirm", False),
    "answeronnextprompt": ("prompt", True),
    "choosecancelonnextprompt": ("prompt", False),
}  # fmt: skip
_VISIBLE = {
    "webdriverchooseokonvisibleconfirmation": ("confirm", True),
    "webdriverchoosecancelonvisibleconfirmation": ("confirm", False),
    "webdriveransweronvisibleprompt": ("prompt", True),
    "webdriverchoosecancelonvisibleprompt": ("prompt", False),
    "assertalert": ("alert", True), "verifyalert": ("alert", True),
    "assertconfirmation": ("confirm", True), "assertprompt": ("prompt", True),
}  # fmt: skip


def pending_answer(name: str, text: str) -> Record:
    """The answer to the dialog of the next action; {} for other commands."""
    kind, accepted = _PENDING.get(name, ("", False))
    if not kind:
        return {}
    answer = {"text": text} if name.startswith("answer") else {}
    return {"dialog": kind, "accepted": accepted, **answer}


def visible_answer(name: str, text: str) -> Record:
    """The answer to the dialog that is shown; {} for other commands."""
    kind, accepted = _VISIBLE.get(name, ("", False))
    if not kind:
        return {}
    if name.startswith(("assert", "verify")):
        return {"dialog": kind, "accepted": accepted, "message": text}
    answer = {"text": text} if kind == "prompt" and accepted else {}
    return {"dialog": kind, "accepted": accepted, **answer}


def chosen(value: str) -> str:
    """The option that a `select` names, without the way in which it does.

    >>> chosen("label=Red"), chosen("Blue")
    ('Red', 'Blue')
    """
    kind, equals, text = value.partition("=")
    return text if equals and kind in ("label", "value", "id") else value


def key_lines(value: str, details: Record) -> list[Record]:
    """The lines of `sendKeys`: texts as they are, `${KEY_ENTER}` as a key, chords as one."""
    lines: list[Record] = []
    held: list[str] = []
    for at, part in enumerate(_KEY.split(value)):
        name = keys.normal(_NAMES.get(part, part)) if at % 2 else ""
        if name in keys.MODIFIERS:
            held.append(name)
        elif name:
            lines.append(line("key", {"key": keys.normal([*held, name])}, details))
            held = []
        elif part and held:
            lines.append(line("key", {"key": keys.normal([*held, part[0]])}, details))
            lines += [typed(part[1:], details, fill=False)] if part[1:] else []
            held = []
        elif part:
            lines.append(typed(part, details, fill=False))
    return lines


def without_tags(html: str) -> str:
    """The text of the HTML that was put into an editor."""
    return _TAG.sub("", html)

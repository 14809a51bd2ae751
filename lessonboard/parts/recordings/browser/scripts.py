"""The JavaScript that runs inside the pages."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from lessonboard.parts.recordings import secret_fields


def masking() -> str:
    """A script that hides the content of secret fields from screenshots."""
    return f"void {_masked()}"


def observing(binding: str) -> str:
    """A script that reports user actions to a binding, and hides the binding from the page.

    It ends with what `ending` says.
    """
    return f"""(() => {{
      const send = window[{binding!r}];
      delete window[{binding!r}];
      if (!send) return;
      let isOn = true;
      addEventListener({binding!r}, () => {{ isOn = false; }}, {{ once: true }});
      const report = (seen) => isOn && send(seen);
      const isSecret = {_masked()};
      const words = {describing()};
      const events = {_read("event")}(isSecret, words);
      const fields = {_read("fields")}(report, {calendar()}, events);
      const hovering = {_read("hover")}(report, events);
      {_read("observe")}(report, events, fields, hovering);
    }})()"""


def ending(binding: str) -> str:
    """A script after which nothing is reported to a binding any more."""
    return f"dispatchEvent(new Event({binding!r}))"


def describing() -> str:
    """An expression for the functions that describe elements and the state of a page."""
    choices = _read("choices")
    return f"((where) => {_read('describe')}(where, {choices}(where)))({surroundings()})"


def surroundings() -> str:
    """An expression for the functions that describe the surroundings of elements."""
    return _read("surroundings")


def calendar() -> str:
    """An expression for the functions that read and turn the calendars of a page."""
    return _read("calendar")


def login_facts() -> str:
    """A function for what a page shows of a form for signing in."""
    return _read("login")


def _masked() -> str:
    """An expression that masks secret fields; its value is the function that recognises one."""
    name, autocomplete = json.dumps(secret_fields.NAMES), json.dumps(secret_fields.AUTOCOMPLETE)
    return f'{_read("mask")}(new RegExp({name}, "i"), new RegExp({autocomplete}))'


@cache
def _read(name: str) -> str:
    return Path(__file__).with_name(f"{name}.js").read_text(encoding="utf-8").strip().rstrip(";")

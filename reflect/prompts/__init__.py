"""Prompts: one Markdown file each, with a version, and `$names` where data goes.

`string.Template` fills them, so braces in a prompt and dollars or braces in the data are just
characters. Whatever comes from transcripts or the web is put between marks that it cannot
contain, and is called data there.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from string import Template
from typing import NamedTuple

from reflect.model.thread import Message

_SYSTEM, _USER = "\n## System\n", "\n## User\n"


class Prompt(NamedTuple):
    """A prompt as written; `version` changes with every change of its words."""

    name: str
    version: str
    system: str
    user: str

    @property
    def purpose(self) -> str:
        """The name and version, as calls are accounted under."""
        return f"{self.name}@{self.version}"

    def fill(self, **data: str) -> list[Message]:
        """The thread with data put in.

        Raises:
            KeyError: the prompt names something that was not given.
        """
        return [
            Message("system", Template(self.system).substitute(data)),
            Message("user", Template(self.user).substitute(data)),
        ]


@cache
def load(name: str) -> Prompt:
    """The prompt in the file of that name."""
    text = files(__package__).joinpath(f"{name}.md").read_text(encoding="utf-8")
    head, system_and_user = text.split(_SYSTEM, 1)
    system, user = system_and_user.split(_USER, 1)
    version = next(line for line in head.splitlines() if line.startswith("version: "))
    return Prompt(name, version.removeprefix("version: ").strip(), system.strip(), user.strip())


def as_data(label: str, text: str) -> str:
    """A text between marks that it cannot contain, so that nothing in it ends the quotation.

    >>> print(as_data("diff", "+ hello"))
    <<<diff 4fd0ad89
    + hello
    diff 4fd0ad89>>>
    """
    mark = hashlib.sha256(text.encode()).hexdigest()[:8]
    while mark in text:
        mark = hashlib.sha256(mark.encode()).hexdigest()[:8]
    return f"<<<{label} {mark}\n{text}\n{label} {mark}>>>"


def shortened(text: str, most: int) -> str:
    """A text of at most so many characters, its middle left out.

    >>> shortened("abcdefghijklmnopqrstuvwxyz", 23)
    'abcd\\n[18 left out]\\nwxyz'
    """
    if len(text) <= most:
        return text
    kept = most - len(_gap(len(text)))  # no number of characters left out is longer than this
    if kept <= 0:
        return text[:most]
    end = kept // 2
    return f"{text[: kept - end]}{_gap(len(text) - kept)}{text[len(text) - end :]}"


def _gap(left_out: int) -> str:
    return f"\n[{left_out} left out]\n"

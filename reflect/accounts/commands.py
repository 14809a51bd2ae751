"""Forms: what a lesson says to run and not to run, as far as a machine can tell.

Only what stands between backticks in one of a few plain sentences is read; a lesson in other
words has no form, and whether it was obeyed is then not known.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

from reflect.invocation import Invocation, pieces

Kind = Literal["instead", "before", "after failure"]

_CODE = r"`([^`]+)`"
_VERB = r"(?:use|run|call|prefer)"
_OVER = r"(?:instead of|rather than|and not|not|over)"
_SENTENCES: tuple[tuple[Kind, bool, str], ...] = (
    ("instead", False, rf"{_VERB} {_CODE},? {_OVER} {_CODE}"),
    ("instead", True, rf"(?:never|do not|don't) {_VERB} {_CODE}[,;:.]? {_VERB} {_CODE}"),
    ("instead", True, rf"instead of {_CODE},? {_VERB} {_CODE}"),
    ("before", False, rf"run {_CODE} before (?:running )?{_CODE}"),
    ("after failure", False, rf"run {_CODE} when {_CODE} complains about formatting"),
)
"""Each kind of sentence, and whether the form to avoid comes first in it."""

_LEFT_OUT = re.compile(rf"(?i)^leave {_CODE} out of {_CODE}")
_TOOL = re.compile(rf"^Call (\w+) with [\w ]+ {_CODE}, not {_CODE}")
_BLANK = re.compile(r"…|<[\w ]+>")
"""Stands in a form for words that differ from time to time."""


class Use(NamedTuple):
    """What was run, or called, without where: the settings before it and its words."""

    settings: frozenset[str]
    words: tuple[str, ...]

    @property
    def program(self) -> str:
        """The program without its folder, or the tool."""
        return self.words[0].rsplit("/", 1)[-1]

    def is_of(self, other: Use) -> bool:
        """Whether this is a way of putting the other: all its words are there, in order."""
        words = iter(self.words[1:])
        return (
            self.program == other.program
            and other.settings <= self.settings
            and all(word in words for word in other.words[1:])
        )

    @property
    def size(self) -> int:
        """How much it says; of two forms that fit, the one that says more is meant."""
        return len(self.settings) + len(self.words)


@dataclass(frozen=True)
class Form:
    """What to run (`right`), and what it is to stand in for, come before or put right."""

    kind: Kind
    right: Use
    other: Use

    def is_right(self, use: Use) -> bool:
        """Whether the agent ran what the lesson says to run."""
        return use.is_of(self.right) and not self._is_rather(use, self.other, self.right)

    def is_other(self, use: Use) -> bool:
        """Whether the agent ran the form that the lesson warns of, or is an occasion for."""
        return use.is_of(self.other) and not self._is_rather(use, self.right, self.other)

    def _is_rather(self, use: Use, one: Use, than: Use) -> bool:
        return use.is_of(one) and one.size > than.size


def form(rule: str) -> Form | None:
    """What a rule says to run, or None where it does not say so in words of a known kind.

    >>> found = form("Use `bun test` instead of `npm test`.")
    >>> found.kind, found.right.words, found.other.words
    ('instead', ('bun', 'test'), ('npm', 'test'))
    >>> form("Commit in the morning.")
    """
    rule = rule.strip()
    return _of_sentence(rule) or _of_surplus(rule) or _of_tool(rule)


def use(command: Invocation) -> Use:
    """A command as it was run, quotes taken off."""
    words = tuple(_bare(word) for word in command.words)
    return Use(frozenset(_bare(each) for each in command.settings), words)


def _of_sentence(rule: str) -> Form | None:
    for kind, turned, sentence in _SENTENCES:
        found = re.match(rf"(?i)(?:always )?{sentence}", rule)
        if found:
            one, other = _parsed(found[1]), _parsed(found[2])
            right, wrong = (other, one) if turned else (one, other)
            return Form(kind, right, wrong) if right and wrong and right != wrong else None
    return None


def _of_surplus(rule: str) -> Form | None:
    """Of "Leave `x` out of `y`": the same command without and with something.

    A file that is to be left out is not at hand every time, so its absence shows nothing.
    """
    found = _LEFT_OUT.match(rule)
    right, surplus = (_parsed(found[2]), _parsed(found[1])) if found else (None, None)
    if right is None or surplus is None or any("/" in word for word in surplus.words):
        return None
    wrong = Use(right.settings | surplus.settings, (*right.words, *surplus.words))
    return Form("instead", right, wrong)


def _of_tool(rule: str) -> Form | None:
    """Of "Call T with its name `x`, not `y`": a tool that was asked by the wrong name."""
    found = _TOOL.match(rule)
    if found is None or found[2] == found[3]:
        return None
    right, wrong = (Use(frozenset(), (found[1], name)) for name in (found[2], found[3]))
    return Form("instead", right, wrong)


def _parsed(text: str) -> Use | None:
    """A command as it stands in a rule; None when it is not one command."""
    found = pieces(_BLANK.sub("", text), None)
    return use(found[0].invocation) if len(found) == 1 else None


def _bare(word: str) -> str:
    return word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "\"'" else word

"""Forms: the commands that a lesson recommends and warns of, as far as they can be parsed.

Only text in backticks in one of a few plain sentences is parsed; any other lesson has no form, and
whether it was obeyed is unknown.
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
"""Each kind of sentence, and whether it names the form to avoid first."""

_LEFT_OUT = re.compile(rf"(?i)^leave {_CODE} out of {_CODE}")
_TOOL = re.compile(rf"^Call (\w+) with [\w ]+ {_CODE}, not {_CODE}")
_BLANK = re.compile(r"…|<[\w ]+>")
"""Placeholders in a form for words that vary."""


class Use(NamedTuple):
    """A command or tool call without its folder: its settings and words."""

    settings: frozenset[str]
    words: tuple[str, ...]

    @property
    def program(self) -> str:
        """The program without its folder, or the tool."""
        return self.words[0].rsplit("/", 1)[-1]

    def is_of(self, other: Use) -> bool:
        """Whether this matches the other form: all its words occur, in order."""
        words = iter(self.words[1:])
        return (
            self.program == other.program
            and other.settings <= self.settings
            and all(word in words for word in other.words[1:])
        )

    @property
    def size(self) -> int:
        """The specificity; of two matching forms the more specific one is meant."""
        return len(self.settings) + len(self.words)


@dataclass(frozen=True)
class Form:
    """The command to run (`right`), and the one that it replaces, precedes or fixes."""

    kind: Kind
    right: Use
    other: Use

    def is_right(self, use: Use) -> bool:
        """Whether the agent ran the recommended command."""
        return use.is_of(self.right) and not self._fits_better(use, self.other, self.right)

    def is_other(self, use: Use) -> bool:
        """Whether the agent ran the command that the lesson warns of, or that is its occasion."""
        return use.is_of(self.other) and not self._fits_better(use, self.right, self.other)

    def _fits_better(self, use: Use, one: Use, than: Use) -> bool:
        return use.is_of(one) and one.size > than.size


def form(rule: str) -> Form | None:
    """The form of a rule, or None if its wording is not a known kind.

    >>> parsed = form("Use `bun test` instead of `npm test`.")
    >>> parsed.kind, parsed.right.words, parsed.other.words
    ('instead', ('bun', 'test'), ('npm', 'test'))
    >>> form("Commit in the morning.")
    """
    rule = rule.strip()
    return _of_sentence(rule) or _of_surplus(rule) or _of_tool(rule)


def use(command: Invocation) -> Use:
    """A command as it was run, without quotes."""
    words = tuple(_unquoted(word) for word in command.words)
    return Use(frozenset(_unquoted(setting) for setting in command.settings), words)


def _of_sentence(rule: str) -> Form | None:
    for kind, is_reversed, sentence in _SENTENCES:
        match = re.match(rf"(?i)(?:always )?{sentence}", rule)
        if match:
            one, other = _parsed(match[1]), _parsed(match[2])
            right, wrong = (other, one) if is_reversed else (one, other)
            return Form(kind, right, wrong) if right and wrong and right != wrong else None
    return None


def _of_surplus(rule: str) -> Form | None:
    """For "Leave `x` out of `y`": the same command without and with something.

    A file to leave out does not exist every time, so its absence proves nothing.
    """
    match = _LEFT_OUT.match(rule)
    right, surplus = (_parsed(match[2]), _parsed(match[1])) if match else (None, None)
    if right is None or surplus is None or any("/" in word for word in surplus.words):
        return None
    wrong = Use(right.settings | surplus.settings, (*right.words, *surplus.words))
    return Form("instead", right, wrong)


def _of_tool(rule: str) -> Form | None:
    """For "Call T with its name `x`, not `y`": a tool call with a wrong name."""
    match = _TOOL.match(rule)
    if match is None or match[2] == match[3]:
        return None
    right, wrong = (Use(frozenset(), (match[1], name)) for name in (match[2], match[3]))
    return Form("instead", right, wrong)


def _parsed(text: str) -> Use | None:
    """A command in a rule; None if it is not exactly one command."""
    parsed = pieces(_BLANK.sub("", text), None)
    return use(parsed[0].invocation) if len(parsed) == 1 else None


def _unquoted(word: str) -> str:
    return word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "\"'" else word

"""The command that a lesson wants to be run before a commit or a push, as plain words."""

from __future__ import annotations

import re
import shlex
from typing import NamedTuple

from blackboard.harm import harms
from lessonboard.parts.automation.compiling.kind import Unfit

_CODE = re.compile(r"`([^`\n]+)`")
_STAGE = re.compile(
    r"(?i)\b(?:before|prior to)\s+(?:you\s+|each\s+|every\s+|any\s+|the\s+|a\s+|creating\s+"
    r"|opening\s+|making\s+|submitting\s+)*(?P<act>commit|push|pull request|pr\b|merg)"
)
_RUNS = re.compile(r"(?i)\b(?:run|execute|call|use|check with|with)\b[^`.;]{0,40}$")
_DENIED = re.compile(
    r"(?i)\b(?:never|not|don'?t|avoid|instead of|rather than|without|stop)\b[^`.;]*$"
)
_SPECIAL = set("|&;<>()$`\\*?[]{}~#!\n")
_MOST_WORDS = 20


class Gate(NamedTuple):
    """A command, and the hook of git at which it runs."""

    words: tuple[str, ...]
    stage: str

    @property
    def line(self) -> str:
        """It as a shell reads it."""
        return shlex.join(self.words)


def gate_of(rule: str) -> Gate:
    """The command that a rule wants before each commit, or before each push.

    >>> gate_of("Run `npm run typecheck` before committing.").words
    ('npm', 'run', 'typecheck')
    >>> gate_of("Before opening a PR, run `make check`.").stage
    'pre-push'

    Raises:
        Unfit: it names none, or one that is more than a program and its arguments.
    """
    stage = _STAGE.search(rule)
    if stage is None:
        raise Unfit("it does not say that something is to be run before each commit or push")
    named = [match for match in _CODE.finditer(rule) if _is_asked_for(rule[: match.start()])]
    if len(named) != 1:
        raise Unfit(f"it should name one command to run (found: {len(named)})")
    command = named[0][1].strip()
    if reasons := harms(command):
        raise Unfit(f"its command {', '.join(reasons)}")
    name = "pre-commit" if stage["act"].lower() == "commit" else "pre-push"
    return Gate(plain_words(command), name)


def plain_words(command: str) -> tuple[str, ...]:
    """The words of a command line in which a shell would find nothing to expand or to connect.

    Raises:
        Unfit: it needs a shell, or is no command.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise Unfit(f"its command has {error.args[0].lower()}") from error
    if not words or len(words) > _MOST_WORDS or not command.isprintable():
        raise Unfit("its command is empty, too long, or not text")
    if set(command) & _SPECIAL or "=" in words[0] or words[0].startswith("-"):
        raise Unfit("its command is more than a program and its arguments")
    return tuple(words)


def _is_asked_for(before: str) -> bool:
    return bool(_RUNS.search(before)) and not _DENIED.search(before)

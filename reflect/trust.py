"""How far a lesson can be trusted, by where the words that prove it come from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import get_args

from blackboard.event import Event
from blackboard.events.upcast import latest
from blackboard.search import moments
from blackboard.vocabulary import ToolKind, Trust
from reflect.invocation import command_of, pieces
from reflect.trajectory import payload_of

ORDER: tuple[Trust, ...] = get_args(Trust)
"""Best first."""

_BY_KIND: dict[ToolKind, Trust] = {
    "read": "repository", "search": "repository", "edit": "tool", "agent": "tool",
}  # fmt: skip
"""What any other kind of tool shows, anybody may have written."""

_SHOWS = frozenset("cat bat head tail less more sed awk grep rg nl tac strings find jq".split())
_SHOWN_BY_GIT = frozenset("show log diff blame grep cat-file".split())
_DOWNLOADS = re.compile(
    r"""(?x)
    (?: ^ | [|;&(`\n"'] | \b(?:sudo|xargs|time|env|exec|then|do|command)\s+(?:-\S+\s+)* )
    \s* (?: \w+=\S*\s+ )* (?: [\w.~/-]*/ )? (?: curl | wget | gh | https? | lynx ) (?= \s | $ )
    """
)
"""Also in `$(...)`, behind a folder, and as what another command is given to run."""

_PIPES = ("|", "|&")
_RUNS = frozenset("sudo xargs time env nohup command".split())
"""What runs the command that is given to it."""


def trust_of(event: Event) -> Trust:
    """The trust that the words of one event deserve."""
    payload = payload_of(event)
    if event.type == "message.recorded":
        return "human" if payload.get("role") == "user" else "tool"
    if event.type == "tool.called":
        (call,) = latest([event])
        return _of_call(call)
    return "repository"


def least(trusts: Iterable[Trust]) -> Trust:
    """The least of several; nothing proves nothing, and counts as fetched text.

    >>> least(["human", "tool"]), least([])
    ('tool', 'imported')
    """
    return max(trusts, key=ORDER.index, default="imported")


def _of_call(call: Event) -> Trust:
    payload, line = payload_of(call), command_of(call)
    if line is not None:
        return _of_line(line)
    if payload.get("kind") == "shell":  # a shell whose line nobody knows may show anything
        refused = payload.get("failed") and payload.get("exit_code") is None
        return "tool" if refused else least(())
    found = _BY_KIND.get(payload.get("kind", "other"), least(()))
    return "tool" if found == "repository" and payload.get("failed") else found


def _of_line(line: str) -> Trust:
    if _DOWNLOADS.search(line):
        return "imported"
    return "repository" if _shows_text(line) else "tool"


def _shows_text(line: str) -> bool:
    """Whether a shell line shows what files say; a failing one may have shown it all the same.

    What only passes on a part of another command's output shows nothing of its own.
    """
    told = [(each.operator, each.invocation.words) for each in pieces(line, None)]
    first = [words for sign, words in told if sign not in _PIPES or words[0] in _RUNS]
    return any(map(_is_shown, first if told else moments.simple_commands(line)))


def _is_shown(words: Sequence[str]) -> bool:
    words = [word for word in words if word not in _RUNS and not word.startswith("-")] or words
    program = words[0].rsplit("/", 1)[-1]
    return program in _SHOWS or (program == "git" and bool(_SHOWN_BY_GIT.intersection(words[1:4])))

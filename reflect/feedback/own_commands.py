"""What a person types to this program: its commands are no rules, and `remember` states one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from blackboard.event import Event
from blackboard.search.words import words
from reflect.feedback.utterance import utterances
from reflect.finding import Finding
from reflect.pipeline.typed import typed_finding

_NAMES = "why|remember|mute|recall|review|keep|drop"
_COMMAND = re.compile(rf"(?i)\A\s*[/$](?:mcp__lessonboard__|lessonboard[:\s]\s*)?(?:{_NAMES})\b")
_REMEMBER = re.compile(
    r"""(?ix) \A\s* (?: [/$](?:mcp__lessonboard__|lessonboard[:\s]\s*)?remember\s+
    | (?: (?:please,?\s+)?remember(?:\s+this)? | merke?(?:\s+dir)? | recuerda | retiens
        | souviens-toi | lembre-se | ricorda | onthoud | 記住 | 记住 | 覚えて )\s*[:\uff1a]\s* )"""
)
"""The command, or the plain word with a colon: without one it is mostly about the task."""


def is_command(text: str) -> bool:
    """Whether a message is a command to this program.

    >>> is_command("/why lesson-1"), is_command("$lessonboard recall npm"), is_command("/src is x")
    (True, True, False)
    """
    return bool(_COMMAND.match(text))


def is_remember(text: str) -> bool:
    """Whether a message asks that what follows be remembered.

    >>> [is_remember(each) for each in ("Remember: use uv.", "/remember use uv", "Merke dir: nie x",
    ...                                 "remember to push", "do you remember: that one?")]
    [True, True, True, False, False]
    """
    return bool(_REMEMBER.match(text))


def remembered(events: Sequence[Event], root: str | None) -> Iterator[Finding]:
    """The rules that a session's person asked to be remembered, in their words.

    The same as the tool `remember` keeps, whether or not the agent called it.
    """
    for said in utterances(events):
        first = said.text.strip().split("\n\n", 1)[0]
        asked = _REMEMBER.match(first)
        if asked and said.event.type == "message.recorded" and words(first[asked.end() :]):
            found = typed_finding(first[asked.end() :], said.event, said.event.occurred_at)
            if found is not None:
                yield found

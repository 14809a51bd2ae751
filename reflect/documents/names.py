"""The names by which documents announce lessons, decisions, fixes and their reasons."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, get_args

Role = Literal["lesson", "decision", "fix", "symptom", "cause", "rejected", "aside"]

_OF = r"(?:\s+(?:for|from|of|in|about)\b.{0,60})?"
_ROLES = re.compile(
    rf"""(?ix)(?:
      (?P<lesson>(?:key\ |main\ )?(?:lessons?(?:\ learn(?:ed|t))?|learnings?|take-?aways?)
        | what\ (?:we|i)\ learn(?:ed|t)){_OF}
    | (?P<decision>(?:key\ |main\ |design\ |technical\ )?decisions?(?:\ (?:log|made|outcome))?
        | decided | chosen(?:\ option)?){_OF}
    | (?P<fix>fix(?:ed|es)?|solution|resolution|remedy)
    | (?P<symptom>symptoms?|problem|issue|error|bug|what\ (?:happened|went\ wrong))
    | (?P<cause>(?:root\ )?cause|reason(?:ing)?|rationale|justification|why|because)
    | (?P<rejected>alternatives?(?:\ (?:considered|rejected))?|rejected)
    | (?P<aside>(?!))
    )"""
)
_NUMBER = re.compile(r"^(?:[\W\d_]+(?=[^\W\d_]))?")
_NUMBERED = re.compile(
    r"(?i)^\W*(?P<name>lesson|decision|adr)[- #]?\d+\s*[:.)\u2013\u2014-]+\s*(?P<title>.+)"
)
_NOT_STATED = re.compile(
    r"(?i)\b(?:examples?|templates?|samples?|scenarios?|open questions?|tasks?|criteria|future)\b"
)
_LABEL = re.compile(
    r"(?:^|(?<=\n)|(?<=[.!?]\s))[ \t]*(?:\*\*|__)?(?P<name>[^\W\d_][\w' -]{1,40}?)"
    r"(?::(?:\*\*|__)|(?:\*\*|__)?\s?:(?=\s|$))\s*"
)


class Part(NamedTuple):
    """A stretch of text with the role that its label gives it; None for what has no label."""

    role: Role | None
    text: str


def role_of(name: str) -> Role | None:
    """What a label or a heading announces.

    >>> role_of("Root Cause"), role_of("2. Lessons learned from the outage"), role_of("Widgets")
    ('cause', 'lesson', None)
    """
    match = _ROLES.fullmatch(_NUMBER.sub("", name.strip(" *_:"), count=1))
    return next((role for role in get_args(Role) if match and match[role]), None)


def title_of(heading: str) -> tuple[Role | None, str]:
    """What a numbered heading announces, and the words after its number.

    >>> title_of("Decision 3: Keep one queue"), title_of("Queues")
    (('decision', 'Keep one queue'), (None, 'Queues'))
    """
    match = _NUMBERED.match(heading)
    if match is None:
        return None, _NUMBER.sub("", heading, count=1)
    return "lesson" if match["name"].lower() == "lesson" else "decision", match["title"]


def is_left_out(heading: str) -> bool:
    """Whether a section holds examples, questions or plans."""
    return _NOT_STATED.search(heading) is not None


def parts(text: str) -> list[Part]:
    """A text cut at its labels; an unknown one ends the part before it.

    >>> parts("It hung. **Fix:** Close it.")
    [Part(role=None, text='It hung.'), Part(role='fix', text='Close it.')]
    """
    found, role, start = list[Part](), None, 0
    for match in _LABEL.finditer(text):
        found.append(Part(role, text[start : match.start()].strip()))
        role, start = role_of(match["name"]) or "aside", match.end()
    found.append(Part(role, text[start:].strip()))
    return [part for part in found if part.text]

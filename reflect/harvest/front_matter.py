"""The fields of a front matter that say what a lesson is about: title, symptoms, tags and the like.

Read are lines `name: value`, lists in brackets and lists of dashes. A block scalar or a nested
table is passed over: a lesson has its words in the text below.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from reflect.rule_files.front import front_lines

_FIELD = re.compile(r"^(?P<name>[A-Za-z][\w-]*)\s*:\s*(?P<value>.*?)\s*$")
_TYPE = re.compile(r"^\s+type\s*:")
"""Claude Code writes the type of a memory below `metadata:`."""

_ITEM = re.compile(r"^\s*-\s+(?P<value>.+?)\s*$")
_QUOTED = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|[^,]+")
_BLOCK = frozenset(("|", ">", "|-", ">-"))
_ABOUT = ("title", "description", "name")
_OF_A_LESSON = frozenset(
    """
    symptoms symptom problem problem_type root_cause cause solution resolution resolution_type
    applies_when prevention fix lesson
    """.split()
)
_MEMORIES = frozenset(("feedback", "project", "reference", "user", "lesson", "learning"))

Front = dict[str, list[str]]


def front(lines: Sequence[str]) -> Front:
    """The fields with their values, in lower case and with underscores; empty without any.

    >>> front(["---", "title: Pin it", "tags: [ci, cache]", "applies_when:", "  - New job", "---"])
    {'title': ['Pin it'], 'tags': ['ci', 'cache'], 'applies_when': ['New job']}
    """
    found: Front = {}
    last = ""
    for line in list(lines)[1 : max(front_lines(list(lines)) - 1, 1)]:
        field, item = _FIELD.match(line.strip() if _TYPE.match(line) else line), _ITEM.match(line)
        if field:
            last = field["name"].lower().replace("-", "_")
            found[last] = [] if field["value"] in _BLOCK else _values(field["value"])
        elif item and last:
            found[last].append(_bare(item["value"]))
    return {name: values for name, values in found.items() if values}


def is_of_one_lesson(fields: Front) -> bool:
    """Whether the file below is one lesson, by what its front matter says of it."""
    if not any(name in fields for name in _ABOUT):
        return bool(_OF_A_LESSON.intersection(fields))
    kinds = {value.lower() for value in fields.get("type", ())}
    return bool(_OF_A_LESSON.intersection(fields) or _MEMORIES & kinds)


def heading_of(fields: Front) -> str:
    """What the lesson says in a line: its description, else its title; a bare name says nothing."""
    for name in ("description", "title", "lesson"):
        for value in fields.get(name, ()):
            return value
    return ""


def _values(text: str) -> list[str]:
    if text.startswith("[") and text.endswith("]"):
        return [_bare(part) for part in _QUOTED.findall(text[1:-1]) if _bare(part)]
    return [_bare(text)] if text else []


def _bare(text: str) -> str:
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1]
    return text.strip()

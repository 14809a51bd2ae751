"""Texts between tags, found in one pass: a pattern that seeks a missing end takes for ever."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Tagged(NamedTuple):
    """A tag with what it holds: where it begins and ends in the text, its head, and the inside."""

    start: int
    end: int
    head: str
    inside: str


def tagged(text: str, name: str) -> Iterator[Tagged]:
    """The spans of a tag, as `<name ...>inside</name>`; one that is not closed is none.

    >>> [each.inside for each in tagged("<a>1</a> <a x='2'>3</a> <ab>4</ab> <a>", "a")]
    ['1', '3']
    """
    opened, closed, at = f"<{name}", f"</{name}>", 0
    while (start := text.find(opened, at)) >= 0:
        head_end = text.find(">", start)
        end = text.find(closed, head_end) if head_end >= 0 else -1
        if end < 0:
            return
        if text[start + len(opened)] in "> \n\t":
            at = end + len(closed)
            head = text[start + len(opened) : head_end]
            yield Tagged(start, at, head.strip(), text[head_end + 1 : end])
        else:
            at = start + len(opened)


def without_tags(text: str, *names: str) -> str:
    """A text without these tags and what they hold.

    >>> without_tags("a <b>x</b> c <d>y", "b", "d")
    'a  c <d>y'
    """
    for name in names:
        kept, at = [], 0
        for each in tagged(text, name):
            kept.append(text[at : each.start])
            at = each.end
        text = "".join([*kept, text[at:]])
    return text


class Fence(NamedTuple):
    """A block of code in Markdown: its language, and the text without its last line end."""

    language: str
    text: str


def fences(text: str) -> tuple[list[Fence], str]:
    """The closed blocks of code in a text, and the text without them.

    >>> fences("a\\n```js\\nx\\n```\\nb\\n```\\nopen")
    ([Fence(language='js', text='x')], 'a\\nb\\n```\\nopen')
    """
    found: list[Fence] = []
    outside: list[str] = []
    mark, opened = "", list[str]()
    for line in text.split("\n"):
        if mark and line == mark:
            found.append(Fence(opened[0].removeprefix(mark), "\n".join(opened[1:])))
            mark = ""
        elif mark:
            opened.append(line)
        elif line.startswith("```"):
            mark = line[: len(line) - len(line.lstrip("`"))]
            opened = [line]
        else:
            outside.append(line)
    return found, "\n".join(outside + (opened if mark else []))

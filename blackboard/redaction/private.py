"""What a person put between `<private>` and `</private>` is hidden before anything else reads it.

Every text that comes in passes here: records of transcripts before a reader takes them apart and
before a long text is shortened (a cut could take away the tag that opens a span), and everything
that `redact` is given. A tag that is never closed hides the rest of its text; spans may be nested,
and upper and lower case are the same.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from blackboard.redaction.anchors import may_be_marked

MARK = "[private]"
"""Replaces a span."""

_TAG = re.compile(r"<(/?)private *>", re.IGNORECASE | re.ASCII)
"""A tag has no line break: in the scripts and arguments of agents it is an escape."""

_ESCAPED = b"\\u00"
_ARGUMENTS = "arguments"
"""Where OpenAI's APIs keep what a tool is called with: an object, written as JSON text."""


class Hidden(NamedTuple):
    """A text or JSON value without its private spans, and how many there were."""

    value: Any
    spans: int = 0


def hide(text: str, *, keep_lines: bool = False) -> Hidden:
    r"""A text with each private span replaced by a mark.

    Args:
        text: what was said or read.
        keep_lines: leave the line breaks of a span, so that lines keep their numbers.

    >>> hide("Log in as <private>ada <PRIVATE>4711</private></private> first.")
    Hidden(value='Log in as [private] first.', spans=1)
    >>> hide("<private>one\ntwo</private> three", keep_lines=True).value
    '[private]\n three'
    """
    if not may_be_marked(text):
        return Hidden(text, 0)
    kept: list[str] = []
    spans = opened_at = closed_at = depth = 0
    for tag in _TAG.finditer(text):
        if not tag[1]:
            if depth == 0:
                opened_at = tag.start()
                kept += [text[closed_at:opened_at], MARK]
                spans += 1
            depth += 1
        elif depth:
            depth -= 1
            closed_at = tag.end()
            if depth == 0 and keep_lines:
                kept.append("\n" * text.count("\n", opened_at, closed_at))
    if depth == 0:
        kept.append(text[closed_at:])
    return Hidden("".join(kept), spans)


def without_private(text: str) -> str:
    """A text with each private span replaced by a mark; most texts need no look at all."""
    return hide(text).value if "<" in text else text


def hide_all(value: Any) -> Hidden:
    """A JSON value without the private spans of its strings, names of fields included."""
    if isinstance(value, str):
        return hide(value)
    if isinstance(value, dict):
        pairs = [(hide(key), _hide_field(key, each)) for key, each in value.items()]
        found = {key.value: each.value for key, each in pairs}
        return Hidden(found, sum(key.spans + each.spans for key, each in pairs))
    if isinstance(value, list):
        items = [hide_all(each) for each in value]
        return Hidden([item.value for item in items], sum(item.spans for item in items))
    return Hidden(value, 0)


def may_be_private(line: bytes) -> bool:
    """Whether a line of JSON may hold an opening tag; escapes of its letters count as one."""
    # One byte is looked for many times faster than two.
    begins = b"<" in line and (b"<p" in line or b"<P" in line)
    return (begins and b"private" in line.lower()) or _ESCAPED in line


def _hide_field(key: str, value: Any) -> Hidden:
    """A field; in arguments, a tag that is never closed hides the rest of its own string only."""
    hidden = hide_all(value)
    if key != _ARGUMENTS or not isinstance(value, str) or not hidden.spans:
        return hidden
    try:
        inside = hide_all(json.loads(value))
    except (ValueError, RecursionError):
        return hidden
    return Hidden(json.dumps(inside.value, ensure_ascii=False), inside.spans)

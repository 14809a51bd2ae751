"""The sentences of a text, and a sentence without its Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator

_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
_WIDE = r"[\u3002\uff01\uff1f]\s*"
_END = re.compile(rf"[.!?][\"')\]*_\u201d]*\s+(?=[\"'(\[*_`]*[A-Z0-9`\u00c0-\u00de])|{_WIDE}")
_END_OR_LINE = re.compile(rf"[.!?][\"')\]*_\u201d]*\s+|{_WIDE}|\n+")
_SHORT = re.compile(r"(?i)(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|no|fig|incl|dr|mr|st)|\b[A-Z])\.$")
_LONGEST_SHORT = 8
_IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_LINK = re.compile(r"\[([^\[\]]+)\](?:\([^()\s]*(?:\s+\"[^\"]*\")?\)|\[[^\[\]]*\])")
_STRONG = re.compile(
    r"\*\*(?=\S)(.{1,600}?)(?<=\S)\*\*|__(?=\S)(.{1,600}?)(?<=\S)__|~~(.{1,600}?)~~", re.DOTALL
)
_EMPHASIS = re.compile(
    r"(?<![\w*])\*(?=[^\s*])([^*]{1,600}?)(?<=[^\s*])\*(?![\w*])|(?<!\w)_([^_\s][^_]{0,600})_(?!\w)"
)
_TAG = re.compile(r"</?[A-Za-z][\w-]*>|<!--.*?-->")
_FRONT = re.compile(r"^(?:\[[ xX]\]\s+|[^\w\s`\"'(\[<@$#./~-]+\s*)+")
_LABEL = re.compile(
    r"^(?:\*\*|__)(?P<label>[^*_`]{2,60}?)(?::(?:\*\*|__)|(?:\*\*|__)\s*(?::|[\u2013\u2014]|\s-\s))\s*"
)


def sentences(text: str, *, by_line: bool = False) -> Iterator[tuple[int, str]]:
    """The sentences of a text with their offsets; code spans stay whole.

    Args:
        text: a paragraph, whose lines may be wrapped.
        by_line: it is a message: a line's end ends a sentence, and one may begin with a small
            letter.

    >>> [sentence for _, sentence in sentences("Pin it. `make` reads the pin.")]
    ['Pin it.', '`make` reads the pin.']
    >>> [sentence for _, sentence in sentences("no. use uv\\nread it", by_line=True)]
    ['no.', 'use uv', 'read it']
    """
    masked = _CODE.sub(lambda code: "X" * len(code[0]), text)
    start = 0
    for end in (_END_OR_LINE if by_line else _END).finditer(masked):
        if not by_line and _is_short(masked, start, end.start()):
            continue
        yield start, text[start : end.end()].rstrip()
        start = end.end()
    if text[start:].strip():
        yield start, text[start:].rstrip()


def _is_short(text: str, start: int, end: int) -> bool:
    """Whether a full stop is that of an abbreviation."""
    return _SHORT.search(text, max(start, end - _LONGEST_SHORT), end + 1) is not None


def plain(text: str) -> str:
    """A sentence on one line without emphasis, links as their text; code keeps its backticks.

    >>> plain("**Always** run [the tests](docs/tests.md)\\n  with `make *all*`.")
    'Always run the tests with `make *all*`.'
    """
    spans: list[str] = []

    def keep(code: re.Match[str]) -> str:
        spans.append(code[0])
        return f"\0{len(spans) - 1}\0"

    kept = _CODE.sub(keep, text.replace("\0", " "))
    kept = _LINK.sub(r"\1", _IMAGE.sub("", _TAG.sub("", kept)))
    kept = _STRONG.sub(lambda match: next(filter(None, match.groups()), ""), kept)
    kept = _EMPHASIS.sub(lambda match: next(filter(None, match.groups()), ""), kept)
    restored = re.sub(r"\0(\d+)\0", lambda match: spans[int(match[1])], kept)
    return _FRONT.sub("", " ".join(restored.split()))


def label(text: str) -> tuple[str, str]:
    """The bold label before a text, and the text without it.

    >>> label("**Tests**: Run them with `make`.")
    ('Tests', 'Run them with `make`.')
    """
    bare = _FRONT.sub("", text) if not text.startswith(("*", "_")) else text
    match = _LABEL.match(bare)
    if match is None or not bare[match.end() :].strip():
        return "", text
    return match["label"].rstrip(":"), bare[match.end() :]

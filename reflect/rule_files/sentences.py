"""Split Markdown text into sentences, reduce them to plain text, and detect instructions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflect.rules.imperative import is_imperative

_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
_END = re.compile(r"[.!?][\"')\]*_]*\s+(?=[\"'(\[*_`]*[A-Z0-9`\u00c0-\u00de])")
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
_POINTS = re.compile(r"(?i)^(?:please\s+|also\s+)?(?:see|refer|read|check out|consult|visit|cf)\b")
_UNLESS = re.compile(r"(?i)\b(?:before|first|must|never)\b")
_NUMBERED = re.compile(r"^(?:step\s+)?\d+[.)]\s+", re.IGNORECASE)
_ONLY_LINK = re.compile(
    r"^!?\[[^\]]*\]\([^)]*\)[\s.,;:\u2013\u2014-]*$|^<https?://[^>]*>$|^https?://\S+$"
)
_ONLY_CODE = re.compile(r"^`[^`]*`[.:;,]?$")
_DESCRIBES = re.compile(r"^`[^`]+`\s*(?:\([^)]*\)\s*)?(?:[:\u2013\u2014=]|->|\u2192|\s-\s|-\s)")


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """The sentences of a paragraph with their offsets; code spans stay whole."""
    masked = _CODE.sub(lambda code: "x" * len(code[0]), text)
    start = 0
    for end in _END.finditer(masked):
        if _SHORT.search(masked, max(start, end.start() - _LONGEST_SHORT), end.start() + 1):
            continue
        yield start, text[start : end.end()].rstrip()
        start = end.end()
    if text[start:].strip():
        yield start, text[start:].rstrip()


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


def is_instruction(text: str) -> bool:
    """Whether a text is an instruction, and not code, a link, or a pointer to something else.

    >>> is_instruction("Run `make db` first."), is_instruction("`make db` - build the database")
    (True, False)
    >>> is_instruction("See docs/tests.md for more."), is_instruction("[Install](install.md)")
    (False, False)
    """
    bare = text.strip()
    if _ONLY_LINK.match(bare) or _ONLY_CODE.match(bare) or _DESCRIBES.match(bare):
        return False
    line = _NUMBERED.sub("", plain(bare))
    if line.endswith("?") or len(line.split()) < 2:
        return False
    if _POINTS.match(line) and not _UNLESS.search(line):
        return False
    return not line.startswith("`") and is_imperative(line)

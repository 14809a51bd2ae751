"""Whether a sentence of a rule file is an instruction."""

from __future__ import annotations

import re

from reflect.markdown.sentences import plain
from reflect.rules.imperative import is_imperative

_POINTS = re.compile(r"(?i)^(?:please\s+|also\s+)?(?:see|refer|read|check out|consult|visit|cf)\b")
_UNLESS = re.compile(r"(?i)\b(?:before|first|must|never)\b")
_NUMBERED = re.compile(r"^(?:step\s+)?\d+[.)]\s+", re.IGNORECASE)
_ONLY_LINK = re.compile(
    r"^!?\[[^\]]*\]\([^)]*\)[\s.,;:\u2013\u2014-]*$|^<https?://[^>]*>$|^https?://\S+$"
)
_ONLY_CODE = re.compile(r"^`[^`]*`[.:;,]?$")
_DESCRIBES = re.compile(r"^`[^`]+`\s*(?:\([^)]*\)\s*)?(?:[:\u2013\u2014=]|->|\u2192|\s-\s|-\s)")


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

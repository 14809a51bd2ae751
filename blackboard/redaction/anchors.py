"""The quick look: whether a text needs redaction at all. It imports no rules, for hooks use it.

Most of what agents say has no anchor in it, or a prefix without what would have to follow.
"""

from __future__ import annotations

from blackboard.redaction import added
from blackboard.redaction.literals import ANY, FOLLOWED, INVISIBLE
from blackboard.redaction.unanchored import may_have_forms, runs

MARK = "[redacted "
"""How the mark begins that replaces a secret; its kind and a bracket follow."""

ADDRESS = "://"
_STRONG = 4
_BREAKS = " \t\n\r\"'`,;<>(){}[]"


def may_be_marked(text: str) -> bool:
    """Whether a text may hold the tag by which a person marks words as private."""
    return "<p" in text or "<P" in text


def may_hold_secret(text: str) -> bool:
    """Whether a text needs a closer look; never False for one that `redact` would change."""
    if may_be_marked(text):
        return True
    folded = text.lower()
    if any(map(folded.__contains__, ANY)) or (ADDRESS in folded and "@" in folded):
        return True
    if not text.isascii() and (any(map(folded.__contains__, INVISIBLE)) or may_have_forms(text)):
        return True
    if runs(text) or any(anchor in folded for anchor in added.anchors()):
        return True
    return any(anchor in folded and _occurs(folded, anchor, least) for anchor, least in FOLLOWED)


def _occurs(text: str, anchor: str, unbroken: int) -> bool:
    """Whether an anchor is followed somewhere by so many characters without a blank or quote."""
    needs_border = len(anchor) < _STRONG or anchor[-1].isalnum()
    place = text.find(anchor)
    while place >= 0:
        end = place + len(anchor)
        after = text[end : end + unbroken]
        whole = len(after) == unbroken and not any(map(after.__contains__, _BREAKS))
        if whole and (not needs_border or _is_bordered(text, place)):
            return True
        place = text.find(anchor, place + 1)
    return False


def _is_bordered(text: str, place: int) -> bool:
    """Whether no letter is before a place, save that of an escape such as `\\n`."""
    return not text[place - 1 : place].isalnum() or text[place - 2 : place - 1] == "\\"

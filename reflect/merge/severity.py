"""How severe a reviewer's finding was, by its wording and by what it took to fix it; pure."""

from __future__ import annotations

import re

from blackboard.vocabulary import Severity

_LABEL_ENDS = r"\**\s*(?:[:,)\u2014-]|$)"
_MINOR = re.compile(
    rf"(?i)^\W*(?:nit(?:pick)?s?|minor|optional|suggestion|non-?blocking){_LABEL_ENDS}"
    r"|\((?:nit|non-?blocking)\b"
)
_GRAVE = re.compile(
    rf"(?i)^\W*(?:blocking|blocker|critical|must[- ]fix|security){_LABEL_ENDS}|\(blocking\b"
)

OFTEN = 2
"""Reworks after requested changes from which what was asked for was hard to get right."""


def of_remark(passage: str, verdict: str, reworks: int) -> Severity:
    """The severity of a remark.

    Args:
        passage: the reviewer's paragraph, with the label that they gave it.
        verdict: of the whole review.
        reworks: how often the change was reworked after it.

    >>> of_remark("nit: name it", "changes_requested", 3), of_remark("Name it.", "commented", 1)
    ('low', 'medium')
    """
    if _MINOR.search(passage):
        return "low"
    is_hard = verdict == "changes_requested" and reworks >= OFTEN
    return "high" if is_hard or _GRAVE.search(passage) else "medium"

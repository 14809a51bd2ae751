"""Derive the category and tag of a rule's lesson from its headings."""

from __future__ import annotations

import re
from collections.abc import Sequence

OTHER = "conventions"
_CATEGORIES = (
    ("testing", r"tests?|testing|coverage|fixtures?|mocks?|e2e|qa"),
    ("security", r"security|secrets?|credentials?|privacy|safety|auth\w*"),
    ("types", r"types?|typing|typescript|mypy"),
    ("dependencies", r"dependenc\w+|packages?|imports?|lockfiles?|vendoring"),
    ("performance", r"performance|speed|caching"),
    ("documentation", r"docs?|documentation|comments?|docstrings?|changelogs?|release notes?"),
    ("git", r"git|commits?|branch\w*|pull requests?|prs?|merg\w+|releases?|review\w*"),
    ("errors", r"errors?|exceptions?|logging|debugging|troubleshooting"),
    ("architecture", r"architecture|design|structure|layers?|modules?|boundar\w+|patterns?"),
    ("tooling", r"commands?|build\w*|tool\w*|setup|install\w*|environment|workflows?|ci|lint\w*"),
    ("style", r"style|format\w*|naming|conventions?|code quality|guidelines?|standards?"),
)
_SIGNS = tuple((name, re.compile(rf"(?i)\b(?:{words})\b")) for name, words in _CATEGORIES)
_LONGEST_TAG = 64


def category_of(headings: Sequence[str]) -> str:
    """The category that the nearest matching heading suggests.

    >>> category_of(["Coding standards", "Running the tests"]), category_of(["Notes"])
    ('testing', 'conventions')
    """
    for heading in reversed(headings):
        for name, sign in _SIGNS:
            if sign.search(heading):
                return name
    return OTHER


def tags_of(headings: Sequence[str]) -> list[str]:
    """The nearest heading as a tag.

    >>> tags_of(["Guide", "Running the Tests!"])
    ['running-the-tests']
    """
    slug = re.sub(r"[^\w]+", "-", headings[-1].lower()).strip("-") if headings else ""
    return [slug[:_LONGEST_TAG].strip("-")] if slug else []

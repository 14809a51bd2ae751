"""Classify an insight's category by its words.

Words match whole: "latest" is not "test", "customer" is not "custom", and "anti-pattern" is tested
before "pattern". Words never say that it holds everywhere: that is a person's to say.
"""

from __future__ import annotations

import re
from itertools import pairwise

from blackboard.vocabulary import InsightCategory

_NAMES: dict[str, InsightCategory] = {
    "antipattern": "antiPatterns",
    "pitfall": "antiPatterns",
    "bestpractice": "patterns",
    "pattern": "patterns",
    "testing": "testing",
    "test": "testing",
    "performance": "performance",
    "security": "security",
    "project": "projectSpecific",
    "projectspecific": "projectSpecific",
    "architecture": "projectSpecific",
    "convention": "projectSpecific",
}
_SIGNS: tuple[tuple[InsightCategory, re.Pattern[str]], ...] = (
    ("antiPatterns", re.compile(r"(?i)\banti-?\s?patterns?\b|\bcode smells?\b|\bpitfalls?\b")),
    ("security", re.compile(
        r"(?i)\b(?:security|secrets?|passwords?|credentials?|injection|xss|csrf|sanitiz\w+"
        r"|vulnerab\w+|encrypt\w*|authenticat\w+|authori[sz]\w+|api keys?|tokens? leak\w*)\b")),
    ("performance", re.compile(
        r"(?i)\b(?:performance|slow|slower|faster|latency|throughput|memory leaks?|n\+1|caches?"
        r"|caching|bottlenecks?)\b")),
    ("testing", re.compile(
        r"(?i)\b(?:tests?|testing|tested|mock(?:s|ed|ing)?|fixtures?|assert(?:s|ions?)?|coverage"
        r"|flaky|pytest|jest|vitest|go test)\b")),
    ("projectSpecific", re.compile(
        r"(?i)\b(?:this (?:project|repo(?:sitory)?|codebase|workspace)|in here|our)\b")),
    ("antiPatterns", re.compile(r"(?i)^(?:never|avoid|do not|don['\u2019]t)\b")),
)  # fmt: skip
_WORD = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)?")


def named_category(name: str) -> InsightCategory | None:
    """The category that a tag or heading names exactly.

    >>> named_category("Anti-Patterns"), named_category("latest")
    ('antiPatterns', None)
    """
    key = re.sub(r"[^a-z]", "", name.lower())
    return _NAMES.get(key) or _NAMES.get(key.removesuffix("s"))


def headed_category(heading: str) -> InsightCategory | None:
    """The category that a heading mentions, perhaps among other words; the most specific first.

    >>> headed_category("2. Testing insights"), headed_category("Anti-patterns to avoid")
    ('testing', 'antiPatterns')
    >>> headed_category("The latest from our customers") is None
    True
    """
    words = _WORD.findall(heading)
    pairs = [f"{one} {other}" for one, other in pairwise(words)]
    named = {*map(named_category, (heading, *pairs, *words))}
    return next(
        (each for each, _ in _SIGNS if each in named), "patterns" if "patterns" in named else None
    )


def category_of(statement: str) -> InsightCategory:
    """The category suggested by a statement's words; the first match decides.

    >>> category_of("Mock the clock in tests"), category_of("Use the latest customer API")
    ('testing', 'patterns')
    """
    for category, sign in _SIGNS:
        if sign.search(statement):
            return category
    return "patterns"

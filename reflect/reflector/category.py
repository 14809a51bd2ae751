"""Classify an insight's category by its words.

Words match whole: "latest" is not "test", "customer" is not "custom", and "anti-pattern" is tested
before "pattern". Words never say that it holds everywhere: that is a person's to say.
"""

from __future__ import annotations

import re

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
_HEADED: tuple[tuple[InsightCategory, re.Pattern[str]], ...] = (
    ("antiPatterns", re.compile(r"(?i)\b(?:anti-?\s?patterns?|pitfalls?)\b")),
    ("security", re.compile(r"(?i)\bsecurity\b")),
    ("performance", re.compile(r"(?i)\bperformance\b")),
    ("testing", re.compile(r"(?i)\b(?:tests?|testing)\b")),
    ("projectSpecific", re.compile(r"(?i)\b(?:project|architecture|conventions?)\b")),
    ("patterns", re.compile(r"(?i)\b(?:patterns?|best practices?)\b")),
)


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
    mentioned = (category for category, sign in _HEADED if sign.search(heading))
    return named_category(heading) or next(mentioned, None)


def category_of(statement: str) -> InsightCategory:
    """The category suggested by a statement's words; the first match decides.

    >>> category_of("Mock the clock in tests"), category_of("Use the latest customer API")
    ('testing', 'patterns')
    """
    for category, sign in _SIGNS:
        if sign.search(statement):
            return category
    return "patterns"

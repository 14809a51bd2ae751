"""Classify an insight's category and scope by its words.

Words match whole: "latest" is not "test", "customer" is not "custom", and "anti-pattern" is tested
before "pattern". Signs of one project outweigh universal wording.
"""

from __future__ import annotations

import re

from blackboard.vocabulary import InsightCategory, Scope
from reflect.rules.rule_parser import read

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
_HERE = re.compile(
    r"(?i)\b(?:this (?:project|repo(?:sitory)?|codebase|code ?base|workspace|package|team)"
    r"|(?:in|our) (?:here|implementation|codebase|repo)|here we|our|custom|specific to)\b"
)
_EVERYWHERE = re.compile(
    r"(?i)\b(?:always|never|best practices?|anti-?patterns?|in general|any project|every project"
    r"|universal(?:ly)?|error handling|security|performance|testing)\b"
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


def scope_of(statement: str, category: InsightCategory | None = None) -> Scope:
    """Global only for universal statements that name nothing of one project.

    >>> scope_of("Always mock external services in tests")
    'global'
    >>> scope_of("Always mock the services of this project"), scope_of("Run `make db` first")
    ('project', 'project')
    """
    if category == "projectSpecific" or _HERE.search(statement):
        return "project"
    if "`" in statement or read(statement).literals:
        return "project"
    return "global" if _EVERYWHERE.search(statement) else "project"

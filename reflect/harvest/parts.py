"""The parts of a written lesson, by the names that people give them: symptom, cause, fix, rule."""

from __future__ import annotations

import re
from typing import Literal

from reflect.rule_files.sentences import label

Role = Literal["rule", "symptom", "cause", "fix", "when", "detail", "aside"]

_NAMES: tuple[tuple[Role, str], ...] = (
    (
        "rule",
        r"rules?|(?:key |core )?(?:lessons?|learnings?|insights?|takeaways?)(?: learned)?|summary"
        r"|guidance|guidelines?|conventions?|principles?|tl;?dr|best practices?"
        r"|correct (?:approach|pattern|way)|what to do|règle|regel|regla|教训|规则|总结|教訓",
    ),
    (
        "symptom",
        r"symptoms?|problems?|issues?|observations?|what (?:happened|went wrong|broke)|errors?"
        r"|error messages?|bug|failure|trigger|symptômes?|problème|problema|症状|问题|现象|問題",
    ),
    (
        "cause",
        r"(?:root )?causes?|why|why (?:it|this) (?:matters|happens|happened|works|fails|failed"
        r"|broke)"
        r"|reasons?|rationale|explanation|ursache|causa|根因|原因|根本原因",
    ),
    (
        "fix",
        r"fix(?:es)?|solutions?|suggested (?:action|fix)|actions?|action (?:taken|item)"
        r"|how to (?:apply|fix|avoid|prevent)(?: (?:it|this))?|prevention|workarounds?|remedy"
        r"|do instead|instead|mitigation|recommendations?|lösung|solución|解决|解决方案|修复|对策"
        r"|対策|解決",
    ),
    ("when", r"when to (?:apply|use)|applies (?:to|when)|placement/context|when|scope|context"),
    ("detail", r"details?|impact|background|situation|description|notes?"),
    (
        "aside",
        r"metadata|related(?: \w+)?|see also|references?|links?|environment|date|status|priority"
        r"|area|logged|tags?|source|resolution|follow[- ]up|documented in|category|severity|history"
        r"|files?|affected \w+|what didn'?t work|attempted \w+|examples?|wrong|correct|before|after"
        r"|verification|tests?|commits?",
    ),
)
_ROLES = tuple((role, re.compile(rf"(?i)^(?:{names})$")) for role, names in _NAMES)
_PLAIN = re.compile(r"^(?P<name>[^\W\d_][\w' /-]{1,28}?)\s*[:\uff1a]\s+(?P<rest>\S.*)$", re.DOTALL)
_BOLD = re.compile(
    r"^(?:\*\*|__)(?P<name>[^*\n]{2,40}?)[:\uff1a]?(?:\*\*|__)[:\uff1a]?\s*(?P<rest>.*)$", re.DOTALL
)
_SIGNS = re.compile(r"^[^\w`\"'(\[]+|[^\w`\"')\]?!.]+$")


def role_of(name: str) -> Role | None:
    """The role of a part by its name.

    >>> role_of("Root Cause"), role_of("How to apply:"), role_of("Widgets")
    ('cause', 'fix', None)
    """
    bare = _SIGNS.sub("", name.strip().strip("*_"))
    return next((role for role, names in _ROLES if names.match(bare)), None)


def labelled(text: str) -> tuple[Role | None, str]:
    """The role that a label in front of a text gives it, and the text without the label.

    >>> labelled("**Why:** the cache is shared."), labelled("Symptom: it hangs.")
    (('cause', 'the cache is shared.'), ('symptom', 'it hangs.'))
    >>> labelled("Note that it hangs.")
    (None, 'Note that it hangs.')
    """
    bold = _BOLD.match(text)
    if bold and (role := role_of(bold["name"])):
        return role, bold["rest"].strip()
    named, rest = label(text)
    if named and (role := role_of(named)):
        return role, rest.strip()
    plain = _PLAIN.match(text)
    role = role_of(plain["name"]) if plain else None
    return (role, plain["rest"].strip()) if plain and role else (None, text)

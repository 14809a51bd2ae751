"""Lists of prohibitions: "Never:" above "commit secrets" negates the item."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reflect.markdown.sentences import plain, sentences

_NEGATIVE = re.compile(
    r"(?i)\b(?:never|do not|don['\u2019]?t|avoid|must not|mustn['\u2019]t|should not"
    r"|shouldn['\u2019]t|may not|cannot|not allowed|forbidden|prohibited|refrain)\b"
)
_THESE = re.compile(r"(?i)\s+(?:do\s+)?(?:any of\s+)?(?:this|these|the following)(?:\s+\w+)?$")
_ALREADY = re.compile(r"(?i)^(?:never|do not|don['\u2019]?t|avoid|no|not|without|must not)\b")
_HEADING = re.compile(
    r"(?i)^\W*(?:don['\u2019]?ts?\b|do not\b|never\b|avoid\b|anti-?patterns?\b|forbidden\b"
    r"|prohibited\b|what not to do\b|things not to do\b|not allowed\b)"
)


def forbidden_by(lead: str) -> str:
    """How a sentence before a list negates its items; empty if it does not.

    >>> forbidden_by("Under no circumstances. Never commit:"), forbidden_by("Always:")
    ('Never commit', '')
    """
    *_, last = ["", *(plain(sentence) for _, sentence in sentences(lead))]
    return _THESE.sub("", last.rstrip(": ")) if _NEGATIVE.search(last) else ""


def forbidden_under(headings: Sequence[str]) -> str:
    """How a heading negates the list below it; empty if it does not.

    >>> forbidden_under(["Style", "Don'ts"]), forbidden_under(["Do's and don'ts"])
    ('Do not', '')
    """
    return "Do not" if headings and _HEADING.match(headings[-1]) else ""


def turned(text: str, denial: str) -> str:
    """An item below a negation, negated unless it already is a prohibition.

    >>> turned("Use `any`", "Do not"), turned("Never use `any`", "Do not")
    ('Do not use `any`', 'Never use `any`')
    """
    if not denial or _ALREADY.match(text):
        return text
    is_name = text[1:2].isupper() or not text[:1].isalpha()
    return f"{denial} {text if is_name else text[0].lower() + text[1:]}"

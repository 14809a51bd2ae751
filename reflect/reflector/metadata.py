"""What an answer says beside an insight's sentence: category, confidence, what can be done.

Models are asked for `[testing] [actionable] (confidence: 0.8)`, and write `(confidence: 0.8,
actionable: no) [patterns]` or `Category: testing. Actionable: yes.` as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from reflect.reflector.category import named_category
from reflect.reflector.confidence import CONFIDENCE

_KEY = r"(?:is\s+)?(?:confidence(?:\s+(?:level|score))?|actionab(?:le|ility)|category)"
_BESIDE = r"(?:type|scope|severity|priority|impact)"
"""Keys that are metadata only beside one of the others: a sentence may say `(type: bug)`."""

_IS = r"[*_]*\s*[:=?][*_]*\s*"
_VALUE = (
    r"(?:-?[\d.,]*\d\s*(?:%|/\s*\d+)?|very\s+(?:high|low)|not\s+really"
    r"|[A-Za-z][A-Za-z-]{1,20}(?:\s+specific)?|[\u2705\u2713\u2714\u274c\u2717\u2718]\ufe0f?)[*_]*"
)
_PAIR = rf"[*_]*(?:{_KEY}|{_BESIDE}){_IS}{_VALUE}"
_PAIRS = rf"(?P<pairs>{_PAIR}(?:\s*[.,;|\u00b7\u2013\u2014-]*\s*{_PAIR})*)"
_FRONT = re.compile(rf"(?i)\A[\s*_]*{_PAIRS}\s*[:|\u2013\u2014-]+(?=\s)")
_END = re.compile(rf"(?i)[\s(\[{{<]+[|\u00b7\u2013\u2014-]*\s*{_PAIRS}[\s.,;|*_]*\Z")
_SAID_LAST = re.compile(
    r"(?i)(?<=[.!?])\s+[*_(\[]*(?P<pairs>not\s+actionable)[*_)\]]*\.?[*_]*\s*\Z"
)
_GROUP = re.compile(
    r"(?<![\w\])])(?P<mark>[*_]{0,3})[(\[{<](?P<inner>[^()\[\]{}<>]{1,160})[)\]}>](?P=mark)(?![(\[])"
)
_OWN = re.compile(rf"(?i)\b{_KEY}(?:{_IS}|\s+is\b|\s+(?=[\d.]|(?:yes|no|true|false)\b))")
_PARTS = re.compile(r"[^\w\s.,%-]\s*|[.,](?!\d)|\s-\s")
_ACTIONABLE = re.compile(
    r"(?ix)\b(?P<denied>(?:not|non)[\s-]*)?actionab(?:le|ility)\b"
    r"(?:[*_\s]*[:=?\s][*_\s]*(?:is\s+)?(?:"
    r"(?P<no>(?:not|none|non|never|no|false|low|n|0)\b|[\u274c\u2717\u2718])"
    r"|(?P<yes>(?:yes|true|high|medium|y|1)\b|[\u2705\u2713\u2714])|(?P<other>\w)))?"
)
_BRACKETED = re.compile(r"[(\[][^()\[\]]*[)\]]")
_SHARE = re.compile(r"[01]?[.,]\d{1,4}|\d{1,3}\s*%")


class Metadata(NamedTuple):
    """Where the metadata of a text stands, the categories that it names, and what can be done.

    `actionable` is None where nothing is said about it; `share` is a confidence without its name.
    """

    spans: tuple[tuple[int, int], ...] = ()
    categories: tuple[str, ...] = ()
    actionable: bool | None = None
    share: str = ""


def metadata(text: str) -> Metadata:
    """The metadata in a text without code: what is in brackets, and pairs at both ends.

    >>> metadata("Use X (confidence: 0.8, actionable: no)").actionable
    False
    """
    groups = [(each.span(), each["inner"]) for each in _GROUP.finditer(text) if _is_all(each)]
    found = [match for form in (_FRONT, _END, _SAID_LAST) for match in form.finditer(text)]
    groups += [
        (match.span(), match["pairs"])
        for match in found
        if _OWN.search(match["pairs"]) or match.re is _SAID_LAST
    ]
    parts = [part.strip(" *_.") for _, inner in groups for part in _PARTS.split(inner)]
    return Metadata(
        tuple(span for span, _ in groups),
        tuple(part for part in parts if named_category(part)),
        agreed(actionable_in(inner) for _, inner in groups),
        next((part for part in parts if _SHARE.fullmatch(part)), ""),
    )


def actionable_in(text: str) -> bool | None:
    """Whether metadata says that something can be done; None where it does not say.

    >>> actionable_in("actionable: no"), actionable_in("not actionable"), actionable_in("none")
    (False, False, None)
    """
    return agreed(
        False if match["denied"] or match["no"] else None if match["other"] else True
        for match in _ACTIONABLE.finditer(text)
    )


def agreed(opinions: Iterable[bool | None]) -> bool | None:
    """Whether something can be done, where several places may say so: one "no" is enough.

    >>> agreed([True, None, False]), agreed([None, True]), agreed([])
    (False, True, None)
    """
    said = {each for each in opinions if each is not None}
    return False not in said if said else None


def _is_all(group: re.Match[str]) -> bool:
    """Whether a group in brackets is metadata, and no part of the sentence.

    Names of categories without a key are so only before the sentence, or several in a tag.
    """
    inner = group["inner"]
    parts = [part.strip(" *_.") for part in _PARTS.split(inner)]
    if _OWN.search(inner) or any(map(_names, parts)):
        return True
    before = _BRACKETED.sub("", group.string[: group.start()])
    in_front = not any(map(str.isalnum, before))
    is_tag = group[0].lstrip("*_").startswith("[") and any(map(named_category, parts))
    return (in_front or is_tag) and all(map(_may_be, parts))


def _names(part: str) -> bool:
    """Whether a part in brackets can be nothing but metadata."""
    match = _ACTIONABLE.match(part)
    is_name = match is not None and match.end() == len(part)
    return is_name or CONFIDENCE.fullmatch(f"({part})") is not None


def _may_be(part: str) -> bool:
    return bool(named_category(part) or _SHARE.fullmatch(part))

"""Secrets are taken out before anything is written: by the shapes of keys, and by assignment.

The shapes are those that their issuers publish (GitHub, AWS, Slack, Stripe, Google, OpenAI,
Anthropic, npm, PyPI, GitLab, JWT by RFC 7519, PEM by RFC 7468). A general scanner such as
detect-secrets is hundreds of times too slow for whole histories (docs/decisions/0006).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import partial
from typing import Any, NamedTuple

from blackboard.sources.anchors import ANCHORS, ASSIGNED, may_be_marked
from blackboard.sources.private import hide

_SHAPES: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "private-key",
        re.compile(
            r"-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----.*?(?:-----END [A-Z ]+-----|\Z)",
            re.DOTALL,
        ),
    ),
    ("aws-key", re.compile(r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b")),
    (
        "github-token",
        re.compile(r"\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{22,})"),
    ),
    ("gitlab-token", re.compile(r"\bglpat-[\w-]{20,}")),
    (
        "api-key",
        re.compile(r"\b(?:sk-[A-Za-z0-9_-]{20,}|[sr]k_(?:live|test)_[A-Za-z0-9]{16,})"),
    ),
    (
        "slack-token",
        re.compile(r"\bxox[abeoprs]-[\w-]{10,}|hooks\.slack\.com/services/[\w/]+"),
    ),
    ("google-key", re.compile(r"\bAIza[\w-]{35}|\bya29\.[\w-]{20,}")),
    ("npm-token", re.compile(r"\bnpm_[A-Za-z0-9]{36}\b")),
    ("pypi-token", re.compile(r"\bpypi-[\w-]{50,}")),
    ("hugging-face-token", re.compile(r"\bhf_[A-Za-z0-9]{30,}")),
    ("jwt", re.compile(r"\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*")),
    (
        "url-password",
        re.compile(r"(?<=://)([^\s/:@'\"<>]{0,80}:)(?!\$[{A-Z])[^\s/'\"<>]{3,200}(?=@)"),
    ),
    (
        "bearer-token",
        re.compile(r"\b([Bb]earer |[Bb]asic )[A-Za-z0-9._~+/=-]{16,}"),
    ),
)
_ASSIGNED = re.compile(
    r"""(?ix) ( (?:password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key
        |private[_-]?key|client[_-]?secret|credential)s? [\w-]{0,40} ["']?
        [ \t]{0,3} (?:=|:|=>) [ \t]{0,3} ["']? )
        ( [^\s"'`,;(){}<>\[\]$\\]{8,} )"""
)
_SECRET_NAME = re.compile(
    r"(?i)password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key"
)
_FILE_PATH = re.compile(r"[\w.@~-]*(?:/[\w.@-]+)+\.[a-z]\w{0,5}")
_LEAST_BITS = 3.0


class Redacted(NamedTuple):
    """A text or payload without its secrets, and how many there were."""

    value: Any
    secrets: int


def redact(text: str) -> Redacted:
    """A text with each secret, and what was marked as private, replaced by its kind in brackets.

    >>> redact("export GITHUB_TOKEN=ghp_0123456789abcdefghijAB")
    Redacted(value='export GITHUB_TOKEN=[redacted github-token]', secrets=1)
    >>> redact("token = get_token()").secrets
    0
    """
    count = 0
    if may_be_marked(text):
        text, count = hide(text)
    for name, shape in _SHAPES:
        if any(anchor in text for anchor in ANCHORS[name]):
            text, found = shape.subn(partial(_mark, name), text)
            count += found
    folded = text.casefold()
    if any(anchor in folded for anchor in ASSIGNED):
        assigned = _Assigned()
        text = _ASSIGNED.sub(assigned, text)
        count += assigned.count
    return Redacted(text, count)


def redact_all(value: Any) -> Redacted:
    """A JSON value with the secrets taken out of every string in it."""
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, dict):
        pairs = {
            hide(key).value if "<" in key else key: _redact_field(key, each)
            for key, each in value.items()
        }
        return Redacted(
            {key: pair.value for key, pair in pairs.items()},
            sum(pair.secrets for pair in pairs.values()),
        )
    if isinstance(value, list):
        items = [redact_all(each) for each in value]
        return Redacted([item.value for item in items], sum(item.secrets for item in items))
    return Redacted(value, 0)


def _redact_field(key: str, value: Any) -> Redacted:
    """A field, whose name may tell that its value is a secret."""
    if isinstance(value, str) and _SECRET_NAME.search(key) and _looks_random(value):
        return Redacted("[redacted secret]", 1)
    return redact_all(value)


class _Assigned:
    """Replaces assigned values that look random, and counts them."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, match: re.Match[str]) -> str:
        if not _looks_random(match[2]):
            return match[0]
        self.count += 1
        return f"{match[1]}[redacted secret]"


def _mark(name: str, match: re.Match[str]) -> str:
    kept = match[1] if match.re.groups else ""
    return f"{kept}[redacted {name}]"


def _looks_random(value: str) -> bool:
    """Whether a value has the mixture of characters that names, words and paths do not have."""
    dotted_name = value.replace(".", "").replace("_", "").isalpha()
    if value.startswith(("[redacted", "/", "./")) or dotted_name or _FILE_PATH.fullmatch(value):
        return False
    kinds = (str.islower, str.isupper, str.isdigit)
    found = sum(any(map(kind, value)) for kind in kinds) + (not value.isalnum())
    return any(map(str.isdigit, value)) and found >= 2 and _entropy(value) >= _LEAST_BITS


def _entropy(value: str) -> float:
    """Shannon's entropy of the characters of a text, in bits a character."""
    counts = Counter(value).values()
    return -sum(count / len(value) * math.log2(count / len(value)) for count in counts)

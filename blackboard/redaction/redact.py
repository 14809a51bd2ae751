"""Redaction of texts and JSON values: the one door that everything passes before it is written."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from blackboard.redaction.anchors import MARK, may_be_marked
from blackboard.redaction.assignments import Assigned, is_secret
from blackboard.redaction.names import Role, role_of
from blackboard.redaction.private import hide
from blackboard.redaction.scan import spans_in
from blackboard.redaction.spans import Span, cut, mark, unite

_SHORTEST = 6
_LONGEST_NAME = 120
_MOST_VALUES = 20
_MOST_PASSES = 4
"""What stood beside a secret may be one as well, once that has become a mark."""

_LEAST_TELLING = 8
_JWK_FIELDS = frozenset(("d", "p", "q", "dp", "dq", "qi", "k"))


class Redacted(NamedTuple):
    """A text or payload without its secrets, and how many there were."""

    value: Any
    secrets: int


def redact(text: str) -> Redacted:
    """A text with each secret, and what was marked as private, replaced by its kind in brackets.

    >>> redact("export GITHUB_TOKEN=ghp_0Kq8vT2mZ4wB8rYx6LpN5cR3")
    Redacted(value='export GITHUB_TOKEN=[redacted github-token]', secrets=1)
    >>> redact("token = get_token()").secrets
    0
    """
    count = 0
    if may_be_marked(text):
        text, count = hide(text)
    for _ in range(_MOST_PASSES):
        spans = find_secrets(text)
        if not spans:
            break
        text, count = cut(text, spans), count + len(spans)
    return Redacted(text, count)


def find_secrets(text: str) -> list[Span]:
    """Where secrets stand in a text, in order; one that was found is found wherever it recurs."""
    spans = spans_in(text) if len(text) >= _SHORTEST else []
    values = {text[span.start : span.end]: span.kind for span in spans[:_MOST_VALUES]}
    again = [
        span
        for value, kind in values.items()
        if _is_telling(value)
        for span in _all_of(text, value, kind)
    ]
    return unite([*spans, *again]) if again else spans


def _is_telling(value: str) -> bool:
    """Whether a value is a secret wherever it stands, and not also a word."""
    return len(value) >= _LEAST_TELLING and not value.isalpha() and not value.isdigit()


def _all_of(text: str, value: str, kind: str) -> Iterator[Span]:
    place = text.find(value)
    while place >= 0:
        yield Span(place, place + len(value), kind)
        place = text.find(value, place + len(value))


def redact_all(value: Any) -> Redacted:
    """A JSON value with the secrets taken out of every string in it."""
    return _redact_value(value, "")


def _redact_value(value: Any, role: Role) -> Redacted:
    """A value that stands under a name of this role."""
    if isinstance(value, str):
        if role and _is_secret_under(role, value):
            return Redacted(mark("secret"), 1)
        return redact(value)
    if isinstance(value, dict):
        return _redact_object(value, role)
    if isinstance(value, list):
        return _redact_list(value, role)
    return Redacted(value, 0)


def _redact_object(fields: dict[str, Any], role: Role) -> Redacted:
    """An object; two of its fields may be the name and the value of a third thing."""
    found, count = {}, 0
    beside = _role_beside(fields)
    for key, value in fields.items():
        name, hidden = _redact_key(key)
        own = role_of(key) if len(key) <= _LONGEST_NAME else ""
        if key in ("value", "Value"):
            own = beside
        elif key in _JWK_FIELDS and "kty" in fields:
            own = "token"
        item = _redact_value(value, own or ("" if isinstance(value, str) else role))
        found[name] = item.value
        count += hidden + item.secrets
    return Redacted(found, count)


def _role_beside(fields: dict[str, Any]) -> Role:
    name = fields.get("name") or fields.get("key") or fields.get("Name") or fields.get("Key")
    return role_of(name) if isinstance(name, str) and len(name) <= _LONGEST_NAME else ""


@lru_cache(maxsize=4096)
def _redact_key(key: str) -> Redacted:
    return redact(key)


def _redact_list(items: list[Any], role: Role) -> Redacted:
    """A list; in the arguments of a command, a flag names what comes after it."""
    found, count = [], 0
    flag: Role = ""
    for item in items:
        redacted = _redact_value(item, flag or role)
        found.append(redacted.value)
        count += redacted.secrets
        is_flag = isinstance(item, str) and item.startswith("-") and "=" not in item
        flag = role_of(item) if is_flag and len(item) <= _LONGEST_NAME else ""
    return Redacted(found, count)


def _is_secret_under(role: Role, value: str) -> bool:
    if MARK in value or not _SHORTEST <= len(value) <= 4096 or "\n" in value:
        return False
    return is_secret(Assigned(value, role, certain=True))

"""Redaction of texts and JSON values: the one door that everything passes before it is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from blackboard.redaction.anchors import MARK, may_be_marked
from blackboard.redaction.assignments import Assigned, is_secret
from blackboard.redaction.names import Role, role_of
from blackboard.redaction.private import hide
from blackboard.redaction.scan import Hit, hits_in, spans_at, spans_in
from blackboard.redaction.spans import Span, cut, mark, unite

_SHORTEST = 6
_LONGEST_NAME = 120
_MOST_VALUES = 20
_MOST_PASSES = 4
"""What was beside a secret may be one as well, once that has become a mark."""

_LEAST_TELLING = 8
_VALUES = frozenset(("value", "Value"))
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
    return _without(text, _first_spans(text), count)


def _without(text: str, spans: list[Span], count: int = 0) -> Redacted:
    """A text without some secrets, and without what is found once they are marks."""
    for _ in range(_MOST_PASSES):
        if not spans:
            break
        spans = _with_recurring(text, spans)
        text, count = cut(text, spans), count + len(spans)
        spans = _first_spans(text)
    return Redacted(text, count)


def find_secrets(text: str) -> list[Span]:
    """Where secrets are in a text, in order; one that was found is found wherever it recurs."""
    spans = _first_spans(text)
    return _with_recurring(text, spans) if spans else spans


def _first_spans(text: str) -> list[Span]:
    return spans_in(text) if len(text) >= _SHORTEST else []


def _with_recurring(text: str, spans: list[Span]) -> list[Span]:
    values = {text[span.start : span.end]: span.kind for span in spans[:_MOST_VALUES]}
    again = [
        span
        for value, kind in values.items()
        if _is_telling(value)
        for span in _all_of(text, value, kind)
    ]
    return unite([*spans, *again]) if again else spans


def _is_telling(value: str) -> bool:
    """Whether a value is a secret wherever it is, and not also a word."""
    return len(value) >= _LEAST_TELLING and not value.isalpha() and not value.isdigit()


def _all_of(text: str, value: str, kind: str) -> Iterator[Span]:
    place = text.find(value)
    while place >= 0:
        yield Span(place, place + len(value), kind)
        place = text.find(value, place + len(value))


def redact_all(value: Any) -> Redacted:
    """A JSON value with the secrets taken out of every string in it; itself where it has none."""
    values, secrets = redact_each([value])
    return Redacted(values[0], secrets)


def redact_each(values: Sequence[Any]) -> Redacted:
    """Several JSON values, each as `redact_all` gives it, and how many secrets were in all.

    One search finds the anchors of all.
    """
    texts: list[str] = []
    held, ends = [], []
    for value in values:
        held.append(_gather(value, texts))
        ends.append(len(texts))
    redaction = _Redaction(hits_in(texts))
    found, start = [], 0
    for value, may_hold, end in zip(values, held, ends, strict=True):
        is_due = may_hold or redaction.has_hits(texts[start:end])
        found.append(redaction.whole(value) if is_due else value)
        start = end
    return Redacted(found, redaction.secrets)


def _gather(value: Any, texts: list[str]) -> bool:
    """Add the strings in which anchors are looked for; whether more may have to be taken out.

    That is a value that the name of a field or a flag makes a secret, or what is marked as private.
    """
    may_hold = False
    waiting = [value]
    for each in waiting:  # which grows
        if isinstance(each, str):
            if len(each) >= _SHORTEST:
                texts.append(each)
            may_hold = may_hold or ("<" in each and may_be_marked(each))
        elif isinstance(each, dict):
            waiting += each.values()
            may_hold = may_hold or _tells(tuple(each))
        elif isinstance(each, list | tuple):
            waiting += each
            may_hold = may_hold or any(isinstance(item, str) and item[:1] == "-" for item in each)
    return may_hold


@lru_cache(maxsize=4096)
def _tells(keys: tuple[str, ...]) -> bool:
    """Whether the name of a field, or several together, may say that a value is a secret."""
    named = any(_field(key).role or _field(key).secrets or key in _VALUES for key in keys)
    return named or "kty" in keys


class _Redaction:
    """The redaction of JSON values, of which it is known which strings have anchors.

    Args:
        hits: those strings, with their anchors.
    """

    def __init__(self, hits: Mapping[str, list[Hit]]) -> None:
        self.hits = hits
        self.secrets = 0

    def has_hits(self, texts: list[str]) -> bool:
        """Whether one of some strings has an anchor."""
        return bool(self.hits) and not self.hits.keys().isdisjoint(texts)

    def whole(self, value: Any) -> Any:
        """A value without its secrets, itself where it has none."""
        before = self.secrets
        found = self.value(value, "")
        return value if self.secrets == before else found

    def value(self, value: Any, role: Role) -> Any:
        """A value under a name of this role."""
        if isinstance(value, str):
            return self._text(value, role)
        if isinstance(value, dict):
            return self._object(value, role)
        if isinstance(value, list | tuple):  # JSON has no tuples: they are written as lists
            return self._list(list(value), role)
        return value

    def _text(self, text: str, role: Role) -> str:
        if role and _is_secret_under(role, text):
            self.secrets += 1
            return mark("secret")
        if "<" in text and may_be_marked(text):
            return self._counted(redact(text))
        hits = self.hits.get(text)
        return self._counted(_without(text, spans_at(text, hits))) if hits else text

    def _object(self, fields: dict[str, Any], role: Role) -> dict[str, Any]:
        """An object; two of its fields may be the name and the value of a third thing."""
        found = {}
        is_key = "kty" in fields
        for key, value in fields.items():
            name, secrets, own = _field(key)
            self.secrets += secrets
            if key in _VALUES:
                own = _role_beside(fields)
            elif is_key and key in _JWK_FIELDS:
                own = "token"
            found[name] = self.value(value, own or ("" if isinstance(value, str) else role))
        return found

    def _list(self, items: list[Any], role: Role) -> list[Any]:
        """A list; in the arguments of a command, a flag names what comes after it."""
        found = []
        flag: Role = ""
        for item in items:
            found.append(self.value(item, flag or role))
            is_flag = isinstance(item, str) and item.startswith("-") and "=" not in item
            flag = _role_of(item) if is_flag else ""
        return found

    def _counted(self, redacted: Redacted) -> str:
        self.secrets += redacted.secrets
        text: str = redacted.value
        return text


class _Field(NamedTuple):
    name: str
    secrets: int
    role: Role


@lru_cache(maxsize=4096)
def _field(key: str) -> _Field:
    """The name of a field without secrets, and what it says of its value."""
    return _Field(*redact(key), _role_of(key))


def _role_of(name: str) -> Role:
    return role_of(name) if len(name) <= _LONGEST_NAME else ""


def _role_beside(fields: dict[str, Any]) -> Role:
    name = fields.get("name") or fields.get("key") or fields.get("Name") or fields.get("Key")
    return _role_of(name) if isinstance(name, str) else ""


def _is_secret_under(role: Role, value: str) -> bool:
    if MARK in value or not _SHORTEST <= len(value) <= 4096 or "\n" in value:
        return False
    return is_secret(Assigned(value, role, certain=True))

"""More rules, of a library that is an extra: what its hundreds of shapes find is cut as well.

`pip install 'lessonboard[secrets]'` brings it. It looks at what our own rules have left, in blocks,
so that its start is paid once; it never asks an issuer whether a key is valid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from blackboard.errors import BoardError
from blackboard.redaction.anchors import MARK
from blackboard.redaction.spans import mark

PACKAGE = "kingfisher_sdk"
Find = Callable[[Iterable[str]], set[str]]
"""The secrets in some texts."""

_BLOCK = 250_000
_SECONDS = 20.0
_BETWEEN = "\n\0\n"
_SHORTEST = 12
_LEAST_SECRET = 8
_KEY = "PRIVATE KEY"
_MOST_KEYS = 100
"""More of them in a block would take it 8 s; keys with a body are cut before it looks."""


class ScanTimeout(BoardError):
    """The extra rules did not end in time, so it is unknown whether a text holds a secret."""


class _Scanner(Protocol):
    def scan(self, data: str, *, timeout: float | None = None) -> list[Any]:
        """Its findings."""
        ...


def is_installed() -> bool:
    """Whether the extra is there."""
    return find_spec(PACKAGE) is not None


def nothing(_texts: Iterable[str]) -> set[str]:
    """Without the extra."""
    return set()


def finder() -> Find:
    """What finds secrets by the extra's rules, or finds nothing where it is not installed."""
    return secrets_of if is_installed() else nothing


@cache
def scanner() -> _Scanner:
    """The extra's scanner; its rules take half a second to load, and 10 s the first time ever."""
    library = import_module(PACKAGE)
    found: _Scanner = library.Scanner(library.Rules())
    return found


def secrets_of(texts: Iterable[str]) -> set[str]:
    """The secrets in texts that were redacted by our own rules.

    Raises:
        ScanTimeout: they could not be looked at in time.
    """
    found: set[str] = set()
    for part in _blocks(texts):
        block = part.replace(_KEY, "") if part.count(_KEY) > _MOST_KEYS else part
        try:
            findings = scanner().scan(block, timeout=_SECONDS)
        except TimeoutError as error:
            raise ScanTimeout(
                f"the rules of {PACKAGE} did not end within {_SECONDS:.0f} s on {len(block)} "
                "characters; import without the extra `secrets`, or leave the file out"
            ) from error
        found |= {each.secret for each in findings if each.visible}
    return {value for value in found if len(value) >= _LEAST_SECRET and MARK[:-1] not in value}


def _blocks(texts: Iterable[str]) -> Iterator[str]:
    block: list[str] = []
    size = 0
    for text in texts:
        if len(text) < _SHORTEST:
            continue
        for start in range(0, len(text), _BLOCK):
            part = text[start : start + _BLOCK]
            if size + len(part) > _BLOCK:
                yield _BETWEEN.join(block)
                block, size = [], 0
            block.append(part)
            size += len(part)
    if block:
        yield _BETWEEN.join(block)


def redact_more(payloads: list[Any], find: Find) -> tuple[list[Any], int]:
    """Payloads without what these rules find, and how many secrets that were."""
    found = find(text for payload in payloads for text in strings(payload))
    if not found:
        return payloads, 0
    longest = sorted(found, key=len, reverse=True)
    return [without(payload, longest) for payload in payloads], len(found)


def strings(value: Any) -> Iterator[str]:
    """All strings of a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from strings(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from strings(item)


def without(value: Any, secrets: Iterable[str]) -> Any:
    """A JSON value with a mark in the place of each of these secrets."""
    if isinstance(value, str):
        for secret in secrets:
            value = value.replace(secret, mark("secret"))
        return value
    if isinstance(value, dict):
        return {key: without(item, secrets) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [without(item, secrets) for item in value]
    return value

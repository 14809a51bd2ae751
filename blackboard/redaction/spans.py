"""Spans: where secrets are in a text. They are found first, united, and cut in one go."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from blackboard.redaction.anchors import MARK


class Span(NamedTuple):
    """Characters from `start` to before `end` that are a secret of a kind."""

    start: int
    end: int
    kind: str


GENERAL = "secret"
"""The kind of what is known by its name alone."""


def mark(kind: str) -> str:
    """What replaces a secret."""
    return f"{MARK}{kind}]"


def unite(spans: Iterable[Span]) -> list[Span]:
    """Spans in order, those that overlap as one, of the kind of the longest and most exact.

    >>> unite([Span(4, 9, "secret"), Span(0, 6, "api-key"), Span(9, 12, "jwt")])
    [Span(start=0, end=9, kind='api-key'), Span(start=9, end=12, kind='jwt')]
    """
    united: list[Span] = []
    best = (0, False)
    for span in sorted(spans):
        weight = (span.end - span.start, span.kind != GENERAL)
        if not united or span.start >= united[-1].end:
            united.append(span)
            best = weight
            continue
        last = united[-1]
        kind = span.kind if weight > best else last.kind
        best = max(best, weight)
        united[-1] = Span(last.start, max(last.end, span.end), kind)
    return united


def cut(text: str, spans: Iterable[Span]) -> str:
    """A text with a mark in the place of each span; the spans are in order and do not overlap.

    >>> cut("key=abc;", [Span(4, 7, "secret")])
    'key=[redacted secret];'
    """
    parts, end = [], 0
    for span in spans:
        parts += [text[end : span.start], mark(span.kind)]
        end = span.end
    return "".join([*parts, text[end:]])

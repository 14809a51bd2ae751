"""Judging: does a span still stand in the text of its file? Pure, from texts to a judgement.

Any change of a word counts as drift, however alike the rest is: `!=` for `==` is one character
and may turn a lesson around. What a drift costs is small (the lesson is offered later, and a
person looks at it again), and how much still stands is said, so that the look is a short one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rapidfuzz import fuzz

from blackboard.vocabulary import Freshness
from reflect.freshness.span import Span, digest_of, is_trivial, lines_of

_MOST_TRIED = 20
_ORDER: tuple[Freshness, ...] = ("fresh", "moved", "drifted", "orphaned")


class Judgement(NamedTuple):
    """How a span stands, and where: lines from 1, the last included."""

    freshness: Freshness
    path: str
    first_line: int | None = None
    last_line: int | None = None
    reason: str = ""


def judge(span: Span, lines: Sequence[str], path: str | None = None) -> Judgement | None:
    """How a span stands in a file; None when that cannot be told.

    Args:
        span: what is cited.
        lines: the file's lines.
        path: the file, where it is another than the span's.
    """
    where, moved = path or span.path, path not in (None, span.path)
    if span.sha256 is None:
        told = f"it is at {where} now" if moved else ""
        return Judgement("moved" if moved else "fresh", where, reason=told)
    places = found(span, lines)
    if not places:
        return Judgement("drifted", where, *_rest(span, lines, where))
    old = span.first_line or 1
    first, last = min(places, key=lambda place: (abs(place[0] - old), place))
    if len(places) > 1 and is_trivial(lines[first - 1 : last]):
        return None  # so little text may stand in several places by chance
    if not moved and (span.first_line is None or _is_unmoved(span, lines)):
        return Judgement("fresh", where, first, last)
    return Judgement("moved", where, first, last, f"its lines are {where}:{first}-{last} now")


def gone(span: Span) -> Judgement:
    """The judgement when the file is not there and its lines are nowhere else."""
    return Judgement("orphaned", span.path, reason=f"{span.path} is gone")


def best(judgements: Iterable[Judgement]) -> Judgement | None:
    """Of what is said of a lesson's spans, the best: one that still stands is enough."""
    return min(judgements, key=lambda each: _ORDER.index(each.freshness), default=None)


def found(span: Span, lines: Sequence[str]) -> list[tuple[int, int]]:
    """Where the text of a span stands: first and last lines, from 1, without empty ones around."""
    known = lines_of(span.text)
    height = len(known) or span.height
    places: dict[tuple[int, int], None] = {}
    for start in range(len(lines)):
        if known and lines[start].strip() != known[0]:
            continue
        window = lines[start : start + height]
        if digest_of(window) == span.sha256:
            said = [number for number, line in enumerate(window, start + 1) if line.strip()]
            places.setdefault((said[0], said[-1]) if said else (start + 1, start + len(window)))
    return list(places)


def _is_unmoved(span: Span, lines: Sequence[str]) -> bool:
    first, last = span.first_line or 1, span.last_line or 0
    return digest_of(lines[first - 1 : last]) == span.sha256


def _rest(span: Span, lines: Sequence[str], where: str) -> tuple[int | None, int | None, str]:
    """Where most of a span still stands, and how much of it, as far as its text is known."""
    if not span.text:
        return None, None, f"its lines are not in {where} any more"
    wanted = {line.strip() for line in lines_of(span.text) if line.strip()}
    hits = [line.strip() in wanted for line in lines]
    if not any(hits):
        return None, None, f"none of its lines is left in {where} as it was"
    text, height = "\n".join(lines_of(span.text)), span.height
    starts = _densest(hits, height, (span.first_line or 1) - 1)
    alike = {start: _alike(text, lines[start : start + height]) for start in starts}
    start = max(alike, key=lambda each: alike[each])
    first, last = start + 1, min(start + height, len(lines))
    percent = min(99, round(alike[start]))
    return first, last, f"{percent} % of it is left, at {where}:{first}-{last}"


def _alike(text: str, window: Sequence[str]) -> float:
    return fuzz.ratio(text, "\n".join(lines_of("\n".join(window))))


def _densest(hits: Sequence[bool], height: int, old: int) -> list[int]:
    """Where stretches with most hits begin, the nearest to the old place first."""
    counts = [sum(hits[:height])]
    for start in range(1, max(1, len(hits) - height + 1)):
        counts.append(counts[-1] + hits[start + height - 1] - hits[start - 1])
    most = max(counts)
    starts = [start for start, count in enumerate(counts) if count == most]
    return sorted(starts, key=lambda start: abs(start - old))[:_MOST_TRIED]

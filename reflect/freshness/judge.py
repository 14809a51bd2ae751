"""Judge whether a span still exists in its file. Pure functions of texts.

Any changed word counts as drift, however similar the rest: `!=` for `==` is one character and may
reverse a lesson. Drift costs little (a lower rank and a review by a person), and the judgement says
how much is left, which keeps that review short.
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
    """The state of a span and its position: lines from 1, the last included."""

    freshness: Freshness
    path: str
    first_line: int | None = None
    last_line: int | None = None
    reason: str = ""


def judge(span: Span, lines: Sequence[str], path: str | None = None) -> Judgement | None:
    """The state of a span in a file; None if it cannot be determined.

    Args:
        span: the cited lines.
        lines: the file's lines.
        path: the file, if it differs from the span's.
    """
    where, moved = path or span.path, path not in (None, span.path)
    if span.sha256 is None:
        reason = f"it is at {where} now" if moved else ""
        return Judgement("moved" if moved else "fresh", where, reason=reason)
    matches = found(span, lines)
    if not matches:
        return Judgement("drifted", where, *_rest(span, lines, where))
    old = span.first_line or 1
    first, last = min(matches, key=lambda match: (abs(match[0] - old), match))
    if len(matches) > 1 and is_trivial(lines[first - 1 : last]):
        return None  # so little text may occur in several places by chance
    if not moved and (span.first_line is None or _is_unmoved(span, lines)):
        return Judgement("fresh", where, first, last)
    return Judgement("moved", where, first, last, f"its lines are {where}:{first}-{last} now")


def gone(span: Span) -> Judgement:
    """The judgement for a missing file whose lines were found nowhere else."""
    return Judgement("orphaned", span.path, reason=f"{span.path} is gone")


def best(judgements: Iterable[Judgement]) -> Judgement | None:
    """The best judgement of a lesson's spans: one intact span is enough."""
    return min(judgements, key=lambda judgement: _ORDER.index(judgement.freshness), default=None)


def found(span: Span, lines: Sequence[str]) -> list[tuple[int, int]]:
    """Where a span's text occurs: first and last lines from 1, without surrounding empty lines."""
    expected = lines_of(span.text)
    height = len(expected) or span.height
    matches: dict[tuple[int, int], None] = {}
    for start in range(len(lines)):
        if expected and lines[start].strip() != expected[0]:
            continue
        window = lines[start : start + height]
        if digest_of(window) == span.sha256:
            filled = [number for number, line in enumerate(window, start + 1) if line.strip()]
            matches.setdefault(
                (filled[0], filled[-1]) if filled else (start + 1, start + len(window))
            )
    return list(matches)


def _is_unmoved(span: Span, lines: Sequence[str]) -> bool:
    first, last = span.first_line or 1, span.last_line or 0
    return digest_of(lines[first - 1 : last]) == span.sha256


def _rest(span: Span, lines: Sequence[str], where: str) -> tuple[int | None, int | None, str]:
    """Where most of a changed span is left, and how much, as far as its text is known."""
    if not span.text:
        return None, None, f"its lines are not in {where} any more"
    wanted = {line.strip() for line in lines_of(span.text) if line.strip()}
    hits = [line.strip() in wanted for line in lines]
    if not any(hits):
        return None, None, f"none of its lines is left in {where} as it was"
    text, height = "\n".join(lines_of(span.text)), span.height
    starts = _densest(hits, height, (span.first_line or 1) - 1)
    alike = {start: _similarity(text, lines[start : start + height]) for start in starts}
    start = max(alike, key=lambda start: alike[start])
    first, last = start + 1, min(start + height, len(lines))
    percent = min(99, round(alike[start]))
    return first, last, f"{percent} % of it is left, at {where}:{first}-{last}"


def _similarity(text: str, window: Sequence[str]) -> float:
    return fuzz.ratio(text, "\n".join(lines_of("\n".join(window))))


def _densest(hits: Sequence[bool], height: int, old: int) -> list[int]:
    """The starts of the windows with most hits, nearest to the old position first."""
    counts = [sum(hits[:height])]
    for start in range(1, max(1, len(hits) - height + 1)):
        counts.append(counts[-1] + hits[start + height - 1] - hits[start - 1])
    most = max(counts)
    starts = [start for start, count in enumerate(counts) if count == most]
    return sorted(starts, key=lambda start: abs(start - old))[:_MOST_TRIED]

"""The stretch of a text that answers a query, with the words that answer it marked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from blackboard.search.fit import Text, Wanted
from blackboard.search.query import Clause
from blackboard.search.words import parts, words

LONGEST = 160
"""Characters: two lines of a terminal."""

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_JOINTS = ("", *" _-./:")
_BLOCK = 500
"""Characters of a long line that are looked at as one."""

_CJK = "\u3040-\u9fff\uac00-\ud7a3\U00020000-\U0003ffff"
_TOKEN = re.compile(
    rf"[{_CJK}]|\.net\b|(?:(?![{_CJK}])[^\W_])+(?:['\u2019][^\W_]+)*(?:\+\+|#)?", re.IGNORECASE
)


class Excerpt(NamedTuple):
    """A line of text; `marks` are the stretches of it that answer the query, in order."""

    text: str
    marks: tuple[tuple[int, int], ...] = ()

    def marked(self, before: str, after: str) -> str:
        """The text with each mark between two signs.

        >>> Excerpt("set busy_timeout", ((4, 8),)).marked("[", "]")
        'set [busy]_timeout'
        """
        pieces, end = [], 0
        for start, stop in self.marks:
            pieces += [self.text[end:start], before, self.text[start:stop], after]
            end = stop
        return "".join([*pieces, self.text[end:]])


class _Hit(NamedTuple):
    """Where a clause is in a line."""

    start: int
    end: int
    clause: Clause


def excerpt(text: str, wanted: Wanted, longest: int = LONGEST) -> Excerpt:
    """The stretch of a text with the most and rarest clauses, as one line."""
    whole = _one_line(text)
    first, last = _promising(whole, wanted)
    line = whole[first:last]
    hits = sorted(_hits(line, wanted.clauses))
    start, end = _stretch(line, _densest(hits, wanted, longest), longest)
    before, after = "…" if first + start else "", "…" if first + end < len(whole) else ""
    inside = [hit for hit in hits if start <= hit.start < end]
    shift = len(before) - start
    marks = [(hit.start + shift, min(hit.end, end) + shift) for hit in inside]
    shown = f"{before}{line[start:end]}{after}"
    return Excerpt(shown, _merged(shown, marks))


def _one_line(text: str) -> str:
    """A text as one line that cannot steer a terminal."""
    line = " ".join((_COLOUR.sub("", text) if "\x1b" in text else text).split())
    if line.isprintable():
        return line
    return "".join(each if each.isprintable() else " " for each in line)


def _promising(line: str, wanted: Wanted) -> tuple[int, int]:
    """The part of a long line that fits best; to look at every word of it would take too long."""
    if len(line) <= 2 * _BLOCK:
        return 0, len(line)
    scores = {
        start: wanted.fit([_block(line, start)]).score for start in range(0, len(line), _BLOCK)
    }
    best = max(scores, key=lambda start: (scores[start], -start))
    return max(0, best - _lead(LONGEST)), min(len(line), best + _BLOCK + LONGEST)


def _block(line: str, start: int) -> Text:
    return Text("", line[start : start + _BLOCK + LONGEST])


def _hits(line: str, clauses: Sequence[Clause]) -> Iterator[_Hit]:
    """Where clauses are in a line, in any order."""
    found: list[str] = []
    owners: list[re.Match[str]] = []
    for token in _TOKEN.finditer(line):
        of_token, inside = _words_of(token[0])
        found += of_token
        owners += [token] * len(of_token)
        if inside:
            yield from (_Hit(token.start(), token.end(), clause)
                        for clause in clauses if _places(clause, inside))  # fmt: skip
    for clause in clauses:
        for at in _places(clause, found):
            yield _Hit(owners[at].start(), owners[at + len(clause.words) - 1].end(), clause)


@lru_cache(maxsize=4096)
def _words_of(token: str) -> tuple[list[str], list[str]]:
    """The words of a token, and the parts of those that are compound."""
    return words(token), parts(token)


def _places(clause: Clause, found: list[str]) -> list[int]:
    """Where a clause is in words: the numbers of its first ones."""
    *before, last = clause.words
    size = len(before)
    if clause.prefix:
        ends = [at for at, word in enumerate(found) if word.startswith(last)]
    else:
        ends = [at for at, word in enumerate(found) if word == last] if last in found else []
    return [at - size for at in ends if at >= size and found[at - size : at] == before]


def _densest(hits: Sequence[_Hit], wanted: Wanted, longest: int) -> int:
    """Where the stretch begins whose clauses are worth most together."""
    best, start = 0.0, 0
    for index, first in enumerate(hits):
        clauses: set[Clause] = set()
        for hit in hits[index:]:
            if clauses and hit.end - first.start > longest - _lead(longest):
                break
            clauses.add(hit.clause)
        worth = sum(wanted.rarities[clause] for clause in clauses)
        if worth > best:
            best, start = worth, first.start
    return start


def _lead(longest: int) -> int:
    """Characters before the first hit that are shown where there is room."""
    return longest // 4


def _stretch(line: str, hit: int, longest: int) -> tuple[int, int]:
    """Where to cut a line so that a place is seen with some of what is before and after it."""
    if len(line) <= longest:
        return 0, len(line)
    start = max(0, min(hit - _lead(longest), len(line) - longest))
    if start:
        space = line.find(" ", start, hit)
        start = hit if space < 0 else space + 1
    end = min(start + longest, len(line))
    if end < len(line):
        space = line.rfind(" ", hit, end)
        end = end if space < 0 else space
    return start, end


def _merged(line: str, marks: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Marks in order; those that overlap, or are parts of one name or phrase, become one."""
    found: list[tuple[int, int]] = []
    for start, end in marks:
        if found and line[found[-1][1] : start] in _JOINTS:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return tuple(found)

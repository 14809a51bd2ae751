"""The stretch of a text that answers a query, with the words that answer it marked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from blackboard.search.fit import Wanted
from blackboard.search.query import Clause
from blackboard.search.words import parts, words

LONGEST = 160
"""Characters: two lines of a terminal."""

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_JOINTS = ("", *" _-./:")
_SIGNS = ("++", "#", ".net")
"""Signs in names that are spelled with letters as words: `cplusplus`, `fsharp`, `dotnet`."""

_CJK = "\u3040-\u9fff\uac00-\ud7a3\U00020000-\U0003ffff"


@cache
def _token() -> re.Pattern[str]:
    """What a word is; compiled when the first line is shown, for it takes a while."""
    return re.compile(
        rf"[{_CJK}]|\.(?i:net)\b|(?:(?![{_CJK}])[^\W_])+(?:['\u2019][^\W_]+)*(?:\+\+|#)?"
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

    def within(self, longest: int) -> Excerpt:
        """Itself with at most so many characters, its first mark among them, cut between words.

        >>> Excerpt("use the busy_timeout of SQLite", ((8, 12),)).within(20)
        Excerpt(text='…the busy_timeout…', marks=((5, 9),))
        """
        if len(self.text) <= longest:
            return self
        first = self.marks[0][0] if self.marks else 0
        start, end = _stretch(self.text, first, max(longest - 2, 1))
        before, after = "…" if start else "", "…" if end < len(self.text) else ""
        shift = len(before) - start
        marks = [(max(at, start) + shift, min(to, end) + shift)
                 for at, to in self.marks if at < end and to > start]  # fmt: skip
        return Excerpt(f"{before}{self.text[start:end]}{after}", tuple(marks))


class _Hit(NamedTuple):
    """Where a clause is in a line."""

    start: int
    end: int
    clause: Clause


def excerpt(text: str, wanted: Wanted, longest: int = LONGEST) -> Excerpt:
    """The stretch of a text with the most and rarest clauses, as one line."""
    line = _one_line(text)
    hits = sorted(_hits(line, wanted.clauses))
    start, end = _stretch(line, _densest(hits, wanted, longest), longest)
    before, after = "…" if start else "", "…" if end < len(line) else ""
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


def _hits(line: str, clauses: Sequence[Clause]) -> Iterator[_Hit]:
    """Where clauses are in a line, in any order."""
    found: list[str] = []
    owners: list[re.Match[str] | None] = []
    for token in _tokens(line, clauses):
        of_token, inside = _words_of(token[0]) if token else ([""], [])
        found += of_token
        owners += [token] * len(of_token)
        if inside and token:
            yield from (_Hit(token.start(), token.end(), clause)
                        for clause in clauses if _places(clause, inside))  # fmt: skip
    for clause in clauses:
        for at in _places(clause, found):
            first, last = owners[at], owners[at + len(clause.words) - 1]
            if first and last:
                yield _Hit(first.start(), last.end(), clause)


def _tokens(line: str, clauses: Sequence[Clause]) -> Iterator[re.Match[str] | None]:
    """The tokens of a line that may be of a clause, and None where others are left out."""
    end = 0
    for root in sorted(_roots(line, clauses)):
        if root >= end:
            start = max(end, line.rfind(" ", 0, root + 1) + 1)
            if _token().search(line, end, start):
                yield None
            end = line.find(" ", root)
            end = len(line) if end < 0 else end
            yield from _token().finditer(line, start, end)


def _roots(line: str, clauses: Sequence[Clause]) -> Iterable[int]:
    """Where words of the clauses may be: what they begin with, or what is folded to letters."""
    plain = line.lower()
    if len(plain) != len(line):
        return range(len(line))
    signs = {each for each in set(plain) if not each.isascii() and each.isalnum()}
    signs.update(word.removesuffix("y") or "y" for clause in clauses for word in clause.words)
    signs.update(_SIGNS if any(word[0] in "cfd" for word in signs) else ())
    inside = (at for sign in "'\u2019" for at in _all_places(plain, sign)
              if plain[at - 1 : at].isalnum() and plain[at + 1 : at + 2].isalnum())  # fmt: skip
    return {*inside, *(at for sign in signs for at in _all_places(plain, sign))}


def _all_places(line: str, sign: str) -> Iterator[int]:
    at = line.find(sign)
    while at >= 0:
        yield at
        at = line.find(sign, at + 1)


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
        clauses: dict[Clause, None] = {}  # in an order, for the sum
        for hit in hits[index:]:
            if clauses and hit.end - first.start > longest - _lead(longest):
                break
            clauses[hit.clause] = None
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
        space = line.find(" ", start - 1, hit)
        start = _between(line, start, hit) if space < 0 else space + 1
    end = min(start + longest, len(line))
    if end < len(line):
        space = line.rfind(" ", hit, end + 1)
        end = _between(line, end, hit) if space < 0 else space
    return start, end


def _between(line: str, at: int, hit: int) -> int:
    """The place from `at` towards a hit where no word is cut, in a line without a blank there."""
    steps = range(at, hit) if at < hit else range(at, hit, -1)
    return next((each for each in steps if not _is_inside(line, each)), hit if at < hit else at)


def _is_inside(line: str, at: int) -> bool:
    return 0 < at < len(line) and all(
        each.isalnum() or each == "_" for each in line[at - 1 : at + 1]
    )


def _merged(line: str, marks: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Marks in order; those that overlap, or are parts of one name or phrase, become one."""
    found: list[tuple[int, int]] = []
    for start, end in marks:
        if found and line[found[-1][1] : start] in _JOINTS:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return tuple(found)

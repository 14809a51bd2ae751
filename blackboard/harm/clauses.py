"""An instruction cut into clauses, each of which asks for something or forbids it by itself."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from blackboard.sanitise import clean

_ALIKE = str.maketrans("аеорсухіјѕһԁԛԝкмтԍνοαρι", "aeopcyxijshdqwkmtgvoapi")
"""Letters of other scripts that look like Latin ones."""

_SPAN = re.compile(r"(?s)(?P<mark>`{1,3})(?P<code>.{1,2000}?)(?P=mark)")
_MARK = "\x01"
"""Stands for a span of code while a text is cut; `clean` leaves no such sign in any text."""

_BORDER = re.compile(
    r"""(?xi)
      [.!?](?=["')\]*_]*(?:\s|$)) | [:;](?=\s|$) | (?<=\s)(?:-|--|[\u2013\u2014]|=>|->)(?=\s)
    | [\u2014\u2192] | (?<![$<>\w(])\( | (?<=[\w\x01])\)(?=[\s.,;]|$)
    | \n[ \t]*(?:[-*+>]|\d+[.)])?
    | \b(?:and\ then|then|first|firstly|before|after|afterwards|until|unless|but|however)\b
    """
)
"""What ends a clause: signs, a new line, an item of a list, and words that begin another step."""


_LONGEST, _STEP = 600, 400
"""A longer clause is read in overlapping pieces, so that time grows with the length of a text."""


class Span(NamedTuple):
    """A piece of code in a clause, and where it begins in the clause's text."""

    start: int
    code: str


class Clause(NamedTuple):
    """A clause without its backticks, and the code that stood in them."""

    text: str
    spans: tuple[Span, ...]

    @property
    def shape(self) -> str:
        """The text with its code blotted out, so that no word in it counts as said."""
        shape = self.text
        for start, code in self.spans:
            shape = f"{shape[:start]}{'_' * len(code)}{shape[start + len(code) :]}"
        return shape

    def prose_at(self, place: int) -> bool:
        """Whether a place in the text is outside of its code."""
        return not any(each.start <= place < each.start + len(each.code) for each in self.spans)


def as_read(text: str) -> str:
    """A text in plain letters, as a shell and a reader take it: nothing unseen, lines joined."""
    plain = clean(html.unescape(text) if "&" in text else text)
    if not plain.isascii():
        plain = unicodedata.normalize("NFKC", plain).translate(_ALIKE)
    plain = plain.replace("\\\n", " ").replace("**", "").replace("\u2019", "'")
    return re.sub(r"(?m)^[ \t]*(?:>[ \t]?)+", "", plain)


def clauses(text: str) -> Iterator[Clause]:
    r"""The clauses of a text that was read; what stands in backticks is never cut.

    >>> [each.text for each in clauses("Never ask: run `a; b` first.")]
    ['Never ask', 'run a; b']
    """
    codes: list[str] = []

    def kept(match: re.Match[str]) -> str:
        codes.append(match["code"].strip())
        return _MARK

    cut = _BORDER.split(_SPAN.sub(kept, text))
    rest = iter(codes)
    for piece in cut:
        if piece and (stripped := piece.strip()):
            clause = _clause(stripped, rest)
            yield from _pieces(clause) if clause.text.strip() else ()


def _clause(piece: str, codes: Iterator[str]) -> Clause:
    text, spans = "", []
    for number, part in enumerate(piece.split(_MARK)):
        if number:
            code = next(codes)
            spans.append(Span(len(text), code))
            text += code
        text += part
    return Clause(text, tuple(spans))


def _pieces(clause: Clause) -> Iterator[Clause]:
    if len(clause.text) <= _LONGEST:
        yield clause
        return
    for at in range(0, len(clause.text), _STEP):
        inside = (each for each in clause.spans if at <= each.start < at + _STEP)
        spans = tuple(each._replace(start=each.start - at) for each in inside)
        yield Clause(clause.text[at : at + _LONGEST], spans)

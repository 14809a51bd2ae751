"""One pass over a text for all anchors, and the rules that are tried at each of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import accumulate, chain
from typing import NamedTuple

from blackboard.redaction import (
    added,
    addresses,
    assignments,
    commands,
    encoded,
    escapes,
    noise,
    private_keys,
    structures,
    tokens,
)
from blackboard.redaction.anchors import MARK
from blackboard.redaction.expressions import Expression
from blackboard.redaction.reading import Rule, skip
from blackboard.redaction.rewriting import Rewritten
from blackboard.redaction.spans import Span, unite
from blackboard.redaction.unanchored import LEAST, runs
from blackboard.redaction.wraps import unwrapped

_WINDOW = 4096
_MOST_READ = 20_000
_COST = 100
"""The characters a rule may read in a window without a match; each try counts as some more.

What repeats an anchor without a secret would otherwise take the square of its length.
"""

_LONGEST_PREFIX = 8
"""Characters, at least, of a prefix that needs a border before it."""

_BLOCK = 50_000
"""Characters, about, in which anchors are looked for together."""

_NEW = (0, 0)
_DEEPEST = 2
_LEAST_WRAPPED, _MOST_WRAPPED = 50, 8000
"""Characters of a text that has a line as wide as a terminal, and of a page of them."""

_MARKED = Expression(r"\[redacted [a-z-]{1,40}\]")


_ESCAPED = len(noise.ANCHORS)
_SPELT = _ESCAPED + len(escapes.ANCHORS)
"""Anchors with lower numbers say that a text has noise or escapes in it."""


Hit = tuple[int, int, int]
"""An anchor by its number, where it begins and where it ends."""

Hits = Callable[[str], list[Hit]]


class _Beginnings(NamedTuple):
    prefixes: tuple[str, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Table:
    """The anchors, and for each the rules that are tried there; one more is for long runs."""

    anchors: tuple[str, ...]
    rules: tuple[tuple[Rule, ...], ...]

    @cached_property
    def find(self) -> Hits:
        """What finds the anchors in a text of small letters, all in one pass."""
        try:
            from ahocorasick_rs import AhoCorasick, Implementation
        except ImportError:  # hooks run isolated, with only our own packages on their path
            return partial(find_hits, self.anchors)
        built = AhoCorasick(self.anchors, implementation=Implementation.DFA)
        return partial(built.find_matches_as_indexes, overlapping=True)

    @cached_property
    def beginnings(self) -> _Beginnings:
        """The prefixes that are looked for behind a border, with the number of one such anchor."""
        numbers = {anchor: number for number, anchor in enumerate(self.anchors)}
        prefixes = tuple(prefix for prefix, _ in tokens.bordered_rules())
        return _Beginnings(prefixes, tuple(numbers[" " + prefix] for prefix in prefixes))


def table(depth: int = 0) -> Table:
    """All rules by their anchors; what is decoded is looked at with one depth more."""
    return _table(depth, added.patterns())


@cache
def _table(depth: int, more: tuple[tuple[str, str, str], ...]) -> Table:
    found: dict[str, list[Rule]] = {anchor: [] for anchor in (*noise.ANCHORS, *escapes.ANCHORS)}
    for anchor, rule in chain(_rules(), added.rules(more)):
        found.setdefault(anchor, []).append(rule)
    long = encoded.run_rule(partial(spans_in, depth=depth + 1)) if depth < _DEEPEST else skip
    return Table(tuple(found), (*map(tuple, found.values()), (long,)))


def _rules() -> Iterator[tuple[str, Rule]]:
    for module in (tokens, private_keys, assignments, addresses, commands, structures):
        yield from module.rules()
    yield "basic ", encoded.basic


def find_hits(anchors: tuple[str, ...], text: str) -> list[Hit]:
    """Where anchors are, without a library: as quick for a short text, and slow for a long one."""
    hits = []
    for number, anchor in enumerate(anchors):
        place = text.find(anchor)
        while place >= 0:
            hits.append((number, place, place + len(anchor)))
            place = text.find(anchor, place + 1)
    return hits


def lowered(text: str) -> str:
    """A text with the letters of ASCII in lower case, of the same length; the others take long."""
    if text.isascii():
        return text.lower()
    return text.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")


def _hits(text: str, rules: Table) -> list[Hit]:
    """The anchors of a text; one at its very beginning needs no border."""
    folded = lowered(text)
    hits = [*rules.find(folded), *_hits_at_begin(folded, rules.beginnings)]
    if len(text) >= LEAST:
        hits += ((len(rules.anchors), *run) for run in runs(text))
    if not text.isascii() and (form := escapes.first_form(text)):
        hits.append((_ESCAPED, *form))
    return hits


def _hits_at_begin(folded: str, first: _Beginnings) -> list[Hit]:
    if not folded.startswith(first.prefixes):
        return []
    return [
        (number, -1, len(prefix))
        for prefix, number in zip(*first, strict=True)
        if folded.startswith(prefix)
    ]


def hits_in(texts: Iterable[str]) -> dict[str, list[Hit]]:
    """Of many texts those with an anchor in them, each with its anchors: one pass over a block."""
    rules = table()
    found: dict[str, list[Hit]] = {}
    for block in _blocks(dict.fromkeys(texts)):
        _add_hits(found, block, rules)
    for text, hits in found.items():
        hits.extend(_hits_at_begin(lowered(text[:_LONGEST_PREFIX]), rules.beginnings))
    return found


def _blocks(texts: Iterable[str]) -> Iterator[list[str]]:
    """Texts by the block: one pass over few characters stays in the processor's cache."""
    block: list[str] = []
    size = 0
    for text in texts:
        block.append(text)
        size += len(text)
        if size >= _BLOCK:
            yield block
            block, size = [], 0
    if block:
        yield block


def _add_hits(found: dict[str, list[Hit]], texts: list[str], rules: Table) -> None:
    """Add the anchors of distinct texts."""
    # A line break is before each, so that a prefix which needs a border is found at its begin.
    joined = "\n".join(("", *texts))
    hits = rules.find(lowered(joined))
    hits += ((len(rules.anchors), *run) for run in runs(joined))
    starts = list(accumulate((len(text) + 1 for text in texts), initial=1)) if hits else []
    for number, start, end in hits:
        place = bisect_right(starts, end - 1) - 1
        begin = starts[place]
        if start >= begin - 1 and end <= begin + len(texts[place]):
            there = found.setdefault(texts[place], [])
            if start >= begin:
                there.append((number, start - begin, end - begin))
    if not joined.isascii():
        _add_forms(found, texts)


def _add_forms(found: dict[str, list[Hit]], texts: Iterable[str]) -> None:
    for text in texts:
        if form := escapes.first_form(text):
            found.setdefault(text, []).append((_ESCAPED, *form))


def spans_in(text: str, depth: int = 0) -> list[Span]:
    """The secrets of a text, in order and apart from each other."""
    return spans_at(text, _hits(text, table(depth)), depth)


def spans_at(text: str, hits: list[Hit], depth: int = 0) -> list[Span]:
    """The secrets at the anchors of a text, also where noise or escapes hide them."""
    if not hits:
        return []
    first = min(hits)[0]
    if depth == _DEEPEST or first >= _SPELT:
        return _as_it_stands(text, hits, depth)
    if first < _ESCAPED:
        plain = noise.without_noise(text)
        return _back(plain, _spelt(plain.text, _hits(plain.text, table(depth)), depth))
    return _spelt(text, hits, depth)


def _spelt(text: str, hits: list[Hit], depth: int) -> list[Span]:
    """The secrets of a text as it is, and with its escapes read."""
    spans = _as_it_stands(text, hits, depth)
    for begin, end in escapes.regions(text):
        plain = escapes.decoded(text[begin:end])
        found = _back(plain, spans_in(plain.text, depth + 1))
        spans += (Span(start + begin, stop + begin, kind) for start, stop, kind in found)
    return unite(spans)


def _as_it_stands(text: str, hits: list[Hit], depth: int) -> list[Span]:
    """The secrets of a text, and those on lines that were broken."""
    spans = _read(text, hits, depth)
    may_wrap = depth < _DEEPEST and _LEAST_WRAPPED < len(text) < _MOST_WRAPPED
    whole = unwrapped(text) if may_wrap else None
    if whole is None:
        return spans
    return unite([*spans, *_back(whole, spans_in(whole.text, depth + 1))])


def _back(plain: Rewritten, spans: Iterable[Span]) -> list[Span]:
    """Map spans of a rewritten text to the original."""
    return [Span(*plain.back(span.start, span.end), span.kind) for span in spans]


def _read(text: str, hits: Iterable[Hit], depth: int) -> list[Span]:
    """What the rules find at the anchors."""
    rules = table(depth).rules
    spans: list[Span] = []
    spent: dict[Rule, tuple[int, int]] = {}
    begun = cut = -1
    if MARK in text:
        hits = _outside_of_marks(text, hits)
    for number, start, end in sorted(hits, key=_place):
        for rule in rules[number]:
            if begun < start < cut:
                break
            window, read = spent.get(rule, _NEW)
            if start >= window:
                window, read = start + _WINDOW, 0
            elif read > _MOST_READ:
                continue
            found, reach, is_final = rule(text, start, end)
            if is_final:
                spent[rule] = reach, _MOST_READ + 1
            elif len(found) != 1:
                spent[rule] = window, read + _COST + reach - start
            elif found:
                begun, cut = found[0].start, max(cut, found[0].end)
            spans += found
    return unite(spans)


def _outside_of_marks(text: str, hits: Iterable[Hit]) -> list[Hit]:
    """Anchors that are no words of a mark: what was cut is not cut again."""
    marks = [found.span() for found in _MARKED.finditer(text)]
    starts = [start for start, _ in marks]
    return [
        hit
        for hit in hits
        if not (at := bisect_right(starts, hit[1])) or hit[1] >= marks[at - 1][1]
    ]


def _place(hit: Hit) -> int:
    return hit[1]

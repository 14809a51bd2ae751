"""Options of which one is marked as chosen: "Option B: Wrap the parser (chosen)"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from reflect.documents import headings
from reflect.documents.blocks import Section
from reflect.documents.reasons import reasoned
from reflect.documents.statement import Statement
from reflect.documents.words import says_enough
from reflect.rule_files.sentences import plain

_OPTION = re.compile(
    r"(?i)^\W*(?:option|alternative|approach|variant|choice)\s+(?:\d+|[a-z])\b\W*(?P<name>.*)$",
    re.DOTALL,
)
_CHOSEN = re.compile(
    r"(?i)\s*[(\[\u2013\u2014-]*\s*(?:recommended|chosen|selected|preferred|adopted|our choice"
    r"|we chose this)\s*[)\]]?\W*$"
)


class _Option(NamedTuple):
    name: str
    text: str
    first: int
    last: int

    @property
    def is_chosen(self) -> bool:
        return _CHOSEN.search(self.name) is not None


def options(sections: Sequence[Section]) -> Iterator[Statement]:
    """The chosen options of a document, with the names of those that were not."""
    read = [section for section in sections if not headings.is_aside(section)]
    for _, run in groupby(read, key=lambda section: section.headings[:-1]):
        yield from _chosen([option for section in run for option in _of_heading(section)])
    for section in read:
        yield from _chosen(list(_of_items(section)))


def _chosen(found: Sequence[_Option]) -> Iterator[Statement]:
    chosen = [option for option in found if option.is_chosen]
    others = "; ".join(option.name for option in found if not option.is_chosen)
    if len(chosen) != 1 or not others:
        return
    option = chosen[0]
    name = _CHOSEN.sub("", option.name)
    if says_enough(name, least=2):
        why = reasoned(option.text, dash=False)
        yield Statement("decision", name, option.first, option.last, cause=why.why or why.claim,
                        alternatives=others)  # fmt: skip


def _of_heading(section: Section) -> Iterator[_Option]:
    match = _OPTION.match(section.heading)
    if match:
        prose = [block for block in section.blocks if block.kind == "paragraph"]
        last = prose[-1].last if prose else section.first
        yield _Option(match["name"], " ".join(block.text for block in prose), section.first, last)


def _of_items(section: Section) -> Iterator[_Option]:
    for block in section.blocks:
        match = _OPTION.match(plain(block.text))
        if block.kind == "item" and match:
            name, _, text = match["name"].partition(" - ")
            inner = " ".join(plain(child.text) for child in block.inner)
            yield _Option(name, f"{text} {inner}".strip(), block.first, block.last)

"""Sentences that decide: "We chose X over Y", "X must Y, because ...", "deliberately"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflect.documents import headings
from reflect.documents.blocks import Block, Section
from reflect.documents.labels import parts
from reflect.documents.reasons import (
    Reasoned,
    as_rule,
    decides,
    demands,
    reasoned,
    weighs,
)
from reflect.documents.sentences import sentences
from reflect.documents.signs import is_anaphoric, is_listing, is_ticked
from reflect.documents.statement import Statement
from reflect.documents.words import is_status, says_enough
from reflect.rule_files.sentences import label, plain

_FEWEST, _MOST = 5, 400
_MAYBE = re.compile(
    r"(?i)\b(?:might|maybe|perhaps|could|would|tbd|consider|e\.g\.)\b|\?\W*$"
    r"|^(?:if|should|must|as an?)\b"
)


def prose(section: Section) -> Iterator[Statement]:
    """The sentences of a section that decide something and give a reason or an alternative."""
    if headings.is_aside(section):
        return
    for block in section.blocks:
        yield from _of_block(block)


def _of_block(block: Block) -> Iterator[Statement]:
    if block.kind != "row" and not is_ticked(block.text):
        yield from _of_text(block)
    for child in block.inner:
        yield from _of_block(child)


def _of_text(block: Block) -> Iterator[Statement]:
    roles = {part.role for part in parts(block.text)}
    if roles & {"symptom", "remark", "advice", "planned"}:
        return
    last = block.inner[0].first - 1 if block.inner else block.last
    for offset, sentence in sentences(block.text):
        found = _stated(block.text[offset:])
        if found is not None:
            first = block.first + block.text.count("\n", 0, offset)
            end = min(last, first + sentence.count("\n"))
            rule = as_rule(found.claim)
            yield Statement("decision", rule, first, max(first, end), cause=found.why,
                            alternatives=found.against)  # fmt: skip


def _stated(onwards: str) -> Reasoned | None:
    """What the first sentence of a text decides, without the label before it."""
    named, onwards = label(onwards)
    sentence = next((plain(text) for _, text in sentences(onwards)), "")
    if len(sentence) > _MOST or not says_enough(sentence, least=_FEWEST):
        return None
    if _MAYBE.search(sentence) or is_anaphoric(sentence) or is_status(sentence):
        return None
    if is_listing(onwards):
        return None
    dash = not named and not onwards.startswith(("**", "__"))
    found = reasoned(onwards, dash=dash)
    if weighs(sentence):
        return Reasoned(sentence, "" if " than " in found.why else found.why, found.against)
    if not says_enough(found.claim) or not (found.why or found.against):
        return None
    if decides(found.claim):
        return found
    # Nearly every demand has a purpose; one that is argued for was decided on.
    found = reasoned(onwards, dash=dash, purpose=False)
    return found if demands(found.claim) and (found.why or found.against) else None

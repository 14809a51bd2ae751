"""Lists of decisions: items, paragraphs and entries below a heading that announces decisions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflect.documents import headings
from reflect.documents.blocks import Block, Section
from reflect.documents.labels import parts
from reflect.documents.reasons import Reasoned, as_rule, aside, reasoned
from reflect.documents.sentences import sentences
from reflect.documents.signs import is_order, is_statement, is_ticked
from reflect.documents.statement import Statement
from reflect.documents.words import is_open, is_status, lead_of, says_enough
from reflect.rule_files.sentences import plain


def decision_lists(section: Section) -> Iterator[Statement]:
    """The decisions of a section that is a list of them, or one of them."""
    if headings.is_aside(section):
        return
    if headings.lists_decisions(section):
        yield from filter(None, map(_decision, section.blocks))
    elif headings.among_decisions(section) or headings.is_numbered(section.heading):
        statement = _entry(section)
        if statement is not None:
            yield statement


def _decision(block: Block) -> Statement | None:
    """A block that gives a reason, names what was not chosen, or tells somebody what to do."""
    text = block.text
    if block.kind == "row" or is_ticked(text) or any(part.role for part in parts(text)):
        return None
    found = _by_lead(text) or reasoned(text)
    has_tail = re.search(r"\s[\u2013\u2014-]+\s", found.claim) is not None
    claim, remark = (found.claim, "") if found.why or has_tail else aside(found.claim)
    nested = " ".join(plain(child.text) for child in block.inner if not _is_labelled(child))
    is_whole = sum(is_order(sentence) for _, sentence in sentences(text)) > 1
    why = "" if is_whole else found.why or nested or remark
    is_decision = why or found.against or is_order(claim) or says_enough(claim, least=5)
    if not is_decision or not says_enough(claim) or is_status(claim) or is_open(plain(text)):
        return None
    rule = plain(text) if (is_whole or not why) and len(text) < 400 else claim
    return Statement("decision", as_rule(rule), block.first, block.last, cause=why,
                     alternatives=found.against)  # fmt: skip


def _by_lead(text: str) -> Reasoned | None:
    """A bold lead that tells what to do, or names what was not chosen; the rest is its reason."""
    lead = lead_of(text)
    if lead is None or not says_enough(lead.text) or not says_enough(lead.rest):
        return None
    claim, against = plain(lead.text), reasoned(lead.text).against
    is_order_first = is_order(claim) and not is_order(lead.rest)
    return Reasoned(claim, plain(lead.rest), against) if is_order_first or against else None


def _is_labelled(block: Block) -> bool:
    return any(part.role for part in parts(block.text))


def _entry(section: Section) -> Statement | None:
    """A decision whose heading says it, and whose text says why."""
    title = headings.title(section.heading)
    told = [block for block in section.blocks if block.kind == "paragraph"] or section.blocks
    text = " ".join(block.text for block in told)
    against = reasoned(title).against
    if not (
        is_order(title) or is_statement(title) or against or headings.is_numbered(section.heading)
    ):
        return None
    if not text or not says_enough(title, least=2) or is_status(title) or is_open(title):
        return None
    if any(part.role for part in parts(text)):
        return None
    against = against or reasoned(text).against
    return Statement("decision", as_rule(title), section.first, told[-1].last,
                     cause=plain(text)[:1_000], alternatives=against)  # fmt: skip

"""Entries with labelled parts, such as "**Decision:** ... **Rationale:** ..." or "Fix: ..."."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflect.documents import headings
from reflect.documents.blocks import Section
from reflect.documents.choices import advice, decision
from reflect.documents.entries import Entry, Placed, entries
from reflect.documents.labels import Role
from reflect.documents.reasons import as_rule, reasoned
from reflect.documents.statement import Statement
from reflect.documents.words import grounds, is_open, is_status, rule_of, says_enough
from reflect.rule_files.sentences import plain

_FEWEST_OF_A_FACT = 6
_PROBLEM = re.compile(
    r"(?i)\W*(?:issue|problem|bug|finding|failure|defect|fail(?:ed)?)\s*#?\d*\s*[:\u2013\u2014-]\s*"
    r"(?P<what>.+)"
)


def labelled(section: Section) -> Iterator[Statement]:
    """The statements of a section's entries."""
    if headings.is_aside(section):
        return
    for entry in entries(section):
        yield from of_entry(entry)


def of_entry(entry: Entry) -> Iterator[Statement]:
    """What an entry states: its lessons, else its decision, else its fix, else its advice."""
    lessons = list(_lessons(entry))
    if lessons:
        yield from lessons
        return
    for of_kind in (decision, _answer, _fix, _diagnosis, advice):
        statement = of_kind(entry)
        if statement is not None:
            yield statement
            return


def _lessons(entry: Entry) -> Iterator[Statement]:
    for index, part in enumerate(entry.parts):
        if part.role != "lesson" or not says_enough(part.text) or is_open(part.text):
            continue
        rule, why = rule_of(part.text)
        before = _before(entry.parts, index)
        told = grounds(" ".join(each.text for each in before), rule)
        symptom = plain(entry.text("symptom")) or told.symptom
        cause = (
            plain(entry.text("cause", "reason"))
            or why
            or told.cause
            or plain(entry.text("context"))
        )
        used = [part, *before, *_with(entry, ("symptom", "cause", "reason", "fix"))]
        yield Statement(
            "lesson", rule, min(each.first for each in used), max(each.last for each in used),
            symptom, cause, plain(entry.text("fix")), plain(entry.text("rejected")),
        )  # fmt: skip


def _before(placed: tuple[Placed, ...], index: int) -> list[Placed]:
    """What stands without a label in a part's own paragraph, before it."""
    own = placed[index]
    return [each for each in placed[:index] if each.role is None and each.first == own.first]


def _with(entry: Entry, roles: tuple[Role, ...]) -> list[Placed]:
    return [each for each in entry.parts if each.role in roles and each.text]


def _answer(entry: Entry) -> Statement | None:
    remark, text = plain(entry.text("remark")), plain(entry.text("answer", "fix"))
    if not remark or not says_enough(text) or is_status(text):
        return None
    found = reasoned(text)
    return Statement(
        "review", as_rule(found.claim), *entry.lines("remark", "answer", "fix"), symptom=remark,
        cause=plain(entry.text("cause", "reason")) or found.why, resolution=text,
    )  # fmt: skip


def _fix(entry: Entry) -> Statement | None:
    """What mended a problem; how to prevent it is said better where it is said at all."""
    text, symptom = plain(entry.text("fix")), plain(entry.text("symptom"))
    cause = plain(entry.text("cause", "reason"))
    advised = plain(entry.text("prevention", "fix"))
    if not says_enough(advised) or is_status(advised) or is_open(advised):
        return None
    if not (symptom or cause):
        symptom = _problem(entry.title)
    if not (symptom or cause):
        return None
    rule, why = rule_of(advised)
    symptom = symptom or grounds(_lead(entry), rule).symptom
    lines = entry.lines("symptom", "cause", "reason", "fix", "prevention")
    return Statement("verification", as_rule(rule), *lines, symptom, cause or why, text)


def _problem(title: str) -> str:
    """The problem that a title names: "Issue 2: The lease is too short"."""
    match = _PROBLEM.match(plain(title))
    return match["what"] if match and says_enough(match["what"]) else ""


def _diagnosis(entry: Entry) -> Statement | None:
    """A root cause that was found, without the fix: then the cause is what is to be known."""
    symptom = plain(entry.text("symptom")) or plain(_lead(entry))
    rule, why = rule_of(entry.text("cause"))
    if not symptom or not says_enough(rule, least=_FEWEST_OF_A_FACT) or is_open(rule):
        return None
    first, last = entry.lines("cause")
    return Statement("verification", rule, first, last, symptom, why)


def _lead(entry: Entry) -> str:
    """What stands without a label before the first cause or fix, in the same paragraph."""
    for index, part in enumerate(entry.parts):
        if part.role in ("cause", "fix"):
            return " ".join(each.text for each in _before(entry.parts, index))
    return ""

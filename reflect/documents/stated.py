"""What a Markdown document states; pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from reflect.documents.blocks import Section, sections
from reflect.documents.forms.decision_lists import decision_lists
from reflect.documents.forms.labelled import labelled
from reflect.documents.forms.options import options
from reflect.documents.forms.prose import prose
from reflect.documents.forms.records import records
from reflect.documents.forms.retrospectives import retrospectives
from reflect.documents.forms.tables import tables
from reflect.documents.statement import Statement

WholeForm = Callable[[Sequence[Section]], Iterator[Statement]]
Form = Callable[[Section], Iterator[Statement]]

WHOLE_FORMS: tuple[WholeForm, ...] = (records, options)
"""Forms that need more than one section at once."""

FORMS: tuple[Form, ...] = (labelled, tables, decision_lists, retrospectives, prose)
"""Earlier ones first: a passage is read as what it is labelled before it is read as prose."""

_LINE_END = re.compile(r"\r\n?|\n")


def stated(document: str) -> list[Statement]:
    """The lessons, decisions and mended problems that a document states, in its order.

    A line is read once: by the first form that finds a statement in it.
    """
    read = list(sections(document))
    taken: set[int] = set()
    found = [each for form in WHOLE_FORMS for each in _untaken(form(read), taken)]
    for section in read:
        for form in FORMS:
            found += _untaken(form(section), taken)
    quoted = _quotes(document)
    return [
        replace(each, quote=quoted(each)) for each in sorted(found, key=lambda each: each.first)
    ]


def _untaken(statements: Iterable[Statement], taken: set[int]) -> list[Statement]:
    """The statements of one form in lines that no form before has read."""
    found = [each for each in statements if taken.isdisjoint(range(each.first, each.last + 1))]
    for each in found:
        taken.update(range(each.first, each.last + 1))
    return found


def _quotes(document: str) -> Callable[[Statement], str]:
    """What finds the passage of a statement, character for character."""
    starts = [0, *(match.end() for match in _LINE_END.finditer(document)), len(document)]

    def quote(statement: Statement) -> str:
        last = min(statement.last, len(starts) - 1)
        return document[starts[statement.first - 1] : starts[last]].strip()

    return quote

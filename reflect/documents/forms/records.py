"""Decision records (ADR, MADR): sections called Context, Decision, Alternatives, Consequences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from reflect.documents.blocks import Section
from reflect.documents.entries import by_headings
from reflect.documents.forms.labelled import of_entry
from reflect.documents.labels import role_of
from reflect.documents.statement import Statement

_DECISION = re.compile(
    r"(?i)(?:the )?(?:decision(?: outcome)?|chosen (?:option|solution|approach)|entscheidung)\Z"
)
_BESIDE = re.compile(
    r"(?i)(?:context|background|rationale|alternatives|considered|options considered|consequences"
    r"|decision drivers|why|kontext|begründung|alternativen|folgen)"
)


def records(sections: Sequence[Section]) -> Iterator[Statement]:
    """The decisions of sections that are the parts of one record."""
    for _, group in groupby(sections, key=lambda section: section.headings[:-1]):
        run = [section for section in group if role_of(section.heading)]
        if any(_DECISION.match(each.heading) for each in run) and any(
            _BESIDE.match(each.heading) for each in run
        ):
            for entry in by_headings(run):
                yield from of_entry(entry)

"""Which lessons a rule file states already, in the same or in other words."""

from __future__ import annotations

from collections.abc import Sequence

from blackboard.search.terms import terms
from blackboard.views.rows import LessonRow
from reflect.rule_files.markdown import read_rules
from reflect.rules.similarity import CANDIDATES, compare


def unsaid(rows: Sequence[LessonRow], text: str) -> list[LessonRow]:
    """The lessons that no rule of a file states yet."""
    rules = [(rule.text, set(terms(rule.text))) for rule in read_rules(text).rules]

    def is_said(words: str) -> bool:
        these = set(terms(words))
        near = (other for other, its in rules if len(these & its) >= CANDIDATES * len(these | its))
        return any(compare(words, other) == "same" for other in near)

    return [row for row in rows if not is_said(row["constraint"])]

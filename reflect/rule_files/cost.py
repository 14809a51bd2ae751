"""What a rule file costs whoever reads it: tokens, of the whole and of its largest sections."""

from __future__ import annotations

from typing import Any, NamedTuple

from blackboard.delivery.text import tokens
from reflect.rule_files.remark import Audited
from reflect.rule_files.rule import lines_of

_MOST = 3


class SectionCost(NamedTuple):
    """A section, where it begins, and its tokens."""

    heading: str
    line: int
    tokens: int


class Cost(NamedTuple):
    """A file, its tokens and rules, and its largest sections, largest first."""

    path: str
    tokens: int
    rules: int
    sections: list[SectionCost]

    def as_json(self) -> dict[str, Any]:
        """Plain JSON."""
        return {**self._asdict(), "sections": [each._asdict() for each in self.sections]}


def cost(file: Audited) -> Cost:
    """The cost of a file; sections are those that hold no others."""
    lines, sections = lines_of(file.text), file.document.sections
    found = [
        SectionCost(
            each.heading,
            each.first_line,
            tokens("\n".join(lines[each.first_line - 1 : each.last_line])),
        )
        for each, after in zip(sections, [*sections[1:], None], strict=False)
        if after is None or after.level <= each.level
    ]
    largest = sorted(found, key=lambda each: (-each.tokens, each.line))[:_MOST]
    return Cost(file.path, tokens(file.text), len(file.document.rules), largest)

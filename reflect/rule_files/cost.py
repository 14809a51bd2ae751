"""The tokens of a rule file and of its largest sections."""

from __future__ import annotations

from typing import Any, NamedTuple

from blackboard.delivery.text import tokens
from reflect.markdown.blocks import lines_of
from reflect.rule_files.remark import Audited

_MOST = 3


class SectionCost(NamedTuple):
    """A section, its first line, and its tokens."""

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
        """As plain JSON data."""
        return {**self._asdict(), "sections": [section._asdict() for section in self.sections]}


def cost(file: Audited) -> Cost:
    """The cost of a file; only sections without subsections count."""
    lines, sections = lines_of(file.text), file.document.sections
    costs = [
        SectionCost(
            section.heading,
            section.first_line,
            tokens("\n".join(lines[section.first_line - 1 : section.last_line])),
        )
        for section, after in zip(sections, [*sections[1:], None], strict=False)
        if after is None or after.level <= section.level
    ]
    largest = sorted(costs, key=lambda section: (-section.tokens, section.line))[:_MOST]
    return Cost(file.path, tokens(file.text), len(file.document.rules), largest)

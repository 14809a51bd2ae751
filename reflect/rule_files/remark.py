"""A finding of an audit on one line of a rule file."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

from reflect.rule_files.rule import RuleDocument

Level = Literal["bad", "warning", "note"]
Kind = Literal[
    "contradiction", "secret", "duplicate", "dead-path", "vague", "gone", "markers", "copy"
]
LEVELS: dict[Kind, Level] = {
    "contradiction": "bad",
    "secret": "bad",
    "duplicate": "warning",
    "dead-path": "warning",
    "markers": "warning",
    "vague": "note",
    "gone": "note",
    "copy": "note",
}

_MOST_SHOWN = 100


@dataclass(frozen=True)
class Audited:
    """An audited file: `path` is its display name, `folder` its folder in the repository.

    `folder` is None for a file outside the repository, whose paths cannot be checked.
    """

    path: str
    text: str
    document: RuleDocument
    folder: str | None = None


@dataclass(frozen=True)
class Remark:
    """One finding; `other` is the second place it concerns: `FILE:LINE`, or a lesson."""

    path: str
    line: int
    kind: Kind
    message: str
    other: str = ""

    @property
    def level(self) -> Level:
        """The severity."""
        return LEVELS[self.kind]

    def as_json(self) -> dict[str, Any]:
        """As plain JSON data, with the level."""
        return {**asdict(self), "level": self.level}


def cut(text: str) -> str:
    """The beginning of a text, at the length that messages quote."""
    return text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 1].rstrip() + "…"

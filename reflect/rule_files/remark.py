"""What an audit says of one line of a rule file."""

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
    """A file under audit: `path` is how it is named, `folder` where it is in its repository.

    `folder` is None for a file outside of the repository, whose paths cannot be looked up.
    """

    path: str
    text: str
    document: RuleDocument
    folder: str | None = None


@dataclass(frozen=True)
class Remark:
    """One finding; `other` is the place that it is about too: `FILE:LINE`, or a lesson."""

    path: str
    line: int
    kind: Kind
    message: str
    other: str = ""

    @property
    def level(self) -> Level:
        """How bad it is."""
        return LEVELS[self.kind]

    def as_json(self) -> dict[str, Any]:
        """Plain JSON, with the level."""
        return {**asdict(self), "level": self.level}


def cut(text: str) -> str:
    """The beginning of a text, as long as a message quotes it."""
    return text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 1].rstrip() + "…"

"""The labels: rows of what one would want told, and prompts with what is due."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

WANTS = ("yes", "narrow", "no")
"""From the best to the worst."""


@dataclass(frozen=True)
class Anchor:
    """A place in a transcript: a line, and the call or message that it records."""

    file: str
    line: int
    call: str | None = None
    message: str | None = None


@dataclass(frozen=True)
class LabelRow:
    """One thing that the transcripts teach, or seem to teach."""

    id: str
    kind: str
    want: str
    lesson: str
    fix: str
    why: str
    tell_when: dict[str, Any]
    anchors: tuple[Anchor, ...]
    recurs: tuple[Anchor, ...]

    @property
    def files(self) -> set[str]:
        """The transcripts in which it happened."""
        return {each.file for each in (*self.anchors, *self.recurs)}


@dataclass(frozen=True)
class LabelPrompt:
    """A real prompt, and the rows that should be told with it."""

    file: str
    line: int
    message: str | None
    words: int
    due: tuple[str, ...]


def read_rows(path: Path) -> list[LabelRow]:
    """The rows of one repository; none where nobody labelled it."""
    if not path.is_file():
        return []
    return [_row(json.loads(line)) for line in path.read_text().splitlines() if line]


def read_prompts(path: Path) -> list[LabelPrompt]:
    """The prompts of one repository."""
    return [_prompt(json.loads(line)) for line in path.read_text().splitlines() if line]


def _row(raw: dict[str, Any]) -> LabelRow:
    return LabelRow(
        **{name: raw[name] for name in ("id", "kind", "want", "lesson", "fix", "why")},
        tell_when=raw["tell_when"],
        anchors=tuple(Anchor(**each) for each in raw["anchors"]),
        recurs=tuple(Anchor(**each) for each in raw["recurs"]),
    )


def _prompt(raw: dict[str, Any]) -> LabelPrompt:
    return LabelPrompt(raw["file"], raw["line"], raw["message"], raw["words"], tuple(raw["due"]))

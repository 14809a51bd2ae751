"""Lessons and repositories for the tests of checks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatch

from lessonboard.parts.automation.compiling.kind import Subject


@dataclass(frozen=True)
class MemoryFiles:
    """Fulfils `Files` with texts by path."""

    texts: Mapping[str, str] = field(default_factory=dict)

    def read(self, path: str) -> str | None:
        """The text of a path."""
        return self.texts.get(path)

    def tracked(self, pattern: str) -> list[str]:
        """All that fit."""
        return sorted(path for path in self.texts if fnmatch(path, pattern))


def subject(rule: str, text: str = "") -> Subject:
    """A lesson with a rule."""
    return Subject("l1", "lesson-1a2b3c4d", rule, f"{rule}\n{text}")

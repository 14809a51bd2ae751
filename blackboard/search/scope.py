"""In what to search: which kinds of things, of whom, and of when."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

FIELD_OF = {
    "prompts": "prompt",
    "answers": "answer",
    "commands": "command",
    "errors": "error",
    "files": "file",
    "reviews": "review",
}
"""The kinds of passages, each with the field that holds its text."""

LEARNT = {"lessons": "constraint", "insights": "statement", "workflows": "title"}
"""The views of what was learnt, each with the column that says it in a sentence."""

KINDS = (*FIELD_OF, *LEARNT)
"""What can be searched in."""


class Scope(NamedTuple):
    """In what to search; None is no limit. Times are microseconds since 1970, both included."""

    projects: Sequence[str] | None = None
    agent: str | None = None
    since: int | None = None
    until: int | None = None
    kinds: Collection[str] | None = None

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of passages that may answer."""
        return tuple(field for kind, field in FIELD_OF.items() if self._has(kind))

    @property
    def views(self) -> list[str]:
        """The views that may answer; what was learnt belongs to no agent."""
        return [] if self.agent else [view for view in LEARNT if self._has(view)]

    def _has(self, kind: str) -> bool:
        return self.kinds is None or kind in self.kinds


EVERYTHING = Scope()

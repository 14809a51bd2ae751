"""What became of a rerun and of each of its steps."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from scheduler.browser.expected import Seen, place

Verdict = Literal["done", "failed", "not run", "skipped"]


@dataclass(frozen=True)
class StepOutcome:
    """One step: what was done, by what its target was found, and how long it took.

    Of a step that failed, `expected` and `seen` say why; `screenshot` is a PNG.
    """

    number: int
    index: int
    intent: str
    verdict: Verdict
    seconds: float = 0.0
    found_by: str = ""
    note: str = ""
    expected: str = ""
    seen: Seen | None = None
    screenshot: bytes | None = field(default=None, repr=False)

    @property
    def told_seen(self) -> str:
        """What was seen instead, as one text; of addresses without the query."""
        if self.seen is None:
            return ""
        headings = ", ".join(f'"{each}"' for each in self.seen.headings) or "none"
        there = ", ".join(self.seen.candidates) or "nothing of that kind"
        title = f' "{self.seen.title}"' if self.seen.title else ""
        refused = f"; not allowed: {place(self.seen.refused)}" if self.seen.refused else ""
        return (
            f"the page {place(self.seen.url)}{title}; headings: {headings}; there: {there}{refused}"
        )


@dataclass(frozen=True)
class Rerun:
    """One run of a workflow; `parameters` are as they may be written down."""

    run: str
    recording: str
    title: str
    started_at: int
    seconds: float
    parameters: dict[str, str]
    steps: tuple[StepOutcome, ...]

    @property
    def failed(self) -> StepOutcome | None:
        """The step that failed."""
        return next((step for step in self.steps if step.verdict == "failed"), None)

    @property
    def succeeded(self) -> bool:
        """Whether every step that was to be run was done."""
        return all(step.verdict in ("done", "skipped") for step in self.steps)

    @property
    def done(self) -> int:
        """How many steps were done."""
        return sum(step.verdict == "done" for step in self.steps)

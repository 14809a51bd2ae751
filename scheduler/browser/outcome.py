"""The result of a rerun and of each of its steps."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from scheduler.browser.expected import Seen, place

_REASONS = {
    "login": "the session has expired or there was none: a page for signing in stands where "
    "{expected} was expected ({sign}); sign in with `lessonboard recording login {url} --profile "
    "NAME` and run it with --profile NAME",
    "denied": "the page was refused where {expected} was expected ({sign}); run it as somebody who "
    "may open it, with --profile, --storage or --attach",
}
"""Sentences for the causes that are no fault of the workflow."""

Verdict = Literal["done", "failed", "not run", "skipped"]


@dataclass(frozen=True)
class StepOutcome:
    """The result of one step: how its target was found, and how long it took.

    For a failed step `expected` and `seen` say why, and `cause` is a code for it where the workflow
    is not at fault ("login", "denied"); `screenshot` is a PNG.
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
    cause: str = ""
    screenshot: bytes | None = field(default=None, repr=False)

    @property
    def reason(self) -> str:
        """Why a failed step failed, and for some causes what to do, as one sentence."""
        if self.cause not in _REASONS:
            return f"expected {self.expected}"
        return _REASONS[self.cause].format(
            expected=self.expected, sign=self.note, url=place(self.seen.url if self.seen else "")
        )

    @property
    def told_seen(self) -> str:
        """What was seen instead, as one line; addresses come without their query."""
        if self.seen is None:
            return ""
        headings = ", ".join(f'"{heading}"' for heading in self.seen.headings) or "none"
        there = ", ".join(self.seen.candidates) or "nothing of that kind"
        title = f' "{self.seen.title}"' if self.seen.title else ""
        refused = f"; not allowed: {place(self.seen.refused)}" if self.seen.refused else ""
        return (
            f"the page {place(self.seen.url)}{title}; headings: {headings}; there: {there}{refused}"
        )


@dataclass(frozen=True)
class Rerun:
    """One run of a workflow; `parameters` have their secrets replaced."""

    run: str
    recording: str
    title: str
    started_at: int
    seconds: float
    parameters: dict[str, str]
    steps: tuple[StepOutcome, ...]

    @property
    def failed(self) -> StepOutcome | None:
        """The step that failed, if any."""
        return next((step for step in self.steps if step.verdict == "failed"), None)

    @property
    def succeeded(self) -> bool:
        """Whether every step that had to run was done."""
        return all(step.verdict in ("done", "skipped") for step in self.steps)

    @property
    def done(self) -> int:
        """The number of steps that were done."""
        return sum(step.verdict == "done" for step in self.steps)

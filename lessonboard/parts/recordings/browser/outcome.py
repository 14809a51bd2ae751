"""The result of a rerun and of each of its steps."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from lessonboard.parts.recordings.browser.expected import Seen, place

LOGIN, DENIED, VALUE = "login", "denied", "value"
"""Causes of a failure that are no fault of the workflow: a sign-in page appeared, the server
refuses the page to who is signed in (HTTP 403), what the caller named is not on the page."""

_REASONS = {
    LOGIN: "the session has expired or there was none: a page for signing in is shown where "
    "{expected} was expected ({sign}); sign in with `lessonboard recording login {url} --profile "
    "NAME` and run it with --profile NAME",
    DENIED: "the page was refused where {expected} was expected ({sign}); run it as a user who "
    "may open it, with --profile",
    VALUE: "{expected}; give a value that is there",
}
Verdict = Literal["done", "failed", "not run", "skipped"]
End = Literal["met", "missed", "unchecked", ""]


class StepFailed(Exception):
    """A step failed: what was expected, what was seen instead, and the cause where it is known."""

    def __init__(self, expected: str, seen: Seen, cause: str = "") -> None:
        super().__init__(expected)
        self.expected, self.seen, self.cause = expected, seen, cause


@dataclass(frozen=True)
class Done:
    """How a step was done, and what it read; one that is optional may be left out."""

    found_by: str = ""
    note: str = ""
    data: Any = None
    verdict: Verdict = "done"


@dataclass(frozen=True, kw_only=True)
class Missed:
    """What was expected where a step failed, or all were done and the end is another one.

    `cause` is a code for it where the workflow is not at fault, and `note` the sign of it.
    """

    expected: str = ""
    seen: Seen | None = None
    cause: str = ""
    note: str = ""

    @property
    def reason(self) -> str:
        """What is wrong, and for some causes what to do, as one sentence."""
        url = place(self.seen.url if self.seen else "")
        sentence = _REASONS.get(self.cause, "expected {expected}")
        return sentence.format(expected=self.expected, sign=self.note, url=url)

    @property
    def told_seen(self) -> str:
        """What a page showed, as one line; addresses come without their query."""
        seen = self.seen
        if seen is None:
            return ""
        headings = ", ".join(f'"{heading}"' for heading in seen.headings) or "none"
        there = ", ".join(seen.candidates) or "nothing of that kind"
        title = f' "{seen.title}"' if seen.title else ""
        refused = f"; not allowed: {place(seen.refused)}" if seen.refused else ""
        return f"the page {place(seen.url)}{title}; headings: {headings}; there: {there}{refused}"


@dataclass(frozen=True)
class StepOutcome(Missed):
    """The result of one step: how its target was found, and how long it took.

    `screenshot` is a PNG. `data` is what the step read, or the file that it `downloaded`. What a
    person did in its place is the recording `mended`.
    """

    number: int
    index: int
    intent: str
    verdict: Verdict
    seconds: float = 0.0
    found_by: str = ""
    screenshot: bytes | None = field(default=None, repr=False)
    data: Any = None
    downloaded: bool = False
    mended: Path | None = None


@dataclass(frozen=True)
class Rerun:
    """One run of a workflow; `parameters` have their secrets replaced.

    `outcome` says whether the end was as recorded: "met", "missed", "unchecked", or "" where it
    was not reached; `missed` says what was missing.
    """

    run: str
    recording: str
    title: str
    started_at: int
    seconds: float
    parameters: dict[str, str]
    steps: tuple[StepOutcome, ...]
    outcome: End = ""
    missed: Missed | None = None
    is_rehearsal: bool = False

    @property
    def failed(self) -> StepOutcome | None:
        """The step that failed, if any."""
        return next((step for step in self.steps if step.verdict == "failed"), None)

    @property
    def completed(self) -> bool:
        """Whether every step that had to run was done, and the end is not known to be wrong."""
        done = all(step.verdict in ("done", "skipped") for step in self.steps)
        return done and self.missed is None

    @property
    def succeeded(self) -> bool:
        """Whether it was checked that the run led to what was recorded."""
        return self.completed and self.outcome == "met"

    @property
    def verdict(self) -> str:
        """The run in a word or two."""
        if self.succeeded:
            return "succeeded"
        if not self.completed:
            return "failed"
        return "rehearsed" if self.is_rehearsal else "done, outcome unchecked"

    @property
    def done(self) -> int:
        """The number of steps that were done."""
        return sum(step.verdict == "done" for step in self.steps)

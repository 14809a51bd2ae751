"""Run a compiled workflow in Chromium, step by step, until one fails."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from blackboard import ids
from lessonboard.parts.recordings.browser import scripts, starting
from lessonboard.parts.recordings.browser.chromium import BrowserFailed, check_library
from lessonboard.parts.recordings.browser.deed import CannotDo
from lessonboard.parts.recordings.browser.hosts import allowed_hosts
from lessonboard.parts.recordings.browser.opening import opened
from lessonboard.parts.recordings.browser.outcome import (
    End,
    Missed,
    Rerun,
    StepFailed,
    StepOutcome,
    Verdict,
)
from lessonboard.parts.recordings.browser.profiles import Profile
from lessonboard.parts.recordings.browser.step_rules import changes
from lessonboard.parts.recordings.browser.stepping import Stepper
from lessonboard.parts.recordings.browser.tabs import Tabs
from lessonboard.parts.recordings.browser.uploading import existing
from lessonboard.parts.recordings.compiler.template import render
from lessonboard.parts.recordings.workflow.plan import BadParameters, NotRunnable, Plan, PlanStep
from lessonboard.parts.recordings.workflow.planning import weighed

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

    from lessonboard.parts.recordings.browser.mend import Mending

Tell = Callable[[StepOutcome], None]
_STOPPED = ("failed", "not run")


@dataclass(frozen=True)
class Options:
    """How to run a workflow.

    Args:
        url: where it begins; empty: where the recording did.
        headless: whether no window is shown.
        timeout: the limit for each step in seconds.
        first: the number of the first step to run.
        hosts: hosts that may be opened besides those of the recording, as `HOST[:PORT]`.
        rehearse: whether to end before the first step that changes something, whose target is
            looked for.
        profile: the kept browser profile to run with; without one it is a new, empty one.
        run: the id of the run; empty: a new one.
        mending: how a person is asked to do what a failed step could not; None: the run stops.
    """

    url: str = ""
    headless: bool = True
    timeout: float = 10.0
    first: int = 1
    hosts: tuple[str, ...] = ()
    rehearse: bool = False
    profile: Profile | None = None
    run: str = ""
    mending: Mending | None = None


def rerun(
    plan: Plan, values: Mapping[str, str], options: Options, tell: Tell = lambda _outcome: None
) -> Rerun:
    """Run a plan until its end or the first failing step, and return what happened.

    Raises:
        BrowserMissing: no browser was found.
        BrowserFailed: the browser did not start, or the first page did not open.
        NotRunnable: there is no start address, no step `options.first`, or an address that may
            not be opened.
        ProfileInUse: another process uses the profile.
    """
    check_library()
    from playwright.sync_api import sync_playwright

    plan = weighed(plan, values)
    url = _start(plan, values, options)
    hosts = allowed_hosts(plan, values, options.hosts, options.url)
    _check_files(plan, values, options)
    begun, started_at = time.monotonic(), time.time_ns() // 1000
    has_download = any(step.action == "DOWNLOAD" for step in plan.steps)
    with sync_playwright() as playwright:
        chromium = playwright.chromium
        browser = opened(chromium, options.profile, headless=options.headless,
                         downloads=has_download)  # fmt: skip
        with browser as tabs:
            run = _Run(tabs, plan, values, options, hosts)
            steps = []
            for step in run.steps(url):
                steps.append(step)
                tell(step)
            outcome, missed = run.end(steps)
    seconds, name = round(time.monotonic() - begun, 3), options.run or ids.fresh(started_at)
    return Rerun(name, plan.recording, plan.title, started_at, seconds, plan.stored_values(values),
                 tuple(steps), outcome, missed, options.rehearse)  # fmt: skip


def _start(plan: Plan, values: Mapping[str, str], options: Options) -> str:
    """The address at which the run begins."""
    if not 1 <= options.first <= len(plan.steps):
        raise NotRunnable(
            f"there is no step {options.first}: {plan.recording} has steps 1 to {len(plan.steps)}"
        )
    first = plan.steps[options.first - 1]
    begins = plan.start if first.number == 1 else first.before.get("place", "")
    url = options.url or render(begins, values)
    if not url:
        raise NotRunnable(
            f"{plan.recording} does not say at which address it begins; write `start:` into it"
        )
    return url


def _check_files(plan: Plan, values: Mapping[str, str], options: Options) -> None:
    """Whether the files to upload are there, before anything is done."""
    for step in plan.steps[options.first - 1 :]:
        for line in (plan.value(step, values) or "").split("\n") * (step.action == "UPLOAD"):
            try:
                existing(line)
            except CannotDo as error:
                raise BadParameters(f"step {step.number}: {error}") from error


class _Run:
    """One run in an open browser."""

    def __init__(
        self, tabs: Tabs, plan: Plan, values: Mapping[str, str], options: Options,
        hosts: frozenset[str],
    ) -> None:  # fmt: skip
        self._tabs, self._plan, self._values, self._options = tabs, plan, values, options
        self._is_rehearsed = False
        self._stepper = Stepper(tabs, plan, values, options.timeout, hosts)
        self._page = tabs.open(self._prepare)

    def _prepare(self, opened: BrowserContext) -> None:
        opened.add_init_script(scripts.masking())
        self._stepper.watch(opened)

    def steps(self, url: str) -> Iterator[StepOutcome]:
        """Run the steps until one fails; the others are "not run".

        Raises:
            BrowserFailed: the first page could not be opened.
        """
        from playwright.sync_api import Error

        status = 0
        try:
            if response := self._page.goto(url, timeout=max(self._options.timeout, 10) * 1000):
                status = response.status
        except Error as error:
            if not self._stepper.is_refused:  # it leads to another host, which a step then says
                raise BrowserFailed(starting.failure(url, str(error))) from error
        starting.check(url, status)
        is_over = False
        for step in self._plan.steps:
            if is_over or step.number < self._options.first:
                yield self._of(step, "not run" if is_over else "skipped")
            else:
                outcome = self._outcome(step)
                is_over = outcome.verdict == "failed"
                yield outcome

    def end(self, steps: list[StepOutcome]) -> tuple[End, Missed | None]:
        """Check what the steps led to, where all were done."""
        if self._options.rehearse or any(step.verdict in _STOPPED for step in steps):
            return "", None
        self._stepper.settle()
        try:
            return self._stepper.check_outcome(), None
        except StepFailed as failure:
            cause, sign = self._stepper.login.cause(self._plan.steps[-1], self._tabs.pages)
            return "missed", Missed(expected=failure.expected, seen=failure.seen, cause=cause,
                                    note=self._stepper.note(sign))  # fmt: skip

    def _outcome(self, step: PlanStep) -> StepOutcome:
        started = time.monotonic()
        result: dict[str, Any]
        try:
            if self._options.rehearse and (self._is_rehearsed or changes(step)):
                return self._rehearsed(step)
            done = self._stepper.step(step)
            result = {"verdict": done.verdict, "found_by": done.found_by, "data": done.data,
                      "note": done.note, "downloaded": step.action == "DOWNLOAD"}  # fmt: skip
        except StepFailed as failure:
            cause, sign = self._stepper.login.cause(step, self._tabs.pages)
            result = {"verdict": "failed", "cause": failure.cause or cause,
                      "expected": failure.expected, "seen": failure.seen,
                      "note": self._stepper.note(sign)}  # fmt: skip
        result["screenshot"] = self._shot(step, result["verdict"])
        outcome = self._of(step, **result, seconds=round(time.monotonic() - started, 3))
        return self._mended(step, outcome) if outcome.verdict == "failed" else outcome

    def _mended(self, step: PlanStep, failed: StepOutcome) -> StepOutcome:
        """The same, done by a person where one is asked and does it."""
        mending = self._options.mending
        if mending is None:
            return failed
        from lessonboard.parts.recordings.browser.mend import Watched

        watched = Watched(self._tabs.context, mending.into, self._stepper.redactor)
        recording = watched.until(lambda: mending.ask(failed, self._tabs.pages))
        if recording is None:
            return failed
        if not step.optional:  # what was refused before an optional step was not sent again
            self._stepper.forget_refusal()
        return replace(failed, verdict="done", note=f"done by a person; {failed.reason}",
                       expected="", seen=None, cause="", mended=recording)  # fmt: skip

    def _rehearsed(self, step: PlanStep) -> StepOutcome:
        """Look for the target of the first step that changes something, and do nothing more.

        Raises:
            StepFailed: it is not there.
        """
        is_first, self._is_rehearsed = not self._is_rehearsed, True
        note = f"found, {self._stepper.look_for(step)}; not done" if is_first else "not done"
        return self._of(step, "skipped", note=note)

    def _of(self, step: PlanStep, verdict: Verdict, **result: Any) -> StepOutcome:
        intent = self._stepper.redactor.text(self._plan.shown_intent(step, self._values))
        return StepOutcome(number=step.number, index=step.index, intent=intent, verdict=verdict,
                           **result)  # fmt: skip

    def _shot(self, step: PlanStep, verdict: str) -> bytes | None:
        """What is shown where a step failed or changed something, and in the end."""
        from playwright.sync_api import Error

        is_last = step.number == len(self._plan.steps)
        if not (verdict == "failed" or is_last or step.danger):
            return None
        with suppress(Error):
            return self._stepper.page.screenshot(timeout=5000)
        return None

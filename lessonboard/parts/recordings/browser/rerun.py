"""Run a compiled workflow in Chromium, step by step, until one fails."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from blackboard import ids
from lessonboard.parts.recordings.browser import scripts, starting
from lessonboard.parts.recordings.browser.chromium import BrowserFailed, check_library
from lessonboard.parts.recordings.browser.deed import CannotDo
from lessonboard.parts.recordings.browser.happenings import Happenings
from lessonboard.parts.recordings.browser.hosts import Guard, allowed_hosts
from lessonboard.parts.recordings.browser.login_watch import LoginWatch
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
from lessonboard.parts.recordings.browser.redact import Redactor
from lessonboard.parts.recordings.browser.step_rules import changes
from lessonboard.parts.recordings.browser.stepping import Stepper
from lessonboard.parts.recordings.browser.tabs import Tabs
from lessonboard.parts.recordings.browser.uploading import existing
from lessonboard.parts.recordings.workflow.plan import BadParameters, NotRunnable, Plan, PlanStep

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Response

Tell = Callable[[StepOutcome], None]


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
    """

    url: str = ""
    headless: bool = True
    timeout: float = 10.0
    first: int = 1
    hosts: tuple[str, ...] = ()
    rehearse: bool = False
    profile: Profile | None = None
    run: str = ""


def rerun(
    plan: Plan,
    values: Mapping[str, str],
    options: Options,
    tell: Tell = lambda _outcome: None,
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

    url = _start(plan, options)
    hosts = allowed_hosts(plan, values, options.hosts, options.url)
    _check_files(plan, values, options)
    begun, started_at = time.monotonic(), time.time_ns() // 1000
    with sync_playwright() as playwright:
        browser = opened(
            playwright.chromium,
            options.profile,
            headless=options.headless,
            downloads=_has(plan, "DOWNLOAD"),
        )
        with browser as tabs:
            done = _Run(tabs, plan, values, options, hosts, tell).done(url)
    seconds = round(time.monotonic() - begun, 3)
    parameters = plan.stored_values(values)
    run = options.run or ids.fresh(started_at)
    return Rerun(run, plan.recording, plan.title, started_at, seconds, parameters,
                 tuple(done.steps), done.outcome, done.missed, options.rehearse)  # fmt: skip


def _start(plan: Plan, options: Options) -> str:
    """The address at which the run begins."""
    if not 1 <= options.first <= len(plan.steps):
        raise NotRunnable(
            f"there is no step {options.first}: {plan.recording} has steps 1 to {len(plan.steps)}"
        )
    recorded = (
        plan.start if options.first == 1 else plan.steps[options.first - 1].before.get("place", "")
    )
    if not (options.url or recorded):
        raise NotRunnable(
            f"{plan.recording} does not say at which address it begins; give it with --url"
        )
    return options.url or recorded


def _has(plan: Plan, action: str) -> bool:
    return any(step.action == action for step in plan.steps)


def _check_files(plan: Plan, values: Mapping[str, str], options: Options) -> None:
    """Whether the files to upload are there, before anything is done."""
    for step in plan.steps[options.first - 1 :]:
        if step.action != "UPLOAD":
            continue
        for line in (plan.value(step, values) or "").split("\n"):
            try:
                existing(line)
            except CannotDo as error:
                raise BadParameters(f"step {step.number}: {error}") from error


class _Done(NamedTuple):
    """The outcomes of the steps, and of the whole: "met", "missed", "unchecked" or ""."""

    steps: list[StepOutcome]
    outcome: End = ""
    missed: Missed | None = None


class _Run:
    """One run in an open browser."""

    def __init__(
        self,
        tabs: Tabs,
        plan: Plan,
        values: Mapping[str, str],
        options: Options,
        hosts: frozenset[str],
        tell: Tell,
    ) -> None:
        self._tabs = tabs
        self._plan, self._options, self._tell = plan, options, tell
        self._values = values
        self._is_rehearsed = False
        self._guard = Guard(hosts)
        self._login = LoginWatch(plan, self._guard)
        self._happenings = Happenings(choosers=_has(plan, "UPLOAD"))
        self._page: Page = tabs.open(self._prepare)
        self._redactor = Redactor()
        for parameter in plan.parameters:
            self._redactor.remember(
                parameter.name, values[parameter.name] if parameter.sensitive else ""
            )
        self._stepper = Stepper(
            tabs,
            plan,
            values,
            self._guard,
            options.timeout,
            self._redactor,
            self._happenings,
            self._login,
        )

    def _prepare(self, opened: BrowserContext) -> None:
        opened.add_init_script(scripts.masking())
        self._guard.watch(opened)
        self._login.watch(opened)
        self._happenings.watch(opened)

    def done(self, url: str) -> _Done:
        """Run the steps and check what they led to.

        Raises:
            BrowserFailed: the first page could not be opened.
        """
        steps = self._steps(url)
        if self._options.rehearse or any(step.verdict in _STOPPED for step in steps):
            return _Done(steps)
        self._stepper.settle()
        try:
            return _Done(steps, self._stepper.check_outcome())
        except StepFailed as failure:
            cause, sign = self._login.cause(self._plan.steps[-1], self._tabs.pages)
            missed = Missed(expected=failure.expected, seen=failure.seen, cause=cause,
                            note=self._note(sign))  # fmt: skip
            return _Done(steps, "missed", missed)

    def _steps(self, url: str) -> list[StepOutcome]:
        """Run the steps and return their outcomes.

        Raises:
            BrowserFailed: the first page could not be opened.
        """
        response = self._open(url)
        starting.check(url, response.status if response else 0)
        outcomes: list[StepOutcome] = []
        for step in self._plan.steps:
            outcome = self._outcome(
                step, failed=bool(outcomes) and outcomes[-1].verdict in _STOPPED
            )
            outcomes.append(outcome)
            self._tell(outcome)
        return outcomes

    def _open(self, url: str) -> Response | None:
        from playwright.sync_api import Error

        try:
            return self._page.goto(url, timeout=max(self._options.timeout, 10) * 1000)
        except Error as error:
            raise BrowserFailed(starting.failure(url, str(error))) from error

    def _outcome(self, step: PlanStep, *, failed: bool) -> StepOutcome:
        if failed or step.number < self._options.first:
            verdict: Verdict = "not run" if failed else "skipped"
            return self._of(step, verdict)
        started = time.monotonic()
        result: dict[str, Any]
        try:
            if self._options.rehearse and (self._is_rehearsed or changes(step)):
                return self._rehearsed(step)
            done = self._stepper.step(step)
            result = {"verdict": done.verdict, "found_by": done.found_by,
                      "note": self._note(done.note), "data": self._redactor.clean(done.data),
                      "downloaded": step.action == "DOWNLOAD"}  # fmt: skip
        except StepFailed as failure:
            cause, sign = self._login.cause(step, self._tabs.pages)
            result = {"verdict": "failed", "expected": failure.expected, "seen": failure.seen,
                      "note": self._note(sign), "cause": failure.cause or cause}  # fmt: skip
        seconds = round(time.monotonic() - started, 3)
        return self._of(step, **result, seconds=seconds, screenshot=self._shot())

    def _of(self, step: PlanStep, verdict: Verdict, **result: Any) -> StepOutcome:
        return StepOutcome(number=step.number, index=step.index, intent=self._intent(step),
                           verdict=verdict, **result)  # fmt: skip

    def _rehearsed(self, step: PlanStep) -> StepOutcome:
        """Look for the target of the first step that changes something, and do nothing more.

        Raises:
            StepFailed: it is not there.
        """
        is_first, self._is_rehearsed = not self._is_rehearsed, True
        note = f"found, {self._stepper.look_for(step)}; not done" if is_first else "not done"
        return self._of(step, "skipped", note=note)

    def _intent(self, step: PlanStep) -> str:
        return self._redactor.text(self._plan.shown_intent(step, self._values))

    def _note(self, note: str) -> str:
        return self._redactor.text("; ".join(filter(None, [note, *self._happenings.notes])))

    def _shot(self) -> bytes | None:
        from playwright.sync_api import Error

        with suppress(Error):
            return self._stepper.page.screenshot(timeout=5000)
        return None


_STOPPED = ("failed", "not run")

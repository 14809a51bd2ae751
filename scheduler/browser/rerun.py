"""Run a compiled workflow in Chromium, step by step, until one fails."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from blackboard import ids
from scheduler.browser import scripts
from scheduler.browser.allowed_hosts import Guard, hosts_of
from scheduler.browser.chromium import (
    BrowserFailed,
    check_library,
    first_line,
    launching,
    profile,
)
from scheduler.browser.deed import CannotDo
from scheduler.browser.expected import host
from scheduler.browser.happenings import Happenings
from scheduler.browser.outcome import End, Missed, Rerun, StepOutcome, Verdict
from scheduler.browser.plan import BadParameters, NotRunnable, Plan, PlanStep
from scheduler.browser.redact import Redactor
from scheduler.browser.stepping import StepFailed, Stepper
from scheduler.browser.uploading import existing
from scheduler.browser.vision import VisionFallback

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

Tell = Callable[[StepOutcome], None]


@dataclass(frozen=True)
class Options:
    """How to run a workflow; `first` is the number of the first step to run."""

    url: str = ""
    headless: bool = True
    browser: str | None = None
    timeout: float = 10.0
    first: int = 1
    hosts: tuple[str, ...] = ()
    accept_dialogs: bool = False


def rerun(
    plan: Plan,
    values: Mapping[str, str],
    options: Options,
    vision: VisionFallback | None = None,
    tell: Tell = lambda _outcome: None,
) -> Rerun:
    """Run a plan until its end or the first failing step, and return what happened.

    Raises:
        BrowserMissing: no browser was found.
        BrowserFailed: the browser did not start, or the first page did not open.
        NotRunnable: there is no start address, or no step `options.first`.
    """
    check_library()
    from playwright.sync_api import Error, sync_playwright

    url = _start(plan, options)
    _check_files(plan, values, options)
    begun, started_at = time.monotonic(), time.time_ns() // 1000
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
        launch_options = launching(options.browser, own, headless=options.headless)
        try:
            browser = playwright.chromium.launch(**launch_options)
        except Error as error:
            name = launch_options["executable_path"]
            raise BrowserFailed(f"could not start {name}: {first_line(error)}") from error
        try:
            downloads = {"accept_downloads": _has(plan, "DOWNLOAD")}
            context = browser.new_context(**{**profile(headless=options.headless), **downloads})
            done = _Run(context, plan, values, options, vision, tell).done(url)
        finally:
            with suppress(Error):
                browser.close()
    seconds = round(time.monotonic() - begun, 3)
    parameters = plan.stored_values(values)
    run = ids.fresh(started_at)
    return Rerun(run, plan.recording, plan.title, started_at, seconds, parameters,
                 tuple(done.steps), done.outcome, done.missed)  # fmt: skip


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
        context: BrowserContext,
        plan: Plan,
        values: Mapping[str, str],
        options: Options,
        vision: VisionFallback | None,
        tell: Tell,
    ) -> None:
        self._plan, self._options, self._tell = plan, options, tell
        self._values = values
        named = (*plan.addresses(values), options.url)
        hosts = hosts_of(plan, (*options.hosts, *map(host, named)))
        self._guard = Guard(hosts)
        context.add_init_script(scripts.masking())
        self._guard.watch(context)
        self._happenings = Happenings(
            context, accept_dialogs=options.accept_dialogs, choosers=_has(plan, "UPLOAD")
        )
        self._page: Page = context.new_page()
        self._redactor = Redactor()
        for parameter in plan.parameters:
            self._redactor.remember(
                parameter.name, values[parameter.name] if parameter.sensitive else ""
            )
        self._stepper = Stepper(
            context,
            plan,
            values,
            self._guard,
            options.timeout,
            self._redactor,
            self._happenings,
            vision,
        )

    def done(self, url: str) -> _Done:
        """Run the steps and check what they led to.

        Raises:
            BrowserFailed: the first page could not be opened.
        """
        steps = self._steps(url)
        if any(step.verdict in _STOPPED for step in steps):
            return _Done(steps)
        self._stepper.settle()
        try:
            return _Done(steps, self._stepper.check_outcome())
        except StepFailed as failure:
            return _Done(steps, "missed", Missed(failure.expected, failure.seen))

    def _steps(self, url: str) -> list[StepOutcome]:
        """Run the steps and return their outcomes.

        Raises:
            BrowserFailed: the first page could not be opened.
        """
        from playwright.sync_api import Error

        try:
            self._page.goto(url, timeout=max(self._options.timeout, 10) * 1000)
        except Error as error:
            raise BrowserFailed(f"could not open {url}: {first_line(error)}") from error
        outcomes: list[StepOutcome] = []
        for step in self._plan.steps:
            outcome = self._outcome(
                step, failed=bool(outcomes) and outcomes[-1].verdict in _STOPPED
            )
            outcomes.append(outcome)
            self._tell(outcome)
        return outcomes

    def _outcome(self, step: PlanStep, *, failed: bool) -> StepOutcome:
        if failed or step.number < self._options.first:
            verdict: Verdict = "not run" if failed else "skipped"
            return StepOutcome(step.number, step.index, self._intent(step), verdict)
        started = time.monotonic()
        result: dict[str, Any]
        try:
            done = self._stepper.step(step)
            result = {"verdict": "done", "found_by": done.found_by, "note": self._note(done.note),
                      "data": done.data}  # fmt: skip
        except StepFailed as failure:
            result = {"verdict": "failed", "expected": failure.expected, "seen": failure.seen,
                    "note": self._note("")}  # fmt: skip
        seconds = round(time.monotonic() - started, 3)
        return StepOutcome(
            step.number, step.index, self._intent(step), seconds=seconds,
            screenshot=self._shot(), **result,
        )  # fmt: skip

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

"""One step of a rerun: wait for the expected page, find the target, act, check the result."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urljoin

from lessonboard.parts.recordings.browser import acting, expected
from lessonboard.parts.recordings.browser.chromium import first_line
from lessonboard.parts.recordings.browser.deed import CannotDo, Deed, NotOffered
from lessonboard.parts.recordings.browser.finding import Answer, Found, count, find
from lessonboard.parts.recordings.browser.happenings import Happenings
from lessonboard.parts.recordings.browser.hosts import Guard
from lessonboard.parts.recordings.browser.identity import Doubt
from lessonboard.parts.recordings.browser.login import LoginWatch
from lessonboard.parts.recordings.browser.looking import look, look_closely, says
from lessonboard.parts.recordings.browser.outcome import VALUE, Done, End, StepFailed
from lessonboard.parts.recordings.browser.redact import Redactor
from lessonboard.parts.recordings.browser.step_rules import (
    deletes_by_key,
    given_for,
    is_last,
    needs_target,
    questions,
    quiet_after,
    shown_after,
)
from lessonboard.parts.recordings.browser.tabs import Tabs
from lessonboard.parts.recordings.browser.target import target_of
from lessonboard.parts.recordings.browser.wanted import wanted, wanteds
from lessonboard.parts.recordings.browser.ways import Wanted, dropped_on
from lessonboard.parts.recordings.workflow.plan import Plan, PlanStep

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

Asked = TypeVar("Asked")
_PAUSE = 0.1
_STRICTLY_FOR = 1.0
"""Seconds for which only the exact target is accepted; after that, a similar one."""

_OPTIONAL_FOR = 1.5
"""Seconds for which the target of an optional step is waited for."""

_SIGN_IN_FOR = 3.0
"""Seconds for which a sign-in page may be shown; a single sign-on may pass by itself."""

_QUIET = 0.15
"""Seconds after an action in which the page may begin to change."""


class Stepper:
    """Runs the steps of a plan one after another.

    Args:
        tabs: the pages of the run.
        plan: the plan to run.
        values: the values of the parameters.
        timeout: the limit for each step in seconds.
        hosts: those that may be opened.
    """

    def __init__(
        self, tabs: Tabs, plan: Plan, values: Mapping[str, str], timeout: float,
        hosts: frozenset[str],
    ) -> None:  # fmt: skip
        self._tabs, self._plan, self._values, self._timeout = tabs, plan, values, timeout
        self._guard = Guard(hosts)
        self._happenings = Happenings(choosers=any(each.action == "UPLOAD" for each in plan.steps))
        self.login, self.redactor = LoginWatch(plan, self._guard), Redactor()
        for parameter in plan.parameters:
            if parameter.sensitive:
                self.redactor.remember(parameter.name, values[parameter.name])
        self._left_out = [step for step in plan.steps if step.optional]
        self._page: Page | None = None

    @property
    def page(self) -> Page:
        """The page of the last step, else the newest."""
        open_ = self._tabs.pages
        return self._page if self._page and (self._page in open_ or not open_) else open_[-1]

    @property
    def is_refused(self) -> bool:
        """Whether a page of another host was asked for, and not opened."""
        return bool(self._guard.refused)

    def watch(self, opened: BrowserContext) -> None:
        """Notice what happens in the pages of a context from now on."""
        for each in (self._guard, self.login, self._happenings):
            each.watch(opened)

    def note(self, note: str) -> str:
        """A note with what the pages brought up meanwhile, without secrets."""
        return self.redactor.text("; ".join(filter(None, [note, *self._happenings.notes])))

    def step(self, step: PlanStep, ends: float = 0.0) -> Done:
        """Run one step, and again until `ends` where its target is redrawn before the act.

        Raises:
            StepFailed: the step could not be done, or its result is not the expected one.
        """
        ends = ends or time.monotonic() + self._timeout
        if step.optional and not isinstance(self._found(step, _OPTIONAL_FOR), Found):
            return Done(note="not there, optional", verdict="skipped")
        value = self._plan.value(step, self._values)
        asked = questions(self._plan, step, self._values)
        self._happenings.begin(step.action, asked, is_last=is_last(self._plan, step))
        if step.is_address:
            self._open_address(step, value or "")
            return Done("address", self.note(""))
        if deletes_by_key(step, value):
            raise self._failed(step, "a step that says what is deleted, which keys cannot show")
        return self._do(step, value, ends)

    def look_for(self, step: PlanStep) -> str:
        """How a step's target is found, without doing anything to it.

        Raises:
            StepFailed: it is not there, or there is a doubt.
        """
        found = self._target(step) if needs_target(step) else None
        return f"{found.by} {found.note}".strip() if found else "no target is needed"

    def forget_refusal(self) -> None:
        """What a step was refused no longer counts: a person did it after all."""
        self._happenings.refused = ""

    def settle(self) -> None:
        """Wait for what the last step began: a request, or a field that saves itself."""
        quiet = quiet_after(self._plan)
        self._happenings.settle(self.page, quiet, max(quiet, self._timeout))

    def check_outcome(self) -> End:
        """Wait for what the workflow leads to.

        Returns:
            "met", or "unchecked" where the workflow does not say what to look for.

        Raises:
            StepFailed: the pages do not show it in time.
        """
        if self._happenings.refused:
            raise self._failed(None, f"that the last step was accepted: {self._happenings.refused}")
        shown = self._expected(self._plan.outcome)
        if not shown.is_any:
            return "unchecked"
        if self._until(lambda: self._is_there(shown)) is None:
            raise self._failed(None, f"{self._problems(shown)} in the end")
        return "met"

    def _do(self, step: PlanStep, value: str | None, ends: float) -> Done:
        from playwright.sync_api import Error

        found = self._target(step) if needs_target(step) else None
        closed = self._uncover(step, found)
        if closed:
            found = self._target(step)
        drop = self._drop(step, value) if step.action == "DRAG" else None
        if found is not None:
            self._page = found.page
        if self.login.sign(step, self.page):
            raise self._failed(step, "a page for which one is signed in")
        try:
            data = acting.act(self._deed(step, value, found, drop))
        except (Error, CannotDo) as error:
            if acting.is_drawn_anew(error) and time.monotonic() < ends:
                self._wait(_PAUSE)
                return self.step(step, ends)
            why = acting.why(error, found)
            if isinstance(error, NotOffered) and (cause := self._cause(step)):
                raise self._failed(step, why, cause) from error
            what = f'that "{self._intent(step).rstrip(". ")}" can be done: {why}'
            raise self._failed(step, what) from error
        self._check_result(step)
        note = self.note("; ".join(filter(None, [closed, found.note if found else ""])))
        return Done(found.by if found else "", note, self.redactor.clean(data))

    def _uncover(self, step: PlanStep, found: Found | None) -> str:
        """Close what lies over a target by an optional step, and by nothing else; a note on it."""
        others = [each for each in self._left_out if each is not step]
        if step in self._left_out:
            self._left_out.remove(step)
        if found is None or not others or not acting.covering(found):
            return ""
        for other in others:
            sought = wanted(self._plan, other, self._values)
            if isinstance(find(self._tabs.pages, sought, loosely=False), Found):
                self._left_out.remove(other)
                self._do(other, self._plan.value(other, self._values), 0.0)
                return f"after the optional step {other.number}, for the page was covered"
        return ""

    def _deed(
        self, step: PlanStep, value: str | None, found: Found | None, drop: Found | None
    ) -> Deed:
        sought = wanted(self._plan, step, self._values)

        def is_there() -> bool:
            return isinstance(find(self._tabs.pages, sought, loosely=False), Found)

        return Deed(
            self.page, step.action, value, self._happenings, self._timeout, is_there,
            lambda: count(self._tabs.pages, sought),
            self._plan.target(step, self._values), found, drop,
        )  # fmt: skip

    def _open_address(self, step: PlanStep, address: str) -> None:
        """Open an address in the current page."""
        from playwright.sync_api import Error

        url = urljoin(self.page.url, address)
        try:
            if not url.startswith(("http://", "https://")):
                raise CannotDo(f"{url!r} is not a web address")
            self.page.goto(url, timeout=self._timeout * 1000)
        except (Error, CannotDo) as error:
            raise self._failed(step, f"that {url} opens: {first_line(error)}") from error
        self._check_result(step)

    def _target(self, step: PlanStep) -> Found:
        """Wait until the expected page and the target are there.

        Raises:
            StepFailed: they do not come in time, or there is a doubt.
        """
        found = self._found(step, self._timeout)
        if isinstance(found, Found):
            return found
        spoken = wanted(self._plan, step, self._values).target.spoken
        if isinstance(found, Doubt):
            cause = self._cause(step) if found.of_value else ""
            raise self._failed(step, f"{spoken}: {found.reason}", cause)
        before = self._expected(step.before)
        if self._pages(before.place):
            sought = wanted(self._plan, step, self._values)
            is_absent = sought.target != sought.recorded and not all(
                says(self.page, self._values[name]) for name in given_for(step))  # fmt: skip
            raise self._failed(step, spoken, self._cause(step) if is_absent else "")
        raise self._failed(step, (before.problems(look(self.page)) or [spoken])[0])

    def _found(self, step: PlanStep, seconds: float) -> Answer:
        """Look until the same target is found twice where it matters, or the time is over."""
        started = time.monotonic()
        sought = wanteds(self._plan, step, self._values)
        place = self._expected(step.before).place
        last: Answer = None
        while True:
            elapsed = time.monotonic() - started
            pages, loosely = self._pages(place), elapsed > min(_STRICTLY_FOR, seconds / 2)
            answers = [find(pages, each, loosely=loosely) for each in sought]
            found = next((each for each in answers if isinstance(each, Found)), answers[0])
            if isinstance(found, Found):
                is_plain = not step.danger and found.stands.row is None
                if is_plain or found.is_like(last) or (not step.danger and found.is_still_there()):
                    return found
            last = found
            if elapsed > _SIGN_IN_FOR and self.login.sign(step, self.page):
                return None
            if elapsed > seconds or self._guard.strayed(self._tabs.pages):
                return found if not isinstance(found, Found) else None
            self._wait(_PAUSE if elapsed < _STRICTLY_FOR else 2 * _PAUSE)

    def _expected(self, texts: Mapping[str, str]) -> expected.Expected:
        return expected.expected_of(texts, self._values)

    def _drop(self, step: PlanStep, value: str | None) -> Found:
        onto = self._plan.target(step, self._values).get("to")
        target = target_of(onto) if onto else dropped_on(value or "")

        def found() -> Found | None:
            answer = find([self.page], Wanted(target, target), loosely=True)
            return answer if isinstance(answer, Found) else None

        there = self._until(found)
        if there is None:
            raise self._failed(step, f"{value or 'a place'}, on which it is dropped")
        return there

    def _check_result(self, step: PlanStep) -> None:
        """Wait for what should be visible after a step.

        Raises:
            StepFailed: it did not appear in time.
        """
        self._wait(_QUIET)
        if self._happenings.unexpected:
            raise self._failed(step, self._happenings.asked())
        shown = self._expected(shown_after(step, self._values, self._plan.recorded))
        if self._until(lambda: self._is_there(shown)) is None:
            raise self._failed(step, f"{self._problems(shown)} after it")

    def _problems(self, shown: expected.Expected) -> str:
        return " and ".join(shown.problems(look(self.page)) or ["a page that may be opened"])

    def _is_there(self, shown: expected.Expected) -> bool | None:
        if self._guard.strayed(self._tabs.pages):
            return None
        if not shown.is_any:
            return True
        pages = reversed(self._tabs.pages)
        return True if any(not shown.problems(look(page)) for page in pages) else None

    def _until(self, ask: Callable[[], Asked | None]) -> Asked | None:
        """Poll `ask` until it returns something; None after the timeout."""
        started = time.monotonic()
        while (answer := ask()) is None:
            is_over = time.monotonic() - started > self._timeout
            if is_over or self._guard.strayed(self._tabs.pages):
                return None
            self._wait(_PAUSE)
        return answer

    def _pages(self, place: str) -> list[Page]:
        """The pages in which a step may run: the current one first, then the newest."""
        current, newest = self.page, self._tabs.pages[::-1]
        open_ = sorted(newest, key=lambda page: page is not current)
        return [page for page in open_ if not place or expected.same_place(place, page.url)]

    def _intent(self, step: PlanStep) -> str:
        return self._plan.shown_intent(step, self._values) or step.action

    def _cause(self, step: PlanStep) -> str:
        return VALUE if given_for(step) else ""

    def _failed(self, step: PlanStep | None, what: str, cause: str = "") -> StepFailed:
        """What was expected, with the parameters whose values are not there, and what is seen."""
        open_, clean = self._tabs.pages, self.redactor.text
        seen = look_closely(self.page, str(step.target.get("role") or "") if step else "")
        why = self._guard.refused or self._happenings.failed_load
        load = f"; {why}" if why else ""
        given = [f'{name} = "{self._values[name]}"' for name in sorted(given_for(step))
                 ] if step and cause == VALUE else []  # fmt: skip
        named = f"{' and '.join(given)} on the page: " if given else ""
        strayed = next(iter(reversed(self._guard.blocked)), "") or self._guard.strayed(open_)
        return StepFailed(clean(f"{named}{what}{load}"), seen.cleaned(clean, strayed), cause)

    def _wait(self, seconds: float) -> None:
        """Wait while the browser runs."""
        from playwright.sync_api import Error

        with suppress(Error):
            open_ = self._tabs.pages
            (open_[-1] if open_ else self.page).wait_for_timeout(seconds * 1000)

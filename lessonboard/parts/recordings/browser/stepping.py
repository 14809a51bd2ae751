"""One step of a rerun: wait for the expected page, find the target, act, check the result."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urljoin

from lessonboard.parts.recordings.browser import acting, expected
from lessonboard.parts.recordings.browser.allowed_hosts import Guard
from lessonboard.parts.recordings.browser.chromium import first_line
from lessonboard.parts.recordings.browser.deed import CannotDo, Deed
from lessonboard.parts.recordings.browser.expected import Seen
from lessonboard.parts.recordings.browser.finding import Found, Wanted, count, dropped_on, find
from lessonboard.parts.recordings.browser.happenings import Happenings
from lessonboard.parts.recordings.browser.identity import Doubt
from lessonboard.parts.recordings.browser.login_watch import LoginWatch
from lessonboard.parts.recordings.browser.looking import look, look_closely
from lessonboard.parts.recordings.browser.outcome import End
from lessonboard.parts.recordings.browser.plan import Plan, PlanStep
from lessonboard.parts.recordings.browser.redact import Redactor
from lessonboard.parts.recordings.browser.step_result import Done, StepFailed
from lessonboard.parts.recordings.browser.step_rules import (
    deletes_by_key,
    first_found,
    is_drawn_anew,
    needs_target,
    only_found,
    questions,
    quiet_after,
    why,
)  # fmt: skip
from lessonboard.parts.recordings.browser.tabs import Tabs
from lessonboard.parts.recordings.browser.target import target_of
from lessonboard.parts.recordings.compiler.template import render

if TYPE_CHECKING:
    from playwright.sync_api import Page

Answer = TypeVar("Answer")
_PAUSE = 0.1
_STRICTLY_FOR = 1.0
"""Seconds for which only the exact target is accepted; after that, a similar one."""

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
        guard: the hosts that may be opened.
        timeout: the limit for each step in seconds.
        redactor: knows the secrets among the values.
        happenings: what the pages bring up by themselves.
        login: notices a page for signing in, on which nothing is done.
    """

    def __init__(
        self,
        tabs: Tabs,
        plan: Plan,
        values: Mapping[str, str],
        guard: Guard,
        timeout: float,
        redactor: Redactor,
        happenings: Happenings,
        login: LoginWatch | None = None,
    ) -> None:
        self._login = login
        self._tabs, self._plan, self._values = tabs, plan, values
        self._guard, self._timeout = guard, timeout
        self._redactor, self._happenings = redactor, happenings
        self.page: Page = tabs.pages[0]

    def step(self, step: PlanStep, ends: float = 0.0) -> Done:
        """Run one step, and again until `ends` where its target is redrawn before the act.

        Raises:
            StepFailed: the step could not be done, or its result is not the expected one.
        """
        from playwright.sync_api import Error

        ends = ends or time.monotonic() + self._timeout
        value = self._plan.value(step, self._values)
        self._happenings.begin(step.action, questions(self._plan, step, self._values))
        if step.is_address:
            self._open_address(step, value or "")
            return Done("address")
        if deletes_by_key(step, value):
            raise self._failed(step, "a step that says what is deleted, which keys cannot show")
        found = self._target(step) if needs_target(step) else None
        drop = self._drop(step, value) if step.action == "DRAG" else None
        if found is not None and found.page is not self.page:
            self.page = found.page
        if self._asks_to_sign_in(step):
            raise self._failed(step, "a page for which one is signed in")
        try:
            data = acting.act(self._deed(step, value, found, drop))
        except (Error, CannotDo) as error:
            if is_drawn_anew(error) and time.monotonic() < ends:
                self._wait(_PAUSE)
                return self.step(step, ends)
            raise self._failed(step, f'that "{self._intent(step).rstrip(". ")}" can be done: '
                                     f"{why(error, found)}") from error  # fmt: skip
        self._check_result(step)
        return Done(found.by, found.note, data) if found else Done(data=data)

    def look_for(self, step: PlanStep) -> str:
        """How a step's target is found, without doing anything to it.

        Raises:
            StepFailed: it is not there, or there is a doubt.
        """
        found = self._target(step) if needs_target(step) else None
        return f"{found.by} {found.note}".strip() if found else "no target is needed"

    def settle(self) -> None:
        """Wait for what the last step began: a request, or a field that saves itself."""
        quiet = quiet_after(self._plan)
        self._happenings.settle(self.page, quiet, max(quiet, self._timeout))

    def _deed(
        self, step: PlanStep, value: str | None, found: Found | None, drop: Found | None
    ) -> Deed:
        wanted = self._wanted(step, recorded=False)

        def is_there() -> bool:
            return isinstance(find(self._open_pages(), wanted, loosely=False), Found)

        return Deed(
            self.page, step.action, value, self._happenings, self._timeout, is_there,
            lambda: count(self._open_pages(), wanted),
            self._plan.target(step, self._values), found, drop,
        )  # fmt: skip

    def check_outcome(self) -> End:
        """Wait for what the workflow leads to.

        Returns:
            "met", or "unchecked" where the workflow does not say what to look for.

        Raises:
            StepFailed: the pages do not show it in time.
        """
        texts = {key: render(text, self._values) for key, text in self._plan.outcome.items()}
        wanted = expected.expected_of(texts)
        if self._happenings.refused:
            raise StepFailed(
                self._redactor.text(f"that the last step was accepted: {self._happenings.refused}"),
                self._seen(""),
            )
        if wanted == expected.Expected():
            return "unchecked"
        if self._until(lambda: self._is_there(wanted)) is None:
            problems = wanted.problems(look(self.page)) or ["a page that may be opened"]
            raise StepFailed(self._redactor.text(f"{' and '.join(problems)} in the end"),
                             self._seen(""))  # fmt: skip
        return "met"

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
        wanted = [self._wanted(step, recorded=False)]
        now, then = wanted[0].target, wanted[0].recorded
        if now.is_field and now != then and now.stands.row == then.stands.row:
            # A field may hold a recorded value in its name by chance; its row is no chance.
            wanted.append(self._wanted(step, recorded=True))
        place = self._before(step).place
        found = self._found(step, place, wanted)
        if isinstance(found, Found):
            return found
        seen = self._seen(wanted[0].target.role)
        if isinstance(found, Doubt):
            raise StepFailed(
                self._redactor.text(f"{wanted[0].target.spoken}: {found.reason}"), seen
            )
        problems = self._before(step).problems(look(self.page)) if not self._pages(place) else []
        missing = problems[0] if problems else wanted[0].target.spoken
        if self._happenings.failed_load:
            missing += f"; {self._happenings.failed_load}"
        raise StepFailed(self._redactor.text(missing), seen)

    def _asks_to_sign_in(self, step: PlanStep) -> bool:
        """Whether a sign-in page is shown where the step expects another one."""
        return bool(self._login and self._login.sign(step, self.page))

    def _found(self, step: PlanStep, place: str, wanted: list[Wanted]) -> Found | Doubt | None:
        """Look until the same target is found twice where it matters, or the time is over."""
        started = time.monotonic()
        last: Found | Doubt | None = None
        while True:
            elapsed = time.monotonic() - started
            pages = self._pages(place)
            loosely = elapsed > _STRICTLY_FOR
            found = first_found(find(pages, each, loosely=loosely) for each in wanted)
            if isinstance(found, Found):
                is_sure = not step.danger or (isinstance(last, Found) and last.is_like(found))
                if is_sure and found.is_still_there():
                    return found
            last = found
            if elapsed > _SIGN_IN_FOR and self._asks_to_sign_in(step):
                return None
            if elapsed > self._timeout or self._guard.strayed(self._open_pages()):
                return found if not isinstance(found, Found) else None
            self._wait(_PAUSE)

    def _wanted(self, step: PlanStep, *, recorded: bool) -> Wanted:
        """What is looked for, with the values of this run or with the recorded ones."""
        then = target_of(self._plan.target(step, self._plan.recorded))
        now = then if recorded else target_of(self._plan.target(step, self._values))
        return Wanted(now, then, bool(step.danger))

    def _before(self, step: PlanStep) -> expected.Expected:
        """What the page should show before a step."""
        texts = {key: render(text, self._values) for key, text in step.before.items()}
        return expected.expected_of(texts)

    def _drop(self, step: PlanStep, value: str | None) -> Found:
        onto = self._plan.target(step, self._values).get("to")
        target = target_of(onto) if onto else dropped_on(value or "")
        wanted = Wanted(target, target)
        found = self._until(lambda: only_found(find([self.page], wanted, loosely=True)))
        if found is None:
            raise self._failed(step, f"{value or 'a place'}, on which it is dropped")
        return found

    def _check_result(self, step: PlanStep) -> None:
        """Wait for what should be visible after a step.

        Raises:
            StepFailed: it did not appear in time.
        """
        self._wait(_QUIET)
        if self._happenings.unexpected:
            asked = '" and "'.join(self._happenings.unexpected)
            self._happenings.unexpected.clear()
            raise self._failed(step, f'no question from the page, which asked "{asked}"; '
                                     "it was dismissed")  # fmt: skip
        texts = {key: render(text, self._values) for key, text in step.after.items()}
        wanted = expected.expected_of(texts)
        if self._until(lambda: self._is_there(wanted)) is None:
            seen = self._seen(str(step.target.get("role") or ""))
            problems = wanted.problems(look(self.page)) or ["a page that may be opened"]
            load = self._happenings.failed_load
            missing = f"{' and '.join(problems)} after it{f'; {load}' if load else ''}"
            raise StepFailed(self._redactor.text(missing), seen)

    def _is_there(self, wanted: expected.Expected) -> bool | None:
        if self._guard.strayed(self._open_pages()):
            return None
        if wanted == expected.Expected():
            return True
        pages = reversed(self._open_pages())
        return True if any(not wanted.problems(look(page)) for page in pages) else None

    def _until(self, ask: Callable[[], Answer | None]) -> Answer | None:
        """Poll `ask` until it returns something; None after the timeout."""
        started = time.monotonic()
        while (answer := ask()) is None:
            if time.monotonic() - started > self._timeout or self._guard.strayed(
                self._open_pages()
            ):
                return None
            self._wait(_PAUSE)
        return answer

    def _pages(self, place: str) -> list[Page]:
        """The pages in which a step may run: the current one first, then the newest."""
        newest = self._open_pages()[::-1]
        open_ = sorted(newest, key=lambda page: page is not self.page)
        return [page for page in open_ if not place or expected.same_place(place, page.url)]

    def _open_pages(self) -> list[Page]:
        return self._tabs.pages

    def _seen(self, role: str) -> Seen:
        open_ = self._open_pages()
        page = self.page if self.page in open_ else next(iter(reversed(open_)), self.page)
        seen = look_closely(page, role)
        strayed = self._guard.strayed(open_) or next(iter(reversed(self._guard.refused)), "")
        clean = self._redactor.text
        return Seen(
            clean(seen.url),
            clean(seen.title),
            tuple(map(clean, seen.headings)),
            tuple(map(clean, seen.candidates)),
            clean(strayed),
        )

    def _intent(self, step: PlanStep) -> str:
        return self._plan.shown_intent(step, self._values) or step.action

    def _failed(self, step: PlanStep, what: str) -> StepFailed:
        role = str(step.target.get("role") or "")
        return StepFailed(self._redactor.text(what), self._seen(role))

    def _wait(self, seconds: float) -> None:
        """Wait while the browser runs."""
        from playwright.sync_api import Error

        with suppress(Error):
            open_ = self._open_pages()
            (open_[-1] if open_ else self.page).wait_for_timeout(seconds * 1000)

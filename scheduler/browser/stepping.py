"""One step of a rerun: wait for what is expected, find the target, act, and look at the result."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urljoin

from reflect.model.thread import ModelError
from scheduler.browser import acting, expected
from scheduler.browser.allowed_hosts import Guard
from scheduler.browser.chromium import first_line
from scheduler.browser.expected import Seen
from scheduler.browser.finding import Found, dropped_on, find, is_described
from scheduler.browser.looking import look
from scheduler.browser.plan import Plan, PlanStep
from scheduler.browser.point import Point
from scheduler.browser.redact import Redactor
from scheduler.browser.vision import VisionFallback

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

Answer = TypeVar("Answer")
_PAUSE = 0.1
_STRICTLY_FOR = 1.0
"""Seconds for which only the very target will do; then one that is much like it."""

_QUIET = 0.15
"""Seconds after an action in which the page may begin to change."""


_FIELDS = ("textbox", "searchbox", "combobox", "spinbutton")
"""What may be used although it is only called as it was when the task was recorded."""


class StepFailed(Exception):
    """A step could not be done: what was expected, and what was seen instead."""

    def __init__(self, expected: str, seen: Seen) -> None:
        super().__init__(expected)
        self.expected = expected
        self.seen = seen


@dataclass(frozen=True)
class Done:
    """How a step was done."""

    found_by: str = ""
    note: str = ""


class Stepper:
    """Does the steps of a plan, one after another.

    Args:
        context: the browser's pages.
        plan: what is run.
        values: the parameters.
        guard: where it may go.
        timeout: seconds for which a step is waited for.
        scrubber: knows the secrets among the values.
        eyes: somebody who looks where a target is not found.
    """

    def __init__(
        self,
        context: BrowserContext,
        plan: Plan,
        values: Mapping[str, str],
        guard: Guard,
        timeout: float,
        scrubber: Redactor,
        vision: VisionFallback | None = None,
    ) -> None:
        self._context, self._plan, self._values = context, plan, values
        self._guard, self._timeout, self._eyes = guard, timeout, vision
        self._scrubber = scrubber
        self.page: Page = context.pages[0]

    def step(self, step: PlanStep) -> Done:
        """Do one step.

        Raises:
            StepFailed: it could not be done, or did not lead where it should.
        """
        from playwright.sync_api import Error

        value = self._plan.value(step, self._values)
        if step.is_address:
            self._go(step, value or "")
            return Done("address")
        found = self._target(step) if _needs_target(step) else None
        drop = self._drop(step, value) if step.action == "DRAG" else None
        if found is not None and found.page is not self.page:
            self.page = found.page
        try:
            if isinstance(found, Point):
                found.act(step.action, value)
            else:
                acting.act(self.page, step.action, value, found, drop, self._timeout)
        except (Error, acting.CannotDo) as error:
            raise self._failed(step, f"that {step.intent or step.action} can be done: "
                                     f"{first_line(error)}") from error  # fmt: skip
        self._arrive(step)
        return Done(found.by, found.note) if found else Done()

    def _go(self, step: PlanStep, address: str) -> None:
        """Open an address in the page that is in use."""
        from playwright.sync_api import Error

        url = urljoin(self.page.url, address)
        try:
            if not url.startswith(("http://", "https://")):
                raise acting.CannotDo(f"{url!r} is no address of a page")
            self.page.goto(url, timeout=self._timeout * 1000)
        except (Error, acting.CannotDo) as error:
            raise self._failed(step, f"that {url} opens: {first_line(error)}") from error
        self._arrive(step)

    def _target(self, step: PlanStep) -> Found | Point:
        """Wait until the page is the one that is expected and the target is there."""
        wanted = expected.before(step, self._rewording(step))
        begun = time.monotonic()
        while True:
            passed = time.monotonic() - begun
            pages = self._pages(wanted.place)
            if pages:
                found = find(pages, self._targets(step), loosely=passed > _STRICTLY_FOR)
                if found is not None:
                    return found
            if passed > self._timeout or self._guard.strayed(self._open()):
                break
            self._wait(_PAUSE)
        seen = self._seen(step)
        problems = wanted.problems(look(self.page)) if not self._pages(wanted.place) else []
        point = None if problems else self._by_eye(step, seen)
        if point is None:
            what = problems[0] if problems else described(self._targets(step)[0])
            raise StepFailed(what, seen)
        return point

    def _drop(self, step: PlanStep, value: str | None) -> Found:
        target = dropped_on(self._rewording(step)(value or ""))
        found = self._until(lambda: find([self.page], [target], loosely=True))
        if found is None:
            raise self._failed(step, f"{value or 'a place'}, on which it is dropped")
        return found

    def _by_eye(self, step: PlanStep, seen: Seen) -> Found | Point | None:
        """The target as somebody sees it who looks at the page."""
        if self._eyes is None:
            return None
        size = self.page.evaluate("[innerWidth, innerHeight]")
        try:
            told = self._eyes.look(
                self.page.screenshot(), (size[0], size[1]), step, list(seen.candidates)
            )
        except ModelError:
            return None  # that it could not be asked, and why, is an event of its own
        if not told.found:
            return None
        if told.role and told.name:
            target = {"role": told.role, "name": told.name}
            found = find([self.page], [target], loosely=False)
            if found is not None:
                return found._replace(by="model", note=f'as {told.role} "{told.name}"')
        middle = told.middle(size[0], size[1])
        return Point(self.page, middle) if middle else None

    def _arrive(self, step: PlanStep) -> None:
        """Wait for what should be seen after a step.

        Raises:
            StepFailed: it is not.
        """
        self._wait(_QUIET)
        wanted = expected.after(step, self._rewording(step, done=True))
        if self._until(lambda: self._is_there(wanted)) is None:
            seen = self._seen(step)
            problems = wanted.problems(look(self.page)) or ["a page that may be opened"]
            raise StepFailed(self._scrubber.text(f"{' and '.join(problems)} after it"), seen)

    def _is_there(self, wanted: expected.Expected) -> bool | None:
        if self._guard.strayed(self._open()):
            return None
        if wanted == expected.Expected():
            return True
        pages = reversed(self._open())
        return True if any(not wanted.problems(look(page)) for page in pages) else None

    def _until(self, ask: Callable[[], Answer | None]) -> Answer | None:
        """What is asked for, as soon as it is there; None when time is up."""
        begun = time.monotonic()
        while (answer := ask()) is None:
            if time.monotonic() - begun > self._timeout or self._guard.strayed(self._open()):
                return None
            self._wait(_PAUSE)
        return answer

    def _pages(self, place: str) -> list[Page]:
        """The pages in which a step may be done, the one in use first, then the newest."""
        newest = self._open()[::-1]
        open_ = sorted(newest, key=lambda page: page is not self.page)
        return [page for page in open_ if not place or expected.same_place(place, page.url)]

    def _open(self) -> list[Page]:
        return [page for page in self._context.pages if not page.is_closed()]

    def _targets(self, step: PlanStep) -> list[dict[str, str]]:
        """The target as it is called in this run.

        A field may hold a recorded value in its name by chance, so its old name will do too. A
        button with the recorded value is not pressed in place of one with that of this run.
        """
        recorded = dict(step.target)
        reword = self._rewording(step)
        now = {key: reword(each) for key, each in recorded.items()}
        is_field = recorded.get("role") in _FIELDS or step.action == "SCROLL"
        return [now, recorded] if is_field and now != recorded else [now]

    def _rewording(self, step: PlanStep, *, done: bool = False) -> expected.Reword:
        """Puts the values that were typed before a step, or with it, where the recorded ones are.

        What a page says before a value was typed does not tell of it.
        """
        typed = self._plan.typed_by(step.number if done else step.number - 1)
        values = {name: value for name, value in self._values.items() if name in typed}
        return lambda text: self._plan.reworded(text, values)

    def _seen(self, step: PlanStep) -> Seen:
        open_ = self._open()
        page = self.page if self.page in open_ else next(iter(reversed(open_)), self.page)
        seen = look(page, step.target.get("role", ""))
        strayed = self._guard.strayed(open_) or next(iter(reversed(self._guard.refused)), "")
        clean = self._scrubber.text
        return Seen(
            clean(seen.url),
            clean(seen.title),
            tuple(map(clean, seen.headings)),
            tuple(map(clean, seen.candidates)),
            clean(strayed),
        )

    def _failed(self, step: PlanStep, what: str) -> StepFailed:
        return StepFailed(self._scrubber.text(what), self._seen(step))

    def _wait(self, seconds: float) -> None:
        """Let the browser go on."""
        from playwright.sync_api import Error

        with suppress(Error):
            open_ = self._open()
            (open_[-1] if open_ else self.page).wait_for_timeout(seconds * 1000)


def described(target: Mapping[str, str]) -> str:
    """A target in words."""
    role, name = target.get("role", ""), target.get("name", "")
    return f'the {role} "{name}"' if role and name else target.get("primary", "a target")


def _needs_target(step: PlanStep) -> bool:
    """Whether a step is done to something; keys, text and wheel also go to the page as it is."""
    free = step.action in ("KEYPRESS", "SCROLL", "TYPE")
    named = any(step.target.get(each) for each in ("name", "label", "placeholder", "test_id"))
    return named or (not free or (step.action == "TYPE" and is_described(step.target)))

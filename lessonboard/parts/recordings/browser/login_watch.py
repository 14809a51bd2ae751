"""Detect a sign-in page where a run expects another one."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from lessonboard.parts.recordings.browser import scripts, starting
from lessonboard.parts.recordings.browser.expected import same_place
from lessonboard.parts.recordings.browser.hosts import Guard
from lessonboard.parts.recordings.browser.login import (
    Facts,
    is_login_address,
    leads_to_login,
    login_sign,
)
from lessonboard.parts.recordings.browser.outcome import DENIED, LOGIN
from lessonboard.parts.recordings.workflow.plan import Plan, PlanStep

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Request


class LoginWatch:
    """Looks at the pages of one run; it reads and never acts.

    Args:
        plan: the plan that is run; its own pages for signing in are expected.
        guard: knows what was blocked.
    """

    def __init__(self, plan: Plan, guard: Guard) -> None:
        self._guard = guard
        self._expected = _login_places(plan)
        self._asked_by_browser = ""

    def watch(self, opened: BrowserContext) -> None:
        """Notice pages that ask for a password in a dialog of the browser."""
        opened.on("requestfailed", self._failed)

    def sign(self, step: PlanStep, page: Page) -> str:
        """By what a page is one for signing in, where the step expects another one; else empty."""
        if self._is_expected(step):
            return ""
        return login_sign(facts_of(page))

    def cause(self, step: PlanStep, pages: list[Page]) -> tuple[str, str]:
        """Why a step failed, as a code with the sign of it; both empty where it is another reason.

        Args:
            step: the step that failed.
            pages: the open pages, oldest first.
        """
        if self._is_expected(step):
            return "", ""
        if self._asked_by_browser:
            return LOGIN, "the browser asks for a user name and password"
        if any(map(leads_to_login, self._guard.blocked[-1:])):
            return LOGIN, "the page leads to a single sign-on of another host"
        facts = [facts_of(page) for page in reversed(pages)]
        sign = next(filter(None, map(login_sign, facts)), "")
        if sign:
            return LOGIN, sign
        if any(page.status == 403 for page in facts[:1]):
            return DENIED, "the server answered 403, which refuses the page to who is signed in"
        return "", ""

    def _is_expected(self, step: PlanStep) -> bool:
        place = step.before.get("place", "")
        if not place:  # it may be on any page of the plan
            return bool(self._expected)
        return any(same_place(place, known) for known in self._expected)

    def _failed(self, request: Request) -> None:
        if request.is_navigation_request() and starting.code(request.failure or "") == (
            starting.SIGN_IN
        ):
            self._asked_by_browser = request.url


def facts_of(page: Page) -> Facts:
    """What a page shows of a form for signing in; only its address while it is navigating."""
    from playwright.sync_api import Error

    with suppress(Error):
        seen: dict[str, Any] = page.evaluate(scripts.login_facts())
        for key in ("headings", "passwords", "buttons"):
            seen[key] = tuple(seen[key])
        return Facts(page.url, **seen)
    return Facts(page.url)


def _login_places(plan: Plan) -> list[str]:
    """The pages on which the recording signs in: that type a password, or are called so."""
    return [
        place
        for step in plan.steps
        if (place := step.before.get("place", ""))
        and (is_login_address(place) or _types_password(step))
    ]


def _types_password(step: PlanStep) -> bool:
    return step.action == "TYPE" and (
        step.sensitive
        or step.target.get("input_type") == "password"
        or "password" in str(step.target.get("autocomplete", ""))
    )

"""Detect by its structure a page that asks a person to sign in where a run expects another one."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from lessonboard.parts.recordings.browser import scripts, starting
from lessonboard.parts.recordings.browser.expected import same_place
from lessonboard.parts.recordings.browser.hosts import Guard
from lessonboard.parts.recordings.browser.outcome import DENIED, LOGIN
from lessonboard.parts.recordings.workflow.plan import Plan, PlanStep

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Request

_SEGMENT = re.compile(r"(?:wp-)?log[-_]?[io]n(?:\.\w+)?|sign[-_]?[io]n(?:\.\w+)?", re.IGNORECASE)
_LAST_SEGMENT = re.compile(r"sso|authenticate|auth|saml2?|cas", re.IGNORECASE)
_AUTHORIZE = re.compile(r"/(?:o?auth2?|connect|openid-connect|adfs|saml2?|sso|idp|oidc)\b"
                        r"|/authorize/?$", re.IGNORECASE)  # fmt: skip
_ASKED = re.compile(
    r"(?:^|&)(?:client_id|samlrequest|response_type|relaystate|redirect_uri|wtrealm)=",
    re.IGNORECASE,
)
_SIGNS_IN_ALONE = re.compile(
    r"(?:log[io]n|sign[io]n|sso|auth|accounts?|idp|identity|adfs)\d*\.", re.IGNORECASE
)
_NEW = re.compile(r"new|confirm|repeat|again|retype", re.IGNORECASE)
_LITTLE_TEXT = 400
"""Characters; a page with more shows something else than its form, such as one in its header."""


@dataclass(frozen=True)
class Facts:
    """What a page shows of a form for signing in.

    Args:
        url: its address.
        status: the HTTP status that it came with; 0 where it is not known.
        passwords: what is known of each visible password field: its `autocomplete`, name and label.
        users: the number of visible fields for a user name or email address.
        is_named: whether one of them says so by its `autocomplete`.
        others: the number of other visible fields.
        text: the number of characters that the page shows.
    """

    url: str
    status: int = 0
    passwords: tuple[str, ...] = ()
    users: int = 0
    is_named: bool = False
    others: int = 0
    text: int = 0


def login_sign(page: Facts) -> str:
    """By what a page is known to be one for signing in; empty where it is none.

    A page to change or set a password is none, and neither is one that shows something else and
    has a form to sign in beside it.
    """
    if page.status == 401:
        return "the server answered 401, which asks for a sign-in"
    if is_single_sign_on(page.url):
        return "it is a page of a single sign-on"
    is_there = is_login_address(page.url)
    is_alone = is_there or page.text < _LITTLE_TEXT
    if len(page.passwords) == 1 and not _NEW.search(page.passwords[0]) and page.others <= 1:
        is_pair = page.users == 1 and page.others == 0
        is_form = is_there or is_pair or "current-password" in page.passwords[0]
        return "it has a field for a password" if is_form and is_alone else ""
    is_user = page.users == 1 and page.others == 0 and (is_there or page.is_named)
    return "it asks for a user name" if not page.passwords and is_user and is_alone else ""


def is_single_sign_on(url: str) -> bool:
    """Whether an address is where a single sign-on begins, at this or another host.

    >>> is_single_sign_on("https://login.example/oauth2/v2.0/authorize?client_id=1")
    True
    >>> is_single_sign_on("https://shop.example/authorize-payment?order=1")
    False
    """
    parts = urlsplit(url)
    return bool(_AUTHORIZE.search(parts.path) and _ASKED.search(parts.query))


def leads_to_login(url: str) -> bool:
    """Whether an address that was not opened would have been a page for signing in.

    >>> leads_to_login("https://sso.example.org/"), leads_to_login("https://blog.example/login-tips")
    (True, False)
    """
    name = urlsplit(url).hostname or ""
    return is_single_sign_on(url) or is_login_address(url) or bool(_SIGNS_IN_ALONE.match(name))


def is_login_address(url: str) -> bool:
    """Whether the path of an address says that it is for signing in.

    >>> is_login_address("http://a.example/admin/login/?next=/admin/")
    True
    """
    segments = [each for each in unquote(urlsplit(url).path).split("/") if each][-2:]
    is_last = bool(segments and _LAST_SEGMENT.fullmatch(segments[-1]))
    return is_last or any(map(_SEGMENT.fullmatch, segments))


class LoginWatch:
    """Looks at the pages of one run; it reads and never acts.

    Args:
        plan: the plan that is run; its own pages for signing in are expected.
        guard: knows what was blocked.
    """

    def __init__(self, plan: Plan, guard: Guard) -> None:
        self._guard = guard
        self._expected = _login_places(plan)
        self._asked_by_browser = False
        self._cleared: tuple[Page, str] | None = None

    def watch(self, opened: BrowserContext) -> None:
        """Notice pages that ask for a password in a dialog of the browser."""
        opened.on("requestfailed", self._failed)

    def sign(self, step: PlanStep, page: Page) -> str:
        """By what a page is one for signing in, where the step expects another one; else empty.

        A page that was none is read again when its address has changed.
        """
        if self._is_expected(step) or self._cleared == (page, page.url):
            return ""
        found = login_sign(facts_of(page))
        self._cleared = None if found else (page, page.url)
        return found

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
        if request.is_navigation_request():
            self._asked_by_browser |= starting.code(request.failure or "") == starting.SIGN_IN


def facts_of(page: Page) -> Facts:
    """What a page shows of a form for signing in; only its address while it is navigating."""
    from playwright.sync_api import Error

    with suppress(Error):
        seen: dict[str, Any] = page.evaluate(scripts.login_facts())
        return Facts(page.url, **{**seen, "passwords": tuple(seen["passwords"])})
    return Facts(page.url)


def _login_places(plan: Plan) -> list[str]:
    """The pages on which the recording signs in: that type a password, or are called so."""
    return [
        place
        for step in plan.steps
        if (place := step.before.get("place", ""))
        and (is_login_address(place) or (step.action == "TYPE" and step.sensitive))
    ]

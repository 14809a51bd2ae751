"""What pages bring up by themselves during a run: dialogs, file choosers, downloads, requests."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from lessonboard.parts.recordings.browser.expected import Given, alike

if TYPE_CHECKING:
    from playwright.sync_api import (
        BrowserContext,
        Dialog,
        Download,
        FileChooser,
        Page,
        Request,
        Response,
    )

_PAUSE = 50.0
_LONGEST_MESSAGE = 100
_EXPECTED_FAILURES = (None, "net::ERR_ABORTED", "net::ERR_BLOCKED_BY_CLIENT")
"""A page that was left, and one that the guard of hosts blocked, which says so itself."""


@dataclass
class Question:
    """A dialog that is expected, and its answer; `kind` may be unknown ("").

    Numbers in it may differ from the message, but for those that were `given`.
    """

    kind: str
    message: str
    value: str
    given: Given = frozenset()
    is_answered: bool = False

    def fits(self, kind: str, message: str) -> bool:
        """Whether a dialog is this one; browsers word that of a page that is left."""
        if self.kind and self.kind != kind:
            return False
        is_any = kind == "beforeunload" or not self.message
        return is_any or alike(self.message, message, self.given)

    @property
    def spoken(self) -> str:
        """The question for people."""
        return f'"{self.message[:_LONGEST_MESSAGE]}"' if self.message else f"a {self.kind}"


class Happenings:
    """Answers and keeps what the pages of a run bring up.

    Args:
        choosers: whether file choosers are kept for a step instead of shown.
    """

    def __init__(self, *, choosers: bool = False) -> None:
        self._choosers = choosers
        self._expected: list[Question] = []
        self._claimed = 0
        self._action = self.previous = ""
        self.notes: list[str] = []
        self.unexpected: list[str] = []
        self.chooser: FileChooser | None = None
        self.downloads: list[Download] = []
        self.failed_load = self.refused = ""
        self._context: BrowserContext | None = None
        self._running: dict[Request, float] = {}
        self._quiet_since = time.monotonic()

    def watch(self, opened: BrowserContext) -> None:
        """Listen to all pages of this context from now on."""
        opened.on("dialog", self._on_dialog)
        opened.on("requestfailed", self._on_failed)
        opened.on("page", self._on_page)
        self._context = opened
        for page in opened.pages:  # a kept profile opens with one
            self._on_page(page)

    def begin(self, action: str, questions: Sequence[Question], *, is_last: bool = False) -> None:
        """Begin a step of a kind, which is followed by these questions.

        From the last one on the requests are followed, too: each is several messages of the driver.
        What was refused of them stays so through the optional steps after it.
        """
        if is_last:
            self._follow_requests()
        self.previous, self._action = self._action, action
        self.notes.clear()
        if action == "DIALOG":
            return
        if action != "UPLOAD":
            self.chooser = None
        self._expected, self._claimed = list(questions), 0
        self.failed_load = ""
        self._running.clear()
        self._quiet_since = time.monotonic()

    def _follow_requests(self) -> None:
        if self._context is not None:
            self._context.on("request", self._on_request)
            self._context.on("requestfinished", self._on_done)
            self._context.on("response", self._on_response)
            self._context = None  # once

    def asked(self) -> str:
        """What was expected instead of the questions that were dismissed, which are forgotten."""
        asked = '" and "'.join(self.unexpected)
        self.unexpected.clear()
        awaited = next((each for each in self._expected if not each.is_answered), None)
        if awaited is None:
            return (f'no question from the page, which asked "{asked}"; it was dismissed: if it '
                    "belongs to the task, add a step `do: dialog` after this one")  # fmt: skip
        return f'the question {awaited.spoken}; the page asked "{asked}", which was dismissed'

    def claim(self) -> Question | None:
        """The next of the expected questions, each once."""
        self._claimed += 1
        return next(iter(self._expected[self._claimed - 1 :]), None)

    def wait(self, page: Page, seconds: float, ready: Callable[[], bool]) -> bool:
        """Wait until something has happened; False if it has not in time."""
        from playwright.sync_api import Error

        ends = time.monotonic() + seconds
        while not ready():
            if time.monotonic() > ends:
                return False
            with suppress(Error):
                page.wait_for_timeout(_PAUSE)
        return True

    def settle(self, page: Page, quiet: float, longest: float) -> None:
        """Wait until no request has been under way for `quiet` seconds, at most for `longest`."""
        self.wait(page, longest, lambda: not self._running and (
            time.monotonic() - self._quiet_since >= quiet))  # fmt: skip

    def _on_dialog(self, dialog: Dialog) -> None:
        question = next((each for each in self._expected if not each.is_answered), None)
        message = dialog.message[:_LONGEST_MESSAGE]
        if question is not None and question.fits(dialog.type, dialog.message):
            question.is_answered = True
            accepted = question.value != "dismiss"
            text = question.value if dialog.type == "prompt" else None
        else:
            accepted, text = False, None
            self.unexpected.append(message or dialog.type)
        self.notes.append(f'{"accepted" if accepted else "dismissed"} the dialog "{message}"')
        if accepted:
            dialog.accept(text)
        else:
            dialog.dismiss()

    def _on_page(self, page: Page) -> None:
        page.on("download", self._on_download)
        if self._choosers:
            page.on("filechooser", lambda chooser: setattr(self, "chooser", chooser))

    def _on_download(self, download: Download) -> None:
        self.downloads.append(download)  # Playwright takes no built-in as a listener

    def _on_request(self, request: Request) -> None:
        self._running[request] = time.monotonic()

    def _on_done(self, request: Request) -> None:
        self._running.pop(request, None)
        self._quiet_since = time.monotonic()

    def _on_failed(self, request: Request) -> None:
        self._on_done(request)
        if request.is_navigation_request() and request.failure not in _EXPECTED_FAILURES:
            self.failed_load = f"{request.url.partition('?')[0]} could not be loaded " \
                               f"({request.failure})"  # fmt: skip

    def _on_response(self, response: Response) -> None:
        request = response.request
        if request.resource_type == "eventsource":  # it never ends
            self._on_done(request)
        is_own = request.resource_type in ("document", "xhr", "fetch")
        if is_own and response.status >= 400 and request.method not in ("GET", "HEAD", "OPTIONS"):
            where = urlsplit(response.url)
            self.refused = f"{request.method} {where.path} was answered with {response.status}"

"""Receive what the pages report, and write it with the frame shown before it."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import orjson
from pydantic import ValidationError

from blackboard.errors import BoardError
from lessonboard.parts.recordings.browser import scripts
from lessonboard.parts.recordings.browser.dialogs import Dialogs
from lessonboard.parts.recordings.browser.engine import expose_engine
from lessonboard.parts.recordings.browser.expected import place
from lessonboard.parts.recordings.browser.folder import RecordingFolder
from lessonboard.parts.recordings.browser.merging import Pending, merged
from lessonboard.parts.recordings.browser.observation import Action, Observation, action_of
from lessonboard.parts.recordings.browser.redact import Redactor
from lessonboard.parts.recordings.browser.screencast import Screencast
from lessonboard.parts.recordings.browser.target import target_of
from lessonboard.parts.recordings.secret_fields import is_secret_field
from lessonboard.parts.recordings.shared_names import SECRET

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Download, Page

Tell = Callable[[str], None]

_PATIENCE = 5.0
"""Seconds to wait for a page's answer."""

_SEEN = """([words, rows]) => ({url: location.href, title: document.title, state: words.state(),
  rows: rows.map((row) => ({row, shown: document.body.innerText.includes(row)}))})"""


class Recorder:
    """Watches the pages of a browser and records the user's actions.

    Args:
        folder: the recording folder.
        context: the browser context with the pages.
        notify: called with a message about each action that could not be recorded.
        is_watched: whether a person sees the window and answers dialogs.
    """

    def __init__(
        self,
        folder: RecordingFolder,
        context: BrowserContext,
        notify: Tell,
        *,
        is_watched: bool = True,
    ) -> None:
        self.done = asyncio.Event()
        self._folder, self._context, self._tell = folder, context, notify
        self._screencast = Screencast(context, Dialogs(self._on_answered).watch)
        self._is_watched = is_watched
        self._redactor = Redactor()
        self._failure: BoardError | None = None
        self._pending: Pending = ()
        self._current: Page | None = None
        self._end: dict[str, Any] = {}
        self._rows: list[str] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> Page:
        """The first page, blank; every event of it and of its successors is recorded."""
        binding = f"__{secrets.token_hex(8)}"  # a page can neither guess nor see the name
        blank = list(self._context.pages)  # a kept profile begins with one
        await expose_engine(self._context)
        await self._context.expose_binding(binding, self.observed)
        await self._context.add_init_script(scripts.observing(binding))
        self._context.on("page", lambda page: self._later(self._begin(page)))
        self._context.on("close", lambda _context: self.done.set())
        page = await self._context.new_page()
        await self._begin(page)
        for each in blank:
            await each.close()
        return page

    def observed(self, source: dict[str, Any], report: Any) -> None:
        """Handle a page's report of an action."""
        try:
            seen = Observation.model_validate(report)
        except ValidationError as error:
            fields = ", ".join(sorted({str(problem["loc"][0]) for problem in error.errors()}))
            self._tell(f"skipped an action that a page reported wrongly: {fields}")
            self._lose(f"an action that the page reported wrongly ({fields})")
            return
        page = self._current = source["page"]
        if seen.framed:  # a frame of another origin does not know in which page it is
            seen = seen.model_copy(update={"url": page.url, "target": _framed(seen, source)})
        frame = self._screencast.before(page, seen.at)
        action, secret = action_of(seen, frame, self._screencast.number(page))
        self._redactor.remember(seen.field, secret)
        self._end = {key: action.details[key] for key in ("url", "title", "state")}
        row = target_of(seen.target).stands.row
        if row is not None and row.key is not None and row.name not in self._rows:
            self._rows.append(row.name)
        self._add(action)

    def discard(self) -> None:
        """Delete the folder, because no page could be opened."""
        self._failure = BoardError("no page could be opened")
        self._folder.discard()

    async def finish(self) -> None:
        """Write the pending action and the last line, with the final state of the page."""
        from playwright.async_api import Error

        page = self._current
        with suppress(Error, asyncio.TimeoutError):
            if page and not page.is_closed():
                rows = orjson.dumps(self._rows).decode()
                seen = page.evaluate(f"({_SEEN})([{scripts.describing()}, {rows}])")
                self._end = await asyncio.wait_for(seen, _PATIENCE)
        self._write(self._pending)
        if self._failure is None:
            end = self._redactor.clean(self._end)
            self._folder.end(time.time(), self._screencast.last(page), end)

    def check(self) -> None:
        """Raise the BoardError that ended the recording early, if there is one."""
        if self._failure is not None:
            raise self._failure

    async def _begin(self, page: Page) -> None:
        if await self._screencast.roll(page):
            self._current = page
            page.on("close", self._on_close)
            page.on("download", self._on_download)
            if self._is_watched:  # the person answers; of a program's dialogs Playwright sees
                page.on("dialog", lambda _dialog: None)

    def _add(self, action: Action) -> None:
        """Write the pending actions that this one cannot be merged with."""
        ready, self._pending = merged(self._pending, action)
        self._write(ready)

    def _write(self, ready: Pending) -> None:
        for action in filter(_is_something, ready):
            self._keep(partial(self._folder.add, self._redactor.cleaned(action)))

    def _lose(self, what: str) -> None:
        """Write that an action is missing, so that the recording does not pass for whole."""
        ready, self._pending = self._pending, ()
        self._write(ready)
        self._keep(partial(self._folder.lose, time.time(), what))

    def _keep(self, write: Callable[[], None]) -> None:
        """Write a line; the first failure ends the recording."""
        if self._failure is not None:
            return
        try:
            write()
        except BoardError as error:
            self._failure = error
            self.done.set()

    def _on_answered(self, page: Page, given: dict[str, Any]) -> None:
        if "text" in given and is_secret_field({"label": given["message"]}):
            self._redactor.remember(given["message"], given["text"])
            given = {**given, "text": SECRET}
        self._add_of_browser("dialog", page, given)

    def _on_download(self, download: Download) -> None:
        self._add_of_browser("download", download.page, {"file": download.suggested_filename})

    def _add_of_browser(
        self, kind: Literal["dialog", "download"], page: Page, given: dict[str, Any]
    ) -> None:
        """Record what the browser did in consequence of the last action."""
        details = {**self._end, "page": self._screencast.number(page)}
        self._add(Action(kind, time.time(), details, self._screencast.last(page), given))

    def _on_close(self, page: Page) -> None:
        if self._pending and self._pending[-1].action.get("dialog") == "beforeunload":
            self._pending = self._pending[:-1]  # the person closed the page, and no step does
        left = [other for other in self._context.pages if other is not page]
        if not left:
            self.done.set()
        elif self._current is page:
            self._current = left[-1]

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _framed(seen: Observation, source: dict[str, Any]) -> dict[str, Any]:
    """A target with its frame: by name, else by address."""
    frame = source["frame"]
    return {**seen.target, "frame": frame.name or place(frame.url)}


def _is_something(action: Action) -> bool:
    """Whether it is more than a wheel turn of less than a notch."""
    moved = (action.action.get("dx", 0), action.action.get("dy", 0))
    return action.kind != "scroll" or any(map(round, moved))

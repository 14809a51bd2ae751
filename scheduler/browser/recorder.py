"""The recorder: takes what the pages tell, and writes it with the frame that was seen before."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from blackboard.errors import BoardError
from blackboard.sources.gui_recording.keys import normal
from scheduler.browser import scripts
from scheduler.browser.folder import RecordingFolder
from scheduler.browser.observation import Action, Observation, action_of, joined
from scheduler.browser.redact import Redactor
from scheduler.browser.screencast import Screencast

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Dialog, Page

Tell = Callable[[str], None]

_PATIENCE = 5.0
"""Seconds in which a page must say what it shows."""

_LOOK_EVERY = 0.05

_SEEN = "(words) => ({url: location.href, title: document.title, state: words.state()})"


class Recorder:
    """Watches the pages of a browser and writes what is done there.

    Args:
        folder: where it is written.
        context: the browser's pages.
        tell: is told what could not be recorded.
        stop_key: a key or chord that ends the recording.
        is_watched: whether a person sees the window, and answers what a page asks.
    """

    def __init__(
        self,
        folder: RecordingFolder,
        context: BrowserContext,
        tell: Tell,
        *,
        stop_key: str = "",
        is_watched: bool = True,
    ) -> None:
        self.done = asyncio.Event()
        self.ages: list[float] = []
        self._folder, self._context, self._tell = folder, context, tell
        self._film = Screencast(context)
        self._stop_key, self._is_watched = normal(stop_key), is_watched
        self._scrubber = Redactor()
        self._failure: BoardError | None = None
        self._is_discarded = False
        self._pending: Action | None = None
        self._current: Page | None = None
        self._end: dict[str, Any] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> Page:
        """The first page, filmed before anything is shown in it."""
        page = await self._context.new_page()
        await self._begin(page)
        return page

    async def wait_for_frame(self, page: Page) -> None:
        """Wait until there is a frame to show what was seen before the first action."""
        for _ in range(round(_PATIENCE / _LOOK_EVERY)):
            if self._film.last(page) or self.done.is_set():
                return
            await asyncio.sleep(_LOOK_EVERY)

    def opened(self, page: Page) -> None:
        """A page was opened, perhaps by another one."""
        self._later(self._begin(page))

    def observed(self, source: dict[str, Any], told: Any) -> None:
        """A page tells of something done."""
        try:
            seen = Observation.model_validate(told)
        except ValidationError as error:
            fields = ", ".join(sorted({str(problem["loc"][0]) for problem in error.errors()}))
            self._tell(f"left out an action that a page told wrongly: {fields}")
            return
        if seen.kind == "key" and self._stop_key and normal(seen.keys) == self._stop_key:
            self.done.set()
            return
        page = self._current = source["page"]
        if seen.framed:  # a frame of another origin does not know in which page it is
            seen = seen.model_copy(update={"url": page.url})
        frame = self._film.before(page, seen.at)
        action, secret = action_of(seen, frame, self._film.number(page))
        self._scrubber.remember(seen.field, secret)
        self._end = {key: action.details[key] for key in ("url", "title", "state")}
        one = joined(self._pending, action) if self._pending else None
        if one is None:
            self._write(action)
        else:
            self._pending = one

    def discard(self) -> None:
        """Leave no folder behind, for there was no page to record."""
        self._is_discarded = True
        self._folder.discard()

    async def finish(self) -> None:
        """Write what is left, and the last line, with the page as it was last seen."""
        from playwright.async_api import Error

        if self._is_discarded:
            return
        page = self._current
        with suppress(Error, asyncio.TimeoutError):
            if page and not page.is_closed():
                seen = page.evaluate(f"({_SEEN})({scripts.describing()})")
                self._end = await asyncio.wait_for(seen, _PATIENCE)
        self._write(None)
        if self._failure is None:
            end = self._scrubber.clean(self._end)
            self._folder.end(time.time(), self._film.last(page), end)

    def check(self) -> None:
        """Raises what ended the recording early, if anything did.

        Raises:
            BoardError: the folder could not be written.
        """
        if self._failure is not None:
            raise self._failure

    async def _begin(self, page: Page) -> None:
        if await self._film.roll(page):
            self._current = page
            page.on("close", self._closed)
            page.on("dialog", self._asked)

    def _write(self, following: Action | None) -> None:
        """Write the action that was waited with, now that another one follows."""
        ready, self._pending = self._pending, following
        if ready is None or self._failure is not None or _is_nothing(ready):
            return
        if ready.frame is not None:
            self.ages.append(ready.at - ready.frame.at)
        try:
            self._folder.add(self._scrubber.cleaned(ready))
        except BoardError as error:
            self._failure = error
            self.done.set()

    def _asked(self, dialog: Dialog) -> None:
        """A page asks something: the person answers; where nobody sees it, it is dismissed."""
        if not self._is_watched:
            self._later(dialog.dismiss())

    def _closed(self, page: Page) -> None:
        left = [each for each in self._context.pages if each is not page and not each.is_closed()]
        if not left:
            self.done.set()
        elif self._current is page:
            self._current = left[-1]

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _is_nothing(action: Action) -> bool:
    """Whether it is a turn of the wheel too small to count."""
    moved = (action.action.get("dx", 0), action.action.get("dy", 0))
    return action.kind == "scroll" and not any(map(round, moved))

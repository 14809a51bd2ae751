"""Watch a person do the right thing in the pages of a run that stopped, so that it can go on."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from pydantic import ValidationError

from lessonboard.parts.recordings.browser import scripts
from lessonboard.parts.recordings.browser.expected import place
from lessonboard.parts.recordings.browser.folder import RecordingFolder, session_id
from lessonboard.parts.recordings.browser.merging import Pending, merged
from lessonboard.parts.recordings.browser.observation import Observation, action_of
from lessonboard.parts.recordings.browser.outcome import StepOutcome
from lessonboard.parts.recordings.browser.redact import Redactor

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

IsDone = Callable[[], bool | None]
"""Whether the person is ready; None: not yet, False: the run is given up. Asked again and again."""

_EVERY = 100.0
_SETTLED = 300.0
"""Milliseconds in which what was done last is reported."""


@dataclass(frozen=True)
class Mending:
    """Where what a person does is recorded, and how one is asked for it where a step failed."""

    into: Path
    ask: Callable[[StepOutcome, list[Page]], IsDone]


class Watched:
    """What a person does in the pages of a run, written as a recording.

    Args:
        context: the browser context of the run.
        into: where the recording's folder is made.
        redactor: knows the secrets of the run, and learns those that are typed.
    """

    def __init__(self, context: BrowserContext, into: Path, redactor: Redactor) -> None:
        now = time.time_ns() // 1000
        self.folder = RecordingFolder(into, session_id("mended", now, secrets.token_hex(3)))
        self.folder.describe(name="What a person did", description="", created_at=now, config={})
        self._context, self._redactor = context, redactor
        self._pending: Pending = ()

    def until(self, ask: Callable[[], IsDone]) -> Path | None:
        """Watch, ask, and wait until the person is ready: the recording, or None: given up."""
        with self._observing():
            is_done = ask()
            while (answer := is_done()) is None and self._context.pages:
                self._wait(_EVERY)
            self._wait(_SETTLED)
        self._write(self._pending)
        self.folder.end(time.time(), None, {})
        return self.folder.path if answer else None

    @contextmanager
    def _observing(self) -> Iterator[None]:
        """Observe the open pages, in all frames, and those that the person opens.

        Afterwards nothing is reported: the run's own clicks are as trusted as those of a person.
        """
        name = f"__{secrets.token_hex(8)}"  # a page can neither guess nor see the name
        script = scripts.observing(name)
        inner: Any = self._context
        inner._sync(inner._impl_obj._expose_console_api())
        with self._context.expose_binding(name, self._observed):
            with self._context.add_init_script(script):
                self._evaluate("document.activeElement?.blur()")  # what the run typed is its own
                self._evaluate(f"() => {{ {script} }}")
                yield
            self._evaluate(scripts.ending(name))

    def _evaluate(self, script: str) -> None:
        """Have a script run in all frames of the open pages."""
        from playwright.sync_api import Error

        for frame in (frame for page in self._context.pages for frame in page.frames):
            with suppress(Error):  # a frame that is closed meanwhile
                frame.evaluate(script)

    def _observed(self, source: dict[str, Any], report: Any) -> None:
        page, frame = cast("Page", source["page"]), source["frame"]
        try:
            seen = Observation.model_validate(report)
        except ValidationError:
            self.folder.lose(time.time(), "an action that the page reported wrongly")
            return
        if seen.framed:
            target = {**seen.target, "frame": frame.name or place(frame.url)}
            seen = seen.model_copy(update={"url": page.url, "target": target})
        action, secret = action_of(seen, None, self._context.pages.index(page))
        self._redactor.remember(seen.field, secret)
        ready, self._pending = merged(self._pending, action)
        self._write(ready)

    def _write(self, ready: Pending) -> None:
        for action in ready:
            self.folder.add(self._redactor.cleaned(action))

    def _wait(self, milliseconds: float) -> None:
        from playwright.sync_api import Error

        with suppress(Error, IndexError):
            self._context.pages[-1].wait_for_timeout(milliseconds)

"""The pages: one file for each kind of thing, and here the addresses of all.

A new page is a function in a file of this folder, and a line in `PAGES`, whose order is that of
the navigation; one of a plug-in is registered by `Registry.page`. A page's file is imported when
it is first asked for, so that the server stays small.
"""

from __future__ import annotations

from blackboard.plugins import contents
from lessonboard.parts.web.page import Page

_RECORDINGS = "lessonboard.parts.recordings.pages."

PAGES: tuple[Page, ...] = (
    Page("/", "today:today", "Today"),
    Page("/review", "review:review", "Review"),
    Page("/lessons/{name}/backtest", "review:backtest"),
    Page("/lessons", "lessons:lessons", "Lessons"),
    Page("/lessons/{name}", "rules:lesson"),
    Page("/insights/{name}", "rules:insight"),
    Page("/lessons/{name}/guard", "rules:guard_examined"),
    Page("/decide", "decisions:decided", is_change=True),
    Page("/decisions/undo", "decisions:undone", is_change=True),
    Page("/mute", "decisions:muted", is_change=True),
    Page("/guard", "decisions:guarded", is_change=True),
    Page("/sessions", "sessions:sessions", "Sessions"),
    Page("/forget/{name:path}", "forgetting:asked_for"),
    Page("/forget", "forgetting:forgotten", is_change=True),
    Page("/failures/{name:path}", "failure:failure"),
    Page("/sessions/{name:path}", "sessions:session"),
    Page("/search", "search:search", "Search"),
    Page("/projects", "projects:projects", "Projects"),
    Page("/projects/merge", "projects:merged", is_change=True),
    Page("/projects/split", "projects:split", is_change=True),
    Page("/projects/undo", "projects:undone", is_change=True),
    Page("/projects/switch", "projects:switched", is_change=True),
    Page("/projects/{name:path}", "projects:project"),
    Page("/queue", "queue:queue", "Queue"),
    Page("/queue/retry", "queue:retried", is_change=True),
    Page("/queue/{name:path}", "queue:item"),
    Page("/runs/cancel", "lessonboard.parts.automation.pages.runs:cancelled", is_change=True),
    Page("/runs/{name:path}", "lessonboard.parts.automation.pages.runs:run"),
    Page("/recordings", f"{_RECORDINGS}recordings:recordings", "Recordings"),
    Page("/recordings/edit", f"{_RECORDINGS}workflow_edits:edited", is_change=True),
    Page("/recordings/step", f"{_RECORDINGS}workflow_edits:step_changed", is_change=True),
    Page("/recordings/parameter", f"{_RECORDINGS}workflow_edits:parameter_changed", is_change=True),
    Page("/recordings/undo", f"{_RECORDINGS}workflow_edits:taken_back", is_change=True),
    Page("/reruns/{run}", f"{_RECORDINGS}recordings:report"),
    Page("/reruns/{run}/{step}.png", f"{_RECORDINGS}recordings:picture"),
    Page("/recordings/{name}/frames/{step}", f"{_RECORDINGS}recordings:frame"),
    Page("/recordings/{name}", f"{_RECORDINGS}recordings:recording"),
    Page("/health", "health:health", "Health"),
    Page("/health/findings", "health:findings"),
    Page("/health/verify", "health:verified", is_change=True),
    Page("/help", "help:help_", "Help"),
    Page("/compare", "compare:compare"),
    Page("/undo", "decisions:taken_back", is_change=True),
)


def pages() -> list[Page]:
    """All pages: the product's, then those of plug-ins."""
    own = [page._replace(answer=_target(str(page.answer))) for page in PAGES]
    return [*own, *contents.values("page", {page.path for page in PAGES}, _wrong)]


def _target(answer: str) -> str:
    """Where a page is; short names are of this folder."""
    return answer if "." in answer else f"{__name__}.{answer}"


def _wrong(page: object) -> str:
    return "" if isinstance(page, Page) else "is no `lessonboard.parts.web.page.Page`"

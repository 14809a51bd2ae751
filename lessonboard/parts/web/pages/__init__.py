"""The pages: one file for each kind of thing, and here the addresses of all.

A new page is a function in a file of this folder, and a line in `PAGES`, whose order is that of
the navigation; those of other parts follow, then those in `LAST`. One of a part is registered by
`PartRegistry.pages`, one of a plug-in by `Registry.page`. A page's file is imported when it is
first asked for, so that the server stays small.
"""

from __future__ import annotations

from blackboard.plugins import contents
from lessonboard.pages.page import Page

PAGES: tuple[Page, ...] = (
    Page("/", "today:today", "Today"),
    Page("/review", "review:review", "Review"),
    Page("/lessons/{name}/backtest", "review:backtest", is_slow=True),
    Page("/lessons", "lessons:lessons", "Lessons"),
    Page("/lessons/new", "stating:new"),
    Page("/lessons/add", "stating:kept", is_change=True),
    Page("/lessons/{name}", "rules:lesson"),
    Page("/insights/{name}", "rules:insight"),
    Page("/lessons/{name}/guard", "rules:guard_examined"),
    Page("/setup/history", "starting:history_read", is_change=True),
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
    Page("/projects/apart", "projects:kept_apart", is_change=True),
    Page("/projects/split", "projects:split", is_change=True),
    Page("/projects/undo", "projects:undone", is_change=True),
    Page("/projects/switch", "projects:switched", is_change=True),
    Page("/projects/{name:path}", "projects:project"),
    Page("/queue", "queue:queue", "Queue"),
    Page("/queue/retry", "queue:retried", is_change=True),
    Page("/queue/{name:path}", "queue:item"),
)

LAST: tuple[Page, ...] = (
    Page("/health", "health:health", "Health"),
    Page("/health/findings", "health:findings"),
    Page("/health/verify", "health:verified", is_change=True),
    Page("/model", "model:model"),
    Page("/model/about/{name:path}", "model:would_be_sent"),
    Page("/model/{position}", "model:question"),
    Page("/help", "help:help_", "Help"),
    Page("/compare", "compare:compare"),
    Page("/undo", "decisions:taken_back", is_change=True),
    Page("/reason", "decisions:explained", is_change=True),
)


def own_pages() -> list[Page]:
    """The pages of the product, in the order of the navigation."""
    first, last = ([each._replace(answer=f"{__name__}.{each.answer}") for each in pages]
                   for pages in (PAGES, LAST))  # fmt: skip
    return [*first, *(page for pages in contents.part("pages") for page in pages), *last]


def pages() -> list[Page]:
    """All pages: the product's, then those of plug-ins."""
    own = own_pages()
    return [*own, *contents.values("page", {page.path for page in own}, _wrong)]


def _wrong(page: object) -> str:
    return "" if isinstance(page, Page) else "is no `lessonboard.pages.page.Page`"

"""The pages of runs."""

from __future__ import annotations

from lessonboard.pages.page import Page

PAGES = (
    Page("/runs/cancel", f"{__name__}.runs:cancelled", is_change=True),
    Page("/runs/{name:path}", f"{__name__}.runs:run"),
)

"""The plug-in's page of `lessonboard web`: what is live, and since when."""

from __future__ import annotations

from pathlib import Path

from lessonboard.pages.page import Asked, Page, Shown


def deploys(asked: Asked) -> Shown:
    """The services, the latest first, now or at the moment that is looked at."""
    return Shown("deploys.html", {"rows": asked.board.view("deploys", order="-last_at")})


PAGE = Page("/deploys", deploys, "Deploys", folder=Path(__file__).parent)

"""The page: what a memory holds, to look at, correct and delete in a browser; the extra `web`.

`lessonboard/pages/page.py` says what a page is: an address, and a function from what was asked to
what is shown. A new page is a file in `pages/` with such functions, a template of its own, and a
line in `PAGES` there; another part or a plug-in registers its own (`PartRegistry.pages`,
`Registry.page`). Only `application.py`, `site.py` and `server.py` know the web framework, and
`rendering.py` the templates'. `access.py` decides who may ask, `boards.py` keeps the present and
past boards, `live.py` notifies open pages of news.
"""

from __future__ import annotations

from blackboard.plugins.part_registry import PartRegistry


def register(to: PartRegistry) -> None:
    """Add its command."""
    to.command(
        "web", "lessonboard.parts.web.cli:web", "Look at it in a browser: correct, approve, forget."
    )

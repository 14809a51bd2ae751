"""Put Playwright's own selector engine into the pages that are recorded."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING

from blackboard.errors import BoardError

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext


class EngineMissing(BoardError):
    """The installed Playwright does not offer its selector engine to pages."""


async def expose_engine(context: BrowserContext) -> None:
    """Make `window.playwright` (Playwright's console API) available in every page of a context.

    Names and selectors are then computed while recording by the code that looks for them on a
    rerun. The documented door to it is PWDEBUG=console, for a whole process; this is the same door
    for one context, and not a public one: `tests/parts/recordings/browser/test_engine.py` fails
    where an
    upgrade closes it.

    Raises:
        EngineMissing: this version of Playwright has no such door.
    """
    expose = getattr(context._impl_obj, "_expose_console_api", None)
    if expose is None:
        raise EngineMissing(
            f"could not record: Playwright {version('playwright')} does not offer its selector "
            "engine to pages as 1.65 does; install that one: pip install 'playwright==1.65.*'"
        )
    await expose()

"""Record which dialogs a page opens and how a person answers them in the window."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.async_api import CDPSession, Page


class Dialogs:
    """Watches pages over Chromium's own protocol: Playwright does not report a person's answer.

    Args:
        answered: called with a page and the details of its dialog's manifest line.
    """

    def __init__(self, answered: Callable[[Page, dict[str, Any]], None]) -> None:
        self._answered = answered
        self._open: dict[Page, dict[str, Any]] = {}

    async def watch(self, page: Page, session: CDPSession) -> None:
        """Listen to a page's dialogs in an attached session."""
        session.on("Page.javascriptDialogOpening", partial(self._open.__setitem__, page))
        session.on("Page.javascriptDialogClosed", partial(self._on_closed, page))
        await session.send("Page.enable")

    def _on_closed(self, page: Page, closed: dict[str, Any]) -> None:
        opening = self._open.pop(page, None)
        if opening is None:
            return
        accepted, kind = bool(closed["result"]), str(opening["type"])
        given = {"dialog": kind, "message": str(opening["message"]), "accepted": accepted}
        if kind == "prompt" and accepted:
            given["text"] = str(closed.get("userInput", ""))
        self._answered(page, given)

"""Record which dialogs a page opens and how a person or the run answers them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.async_api import CDPSession, Page


@dataclass(frozen=True)
class Answered:
    """A dialog and its answer: `kind` is alert, confirm, prompt or beforeunload."""

    kind: str
    message: str
    accepted: bool
    text: str = ""

    def as_action(self) -> dict[str, Any]:
        """The details of its manifest line."""
        text = {"text": self.text} if self.kind == "prompt" and self.accepted else {}
        return {"dialog": self.kind, "message": self.message, "accepted": self.accepted, **text}


class Dialogs:
    """Watches pages over Chromium's own protocol.

    Playwright reports a dialog, but not how a person answered it in the window.
    """

    def __init__(self, answered: Callable[[Page, Answered], None]) -> None:
        self._answered = answered
        self._open: dict[Page, dict[str, Any]] = {}

    async def watch(self, page: Page, session: CDPSession) -> None:
        """Listen to a page's dialogs in an attached session."""
        session.on("Page.javascriptDialogOpening", partial(self._on_opening, page))
        session.on("Page.javascriptDialogClosed", partial(self._on_closed, page))
        await session.send("Page.enable")

    def _on_opening(self, page: Page, opening: dict[str, Any]) -> None:
        self._open[page] = opening

    def _on_closed(self, page: Page, closed: dict[str, Any]) -> None:
        opening = self._open.pop(page, None)
        if opening is None:
            return
        kind, message = str(opening["type"]), str(opening["message"])
        text = str(closed.get("userInput", ""))
        self._answered(page, Answered(kind, message, bool(closed["result"]), text))

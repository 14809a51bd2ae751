"""A page that takes seconds: it holds up no other, and is not made for those who left."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from blackboard import Board
from lessonboard.pages import page
from lessonboard.pages.page import Content
from lessonboard.parts.web.application import application
from tests.parts.web.conftest import Served
from tests.parts.web.test_browser import _add_candidates, open_at
from tests.parts.web.test_browser import browser as browser  # noqa: PLC0414  # a fixture
from tests.parts.web.test_browser import tab as tab  # noqa: PLC0414  # a fixture
from tests.parts.web.visitor import PORT, SECRETS, Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Page

Serve = Callable[..., Served]
SLOW = ("/lessons/one/backtest", "/lessons/new?rule=Weave.&whole=yes")


class Held:
    """Slow pages that are made only once they are let go."""

    def __init__(self) -> None:
        self.begun, self.let_go, self.made = threading.Event(), threading.Event(), 0

    def answered(self, page: page.Page, asked: page.Asked) -> Content:
        """What stands for every page."""
        if page.is_slow or "whole" in asked.query:
            self.made += 1
            self.begun.set()
            assert self.let_go.wait(30)
        return Content(b"", "text/plain")


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    """No page is read from the board; the slow ones wait."""
    found = Held()
    monkeypatch.setattr(page.Page, "answered", lambda self, asked: found.answered(self, asked))
    yield found
    found.let_go.set()


@pytest.mark.parametrize("address", SLOW)
def test_other_pages_are_made_meanwhile(visitor: Visitor, held: Held, address: str) -> None:
    """However many slow ones are asked for: one at a time is made."""
    with ThreadPoolExecutor(6) as many:
        slow = [many.submit(visitor.get, address) for _ in range(6)]
        assert held.begun.wait(30)
        assert visitor.get("/sessions").status_code == 200
        assert held.made == 1
        held.let_go.set()
    assert [each.result().status_code for each in slow] == [200] * 6


def test_it_is_not_made_for_one_who_left(visitor: Visitor, held: Held) -> None:
    """A client that is gone when its turn comes is answered nothing."""
    sent: list[Any] = []

    async def gone() -> dict[str, str]:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    cookie = f"lessonboard-{PORT}={SECRETS.session}"
    scope = {
        "type": "http", "method": "GET", "path": SLOW[0], "root_path": "", "query_string": b"",
        "headers": [(b"host", f"127.0.0.1:{PORT}".encode()), (b"cookie", cookie.encode())],
    }  # fmt: skip
    asyncio.run(application(visitor.site)(scope, gone, send))
    assert sent[0]["status"] == 499
    assert held.made == 0


def test_only_those_who_stay_ask_for_it(serve: Serve, tab: Page, sample: Path) -> None:
    """One who goes on at once asks for the backtest of the last lesson alone."""
    with Board.open(sample) as board:
        _add_candidates(board)
    served = serve()
    asked: list[str] = []
    tab.on("request", lambda each: asked.append(each.url.rpartition("/")[2]))
    open_at(tab, served, "/review")
    tab.evaluate("""async () => {
        const after = () => document.querySelector("[data-key=s]").href;
        for (let n = 0; n < 3; n++) await go(after());
    }""")
    tab.get_by_text("began after it was learnt").or_(
        tab.get_by_text("it would have been shown in")
    ).first.wait_for(timeout=15_000)
    assert asked.count("backtest") == 1

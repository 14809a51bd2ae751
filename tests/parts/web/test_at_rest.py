"""What the server takes while pages are open and nobody does anything: hardly anything."""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from blackboard import Board
from lessonboard.pages import page
from lessonboard.pages.page import Content
from lessonboard.parts.web import live, server
from tests.parts.web.visitor import Visitor


@pytest.fixture
def naps(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long each rest between two looks at the log would be; time passes by them alone."""
    taken: list[float] = []
    monkeypatch.setattr(time, "sleep", taken.append)
    monkeypatch.setattr(time, "monotonic", lambda: sum(taken))
    return taken


def test_a_log_without_news_is_looked_at_few_times(sample: Path, naps: list[float]) -> None:
    """At most six times a second, and often enough for news to reach a tab within one."""
    with Board.open(sample) as board:
        board.log.wait(board.log.head(), live.WAIT)
    assert sum(naps) == pytest.approx(live.WAIT)
    assert len(naps) <= 6 * live.WAIT
    assert max(naps) <= 0.3


def test_the_server_wakes_once_a_second(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """And at once when it is to end; memory is given back only after pages were answered."""
    import uvicorn

    given: list[int] = []
    monkeypatch.setattr(server, "give_back", lambda: given.append(1))
    config = uvicorn.Config(lambda: None, lifespan="off")
    running = server._Server(config, visitor.site)

    async def run() -> None:
        loop = asyncio.get_running_loop()
        running.server_state.total_requests = 1
        loop.call_later(0.01, running.handle_exit, 15, None)
        await asyncio.wait_for(running.main_loop(), 30)

    began = time.monotonic()
    asyncio.run(run())
    assert server._TICK >= 1
    assert time.monotonic() - began < 30
    assert given == [1]


def test_few_pages_are_made_together(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three, however many are asked for: each takes memory that its thread would keep."""
    together, most, lock = 0, 0, threading.Lock()
    full = threading.Event()

    def slow(self: page.Page, asked: page.Asked) -> Content:
        nonlocal together, most
        with lock:
            together += 1
            most = max(most, together)
            if together >= 3:
                full.set()
        assert full.wait(30)
        with lock:
            together -= 1
        return Content(b"", "text/plain")

    monkeypatch.setattr(page.Page, "answered", slow)
    with ThreadPoolExecutor(9) as many:
        answers = list(many.map(visitor.get, ["/lessons"] * 9))
    assert [each.status_code for each in answers] == [200] * 9
    assert most == 3

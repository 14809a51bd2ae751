"""The boards that a site holds open: few of them, closed in time, and nobody waits for nobody."""

from __future__ import annotations

import asyncio
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from httpx2 import ASGITransport, AsyncClient
from starlette.requests import Request

from blackboard import Board, NewEvent
from lessonboard.bootstrap import App
from lessonboard.pages import page
from lessonboard.parts.web.application import application
from lessonboard.parts.web.boards import Boards
from lessonboard.parts.web.live import Live
from lessonboard.parts.web.site import Site
from tests.parts.web.visitor import Visitor, visiting


@pytest.fixture
def open_boards(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """The boards that are open, counted."""
    found: set[int] = set()
    as_of, close = Board.as_of, Board.close

    def opened(board: Board, moment: int | str) -> Board:
        past = as_of(board, moment)
        found.add(id(past))
        return past

    def closed(board: Board) -> None:
        found.discard(id(board))
        close(board)

    monkeypatch.setattr(Board, "as_of", opened)
    monkeypatch.setattr(Board, "close", closed)
    return found


@pytest.fixture
def boards(sample: Path) -> Iterator[Boards]:
    """Those of one board."""
    found = Boards(App(str(sample)))
    yield found
    found.close()


def test_a_moment_that_nobody_looks_at_is_closed_although_others_look(
    boards: Boards, open_boards: set[int]
) -> None:
    """Somebody always looks: a page that waits for news has the present open all the time."""
    with boards.present():
        for moment in range(1, 12):
            with boards.past(moment) as past:
                assert past.log.head() == moment
                assert len(open_boards) <= 4
    assert len(open_boards) == 3


def test_a_moment_that_is_looked_at_stays_open_when_others_take_its_place(
    boards: Boards, open_boards: set[int]
) -> None:
    """As where it is compared with others."""
    with boards.past(5) as first:
        for moment in range(6, 12):
            with boards.past(moment):
                pass
        assert first.log.head() == 5
        assert len(open_boards) == 4
    assert len(open_boards) == 3


def test_moments_asked_for_by_many_at_once_stay_few(boards: Boards, open_boards: set[int]) -> None:
    """One is folded after the other, and none is left open."""

    def look(first: int) -> None:
        for moment in range(first, 60, 8):
            with boards.past(moment):
                pass

    threads = [threading.Thread(target=look, args=(n,)) for n in range(1, 9)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(open_boards) == 3


def test_a_moment_of_a_board_that_was_replaced_meanwhile_is_not_kept(
    boards: Boards, sample: Path, open_boards: set[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was folded from the file before, and would be shown as the past of the new one."""
    other = Path(shutil.copy(sample, sample.with_name("other.db")))
    as_of = Board.as_of

    def replaced(board: Board, moment: int | str) -> Board:
        past = as_of(board, moment)
        if other.exists():
            other.replace(sample)
            with boards.present():  # somebody else looks, and the new file is opened
                pass
        return past

    monkeypatch.setattr(Board, "as_of", replaced)
    with boards.past(5):
        assert len(open_boards) == 1
    assert len(open_boards) == 0
    with boards.past(5) as again:
        assert again.log.head() == 5


def test_a_page_that_only_reads_writes_nothing(sample: Path) -> None:
    """Neither a view that is behind, nor an index of what was said."""
    with Board.open(sample) as board:
        board.append([NewEvent("note.taken", "notes", {"text": "nobody folded this"})])
    before = sample.read_bytes()
    with visiting(App(str(sample)), read_only=True) as visitor:
        visitor.site.warm_up()
        for path in ("/", "/lessons", "/review", "/sessions", "/search?q=npm", "/queue"):
            assert visitor.get(path).status_code == 200
    assert sample.read_bytes() == before
    log = Path(f"{sample}-wal")
    assert not log.exists() or log.stat().st_size == 0


def test_those_who_wait_to_write_leave_threads_to_who_reads(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More forms than the server has threads."""
    held, entered, answer = threading.Event(), threading.Semaphore(0), Site.answer

    def slow(site: Site, asked: page.Page, request: Request, form: Any) -> Any:
        if asked.is_change:
            entered.release()
            assert held.wait(60)
        return answer(site, asked, request, form)

    monkeypatch.setattr(Site, "answer", slow)

    async def look() -> int:
        client = AsyncClient(
            transport=ASGITransport(application(visitor.site)), timeout=20,
            base_url="http://127.0.0.1:8484", cookies=dict(visitor.client.cookies),
        )  # fmt: skip
        async with client:
            forms = [asyncio.create_task(client.post("/undo")) for _ in range(60)]
            await asyncio.to_thread(entered.acquire, timeout=60)
            try:
                found = await asyncio.wait_for(client.get("/lessons"), 20)
            finally:
                held.set()
                await asyncio.gather(*forms)
            return found.status_code

    assert asyncio.run(look()) == 200


def test_a_listener_leaves_although_the_board_is_being_opened(sample: Path) -> None:
    """Who closes a tab, and Ctrl-C, wait for no file; and nobody watches for nobody."""
    opening, may_open, was_waited_for = (threading.Event() for _ in range(3))

    @contextmanager
    def slowly() -> Iterator[Board]:
        opening.set()
        if not may_open.wait(20):
            was_waited_for.set()
        with App(str(sample)).open() as board:
            yield board

    async def look(live: Live) -> bool:
        first = asyncio.ensure_future(live.heads().__anext__())
        assert await asyncio.to_thread(opening.wait, 60)
        first.cancel()
        await asyncio.wait([first])
        live.end()
        may_open.set()
        return live.listeners == 0 and not was_waited_for.is_set()

    assert asyncio.run(look(Live(slowly)))
    assert not any(each.name == "lessonboard-live" for each in threading.enumerate())


def test_a_field_of_any_name_in_an_address_is_left_alone(visitor: Visitor) -> None:
    """Also one that is called as what our own functions call theirs."""
    for name in ("path", "self", "query", "moment", "as_of"):
        assert visitor.get(f"/lessons?{name}=x").status_code == 200


def test_a_fault_of_ours_is_answered_as_strictly_as_all(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the policy, and not kept by the browser."""

    def broken(_page: page.Page, _asked: Any) -> Any:
        raise ZeroDivisionError("<b>")

    monkeypatch.setattr(page.Page, "answered", broken)
    answer = visitor.get("/lessons")
    assert answer.status_code == 500
    assert "&lt;b&gt;; this is a fault of lessonboard" in answer.text
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert answer.headers["cache-control"] == "no-store"

"""`lessonboard web`: what it says, which port it takes, and how it ends."""

from __future__ import annotations

import signal
import socket
import time
from collections.abc import Callable
from contextlib import nullcontext
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from blackboard import Board, NewEvent
from lessonboard.bootstrap import App
from lessonboard.parts.web import cli as web
from lessonboard.parts.web.live import Live
from lessonboard.parts.web.server import NoPort, listening
from tests.command_line import Run
from tests.parts.web.conftest import Served

Serve = Callable[..., Served]


def asked(served: Served, path: str, *, cookie: str = "") -> tuple[int, str, str]:
    """The status, the cookie that is set, and the text of a page."""
    connection = HTTPConnection("127.0.0.1", served.port, timeout=30)
    connection.request("GET", path, headers={"cookie": cookie} if cookie else {})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, (answer.getheader("set-cookie") or "").split(";")[0], text


@pytest.mark.full
def test_the_link_opens_the_page(serve: Serve) -> None:
    """And nothing but the link does."""
    served = serve()
    parts = urlsplit(served.link)
    assert asked(served, "/")[0] == 403
    status, cookie, _ = asked(served, f"{parts.path}?{parts.query}")
    assert status == 200
    status, _, text = asked(served, "/", cookie=cookie)
    assert (status, "Today" in text) == (200, True)


def test_only_this_machine_is_listened_to(serve: Serve) -> None:
    """Not the addresses by which others reach it."""
    served = serve()
    other = socket.gethostbyname(socket.gethostname())
    if other.startswith("127."):
        other = "127.0.0.2"
    with pytest.raises(OSError):  # noqa: PT011 - refused or unreachable, by the system
        socket.create_connection((other, served.port), timeout=5).close()


def test_a_port_in_use_gives_way_to_the_next(serve: Serve) -> None:
    """A second page, or another program, keeps what it has."""
    first = serve()
    second = serve("--port", str(first.port))
    assert first.port < second.port < first.port + 21


def test_a_port_that_cannot_be_had_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """With what to do."""
    monkeypatch.setattr("lessonboard.parts.web.server._MOST_TRIED", 1)
    with listening(0) as taken, pytest.raises(NoPort, match="--port"):
        listening(taken.getsockname()[1])


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_at_once_also_while_somebody_looks(serve: Serve, sign: signal.Signals) -> None:
    """An open stream of news does not hold it."""
    served = serve()
    parts = urlsplit(served.link)
    _, cookie, _ = asked(served, f"{parts.path}?{parts.query}")
    stream = HTTPConnection("127.0.0.1", served.port, timeout=30)
    stream.request("GET", "/live", headers={"cookie": cookie})
    assert stream.getresponse().readline().startswith(b"retry")
    served.process.send_signal(sign)
    served.process.wait(timeout=15)
    assert "Traceback" not in served.process.communicate()[1]
    stream.close()


def test_the_browser_is_given_a_file_and_not_the_key(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Every user of the machine can read the arguments of a program."""
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    file = tmp_path / "page.html"
    web._open("http://127.0.0.1:1/?token=key", file)
    assert opened == [file.as_uri()]
    assert "key" not in opened[0]
    assert file.stat().st_mode & 0o077 == 0
    assert "url=http://127.0.0.1:1/?token=key" in file.read_text()


def test_options_that_do_not_fit_are_wrong_usage(run: Run) -> None:
    """Exit code 2, as everywhere."""
    assert run("web", "--evidence").code == 2
    assert run("web", "--port", "70000").code == 2


def test_a_board_that_cannot_be_opened_is_said_before_anything_is_served(
    run: Run, tmp_path: Path
) -> None:
    """In one line."""
    (tmp_path / "no.db").write_bytes(b"this is no board" * 100)
    done = run("--db", str(tmp_path / "no.db"), "web", "--no-browser", "--port", "0")
    assert done.code == 1
    assert done.err.startswith("lessonboard: ")
    assert "http" not in done.out


def test_nobody_waits_at_the_log_when_nobody_looks(sample: Path) -> None:
    """The thread begins with the first who looks, and is over with the last."""
    import asyncio
    import threading

    def waiting() -> bool:
        return any(each.name == "lessonboard-live" for each in threading.enumerate())

    async def look(live: Live, board: Board) -> list[int]:
        heads = live.heads()
        found = [await anext(heads)]
        assert waiting()
        board.append([NewEvent("note.taken", "notes", {"text": "news"})])
        found.append(await asyncio.wait_for(anext(heads), 10))
        await heads.aclose()  # type: ignore[attr-defined]
        return found

    with App(str(sample)).open() as board:
        live = Live(lambda: nullcontext(board))
        assert not waiting()
        before, after = asyncio.run(look(live, board))
        assert after == before + 1
        assert live.listeners == 0
        deadline = time.monotonic() + 20
        while waiting() and time.monotonic() < deadline:
            threading.Event().wait(0.05)
        assert not waiting()

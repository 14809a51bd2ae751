"""The server: a port on loopback, the link that opens the page, and running until it is stopped."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

import uvicorn

from blackboard import BoardError
from lessonboard.bootstrap import App
from lessonboard.parts.web.access import new_secrets
from lessonboard.parts.web.application import application
from lessonboard.parts.web.memory import give_back, keep_one_heap
from lessonboard.parts.web.site import Site

HOST = "127.0.0.1"
_MOST_TRIED = 20


_TICK = 1.0
"""Seconds between two looks at what is to be done beside answering; uvicorn's are 0.1."""


class _Server(uvicorn.Server):
    """Lets those who look go first when it is to end: their streams would hold it."""

    def __init__(self, config: uvicorn.Config, site: Site) -> None:
        super().__init__(config)
        self._site = site
        self._ended = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._answered = 0

    async def main_loop(self) -> None:
        """Run until a signal comes."""
        self._loop = asyncio.get_running_loop()
        while not await self.on_tick(0):
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ended.wait(), _TICK)

    async def on_tick(self, counter: int) -> bool:
        """Give back what the pages of the last second took, and see whether it is to end."""
        if self._answered != self.server_state.total_requests:
            self._answered = self.server_state.total_requests
            give_back()
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal came."""
        self._site.live.end()
        super().handle_exit(sig, frame)
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._ended.set)


class NoPort(BoardError):
    """No port could be had to serve on."""


def listening(port: int) -> socket.socket:
    """A socket on loopback: on this port, or the next one that is free; 0 takes any.

    Raises:
        NoPort: none of the next ports is free either.
    """
    last: OSError | None = None
    for wanted in range(port, port + (_MOST_TRIED if port else 1)):
        found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((HOST, wanted))
            found.listen(128)
        except (OSError, OverflowError) as error:
            found.close()
            last = error if isinstance(error, OSError) else None
        else:
            return found
    raise NoPort(
        f"could not listen on port {port} of {HOST} or the next ones ({last}); give another with "
        "--port"
    )


def serve(
    app: App, port: int, opened: Callable[[str, int], None], *, read_only: bool = False
) -> None:
    """Serve the page until a signal comes.

    Args:
        app: the board's path and the settings.
        port: the port that is wanted.
        opened: called with the link, and the port that was taken.
        read_only: whether changes are refused.

    Raises:
        NoPort: see `listening`.
        CannotOpen: the board cannot be opened; nothing is served then.
    """
    keep_one_heap()
    taken = listening(port)
    number: int = taken.getsockname()[1]
    secrets = new_secrets()
    site = Site(app, number, secrets, read_only=read_only)
    try:
        site.warm_up()
        opened(f"http://{secrets.host}:{number}/?token={secrets.token}", number)
        config = uvicorn.Config(
            application(site), log_level="warning", access_log=False, server_header=False,
            lifespan="on", timeout_graceful_shutdown=2, loop="asyncio", http="h11", ws="none",
        )  # fmt: skip
        _Server(config, site).run(sockets=[taken])
    finally:
        site.close()
        taken.close()

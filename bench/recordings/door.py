"""The door to an application: a proxy with one address for all runs, which changes its pages."""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

_PATIENCE = 10.0
_HOP = ("connection", "keep-alive", "transfer-encoding", "content-length", "content-encoding")

STRAY_PATH = "/bench-stray"
"""Where controls lead that belong to something else; whoever comes here did a wrong thing."""


@dataclass(frozen=True)
class Weather:
    """How the door changes what passes it.

    `script` runs at the end of each page, `delay` is in seconds, and with `broken` everything that
    is sent is answered with an error page.
    """

    script: str = ""
    delay: float = 0.0
    broken: bool = False


class Door(ThreadingHTTPServer):
    """A proxy in front of one application at a time."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.port: int = self.server_address[1]
        self.backend = 0
        self.weather = Weather()
        self.strays = 0
        self._open = 0
        self._changed = threading.Condition()

    def lead_to(self, port: int, weather: Weather) -> None:
        """Lead to another process from now on."""
        self.backend, self.weather, self.strays = port, weather, 0

    def wait_until_quiet(self) -> None:
        """Wait until every request that came has been answered."""
        with self._changed:
            self._changed.wait_for(lambda: self._open == 0, timeout=_PATIENCE)

    @contextmanager
    def passing(self) -> Iterator[None]:
        """Count a request while it is answered."""
        with self._changed:
            self._open += 1
        try:
            yield
        finally:
            with self._changed:
                self._open -= 1
                self._changed.notify_all()


@contextmanager
def opened() -> Iterator[Door]:
    """A door that answers until the end of the block."""
    door = Door()
    thread = threading.Thread(target=door.serve_forever, daemon=True)
    thread.start()
    try:
        yield door
    finally:
        door.shutdown()
        thread.join()
        door.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: Door

    def do_GET(self) -> None:
        """Pass a request on."""
        with self.server.passing():
            self._pass_on()

    do_POST = do_GET  # noqa: N815  # a name of the base class

    def _pass_on(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        weather, is_sent = self.server.weather, self.command != "GET"
        if weather.delay and "static" not in self.path:
            time.sleep(weather.delay)
        if self.path.startswith(STRAY_PATH):
            self.server.strays += 1
            self._answer(200, [("Content-Type", "text/html")], b"<h1>Thank you</h1>")
        elif weather.broken and is_sent:
            self._answer(500, [("Content-Type", "text/html")], b"<h1>Internal Server Error</h1>")
        else:
            self._answer(*self._backend(body))

    def _backend(self, body: bytes) -> tuple[int, list[tuple[str, str]], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.backend, timeout=_PATIENCE)
        headers = {name: value for name, value in self.headers.items()
                   if name.lower() not in ("connection", "accept-encoding")}  # fmt: skip
        try:
            connection.request(self.command, self.path, body or None, headers)
            answer = connection.getresponse()
            content = answer.read()
        except OSError as error:
            return 502, [("Content-Type", "text/plain")], str(error).encode()
        finally:
            connection.close()
        kept = [(name, value) for name, value in answer.getheaders() if name.lower() not in _HOP]
        return answer.status, kept, self._changed_page(kept, content)

    def _changed_page(self, headers: list[tuple[str, str]], content: bytes) -> bytes:
        kind = next((value for name, value in headers if name.lower() == "content-type"), "")
        if not self.server.weather.script or not kind.startswith("text/html"):
            return content
        return content + f"<script>{self.server.weather.script}</script>".encode()

    def _answer(self, status: int, headers: list[tuple[str, str]], content: bytes) -> None:
        self.send_response_only(status)
        for name, value in [
            *headers,
            ("Content-Length", str(len(content))),
            ("Connection", "close"),
        ]:
            self.send_header(name, value)
        with suppress(ConnectionError):  # the browser was closed meanwhile
            self.end_headers()
            self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: requests are not of interest."""

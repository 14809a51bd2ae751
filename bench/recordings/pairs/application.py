"""The application of a case: serves its page on loopback and lists what it asks for."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

_STATIC = {
    "/static/app.js": ("text/javascript", Path(__file__).with_name("app.js").read_bytes()),
    "/static/app.css": ("text/css", Path(__file__).with_name("app.css").read_bytes()),
    "/favicon.ico": ("image/x-icon", b""),
    "/static/x.svg": (
        "image/svg+xml",
        b'<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"/>',
    ),
}


class Application(ThreadingHTTPServer):
    """Whatever is asked for besides the page and static files is an effect, in `effects`."""

    daemon_threads = True

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.page = ""
        self.effects: list[str] = []

    def show(self, page: str) -> None:
        """Serve this page at "/" from now on, and forget what was asked for."""
        self.page, self.effects = page, []


@contextmanager
def opened(port: int = 0) -> Iterator[Application]:
    """An application that answers until the end of the block; port 0: any free one."""
    application = Application(port)
    thread = threading.Thread(target=application.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield application
    finally:
        application.shutdown()
        thread.join()
        application.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: Application

    def do_GET(self) -> None:
        """Answer with the page, or list an effect."""
        address = urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        kind, content = _STATIC.get(address.path, ("text/html; charset=utf-8", b""))
        if address.path == "/":
            content = self.server.page.encode()
        elif address.path not in _STATIC:
            self.server.effects.append(effect(address.path, f"{address.query}&{body}"))
            content = f"<title>Done</title><h1>Done</h1><p>{address.path}</p>".encode()
        self.send_response_only(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        with suppress(ConnectionError):  # the browser was closed meanwhile
            self.wfile.write(content)

    do_POST = do_GET  # noqa: N815  # a name of the base class

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: requests are not of interest."""


def effect(path: str, fields: str) -> str:
    """An effect as one text: what was asked for, and the fields that came with it.

    >>> effect("/search", "q=ada&page=")
    '/search?q=ada'
    """
    sent = urlencode(sorted(parse_qsl(fields)))
    return f"{path}?{sent}" if sent else path

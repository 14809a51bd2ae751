"""A site on this machine: the pages of `tests/parts/recordings/browser_pages`, and what was done
in them.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

PAGES = Path(__file__).resolve().parent.parent / "browser_pages"


class Site:
    """The pages, the reports of their buttons (`done`), and texts that a later version replaces."""

    def __init__(self) -> None:
        self.done: list[dict[str, str]] = []
        self.later: dict[str, str] = {}
        self.asked: list[str] = []
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self.port = self.server.server_address[1]

    def url(self, page: str) -> str:
        """The address of a page."""
        return f"http://127.0.0.1:{self.port}/{page}"

    def elsewhere(self, page: str) -> str:
        """The address of the same page under another host's name."""
        return f"http://localhost:{self.port}/{page}"


@contextmanager
def serving() -> Iterator[Site]:
    """A site that answers while the block lasts."""
    site = Site()
    with answering(site.server):
        yield site


@contextmanager
def answering(server: ThreadingHTTPServer) -> Iterator[None]:
    """A server answers while the block lasts."""
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _handler(site: Site) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            url = urlsplit(self.path)
            site.asked.append(f"{self.headers['Host']}{self.path}")
            if url.path == "/done":
                site.done.append(dict(parse_qsl(url.query, keep_blank_values=True)))
                self._answer(204, b"", "text/plain")
            elif url.path == "/redirect":
                self._answer(302, b"", "text/html", Location=site.elsewhere("search.html"))
            elif url.path == "/file.bin":
                self._answer(200, b"file", "application/octet-stream")
            elif url.path == "/cut":
                self.close_connection = True  # without an answer
            elif url.path == "/report.csv":
                attached = {"Content-Disposition": 'attachment; filename="report.csv"'}
                self._answer(200, b"name,city\nAda,Bern\n", "text/csv", **attached)
            else:
                self._page(url.path.lstrip("/"))

        def _page(self, name: str) -> None:
            file = (PAGES / name).resolve()
            if not file.is_file() or not file.is_relative_to(PAGES):
                self._answer(404, b"not here", "text/plain")
                return
            text = file.read_text()
            for old, new in site.later.items():
                text = text.replace(old, new)
            kind = "javascript" if file.suffix == ".js" else "html"
            self._answer(200, text.encode(), f"text/{kind}; charset=utf-8")

        def _answer(self, code: int, body: bytes, kind: str, **headers: str) -> None:
            self.send_response(code)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_said: Any) -> None:
            """Nothing is printed."""

    return Handler

"""Serves the pages on loopback: one address for every seed, and a note of how an episode ended."""

from __future__ import annotations

import mimetypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from pathlib import Path
from urllib.parse import urlsplit
from zipfile import ZipFile

_INSIDE = "miniwob/html"
_SCRIPT = resources.files(__package__).joinpath("episode.js").read_text()


class Episodes(ThreadingHTTPServer):
    """The pages, each of which starts one episode at the seed that was set last."""

    daemon_threads = True

    def __init__(self, wheel: Path) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self._wheel = ZipFile(wheel)
        self.seed = 0
        self.reward: float | None = None

    def begin(self, seed: int) -> None:
        """Let the pages begin at a seed from now on; no episode has ended."""
        self.seed, self.reward = seed, None

    def url(self, page: str) -> str:
        """The address of a page."""
        return f"http://127.0.0.1:{self.server_address[1]}/miniwob/{page}.html"

    def file(self, path: str) -> bytes | None:
        """A file as it is served; None where there is none."""
        try:
            content = self._wheel.read(_INSIDE + path)
        except KeyError:
            return None
        if not path.endswith(".html"):
            return content
        script = _SCRIPT.replace("SEED", str(self.seed))
        return content.replace(b"</body>", f"<script>{script}</script></body>".encode())


@contextmanager
def served(wheel: Path) -> Iterator[Episodes]:
    """Serve the pages of a wheel until the end of the block."""
    server = Episodes(wheel)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: Episodes

    def do_GET(self) -> None:
        """Answer with a file."""
        path = urlsplit(self.path).path
        content = self.server.file(path)
        kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
        self._answer(404 if content is None else 200, kind, content or b"")

    def do_POST(self) -> None:
        """Note the reward in the query, for the first episode that ends."""
        if self.server.reward is None:
            self.server.reward = float(urlsplit(self.path).query)
        self._answer(204, "text/plain", b"")

    def _answer(self, status: int, kind: str, content: bytes) -> None:
        charset = "; charset=utf-8" if kind.startswith(("text/", "application/j")) else ""
        self.send_response_only(status)
        self.send_header("Content-Type", kind + charset)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Connection", "close")
        if not kind.startswith("text/html"):
            self.send_header("Cache-Control", "max-age=3600")
        with suppress(ConnectionError):  # the browser was closed meanwhile
            self.end_headers()
            self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: requests are not of interest."""

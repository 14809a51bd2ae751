"""A hub behind HTTPS on loopback, for the real `gh`; the certificate is made for the test."""

from __future__ import annotations

import json
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, cast
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

import trustme

from tests.parts.automation.forge.hub import TOKEN, Dropped, Hub, Reply

_PREFIX = "/api/v3"  # where `gh` looks on every host but github.com


@contextmanager
def served(hub: Hub, folder: Path) -> Iterator[dict[str, str]]:
    """Serve the fake GitHub, and return the environment that connects `gh` to it alone."""
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    authority.cert_pem.write_to_path(str(folder / "authority.pem"))
    with _Server(hub, context) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield _environment(server.server_address[1], folder)
        finally:
            server.shutdown()
            thread.join()


def _environment(port: int, folder: Path) -> dict[str, str]:
    return {
        "GH_HOST": f"127.0.0.1:{port}",
        "GH_ENTERPRISE_TOKEN": TOKEN,
        "SSL_CERT_FILE": str(folder / "authority.pem"),
        "GH_CONFIG_DIR": str(folder / "gh"),
    }


class _Server(ThreadingHTTPServer):
    # The threads are waited for, so that none outlives its test.
    daemon_threads = False

    def __init__(self, hub: Hub, context: ssl.SSLContext) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.hub = hub
        self.socket = context.wrap_socket(
            self.socket, server_side=True, do_handshake_on_connect=False
        )

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that hang up."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.0"

    def _serve(self) -> None:
        address = urlsplit(self.path)
        query = dict(parse_qsl(address.query, keep_blank_values=True))
        path = unquote(address.path).removeprefix(_PREFIX)
        text = self._text()
        key = (self.headers.get("Authorization") or "").removeprefix("token ")
        hub = cast(_Server, self.server).hub
        try:
            body = json.loads(text) if text else None
            reply = hub.serve(self.command, path, query, body, key)
        except Dropped:
            return
        self._write(reply, address.path, query)

    do_GET = do_POST = do_PATCH = _serve  # noqa: N815 - the names are the standard library's

    def _text(self) -> bytes:
        """The body; `gh` sends what it reads from its input in chunks."""
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        chunks = []
        while size := int(self.rfile.readline(), 16):
            chunks.append(self.rfile.read(size))
            self.rfile.readline()
        return b"".join(chunks)

    def _write(self, reply: Reply, path: str, query: dict[str, str]) -> None:
        is_page = isinstance(reply.data, str)  # of a proxy, in the place of an answer
        data = (reply.data if is_page else json.dumps(reply.data)).encode()
        self.send_response(reply.status)
        self.send_header("Content-Type", "text/html" if is_page else "application/json")
        self.send_header("Content-Length", str(len(data)))
        page = int(query.get("page", "1"))
        if page < reply.pages:
            further = urlencode({**query, "page": str(page + 1)})
            host = self.headers["Host"]
            self.send_header("Link", f'<https://{host}{path}?{further}>; rel="next"')
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is logged."""

"""A call list in plain JavaScript: one page that draws everything, with a JSON interface."""

from __future__ import annotations

import json
import sqlite3
import sys
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

_LOGIN = """<!doctype html><title>Log in</title><h1>Log in</h1>
<form><label>Password <input type=password></label><button>Log in</button></form>"""


class _Handler(BaseHTTPRequestHandler):
    database: str
    settings: dict[str, Any]

    def do_GET(self) -> None:
        """The page, or the customers as JSON."""
        if self.path.startswith("/api/"):
            rows = self._execute("SELECT id, name, email, city, status FROM customer ORDER BY id")
            keys = ("id", "name", "email", "city", "status")
            self._answer(json.dumps([dict(zip(keys, row, strict=True)) for row in rows]), "json")
        elif self.settings.get("login"):
            self._answer(_LOGIN, "html")
        else:
            page = Path(__file__).with_name("call_list.html").read_text()
            self._answer(page.replace("SETTINGS", json.dumps(self.settings)), "html")

    def do_POST(self) -> None:
        """A change to the customers."""
        wish = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        try:
            self._change(wish)
        except sqlite3.IntegrityError:
            self._answer(json.dumps({"error": "This e-mail is taken."}), "json", 409)
        else:
            self._answer("{}", "json")

    def _change(self, wish: dict[str, Any]) -> None:
        match wish["do"]:
            case "add":
                sql = "INSERT INTO customer (name, email, city) VALUES (:name, :email, :city)"
            case "status":
                sql = "UPDATE customer SET status = :status WHERE id = :id"
            case _:
                sql = "DELETE FROM customer WHERE id = :id"
        self._execute(sql, wish)

    def _execute(self, sql: str, values: dict[str, Any] | None = None) -> list[Any]:
        with closing(sqlite3.connect(self.database)) as connection, connection:
            return connection.execute(sql, values or {}).fetchall()

    def _answer(self, body: str, kind: str, status: int = 200) -> None:
        self.send_response(status)
        types = {"html": "text/html; charset=utf-8", "json": "application/json"}
        self.send_header("Content-Type", types[kind])
        self.send_header("Content-Length", str(len(body.encode())))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: requests are not of interest."""


if __name__ == "__main__":
    _Handler.database, _Handler.settings = sys.argv[1], json.loads(sys.argv[3])
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2])), _Handler).serve_forever()

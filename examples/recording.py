"""A task in a browser is recorded once and run again with other values, without a screen.

A page on this machine is filled in by a program, in place of a person; everything else is what the
commands do: record, import, reflect by rules, show the plan, run it with other values. It needs a
Chromium, and says so where there is none.

    python -m examples.recording
"""

from __future__ import annotations

import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from blackboard.errors import BoardError
from scheduler.browser.record_task import Wanted, record

if TYPE_CHECKING:
    from playwright.async_api import Page

_PAGE = """<!doctype html><title>Order</title><h1>What do you want?</h1>
<label>Your name <input name="who"></label>
<label>Kind <input name="kind"></label>
<button onclick="const [who, kind] = document.querySelectorAll('input');
  document.querySelector('h1').textContent = kind.value + ' for ' + who.value">Order</button>"""


class _Shop(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        """The one page."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(_PAGE.encode())

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: who calls is known."""


def main() -> int:
    """Walk the whole way; 0 when the rerun went well."""
    with tempfile.TemporaryDirectory() as name, _shop() as url:
        folder = Path(name)
        wanted = Wanted(url, "Order coffee", into=folder / "recordings", headless=True)
        try:
            recorded = record(wanted, _order)
        except BoardError as error:
            print(f"No recording: {error}", file=sys.stderr)
            return 1
        print(f"Recorded {recorded.actions} actions in {recorded.seconds:.1f} s\n")
        session = recorded.session_id
        _run(folder, "recording", "import", f"recordings/{session}")
        _run(folder, "reflect", "--session", session, "--no-model")
        given = ["--param", "your_name=Grace", "--param", "kind=Filter coffee"]
        _run(folder, "recording", "run", session, *given, "--dry-run")
        return _run(folder, "recording", "run", session, *given, "--headless")


async def _order(page: Page) -> None:
    """What a person would do."""
    await page.get_by_label("Your name").fill("Ada")
    await page.get_by_label("Kind").fill("Espresso")
    await page.get_by_role("button", name="Order").click()


def _run(folder: Path, *words: str) -> int:
    """A command, shown as it is typed."""
    print(f"$ lessonboard {shlex.join(words)}", flush=True)
    start = "from lessonboard.start import main; main()"
    command = [sys.executable, "-c", start, "--db", str(folder / "board.db"), *words]
    code = subprocess.run(command, cwd=folder, check=False).returncode
    print(flush=True)
    return code


@contextmanager
def _shop() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Shop)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


if __name__ == "__main__":
    sys.exit(main())

"""A task in a browser is recorded once and run again for another row, without a screen.

A page on this machine is used by a program, in place of a person; everything else is what the
commands do: record, import, reflect by rules, rehearse, run for the same row after others came and
the order changed, run for another row, and run once more when the row is gone. It needs a Chromium,
and says so where there is none.

    python -m examples.recording [FOLDER]

What it makes lies in FOLDER afterwards, or nowhere.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
import tempfile
from html import escape
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from blackboard.errors import BoardError
from examples.served import served
from lessonboard.parts.recordings.browser.record_task import Wanted, record

if TYPE_CHECKING:
    from playwright.async_api import Page

_ROW = """<tr><td>{name}<td>{mail}<td><form method="post">
  <input type="hidden" name="mail" value="{mail}"><button>Delete</button></form>"""
_PAGE = """<!doctype html><title>Customers</title>
<style>body {{ font: 16px sans-serif; margin: 3rem }} td, th {{ padding: .5rem 2rem .5rem 0;
text-align: left }}</style>
<h1>Customers</h1><p role="status">{said}</p>
<form><label>Search <input type="search" name="q" value="{asked}"></label></form>
<table><tr><th>Name<th>Mail<th></tr>{rows}</table>"""


class _Shop(BaseHTTPRequestHandler):
    """A table of customers, each with a button that deletes it."""

    customers: list[tuple[str, str]]
    said = ""

    def do_GET(self) -> None:
        """The table, and what was done last."""
        asked = parse_qs(urlsplit(self.path).query).get("q", [""])[-1]
        rows = "".join(_ROW.format(name=escape(name), mail=mail) for name, mail in self.customers
                       if asked.lower() in name.lower())  # fmt: skip
        body = _PAGE.format(said=escape(_Shop.said), asked=escape(asked), rows=rows).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        """Delete one, and show the table again."""
        length = int(self.headers["Content-Length"])
        [mail] = parse_qs(self.rfile.read(length).decode())["mail"]
        [name] = [name for name, known in self.customers if known == mail]
        _Shop.customers = [each for each in self.customers if each[1] != mail]
        _Shop.said = f"{name} was deleted."
        self.send_response(303)
        self.send_header("Location", "/")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: who calls is known."""


_BOB = ("--param", "search=Bob")
ADA, BOB, EVE = ("Ada", "ada@x.example"), ("Bob", "bob@x.example"), ("Eve", "eve@x.example")


def _now(*customers: tuple[str, str]) -> None:
    """Let the shop have these customers."""
    _Shop.customers, _Shop.said = list(customers), ""
    print(f"# The shop has {', '.join(name for name, _ in customers)}.")


def main(kept: Path | None = None) -> int:
    """Walk the whole way; 0 when each run did what it should."""
    with tempfile.TemporaryDirectory() as name, served(_Shop) as url:
        folder = kept or Path(name)
        _Shop.customers = [ADA, BOB, EVE]
        wanted = Wanted(url, "Delete a customer", into=folder / "recordings", headless=True)
        try:
            recorded = record(wanted, _delete_bob)
        except BoardError as error:
            print(f"No recording: {error}", file=sys.stderr)
            return 1
        print("# The shop had Ada, Bob, Eve.")
        print(f"Recorded {recorded.actions} actions in {recorded.seconds:.1f} s: Bob is deleted\n")
        session = recorded.session_id
        _run(folder, "recording", "import", f"recordings/{session}")
        _run(folder, "session", "reflect", "--session", session, "--no-model")
        run = ("recording", "run", session, "--headless", "--timeout", "5")
        _now(EVE, ("Zoe", "zoe@x.example"), BOB, ADA)
        codes = [_run(folder, *run, *_BOB, "--rehearse"), _run(folder, *run, *_BOB)]
        codes.append(_run(folder, *run, "--param", "search=Eve"))
        left = [name for name, _ in _Shop.customers]
        print(f"# The shop has {', '.join(left)}. Bob is gone, so the next run stops:")
        codes.append(_run(folder, *run, *_BOB))
        print(f"# The shop has {', '.join(name for name, _ in _Shop.customers)}.")
        unchanged = [name for name, _ in _Shop.customers] == left == ["Zoe", "Ada"]
        return 0 if codes == [0, 0, 0, 1] and unchanged else 1


async def _delete_bob(page: Page) -> None:
    """What a person would do."""
    search = page.get_by_label("Search")
    await search.fill("Bob")
    await search.press("Enter")
    await page.get_by_role("row", name="Bob").get_by_role("button", name="Delete").click()


def _run(folder: Path, *words: str) -> int:
    """A command, shown as it is typed."""
    print(f"$ lessonboard {shlex.join(words)}", flush=True)
    start = "from lessonboard.start import main; main()"
    command = [sys.executable, "-c", start, "--db", str(folder / "board.db"), *words]
    code = subprocess.run(command, cwd=folder, check=False, stderr=subprocess.STDOUT).returncode
    print(flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else None))

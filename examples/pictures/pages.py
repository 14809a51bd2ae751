"""Pictures of `lessonboard web`: a browser opens its pages on boards that were lived through.

They are drawn by `./run pictures` where Chromium is; a machine draws letters in its own way, so
that no test compares them point by point.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from blackboard import BoardError
from examples.pictures import sample_board, shown_in_time

_ROOT = Path(__file__).parents[2]
_WIDTH, _HEIGHT = 1280, 860


Make = Callable[[Path, Path, int], None]
"""Makes a board at a path, with a home folder, that ends at a time in microseconds."""


class Shot(NamedTuple):
    """A picture: its file, the page, and the board that it shows."""

    name: str
    path: str
    make: Make


SHOTS = (
    Shot("page-review.png", "/review", sample_board.make),
    Shot("page-session.png", f"/sessions/{shown_in_time.SESSION}", shown_in_time.make),
)


def shots(now: int) -> Iterator[tuple[str, bytes]]:
    """The name of each picture's file, and the picture; nothing where there is no browser.

    Args:
        now: the time in seconds since 1970 at which the board is looked at.
    """
    from lessonboard.parts.recordings.browser.chromium import check_library, executable

    try:
        check_library()
    except BoardError:
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        program = executable(playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for shot in SHOTS:
            with served(now, shot.make) as link:
                page = browser.new_page(viewport={"width": _WIDTH, "height": _HEIGHT})
                page.goto(link)
                page.wait_for_url(link.partition("?")[0])
                page.goto(link.partition("/?")[0] + shot.path)
                page.wait_for_load_state("load" if "sessions" in shot.path else "networkidle")
                yield shot.name, page.screenshot()
                page.close()
        browser.close()


def let_scripts_decide(home: Path) -> None:
    """Allow the page, on which a person decides, to be served without a terminal."""
    file = home / "config" / "lessonboard" / "config.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("[decide]\nscripts = true\n")


@contextmanager
def served(now: int, make: Make) -> Iterator[str]:
    """The link of a page that shows a board, by a clock that stands still."""
    with tempfile.TemporaryDirectory() as folder:
        board, home = Path(folder) / "board.db", Path(folder)
        make(board, home, now * 1_000_000)
        let_scripts_decide(home)
        process = subprocess.Popen(
            [sys.executable, "-m", "examples.pictures.clock", str(now), "--db", str(board), "web",
             "--json", "--no-browser", "--port", "0"],
            env={"HOME": folder, "XDG_CONFIG_HOME": f"{folder}/config",
                 "PATH": os.environ["PATH"], "PYTHONPATH": str(_ROOT)},
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            assert process.stdout is not None
            lines = "".join(process.stdout.readline() for _ in range(4))
            if not lines:
                raise BoardError("`lessonboard web` ended before it printed its link; see above")
            yield json.loads(lines)["url"]
        finally:
            process.terminate()
            process.communicate()

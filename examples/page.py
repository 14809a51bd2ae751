"""The page on the sample board, to try it out: nothing of yours is read or changed.

python -m examples.page [OPTION...]
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
import webbrowser
from collections.abc import Sequence
from pathlib import Path

from examples.pictures.sample_board import make

COMMAND = [sys.executable, "-c", "from lessonboard.start import main; main()"]


def main(options: Sequence[str]) -> int:
    """Make the board in a temporary folder, and serve it until Ctrl-C."""
    with tempfile.TemporaryDirectory(prefix="lessonboard-page-") as name:
        folder = Path(name)
        make(folder / "board.db", folder, time.time_ns() // 1000)
        _let_it_serve(folder)
        command = [*COMMAND, "--db", str(folder / "board.db"), "web", "--no-browser", *options]
        process = subprocess.Popen(command, env=_at_home(folder), stdout=subprocess.PIPE, text=True)
        try:
            _follow(process, opens="--no-browser" not in options)
        except KeyboardInterrupt:
            process.terminate()
            process.wait()
            return 0
        return process.wait()


def _let_it_serve(home: Path) -> None:
    """Say in this home's settings that the page may be served to a script, such as a test."""
    settings = home / ".config" / "lessonboard" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("[decide]\nscripts = true\n")


def _at_home(folder: Path) -> dict[str, str]:
    """The environment of somebody else, whose home this is: the page looks into a home."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("LESSONBOARD_", "XDG_", "CLAUDE_", "CODEX_"))}  # fmt: skip
    return {**kept, "HOME": str(folder), "PYTHONPATH": str(Path(__file__).parents[1])}


def _follow(process: subprocess.Popen[str], *, opens: bool) -> None:
    """Print what the program says, and open its link in the browser of who started this."""
    for line in process.stdout or ():
        print(line, end="", flush=True)
        found = re.search(r"http://[\w.]+:\d+/\?token=[\w-]+", line)
        if opens and found:
            webbrowser.open(found[0])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

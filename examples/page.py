"""The page on the sample board, to try it out: nothing of yours is read or changed.

python -m examples.page [OPTION...]
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from examples.pictures.sample_board import make

COMMAND = [sys.executable, "-c", "from lessonboard.start import main; main()"]


def main(options: Sequence[str]) -> int:
    """Make the board in a temporary folder, and serve it until Ctrl-C."""
    with tempfile.TemporaryDirectory(prefix="lessonboard-page-") as name:
        folder = Path(name)
        make(folder / "board.db", folder, time.time_ns() // 1000)
        with suppress(KeyboardInterrupt):
            return subprocess.call([*COMMAND, "--db", str(folder / "board.db"), "web", *options])
        return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Starting the hook server of a board (`lessonboard/hooks/server.py`), which hooks load last."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_START = (
    "import sys; sys.path.insert(0, {packages!a}); "
    "from lessonboard.hooks.server import main; main({board!a}, {settings!r})"
)
_KEPT = ("HOME", "LANG", "PATH", "TMPDIR")
_KEPT_BEGIN = ("DYLD_", "LC_", "LD_")


def start_server(board: str, settings: Mapping[str, object]) -> None:
    """Start the server of a board, apart from this process; one that runs already stays.

    It is given no variable that might hold a secret: each event brings its own.

    Raises:
        OSError: it could not be started.
    """
    packages = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    program = _START.format(packages=packages, board=board, settings=dict(settings))
    nowhere = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in (0, 1, 2)]
    kept = {name: value for name, value in os.environ.items()
            if name in _KEPT or name.startswith(_KEPT_BEGIN)}  # fmt: skip
    command = [sys.executable, "-IS", "-c", program]
    os.posix_spawn(command[0], command, kept, file_actions=nowhere, setsid=True)

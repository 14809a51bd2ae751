"""Writing the bundle: the code of all modules that a hook loads, in one file beside the launcher.

It holds code that agents run, so only a file of this user that nobody else may write is used.
What stands in it is `marshal` of Python's version, the code of `hooks/bundle.py`, and for each
module a `hooks.bundle.Kept`.
"""

from __future__ import annotations

import ast
import json
import marshal
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import lessonboard
from blackboard import Board, BoardError
from lessonboard.hooks import bundle
from lessonboard.hooks.bundle import Kept, is_fresh
from lessonboard.install import files
from lessonboard.install.launcher import NAME

_PATIENCE = 30.0
_LOADED_BY = """\
import os, sys
before, leave = set(sys.modules), os._exit
def tell(code):
    loaded = [(name, sys.modules[name]) for name in sys.modules if name not in before]
    files = {name: module.__file__ for name, module in loaded if hasattr(module, "__file__")}
    print(ascii(files), file=sys.stderr, flush=True)
    leave(code)
os._exit = tell
sys.path.insert(0, sys.argv[1])
from lessonboard.hooks import hook
hook.CAPTURE_SECONDS = hook.INJECTION_SECONDS = 60.0
hook.main(sys.argv[2], background=sys.argv[3] == "SessionStart")
"""
"""A hook that tells on its standard error which modules it had loaded when it left."""

_EVENTS = ("SessionStart", "UserPromptSubmit", "PreToolUse", "Stop", "SessionEnd")
_TOLD = {
    "session_id": "bundle",
    "transcript_path": "/nowhere/session.jsonl",
    "prompt": "Which modules does this need?",
    "tool_name": "Bash",
    "tool_input": {"command": "make"},
}

_SECRET = {"transcript_path": "", "prompt": "The password is: none"}
"""What has an anchor of redaction in it, and is written down for want of a transcript."""


def place(launcher: Path) -> Path:
    """Where the launcher looks for its bundle."""
    return launcher.with_suffix(".bundle")


def refresh(data: Path, name: str = NAME) -> bool:
    """See to it that the launcher in a data folder has a bundle that fits; whether it has.

    Without one the hooks are slower and nothing else, so there is nothing to fail for.
    """
    launcher = data / name
    if not launcher.is_file():
        return False
    if not _fits(place(launcher)):
        try:
            _write(place(launcher))
        except (BoardError, OSError, subprocess.SubprocessError, ValueError, SyntaxError):
            return False
    return True


def _fits(path: Path) -> bool:
    """Whether a bundle is for this Python and package, and of the sources as they are now."""
    try:
        if not _is_private(path):
            return False
        python, _, modules = marshal.loads(path.read_bytes())  # noqa: S302  # our own
    except (OSError, ValueError, EOFError, TypeError):
        return False
    own = modules.get(bundle.__name__, ("",))[0]
    return (python, own) == (sys.version, bundle.__file__) and all(map(is_fresh, modules.values()))


def _is_private(path: Path) -> bool:
    told = path.stat()
    return os.name == "nt" or (told.st_uid == os.geteuid() and not told.st_mode & 0o022)


def _write(path: Path) -> None:
    modules = {name: _kept(file) for name, file in _loaded().items()}
    finder = modules[bundle.__name__] = _kept(bundle.__file__)
    path.unlink(missing_ok=True)  # its owner and mode go with it
    files.write(path, None, marshal.dumps((sys.version, finder[-1], modules)))


def _kept(file: str) -> Kept:
    """What is kept of a module; looked at before it is read, so that no change is missed."""
    told = Path(file).stat()
    code = b""
    if file.endswith(".py"):
        source = Path(file).read_bytes()
        code = marshal.dumps(compile(source, file, "exec", dont_inherit=True, optimize=0))
    return file, told.st_mtime_ns, told.st_size, code


def _loaded() -> dict[str, str]:
    """The files of all modules that hooks load, found out by running some on an empty board."""
    found: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        board = Path(folder) / "board.db"
        with Board.open(board) as opened:
            opened.catch_up()
        for event in _EVENTS:
            told = {**_TOLD, "hook_event_name": event, "cwd": folder}
            found |= _loaded_at(event, board, json.dumps(told))
        secret = {**_TOLD, **_SECRET, "hook_event_name": "UserPromptSubmit", "cwd": folder}
        found |= _loaded_at("UserPromptSubmit", board, json.dumps(secret))
    return found


def _loaded_at(event: str, board: Path, told: str) -> dict[str, str]:
    packages = str(Path(lessonboard.__file__).parent.parent)
    done = subprocess.run(
        [sys.executable, "-IS", "-c", _LOADED_BY, packages, str(board), event],
        env={name: value for name, value in os.environ.items() if name != "LESSONBOARD_CHILD"},
        input=told.encode(),
        capture_output=True,
        timeout=_PATIENCE,
        check=True,
    )
    loaded: dict[str, str | None] = ast.literal_eval(done.stderr.decode())
    return {name: file for name, file in loaded.items() if file and Path(file).is_file()}

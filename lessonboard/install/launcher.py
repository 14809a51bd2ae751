"""The file that agents run as their hook, and the command lines that they are given.

The command line stays the same from version to version, for Codex trusts it by its hash; what
may change (where the package is, which board) stands in the file.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import lessonboard
from lessonboard.hooks import failures

NAME = "hook.py"
_ISOLATED = "-IS"
_OURS = re.compile(r"[/\\]lessonboard[/\\]+hook\.py\b")
_STUB = (
    "import sys,os;a=sys.argv;a.pop(0);sys.excepthook=lambda*e:os._exit(0);"
    "os.access(a[0],4)and exec(open(a[0]).read())"
)
"""Runs the launcher if it can be read (4 is `os.R_OK`), and is content if it cannot.

A launcher that is torn or no Python ends silently with 0; `doctor` looks at the file itself.
Without quotes, dollars, percent signs and line ends it comes through every shell unchanged.
"""
_TEXT = """\
# Written by `lessonboard init`, removed by `lessonboard uninstall`: what coding agents run.
# Whatever goes wrong here must not disturb the agent.
import gc
import sys

gc.disable()  # it ends long before garbage matters
try:
    sys.path.insert(0, {packages!a})
    from lessonboard.hooks.hook import main

    main(board={board!a}, background={background!r}, limit={limit!r}, budget={budget!r},
         config={config!a})
except BaseException as error:
    try:  # what would tell `doctor` may be what is broken
        import json
        import os
        import time

        errors = {errors!a}
        known = isinstance(error, (ImportError, SyntaxError))  # others may quote what was told
        text = f"the hook cannot be loaded: {{error if known else type(error).__name__}}"[:500]
        note = dict(at=time.time_ns() // 1000, agent=sys.argv[-1], event="", error=text, ms=0)
        if os.path.exists(errors) and os.stat(errors).st_size > {most_bytes}:
            os.replace(errors, errors + ".1")
        file = os.open(errors, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
        os.write(file, (json.dumps(note) + chr(10)).encode())
    except BaseException:
        pass
"""


def hook_command(agent: str, launcher: Path) -> list[str]:
    """What an agent runs: this environment's Python, isolated, and the launcher.

    For a script that is not there Python ends with the code 2, which tells agents to forbid
    what they were about to do. So the launcher is run by a line that looks whether it is there.
    """
    return [sys.executable, _ISOLATED, "-c", _STUB, str(launcher), agent]


def server_command(board: Path | None) -> list[str]:
    """What starts the MCP server; a board is named only when it was chosen."""
    script = Path(sys.executable).with_name("lessonboard.exe" if os.name == "nt" else "lessonboard")
    found = str(script) if script.is_file() else shutil.which("lessonboard")
    direct = [sys.executable, "-c", "from lessonboard.cli.main import main; main()"]
    chosen = ["--db", str(board)] if board else []
    return [*([found] if found else direct), *chosen, "mcp"]


def shell_line(command: list[str]) -> str:
    """A command as one line for the platform's shell."""
    return subprocess.list2cmdline(command) if os.name == "nt" else shlex.join(command)


def launcher_text(
    board: Path,
    *,
    background: bool = True,
    limit: int = 5,
    budget: int = 1500,
    config: str = "",
) -> str:
    """The launcher's content.

    Args:
        board: the board's file.
        background: whether hooks may start work that outlives them.
        limit: the most lessons at once.
        budget: the most tokens at once.
        config: the user's settings, which hooks look at each time for what is left out.
    """
    return _TEXT.format(
        packages=str(Path(lessonboard.__file__).parent.parent),
        errors=failures.failures_path(str(board)),
        most_bytes=failures.MOST_BYTES,
        board=str(board),
        background=background,
        limit=limit,
        budget=budget,
        config=config,
    )


def runs_launcher(handler: object) -> bool:
    """Whether a hook's entry runs a launcher of ours, of this version or an older one."""
    if not isinstance(handler, dict):
        return False
    arguments = handler.get("args")
    parts = [handler.get("command"), *(arguments if isinstance(arguments, list) else [])]
    line = " ".join(part for part in parts if isinstance(part, str))
    return _ISOLATED in line and _OURS.search(line) is not None


def is_our_server(entry: object) -> bool:
    """Whether an MCP server's entry starts ours, as `server_command` says."""
    arguments = entry.get("args") if isinstance(entry, dict) else None
    return isinstance(arguments, list) and arguments[-1:] == ["mcp"]

"""The file that agents run as their hook, and the command lines that they are given.

People read the line before they trust it, so it names a program and a file that says what it is.
It stays the same from version to version, for Codex trusts it by its hash; what may change (where
the package is, which board) is in the file.
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
from blackboard.delivery.limits import MIN_CONFIDENCE
from lessonboard.hooks import failures

NAME = "lessonboard-hook"
OLD_NAME = "hook.py"
"""What the first versions called it."""

_ISOLATED = "-IS"
_OLD = re.compile(r"[/\\]lessonboard[/\\]+hook\.py\b")
_OURS = re.compile(r"""(?:^|[/\\\s"'])lessonboard-hook["']?\s+\w+""")
_WHATEVER_HAPPENS = " || :"
"""Where the program or the file is gone, agents would show an error at each call, or refuse the
call: Python ends with the code 2 for a script that is not there, which means to forbid it."""

_STUB = (
    "import sys,os;a=sys.argv;a.pop(0);sys.excepthook=lambda*e:os._exit(0);"
    "os.access(a[0],4)and exec(open(a[0]).read())"
)
"""Windows: runs the launcher if it can be read (4 is `os.R_OK`), and is content if it cannot.

Its shells have no common form of `|| :`. Without quotes, dollars,
percent signs and line ends this comes through each of them unchanged.
"""
_TEXT = """\
# Written by `lessonboard init`, removed by `lessonboard uninstall`: what coding agents run.
# It notes what happens in a session, and shows the agent what was learnt in earlier ones: on this
# machine alone, without a network. `lessonboard doctor` says how it is,
# `lessonboard off --project .` stops it in a folder.
# Whatever goes wrong here must not disturb the agent.
import gc
import sys

gc.disable()  # it ends long before garbage matters
try:
    sys.path.insert(0, {packages!a})
    from lessonboard.hooks.client import main

    main(board={board!a}, background={background!r}, limit={limit!r}, budget={budget!r},
         config={config!a}, receipt={receipt!r}, min_confidence={min_confidence!r},
         holdout={holdout!r})
except BaseException as error:
    try:  # what reports to `doctor` may be what is broken
        import json
        import os
        import time

        errors = {errors!a}
        known = isinstance(error, (ImportError, SyntaxError))  # others may quote the event
        text = f"the hook cannot be loaded: {{error if known else type(error).__name__}}"[:500]
        note = dict(at=time.time_ns() // 1000, agent=sys.argv[-1], event="", error=text, ms=0)
        if os.path.exists(errors) and os.stat(errors).st_size > {most_bytes}:
            os.replace(errors, errors + ".1")
        file = os.open(errors, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
        os.write(file, (json.dumps(note) + chr(10)).encode())
    except BaseException:
        pass
"""


def hook_words(agent: str, launcher: Path) -> list[str]:
    """Return what an agent runs: this environment's Python, isolated, and the launcher."""
    stub = ["-c", _STUB] if os.name == "nt" else []
    return [sys.executable, _ISOLATED, *stub, str(launcher), agent]


def hook_line(agent: str, launcher: Path) -> str:
    """Return the same for the shell that an agent runs it in."""
    return line(hook_words(agent, launcher))


def line(words: list[str]) -> str:
    """Words of a hook as a line for a shell, which never fails."""
    text = _line(words)
    return text if os.name == "nt" else text + _WHATEVER_HAPPENS


def _line(words: list[str]) -> str:
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def shared_words(agent: str) -> list[str]:
    """Return what is run in files that others have too, who may not have the program."""
    return [NAME, agent]


def shared_line(agent: str) -> str:
    """Return the same for a shell."""
    return f"{shlex.join(shared_words(agent))}{_WHATEVER_HAPPENS}"


def server_command(board: Path | None) -> list[str]:
    """Return what starts the MCP server; a board is named only when it was chosen."""
    script = Path(sys.executable).with_name("lessonboard.exe" if os.name == "nt" else "lessonboard")
    found = str(script) if script.is_file() else shutil.which("lessonboard")
    direct = [sys.executable, "-P", "-c", "from lessonboard.start import main; main()"]
    chosen = ["--db", str(board)] if board else []
    return [*([found] if found else direct), *chosen, "mcp"]


def status_line_command(board: Path | None) -> str:
    """Return the line for a shell that prints the status line."""
    return _line([*server_command(board)[:-1], "status-line"])


def launcher_text(
    board: Path,
    *,
    background: bool = True,
    limit: int = 5,
    budget: int = 1500,
    config: str = "",
    receipt: bool = True,
    min_confidence: float = MIN_CONFIDENCE,
    holdout: bool = True,
) -> str:
    """Return the launcher's content.

    Args:
        board: the board's file.
        background: whether hooks may start work that outlives them.
        limit: the most lessons per answer.
        budget: the most tokens per answer.
        config: the user's settings, which hooks look at each time for what is left out.
        receipt: whether the person sees a line when something was shown.
        min_confidence: how sure an insight must be to be shown.
        holdout: whether a lesson may be held back, to measure its effect.
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
        receipt=receipt,
        min_confidence=min_confidence,
        holdout=holdout,
    )


def runs_launcher(handler: object) -> bool:
    """Return whether a hook's entry runs our launcher, of this version or an older one."""
    if not isinstance(handler, dict):
        return False
    arguments = handler.get("args")
    parts = [handler.get("command"), *(arguments if isinstance(arguments, list) else [])]
    line = " ".join(part for part in parts if isinstance(part, str))
    is_old = _ISOLATED in line and _OLD.search(line) is not None
    return is_old or _OURS.search(line) is not None


def is_our_server(entry: object) -> bool:
    """Return whether an MCP server's entry starts ours, as `server_command` says."""
    if not isinstance(entry, dict):
        return False
    command, arguments = entry.get("command"), entry.get("args", [])
    whole = command if isinstance(command, list) else [command, *arguments]
    return _runs([str(each) for each in whole], "mcp")


def is_our_status_line(entry: object) -> bool:
    """Return whether a status line is as `init` writes it.

    A status line that names no path is the person's own.
    """
    line = entry.get("command") if isinstance(entry, dict) else None
    if not isinstance(line, str):
        return False
    try:
        words = [word.strip('"') for word in shlex.split(line, posix=os.name != "nt")]
    except ValueError:
        return False  # a quotation that does not end
    return len(words) > 1 and Path(words[0]).is_absolute() and _runs(words, "status-line")


def _runs(words: list[str], command: str) -> bool:
    program = re.split(r"[/\\]", words[0])[-1].removesuffix(".exe")
    is_direct = words[1:2] == ["-c"] and "lessonboard.cli.main" in "".join(words[2:3])
    return words[-1:] == [command] and (program == "lessonboard" or is_direct)

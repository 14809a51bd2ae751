"""The `lessonboard` command for tests: a process for each call, forked from one that imported it.

To start Python and import the product is most of what a command costs, and always the same. The
installed script itself is run by `tests/lessonboard/test_commands.py`. Commands that decide are
given as by a script that may (`tests/deciding.py`).
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import importlib
import json
import os
import pkgutil
import pty
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

COMMAND = Path(sys.executable).with_name("lessonboard")
_LENGTH = 8
_FDS = 3
_LEAVES = b"\x04"
"""The end of what is typed, so that a question more is an end and no wait."""
_PRODUCT = ("blackboard", "reflect", "scheduler", "lessonboard")


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output as JSON."""
        return json.loads(self.out)


def run_command(
    arguments: Sequence[str | Path],
    *,
    cwd: str | Path,
    env: Mapping[str, str],
    stdin: str = "",
) -> Ran:
    """Run `lessonboard` with some arguments in a process with these variables alone."""
    words = [os.fspath(each) for each in arguments]
    if not hasattr(os, "fork") or _needs_a_start(env):
        done = subprocess.run([COMMAND, *words], cwd=cwd, env=dict(env), input=stdin, text=True,
                              capture_output=True, check=False)  # fmt: skip
        return Ran(done.returncode, done.stdout, done.stderr)
    with contextlib.ExitStack() as stack:
        files = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(_FDS)]
        files[0].write(stdin.encode())
        files[0].seek(0)
        request = {"arguments": words, "cwd": os.fspath(cwd), "env": dict(env)}
        code = _server().ask(request, [file.fileno() for file in files])
        out, err = (_text(file) for file in files[1:])
    return Ran(code, out, err)


def run_at_terminal(
    arguments: Sequence[str], *, cwd: str | Path, env: Mapping[str, str], typed: str
) -> Ran:
    """The same with a person at a terminal who typed `typed` and leaves; his screen is `err`."""
    ours, theirs = pty.openpty()
    with tempfile.TemporaryFile() as out:
        os.write(ours, typed.encode() + _LEAVES)
        request = {"arguments": list(arguments), "cwd": os.fspath(cwd), "env": dict(env)}
        code = _server().ask(request, [theirs, out.fileno(), theirs])
        os.write(theirs, b"\0")  # the end of what is on the screen
        screen = b""
        while not screen.endswith(b"\0"):
            screen += os.read(ours, 4096)
        os.close(ours)
        os.close(theirs)
        return Ran(code, _text(out), screen[:-1].decode().replace("\r\n", "\n"))


def _text(file: Any) -> str:
    file.seek(0)
    return str(file.read().decode()).replace("\r\n", "\n")


def _needs_a_start(env: Mapping[str, str]) -> bool:
    """Whether the environment changes more of Python than where it looks for modules."""
    own = {name for name in env if name.startswith("PYTHON")} - {"PYTHONPATH"}
    return bool(own) or any(
        Path(folder, "sitecustomize.py").exists() for folder in _python_path(env)
    )


def _python_path(env: Mapping[str, str]) -> list[str]:
    return list(filter(None, env.get("PYTHONPATH", "").split(os.pathsep)))


class _Server:
    """The process that has imported the product, and forks for each call."""

    def __init__(self) -> None:
        ours, its = socket.socketpair()
        environment = {name: value for name, value in os.environ.items()
                       if name in ("PATH", "LANG", "LC_ALL")}  # fmt: skip
        with its:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.commands", str(its.fileno())],
                cwd=Path(__file__).parents[1], env={**environment, "HOME": os.devnull},
                pass_fds=[its.fileno()],
            )  # fmt: skip
        self.socket = ours

    def ask(self, request: dict[str, Any], files: Sequence[int]) -> int:
        """Let a command run; returns its exit code, or the negative number of its signal."""
        mine, its = socket.socketpair()
        with mine, its:
            socket.send_fds(self.socket, [b"."], [its.fileno(), *files])
            its.close()
            data = json.dumps(request).encode()
            mine.sendall(len(data).to_bytes(_LENGTH) + data)
            answer = mine.recv(_LENGTH)
        assert answer, f"the server of commands ended with {self.process.poll()}"
        return int.from_bytes(answer, signed=True)


@cache
def _server() -> _Server:
    return _Server()


def _serve(number: int) -> None:
    """Answer until whoever asks has gone; only in a child, and for a command, this returns."""
    with socket.socket(fileno=number) as requests:
        while True:
            _, files, _, _ = socket.recv_fds(requests, 1, _FDS + 1)
            if not files:
                os._exit(0)
            if os.fork() == 0 and _handle(files):
                requests.detach()
                os.close(number)
                return
            for file in files:
                os.close(file)
            with contextlib.suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass


def _handle(files: list[int]) -> bool:
    """True in the process that is to be the command; the one beside it waits for its end."""
    with socket.socket(fileno=files[0]) as connection:
        size = int.from_bytes(connection.recv(_LENGTH, socket.MSG_WAITALL))
        request = json.loads(connection.recv(size, socket.MSG_WAITALL))
        pid = os.fork()
        if pid:
            _, status = os.waitpid(pid, 0)
            connection.sendall(os.waitstatus_to_exitcode(status).to_bytes(_LENGTH, signed=True))
            os._exit(0)
    _become(request, files[1:])
    return True


def _become(request: dict[str, Any], files: list[int]) -> None:
    for stream, file in enumerate(files):
        os.dup2(file, stream)
        os.close(file)
    os.environ.clear()
    os.environ.update(request["env"])
    os.chdir(request["cwd"])
    time.tzset()
    random.seed()
    sys.path[:1] = [str(COMMAND.parent), *_python_path(request["env"])]
    sys.argv = [str(COMMAND), *request["arguments"]]
    sys.modules["__main__"].__package__ = None  # by which click would say `python -m`
    for name, stream, mode in (("stdin", 0, "r"), ("stdout", 1, "w"), ("stderr", 2, "w")):
        errors = "backslashreplace" if name == "stderr" else "surrogateescape"
        setattr(sys, name, open(stream, mode, encoding="utf-8", errors=errors, closefd=False))  # noqa: SIM115


def _import_product() -> None:
    for package in map(importlib.import_module, _PRODUCT):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)


def main() -> None:
    """Import, serve, and then be the command that was asked for, with every part switched on."""
    from lessonboard import start
    from tests.deciding import let_scripts_decide

    _import_product()
    let_scripts_decide()
    start.decide_parts = lambda: None
    gc.freeze()
    _serve(int(sys.argv[1]))
    os._exit(_run())


def _run() -> int:
    """The exit code of the command, after all that an interpreter does at its end but freeing."""
    from lessonboard.start import main as command

    try:
        command()
        code: object = None
    except SystemExit as ended:
        code = ended.code
    except BaseException:
        traceback.print_exc()
        code = 1
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    if isinstance(code, str):
        sys.stderr.write(f"{code}\n")
    sys.stdout.flush()
    sys.stderr.flush()
    return code if isinstance(code, int) else int(code is not None)


if __name__ == "__main__":
    main()

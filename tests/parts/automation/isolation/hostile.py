"""A check of a hostile repository: tries everything that it is told, and prints what it got.

    python hostile.py < ERRAND

The errand is JSON: files to `read`, places to `write`, `unix` sockets and `addresses` to reach,
processes whose variables to read. What worked is printed as JSON.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any


def main() -> None:
    """Try it all."""
    errand = json.loads(Path(sys.argv[1]).read_text())
    told = {
        "environ": dict(os.environ),
        "read": [each for each in errand["read"] if _works(_read, each)],
        "written": [each for each in errand["write"] if _works(_write, each)],
        "unix": [each for each in errand["unix"] if _works(_unix, each)],
        "reached": [each for each in errand["addresses"] if _works(_tcp, each)],
        "loopback": _works(_own_loopback),
        "processes": [
            each for each in errand["processes"] if _works(_read, f"/proc/{each}/environ")
        ],
        "home": sorted(each.name for each in Path.home().iterdir()),
    }  # fmt: skip
    Path("told.json").write_text(json.dumps(told))


def _works(act: Callable[..., None], *arguments: Any) -> bool:
    try:
        act(*arguments)
    except OSError:
        return False
    return True


def _read(path: str) -> None:
    if not Path(path).read_bytes():
        raise OSError("nothing is there")


def _write(path: str) -> None:
    with Path(path).open("a") as file:
        file.write("hostile")


def _unix(name: str) -> None:
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(name.replace("@", "\0"))


def _tcp(address: list[Any]) -> None:
    with socket.create_connection((address[0], address[1]), timeout=2):
        pass


def _own_loopback() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        _tcp(list(server.getsockname()))


if __name__ == "__main__":
    main()

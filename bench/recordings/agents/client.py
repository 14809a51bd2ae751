"""A client of an MCP server on standard input and output, as small as the benchmark needs."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_VERSION = "2025-06-18"
_BROWSER = os.environ.get("LESSONBOARD_BENCH_CHROMIUM") or shutil.which("chromium") or ""

SERVERS = {
    "playwright": (
        "@playwright/mcp/cli.js",
        ["--headless", "--isolated", "--no-sandbox", "--executable-path", _BROWSER],
    ),
    "chrome-devtools": (
        "chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js",
        ["--headless", "--isolated", "--executablePath", _BROWSER, "--chrome-arg=--no-sandbox",
         "--no-usage-statistics", "--no-performance-crux"],
    ),
}  # fmt: skip
"""A new server is a line here, and a `Hand` in `agent.py`."""


def missing(server: str, modules: Path | None) -> str:
    """What a server lacks to be started here; empty where it has all."""
    if not _BROWSER:
        return "there is no chromium; name one in LESSONBOARD_BENCH_CHROMIUM"
    if shutil.which("node") is None:
        return "there is no node"
    if modules is None or not (modules / SERVERS[server][0]).exists():
        package = "@playwright/mcp" if server == "playwright" else server + "-mcp"
        return f"{package} is not in {modules or 'a folder that is named'}; install it with npm"
    return ""


class Client:
    """A connection to a server that was started."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._numbers = itertools.count(1)
        about = {"name": "bench", "version": "1"}
        self._ask(
            "initialize", {"protocolVersion": _VERSION, "capabilities": {}, "clientInfo": about}
        )
        self._send({"method": "notifications/initialized"})

    def call(self, tool: str, given: dict[str, Any]) -> tuple[list[dict[str, Any]], bool]:
        """The content that a tool answers with, and whether it failed."""
        answer = self._ask("tools/call", {"name": tool, "arguments": given})
        return answer.get("content", []), bool(answer.get("isError"))

    def _ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        number = next(self._numbers)
        self._send({"id": number, "method": method, "params": params})
        assert self._process.stdout is not None
        for line in self._process.stdout:
            answer = json.loads(line)
            if answer.get("id") == number and "method" not in answer:
                return answer.get("result") or {"content": [], "isError": True}
        raise EOFError(f"the server ended without an answer to {method}")

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self._process.stdin.flush()


@contextmanager
def started(server: str, modules: Path, folder: Path) -> Iterator[Client]:
    """A server that runs until the end of the block, in a folder for what it writes."""
    program, options = SERVERS[server]
    with subprocess.Popen(
        ["node", str(modules / program), *options], cwd=folder, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        try:
            yield Client(process)
        finally:
            process.terminate()

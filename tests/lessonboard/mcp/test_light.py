"""What a session pays that never calls a tool, and what the first call adds."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.commands import COMMAND
from tests.lessonboard.mcp.client import Place, Wire, wire

MOST_MEMORY = 30.0
"""Megabytes of a server that has listed its tools."""

HEAVY = {
    "click", "pydantic", "sqlite_utils", "sqlite3", "rapidfuzz", "orjson", "tomlkit", "dataclasses",
    "asyncio", "anyio", "mcp", "mcp_types", "reflect", "scheduler",
}  # fmt: skip
"""What neither a greeting nor a list of tools needs, which asks the settings for switches."""

READS: dict[str, dict[str, Any]] = {
    "recall": {"query": "npm"}, "fix": {"error": "npm error Missing script"},
    "list": {"what": "sessions"}, "context": {"command": "npm test"},
}  # fmt: skip
MODELS = {"pydantic", "sqlite_utils", "rapidfuzz", "openai", "reflect", "scheduler"}
"""What no tool needs that only looks things up."""


def listed(server: Wire) -> None:
    """Greet and have the tools listed."""
    server.greet()
    server.request(1, "tools/list")
    assert len(json.loads(server.line())["result"]["tools"]) == 8


def imported(server: Wire) -> set[str]:
    """The top names of all modules that a server, run with `-X importtime`, had imported."""
    assert server.process.stdin is not None
    assert server.process.stderr is not None
    server.process.stdin.close()
    text = server.process.stderr.read().decode()
    names = {line.rpartition("|")[2].strip() for line in text.splitlines() if "|" in line}
    return {name.partition(".")[0] for name in names}


TRACED = (sys.executable, "-X", "importtime", str(COMMAND))


def test_a_session_without_calls_imports_nothing_heavy(place: Place) -> None:
    """From the start to the list of tools."""
    with wire(place, command=TRACED) as server:
        listed(server)
        assert HEAVY & imported(server) == set()


@pytest.mark.parametrize("tool", READS)
def test_a_tool_that_reads_imports_no_models(place: Place, tool: str) -> None:
    """Each tool brings what it needs itself; a user's settings are checked by models."""
    (place.folder.parent / ".config" / "lessonboard" / "config.toml").unlink(missing_ok=True)
    with wire(place, command=TRACED) as server:
        server.greet()
        server.request(1, "tools/call", name=tool, arguments=READS[tool])
        assert json.loads(server.line())["result"]["isError"] is False
        assert MODELS & imported(server) == set()


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux's /proc")
def test_a_session_without_calls_takes_little_memory(place: Place) -> None:
    """Resident memory after the list of tools."""
    with wire(place) as server:
        listed(server)
        status = Path(f"/proc/{server.process.pid}/status").read_text()
    resident = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    assert int(resident.split()[1]) / 1024 < MOST_MEMORY

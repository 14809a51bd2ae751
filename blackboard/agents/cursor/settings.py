"""Cursor: hooks in `hooks.json` (version 1), the server in `mcp.json`.

https://cursor.com/docs/hooks.md. A failed tool is reported by `postToolUseFailure` only.
"""

from __future__ import annotations

from pathlib import Path

from blackboard.agents.cursor import CURSOR
from blackboard.agents.registration import (
    AgentSettings,
    Commands,
    Places,
    Registration,
    Scope,
    stdio,
    wanted,
)

_SECONDS = 5


def _folder(where: Places) -> Path:
    return where.folder(CURSOR)


def _registrations(where: Places, scope: Scope, commands: Commands) -> list[Registration]:
    folder = _folder(where) if scope == "user" else where.repository() / ".cursor"
    entry = {"command": commands.hook("cursor"), "timeout": _SECONDS}
    hooks = dict.fromkeys((each.event for each in wanted(CURSOR)), entry)
    server = stdio(commands.server)
    return [
        Registration("cursor", folder / "hooks.json", hooks=hooks, version=1, comments=True),
        Registration("cursor", folder / "mcp.json", server=server, comments=True),
    ]


def _next_step(scope: Scope) -> str:
    project = " in this repository and trust the workspace" if scope == "project" else ""
    return f"restart it{project}; Settings > Hooks lists what runs"


SETTINGS = AgentSettings(
    CURSOR.program, CURSOR.title, CURSOR.program, _folder, _registrations, _next_step
)

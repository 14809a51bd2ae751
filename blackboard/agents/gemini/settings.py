"""Gemini CLI: hooks and server in one `settings.json`, which may have comments.

https://geminicli.com/docs/hooks/reference. Its time limits are milliseconds.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from blackboard.agents.gemini import GEMINI
from blackboard.agents.registration import (
    SERVER,
    AgentSettings,
    Commands,
    Places,
    Registration,
    Scope,
    WantedHook,
    stdio,
    wanted,
)

_MILLISECONDS = 5000


def _folder(where: Places) -> Path:
    return where.folder(GEMINI)


def _registrations(where: Places, scope: Scope, commands: Commands) -> list[Registration]:
    folder = _folder(where) if scope == "user" else where.repository() / ".gemini"
    command = commands.hook("gemini")
    hooks = {each.event: _entry(each, command) for each in wanted(GEMINI)}
    server = stdio(commands.server)
    return [
        Registration("gemini", folder / "settings.json", hooks=hooks, server=server, comments=True)
    ]


def _entry(each: WantedHook, command: str) -> dict[str, Any]:
    handler = {"type": "command", "name": SERVER, "command": command, "timeout": _MILLISECONDS}
    return {**each.matcher, "hooks": [handler]}


def _next_step(scope: Scope) -> str:
    project = " in this repository and trust the folder" if scope == "project" else ""
    return f"start it{project}; `/hooks panel` and `/mcp` show it"


SETTINGS = AgentSettings(
    GEMINI.program, GEMINI.title, GEMINI.program, _folder, _registrations, _next_step
)

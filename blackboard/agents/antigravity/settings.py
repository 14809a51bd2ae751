"""Antigravity: only the MCP server is registered; its sessions are read from their files.

By its documents of September 2026. It was not run.
"""

from __future__ import annotations

from pathlib import Path

from blackboard.agents.antigravity import ANTIGRAVITY
from blackboard.agents.registration import (
    AgentSettings,
    Commands,
    Places,
    Registration,
    Scope,
    stdio,
)


def _file(where: Places) -> Path:
    return where.folder(ANTIGRAVITY) / "antigravity" / "mcp_config.json"


def _folder(where: Places) -> Path:
    return _file(where).parent


def _registrations(where: Places, _scope: Scope, commands: Commands) -> list[Registration]:
    return [Registration(ANTIGRAVITY.program, _file(where), server=stdio(commands.server))]


def _next_step(_scope: Scope) -> str:
    return "start it again; its sessions are imported from its files, since it calls no hooks"


SETTINGS = AgentSettings(
    ANTIGRAVITY.program, ANTIGRAVITY.title, ANTIGRAVITY.program, _folder, _registrations,
    _next_step, ("user",),
)  # fmt: skip

"""Copilot CLI: hooks in a file of our own among its hooks, the server in `mcp-config.json`.

Seen with 1.0.102: it runs every file in `hooks/`, and hooks of the user without asking for trust. A
hook before a tool that ends with any other code than 0 refuses the call.
"""

from __future__ import annotations

from pathlib import Path

from blackboard.agents.copilot import COPILOT
from blackboard.agents.registration import (
    SERVER,
    AgentSettings,
    Commands,
    Places,
    Registration,
    Scope,
    stdio,
    wanted,
)


def _folder(where: Places) -> Path:
    return where.folder(COPILOT)


def _registrations(where: Places, _scope: Scope, commands: Commands) -> list[Registration]:
    handler = {"type": "command", "command": commands.hook("copilot")}
    hooks = {
        each.event: {**handler, "timeout": each.seconds, **each.matcher} for each in wanted(COPILOT)
    }
    server = {"type": "local", "tools": ["*"], **stdio(commands.server)}
    own, servers = Path("hooks", f"{SERVER}.json"), "mcp-config.json"
    return [
        Registration("copilot", _folder(where) / own, hooks=hooks, version=1),
        Registration("copilot", _folder(where) / servers, server=server),
    ]


def _next_step(_scope: Scope) -> str:
    return "nothing to do: it remembers from the next session on; `/env` and `/mcp` show it"


SETTINGS = AgentSettings(
    COPILOT.program, COPILOT.title, COPILOT.program, _folder, _registrations, _next_step, ("user",)
)

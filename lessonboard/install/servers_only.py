"""Agents with which only the MCP server is registered; their sessions are read from their files.

Copilot CLI: https://docs.github.com/en/copilot/how-tos/copilot-cli (August 2026). Whether what a
hook adds reaches its model changed between its versions. Antigravity: its documents of September
2026. Neither was run.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from blackboard.agents import agent as described
from blackboard.agents.antigravity import ANTIGRAVITY
from blackboard.agents.copilot import COPILOT
from lessonboard.install.agent import Agent, Commands, Places, Registration, Scope, stdio


def _agent(of: described.Agent, file: str, more: dict[str, Any]) -> Agent:
    def folder(where: Places) -> Path:
        return (where.folder(of) / file).parent

    return Agent(
        of.program, of.title, of.program, folder, _registrations(of, file, more), _next_step,
        ("user",),
    )  # fmt: skip


def _registrations(
    of: described.Agent, file: str, more: dict[str, Any]
) -> Callable[[Places, Scope, Commands], list[Registration]]:
    def registrations(where: Places, _scope: Scope, commands: Commands) -> list[Registration]:
        server = {**more, **stdio(commands.server)}
        return [Registration(of.program, where.folder(of) / file, server=server)]

    return registrations


def _next_step(_scope: Scope) -> str:
    return "start it again; its sessions are taken in from its files, and nothing is told by hooks"


COPILOT_CLI = _agent(COPILOT, "mcp-config.json", {"type": "local", "tools": ["*"]})
ANTIGRAVITY_CLI = _agent(ANTIGRAVITY, "antigravity/mcp_config.json", {})

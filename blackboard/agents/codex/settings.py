"""Codex: hooks in `hooks.json`, the server in `config.toml`; the user must trust the hooks.

https://developers.openai.com/codex/hooks. Codex keeps its trust by a hash of each hook, so the
command line must not change between versions of the product. It hands its environment on to
hooks, but to servers only the variables that `env_vars` names (Codex 0.169.0).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from blackboard.agents.codex import CODEX
from blackboard.agents.registration import (
    SERVER,
    SHOWN,
    SKILL,
    AgentSettings,
    Commands,
    Places,
    Registration,
    Scope,
    WantedHook,
    stdio,
    wanted,
)
from blackboard.sources.exclusion import OFF


def _folder(where: Places) -> Path:
    return where.folder(CODEX)


def _registrations(where: Places, scope: Scope, commands: Commands) -> list[Registration]:
    folder = _folder(where) if scope == "user" else where.repository() / ".codex"
    command = commands.hook("codex")
    hooks = {each.event: _entry(each, command) for each in wanted(CODEX)}
    return [
        Registration("codex", folder / "hooks.json", hooks=hooks),
        Registration(
            "codex", folder / "config.toml",
            server={**stdio(commands.server), "env_vars": [OFF]}, server_at=("mcp_servers",),
        ),
        Registration("codex", folder / "skills" / SERVER / SKILL, content=commands.skill),
    ]  # fmt: skip


def _entry(each: WantedHook, command: str) -> dict[str, Any]:
    handler = {"type": "command", "command": command, "timeout": each.seconds,
               "statusMessage": SHOWN}  # fmt: skip
    return {**each.matcher, "hooks": [handler]}


def _next_step(scope: Scope) -> str:
    project = "trust this project when it asks, then " if scope == "project" else ""
    return (
        f"start `codex` here, {project}type /hooks, and trust the lessonboard hooks; until then "
        "Codex skips them without a word"
    )


SETTINGS = AgentSettings(
    CODEX.program, CODEX.title, CODEX.program, _folder, _registrations, _next_step
)

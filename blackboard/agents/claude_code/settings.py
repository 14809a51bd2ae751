"""Claude Code: hooks in its settings, the server in `.claude.json` or the project's `.mcp.json`.

https://code.claude.com/docs/en/hooks and https://code.claude.com/docs/en/mcp. Claude Code 2.1.330
ignores a whole settings file that has a comment in it, so such a file is refused.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from blackboard.agents.claude_code import CLAUDE_CODE
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


def _folder(where: Places) -> Path:
    return where.folder(CLAUDE_CODE)


def _registrations(where: Places, scope: Scope, commands: Commands) -> list[Registration]:
    hooks = {each.event: _entry(each, commands) for each in wanted(CLAUDE_CODE)}
    server = {"type": "stdio", **stdio(commands.server)}
    settings, servers, at = _files(where, scope)
    skills = _folder(where) if scope == "user" else where.repository() / ".claude"
    return [
        Registration("claude", settings, hooks=hooks, offers=commands.offers),
        Registration("claude", servers, server=server, server_at=at),
        Registration("claude", skills / "skills" / SERVER / SKILL, content=commands.skill),
    ]


def _files(where: Places, scope: Scope) -> tuple[Path, Path, tuple[str, ...]]:
    """The settings, the file of the servers, and the keys that lead to them."""
    own = where.home / ".claude.json"
    if where.environment.get(CLAUDE_CODE.home[0]):
        own = _folder(where) / ".claude.json"
    if scope == "user":
        return _folder(where) / "settings.json", own, ("mcpServers",)
    top = where.repository()
    if scope == "project":
        return top / ".claude" / "settings.json", top / ".mcp.json", ("mcpServers",)
    local = top / ".claude" / "settings.local.json"
    return local, own, ("projects", str(top), "mcpServers")


def _entry(each: WantedHook, commands: Commands) -> dict[str, Any]:
    """A matcher, and one command for the shell."""
    handler = {"type": "command", "command": commands.hook("claude"), "timeout": each.seconds,
               "statusMessage": SHOWN}  # fmt: skip
    return {**each.matcher, "hooks": [handler]}


def _next_step(scope: Scope) -> str:
    if scope == "project":
        return (
            f"start it in this repository, trust the folder, and approve the server {SERVER!r} "
            "if it asks. Files of --scope project name programs on this machine: do not commit "
            "them, or use --shared"
        )
    return "nothing to do: it remembers from the next session on; `/hooks` and `/mcp` show it"


SETTINGS = AgentSettings(
    CLAUDE_CODE.program, CLAUDE_CODE.title, CLAUDE_CODE.program, _folder, _registrations,
    _next_step, ("user", "project", "local"),
)  # fmt: skip

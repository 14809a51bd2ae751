"""Gemini CLI: hooks and server in one `settings.json`, which may have comments.

https://geminicli.com/docs/hooks/reference. Its time limits are milliseconds.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lessonboard.install.agent import SERVER, Agent, Commands, Places, Registration, Scope, stdio

_MILLISECONDS = 5000
_MATCHERS = {
    "SessionStart": None,
    "BeforeAgent": None,
    "BeforeTool": "run_shell_command|write_file|replace",
    "AfterTool": None,
    "AfterAgent": None,
    "SessionEnd": None,
}


def _folder(where: Places) -> Path:
    chosen = where.environment.get("GEMINI_CLI_HOME")
    return (Path(chosen).expanduser().absolute() if chosen else where.home) / ".gemini"


def _registrations(where: Places, scope: Scope, commands: Commands) -> list[Registration]:
    folder = _folder(where) if scope == "user" else where.repository() / ".gemini"
    command = commands.shell(commands.hook("gemini"))
    hooks = {event: _entry(event, command) for event in _MATCHERS}
    server = stdio(commands.server)
    return [
        Registration("gemini", folder / "settings.json", hooks=hooks, server=server, comments=True)
    ]


def _entry(event: str, command: str) -> dict[str, Any]:
    handler = {"type": "command", "name": SERVER, "command": command, "timeout": _MILLISECONDS}
    matcher = {"matcher": _MATCHERS[event]} if _MATCHERS[event] else {}  # none matches all
    return {**matcher, "hooks": [handler]}


def _next_step(scope: Scope) -> str:
    project = " in this repository and trust the folder" if scope == "project" else ""
    return f"start it{project}; `/hooks panel` and `/mcp` show it"


AGENT = Agent("gemini", "Gemini CLI", "gemini", _folder, _registrations, _next_step)

"""OpenCode: hooks by a plugin of our own, the server in `opencode.json`.

https://opencode.ai/docs/plugins and https://opencode.ai/docs/mcp-servers, run with 1.18.33: plugins
of both folders load without a question, and both files may have comments.
"""

from __future__ import annotations

import json
from pathlib import Path
from string import Template

from blackboard.agents.opencode import OPENCODE
from blackboard.agents.registration import (
    SERVER,
    AgentSettings,
    Commands,
    Places,
    Registration,
    Scope,
)

_PLUGIN = Path(__file__).with_name("plugin.js")
_NAMES = ("opencode.jsonc", "opencode.json")


def _folder(where: Places) -> Path:
    chosen = where.environment.get("XDG_CONFIG_HOME")
    return (Path(chosen) if chosen else where.home / ".config") / "opencode"


def _registrations(where: Places, scope: Scope, commands: Commands) -> list[Registration]:
    settings = _folder(where) if scope == "user" else where.repository()
    own = settings if scope == "user" else settings / ".opencode"
    there = next((each for each in _NAMES if (settings / each).is_file()), _NAMES[-1])
    server = {"type": "local", "command": commands.server, "enabled": True}
    return [
        Registration(
            "opencode", settings / there, server=server, server_at=("mcp",), comments=True
        ),
        Registration(
            "opencode", own / "plugin" / f"{SERVER}.js",
            content=plugin(commands.words(OPENCODE.program)),
        ),
    ]  # fmt: skip


def plugin(words: list[str]) -> str:
    """The plugin, which runs a command; JSON's texts and lists are JavaScript's as well."""
    text = _PLUGIN.read_text(encoding="utf-8")
    return Template(text).substitute(COMMAND=json.dumps(words))


def _next_step(scope: Scope) -> str:
    where = " in this repository" if scope == "project" else ""
    return f"start it again{where}; it loads the plugin by itself, and `/mcps` shows the server"


SETTINGS = AgentSettings(
    OPENCODE.program, OPENCODE.title, OPENCODE.program, _folder, _registrations, _next_step
)

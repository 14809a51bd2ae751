"""The MCP servers that an arm registered with Claude Code, for a model that plays by files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bench.effect.arms.arm import Place
from bench.life.agents import Server

PREFIX = "mcp__"


class Servers:
    """The servers of a home, each started when it is first asked for its tools.

    Attributes:
        tools: the tools of all of them, named as Claude Code names them.
    """

    def __init__(self, place: Place) -> None:
        """Start those that run as programs."""
        self._servers = {
            name: Server([each["command"], *each.get("args", [])],
                         {**place.clone.variables, **each.get("env", {})}, place.clone.folder)
            for name, each in registered(place).items() if "command" in each
        }  # fmt: skip
        self.tools = [
            {"name": f"{PREFIX}{name}__{tool['name']}", "description": tool.get("description", ""),
             "input_schema": tool["inputSchema"]}
            for name, server in self._servers.items() for tool in _listed(server)
        ]  # fmt: skip

    def call(self, name: str, arguments: dict[str, Any]) -> tuple[bool, str]:
        """Call a tool by its whole name; whether it failed, and its text."""
        server, _, tool = name.removeprefix(PREFIX).partition("__")
        failed, answer = self._servers[server].ask(tool, arguments)
        given = json.loads(answer)
        content = given.get("result", {}).get("content", [])
        texts = [each["text"] for each in content if each.get("type") == "text"]
        return failed, "\n".join(texts) or str(given.get("error", ""))

    def close(self) -> None:
        """End them."""
        for server in self._servers.values():
            server.close()


def registered(place: Place) -> Mapping[str, Mapping[str, Any]]:
    """The servers in a home's settings and in the clone's, by name."""
    found: dict[str, Mapping[str, Any]] = {}
    for path in (place.home / ".claude.json", place.clone.folder / ".mcp.json"):
        if path.is_file():
            found |= json.loads(path.read_text()).get("mcpServers", {})
    return found


def _listed(server: Server) -> list[dict[str, Any]]:
    _, answer = server.ask("tools/list", {})
    found: list[dict[str, Any]] = json.loads(answer).get("result", {}).get("tools", [])
    return found

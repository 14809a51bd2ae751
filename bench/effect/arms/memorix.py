"""Memorix: what its hooks keep of prompts and calls, asked by MCP."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from bench.effect.arms.arm import Place
from bench.effect.arms.lessonboard import run
from bench.effect.arms.peer import NpmPeer
from bench.effect.arms.server import answers

_SERVER = ("memorix", "serve")
_MOST = 3
"""Its description says to fetch only what is needed."""


class Memorix(NpmPeer):
    """Its rules tell an agent to begin a session with two questions; words only, no embeddings."""

    name = "memorix"
    package = "memorix"
    version = "1.0.7"
    programs = ("memorix",)

    def commands(self) -> Iterator[list[str]]:
        """What installs it, without its libraries for models but with that for its database."""
        for command in super().commands():
            yield [*command, "better-sqlite3@11.10.0", "--omit=optional"]

    def set_up(self, place: Place) -> None:
        """Register its hooks with Claude Code and git, and its server as `claude mcp add` does."""
        run(place.clone, "memorix hooks install --agent claude")
        run(place.clone, "memorix git-hook --force")
        server = {"memorix": {"command": _SERVER[0], "args": _SERVER[1:]}}
        (place.home / ".claude.json").write_text(json.dumps({"mcpServers": server}))
        place.clone.commit("Set memorix up")

    def recalled(self, place: Place, prompt: str) -> str:
        """What its rules have an agent ask first."""
        root = {"projectRoot": str(place.clone.folder), "agent": "claude"}
        begun = answers(place, _SERVER, ("memorix_session_start", root))
        return "\n".join([*begun, self.asked(place, prompt)])

    def asked(self, place: Place, error: str) -> str:
        """The list of what it knows, and the first of it in full, which an agent would fetch."""
        [found] = answers(place, _SERVER, ("memorix_search", {"query": error}))
        first = re.findall(r"\bobs:\d+", found)[:_MOST]
        more = answers(place, _SERVER, ("memorix_detail", {"typedRefs": first})) if first else []
        return "\n".join([found, *more])

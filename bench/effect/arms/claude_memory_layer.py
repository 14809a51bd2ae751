"""claude-memory-layer: prompts, calls and answers as events, the nearest with each prompt."""

from __future__ import annotations

from bench.effect.arms.arm import Place
from bench.effect.arms.lessonboard import run
from bench.effect.arms.peer import NpmPeer


class ClaudeMemoryLayer(NpmPeer):
    """Its hooks store what happens and search it, by words alone: its model is on a hub."""

    name = "claude-memory-layer"
    package = "claude-memory-layer"
    version = "1.2.3"
    programs = ("claude-memory-layer",)
    variables = {"CLAUDE_MEMORY_SEMANTIC_DAEMON_IDLE_MS": "5000"}
    """Its helper ends by itself when it was idle for so long."""

    def set_up(self, place: Place) -> None:
        """Type `claude-memory-layer install`."""
        (place.home / ".claude").mkdir(exist_ok=True)
        run(place.clone, "claude-memory-layer install")

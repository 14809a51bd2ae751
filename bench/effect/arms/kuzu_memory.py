"""kuzu-memory: a graph of what patterns find in prompts, commands and commits."""

from __future__ import annotations

from bench.effect.arms.arm import Place
from bench.effect.arms.lessonboard import run
from bench.effect.arms.peer import Peer


class KuzuMemory(Peer):
    """Its hooks learn from calls and commits, and show what is like a prompt."""

    name = "kuzu-memory"
    package = "kuzu-memory"
    version = "1.12.11"
    programs = ("kuzu-memory",)

    def set_up(self, place: Place) -> None:
        """Type `kuzu-memory setup`; what it writes into the clone is committed."""
        run(place.clone, "kuzu-memory setup --integration claude-code")
        place.clone.commit("Set kuzu-memory up")

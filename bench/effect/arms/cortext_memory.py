"""cortext-memory: turns as records of who, what, when and where."""

from __future__ import annotations

from bench.effect.arms.arm import Place
from bench.effect.arms.lessonboard import run
from bench.effect.arms.peer import Peer


class CortextMemory(Peer):
    """Its hooks store each turn, and show what a prompt recalls and a digest at the start."""

    name = "cortext-memory"
    package = "cortext-memory"
    version = "0.4.0"
    programs = ("cortext-memory",)
    port = "CORTEXT_PORT"

    def set_up(self, place: Place) -> None:
        """Type `cortext-memory install claude`, with hooks that are commands."""
        run(place.clone, "cortext-memory install claude --classic")

    def close(self, place: Place) -> None:
        """Stop its daemon."""
        place.clone.run("cortext-memory daemon stop")

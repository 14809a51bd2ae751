"""claude-workshop: notes that an agent writes, and what its hooks take from transcripts."""

from __future__ import annotations

from bench.effect.arms.arm import Place
from bench.effect.arms.lessonboard import run
from bench.effect.arms.peer import Peer


class ClaudeWorkshop(Peer):
    """Its hooks load the context when a session starts, and keep a summary when one ends."""

    name = "claude-workshop"
    package = "claude-workshop"
    version = "2.8.0"
    programs = ("workshop",)

    def set_up(self, place: Place) -> None:
        """Type `workshop init` in the clone."""
        (place.home / ".claude").mkdir(exist_ok=True)
        run(place.clone, "workshop init --auto")
        place.clone.commit("Set workshop up")

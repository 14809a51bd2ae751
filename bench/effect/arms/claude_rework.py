"""claude-rework: the transcripts in an index, asked when a prompt asks about the past."""

from __future__ import annotations

from bench.effect.arms.arm import Place
from bench.effect.arms.lessonboard import run
from bench.effect.arms.peer import Peer


class ClaudeRework(Peer):
    """Its hooks index, and answer prompts, by words alone: its model would come from a hub."""

    name = "claude-rework"
    package = "claude-rework"
    version = "1.6.0"
    programs = ("claude-rework",)

    def set_up(self, place: Place) -> None:
        """Type `claude-rework install`."""
        (place.home / ".claude").mkdir(exist_ok=True)
        run(place.clone, "claude-rework install --no-semantic --no-path")

"""claude-recall: the transcripts in a full-text index, searched at each prompt."""

from __future__ import annotations

from bench.effect.arms.arm import Place
from bench.effect.arms.lessonboard import run
from bench.effect.arms.peer import Peer


class ClaudeRecall(Peer):
    """Its hooks index at the start of a session and search with each prompt, without a model."""

    name = "claude-recall"
    package = "claude-recall"
    version = "0.9.2"
    programs = ("claude-recall",)

    def set_up(self, place: Place) -> None:
        """Type `claude-recall init-hooks`, for all projects; the first session indexes."""
        run(place.clone, 'claude-recall init-hooks --project-root "$HOME"')

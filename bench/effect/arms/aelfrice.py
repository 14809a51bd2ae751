"""aelfrice: sentences of earlier prompts as beliefs, the nearest shown with each prompt."""

from __future__ import annotations

from bench.effect.arms.arm import Place
from bench.effect.arms.lessonboard import run
from bench.effect.arms.peer import Peer

_HOOKS = ("hook", "transcript-logger", "session-start-hook", "stop-hook", "search-tool-hook",
          "pre-issue-hook", "claude-memory-mirror", "agent-context-hook", "commit-ingest",
          "pre-compact-hook")  # fmt: skip


class Aelfrice(Peer):
    """Its hooks collect prompts and commits, and search with prompts and with searches."""

    name = "aelfrice"
    package = "aelfrice"
    version = "5.2.0"
    python = "3.12"
    programs = ("aelf", *(f"aelf-{each}" for each in _HOOKS))
    variables = {"AELF_NO_UPDATE_CHECK": "1", "AELFRICE_INGEST_STOP_FLUSH_TURNS": "1"}
    """By itself it stores every 12 lines of a conversation; three short sessions have fewer."""

    def set_up(self, place: Place) -> None:
        """Type `aelf setup`."""
        run(place.clone, "aelf setup --scope user")

    def after(self, place: Place) -> None:
        """Store what was said, as its hook starts to do in the background."""
        place.clone.run("aelf ingest-transcript .git/aelfrice/transcripts/turns.jsonl")

"""Where the transcripts of coding agents are on this machine."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path


def transcript_folders(extra: Iterable[str] = ()) -> list[Path]:
    """The folders in which agents keep transcripts, and those that the settings add."""
    claude = Path(os.environ.get("CLAUDE_CONFIG_DIR") or Path.home() / ".claude")
    codex = Path(os.environ.get("CODEX_HOME") or Path.home() / ".codex")
    return [
        claude / "projects",
        codex / "sessions",
        codex / "archived_sessions",
        *(Path(folder).expanduser() for folder in extra),
    ]

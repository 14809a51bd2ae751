"""The repository that a folder is in, and how Claude Code names what it keeps of a folder."""

from __future__ import annotations

import re
from pathlib import Path


def repository_root(folder: Path) -> Path | None:
    """Return the folder of the repository that a folder is in, or None."""
    places = (folder, *folder.parents)
    return next((place for place in places if (place / ".git").exists()), None)


def named_after(folder: Path) -> str:
    """Return the name that Claude Code gives to what it keeps of a folder: its path with dashes."""
    return re.sub(r"[^A-Za-z0-9]", "-", str(folder))

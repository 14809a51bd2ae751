"""The sample sessions, for who has no history yet."""

from __future__ import annotations

from pathlib import Path

_INSTALLED = Path(__file__).parent / "sessions"
_IN_CLONE = Path(__file__).parents[2] / "examples" / "sessions"


def samples() -> Path:
    """Return their folder: a wheel holds a copy of the repository's."""
    return _INSTALLED if _INSTALLED.exists() else _IN_CLONE

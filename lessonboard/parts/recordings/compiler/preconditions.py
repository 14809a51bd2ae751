"""What must be so before a workflow is run."""

from __future__ import annotations

from urllib.parse import urlsplit

from lessonboard.parts.recordings.sources import Recording


def preconditions(recording: Recording) -> list[str]:
    """Conditions in words: that somebody is signed in, where the recording began so."""
    if not recording.config.get("session"):
        return []
    name = urlsplit(str(recording.config.get("url") or "")).netloc.rpartition("@")[2]
    return [f"signed in at {name}" if name else "signed in"]

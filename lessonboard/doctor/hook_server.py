"""Whether a hook server answers for the board."""

from __future__ import annotations

from pathlib import Path

from lessonboard.doctor.diagnosis import Diagnosis
from lessonboard.hooks.address import folder_of, is_private, socket_of
from lessonboard.hooks.server import serving

_ALONE = "each hook starts Python and imports what it needs, which takes longer"


def look(board: Path) -> Diagnosis:
    """Return the server's process, or why there is none."""
    name, folder = "hook server", Path(folder_of(str(board)))
    if not socket_of(str(board)):
        advice = (
            "Sockets have short paths, and Windows has none: a board of a shorter path has one."
        )
        return Diagnosis(name, "note", f"there can be none for {board}; {_ALONE}", advice)
    if folder.exists() and not is_private(str(folder)):
        advice = f"Delete {folder}; a session makes it again, for you alone."
        return Diagnosis(name, "bad", f"not used: others may enter {folder}; {_ALONE}", advice)
    process = serving(str(board))
    if not process:
        return Diagnosis(name, "good", "not running; a session's start or prompt starts it")
    return Diagnosis(name, "good", f"running, process {process}; it ends after ten idle minutes")

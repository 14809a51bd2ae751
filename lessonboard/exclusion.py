"""Where lessonboard is off: by the environment, the settings, and what people decided."""

from __future__ import annotations

from blackboard import Board
from blackboard.capturing import decisions
from blackboard.sources.exclusion import OFF, is_off_here
from blackboard.sources.omission import Decisions, Excluded, Omission
from lessonboard.hooks.off import why_off
from lessonboard.places import user_file


def excluded() -> Excluded:
    """Return why the settings leave out what happens in a project and a folder."""
    config = str(user_file())
    return lambda project, folder: why_off(config, project, folder)


def omission(board: Board | None) -> Omission:
    """Return what is left out, by the settings and by what people decided on a board."""
    return Omission(decisions(board) if board else Decisions([]), excluded())


def is_off(board: Board | None, project: str | None, folder: str, session: str | None) -> str:
    """Return why nothing is remembered or shown in a folder now; empty where lessonboard is on."""
    return why_off_here(omission(board), project, folder, session)


def why_off_here(
    out: Omission, project: str | None, folder: str, session: str | None = None
) -> str:
    """Return the same, given what is left out.

    Hooks ask it on their quicker way (`hooks/hook.py`). An import asks for what it reads, whatever
    its own environment says.
    """
    return f"{OFF} is set" if is_off_here() else out.why_off(project, folder, session)

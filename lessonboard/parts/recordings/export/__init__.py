"""Workflows for those who have no board: a skill, or a script."""

from __future__ import annotations

from collections.abc import Callable

from lessonboard.parts.recordings.export.script import script
from lessonboard.parts.recordings.export.skill import skill
from lessonboard.parts.recordings.export.subject import Subject

Export = Callable[[Subject], dict[str, str]]
"""The text of each file by its path; "" is the file that was asked for itself."""

EXPORTS: dict[str, Export] = {
    "skill": skill,
    "playwright": lambda subject: {"": script(subject)},
}
"""The forms in which a workflow leaves the board."""

__all__ = ["EXPORTS", "Export", "Subject"]

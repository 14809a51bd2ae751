"""Workflows for those who have no board: a skill, a script, a page.

A new form is a file here with a function from a `Subject` to the files of it, and a line in
`EXPORTS`.
"""

from __future__ import annotations

from collections.abc import Callable

from lessonboard.parts.recordings.export.how_to import how_to
from lessonboard.parts.recordings.export.script import script
from lessonboard.parts.recordings.export.skill import skill
from lessonboard.parts.recordings.export.subject import Subject

Export = Callable[[Subject], dict[str, str]]
"""The text of each file by its path; "" is the file that was asked for itself."""

EXPORTS: dict[str, Export] = {
    "skill": skill,
    "playwright": lambda subject: {"": script(subject)},
    "markdown": lambda subject: {"": how_to(subject)},
}
"""The forms in which a workflow leaves the board."""

__all__ = ["EXPORTS", "Export", "Subject"]

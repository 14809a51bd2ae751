"""Which commands each picture shows."""

from __future__ import annotations

from typing import NamedTuple


class Scene(NamedTuple):
    """A picture: its file's name, the title of the window, and the commands run in it."""

    name: str
    title: str
    commands: tuple[str, ...]


SCENES = (
    Scene(
        "import",
        "What is on the disk already",
        ("lessonboard import", "lessonboard lesson list --limit 4"),
    ),
    Scene(
        "context",
        "What the agent is told",
        (
            "lessonboard context --project parcel-api "
            "--prompt 'Seed the dev data and run the tests' --command 'npm test'",
        ),
    ),
    Scene("project", "One repository, many names", ("lessonboard project show parcel-api",)),
)
"""In the order in which they are run, all on one board; the first imports the samples."""

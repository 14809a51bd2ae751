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
        "first-minute",
        "the first minute",
        ("lessonboard session import", "lessonboard search database locked"),
    ),
    Scene("lessons", "lessons", ("lessonboard lesson --limit 4",)),
    Scene(
        "context",
        "what the agent is shown",
        (
            "lessonboard lesson context --project parcel-api "
            "--prompt 'Seed the dev data and run the tests' --command 'npm test'",
        ),
    ),
    Scene("session", "a past conversation", ("lessonboard session a9904ca5",)),
    Scene("project", "a project", ("lessonboard admin project parcel-api",)),
)
"""In the order in which they are run, all on one board; the first imports the samples."""

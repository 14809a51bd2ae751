"""Which commands each picture shows."""

from __future__ import annotations

from typing import NamedTuple

from examples.demo import NEXT_AGENT
from examples.pictures.moving import Step


class Scene(NamedTuple):
    """A picture: its file's name, the title of the window, and the commands run in it."""

    name: str
    title: str
    commands: tuple[str, ...]


IMPORT = "lessonboard session import"
"""What is run before all scenes, so that the samples are on their board."""

SCENES = (
    Scene("lessons", "lessons", ("lessonboard lesson --limit 4",)),
    Scene("session", "a past conversation", ("lessonboard session a9904ca5",)),
    Scene("project", "a project", ("lessonboard admin project parcel-api",)),
)
"""In the order in which they are run, all on one board."""

MOVING = "same-question"
STEPS = (
    Step(
        "Without lessonboard: what was done about this error?",
        "grep -r 'Missing script' ~/.claude/projects",
        4,
    ),
    Step("With lessonboard", """lessonboard fix 'npm error Missing script: "test"'""", 6),
    Step("What the next agent is shown when it is asked to run `npm test`", NEXT_AGENT, 7),
)
"""The moving picture: one question, asked of the agents' own files and of the board."""

"""What a person types for a next step about a lesson; a hook's status line imports this."""

from __future__ import annotations

_COMMANDS = {
    "guard on": "lesson guard {}",
    "guard off": "lesson guard {} --undo",
    "lesson compile": "automation compile {}",
}
"""By the name of the step in `lesson.announced`."""


def command_of(step: str, lesson: str) -> str:
    """The command.

    >>> command_of("guard off", "lesson-1")
    'lessonboard lesson guard lesson-1 --undo'
    """
    return f"lessonboard {_COMMANDS[step].format(lesson)}"

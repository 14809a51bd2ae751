"""What became of a lesson in a session, in words."""

from __future__ import annotations

from blackboard.views.rows import ExposureRow

_STEPS = {
    "start": "at its start",
    "prompt": "with a prompt",
    "before": "before a call",
    "after": "after a call",
    "failed": "with a failed call",
    "asked": "when it was asked for",
}


CALL_STEPS = ("before", "after", "failed")
"""The steps at which a call is the reason why something is shown."""


def told_at(step: str) -> str:
    """Return where in a session a lesson was shown; a step without words is named as it is.

    >>> told_at("prompt"), told_at("tool")
    ('with a prompt', 'tool')
    """
    return _STEPS.get(step, step)


def became(row: ExposureRow) -> str:
    """Return what happened with a lesson in a session."""
    became = (
        (row["injected_at"], "shown"),
        (row["withheld_at"], "held back"),
        (
            row["obeyed_at"],
            "followed" if row["injected_at"] is not None else "done right without it",
        ),
        (row["recurred_at"], "its failure came back"),
        (row["disputed_at"], "disputed"),
    )
    return ", ".join(words for at, words in became if at is not None)

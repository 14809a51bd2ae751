"""Taking back what was decided on the page."""

from __future__ import annotations

from lessonboard.web.deciding import undo
from lessonboard.web.page import Asked, Moved


def taken_back(asked: Asked) -> Moved:
    """Undo the decision that the form names, or the last one."""
    name = asked.text("decision") or asked.undoing.latest()
    taken = undo(asked, name)
    said = f"Taken back: {taken.said[:1].lower()}{taken.said[1:]}"
    return Moved(taken.page, said, asked.undoing.latest())

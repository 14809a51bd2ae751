"""Help: the words and keys of the page."""

from __future__ import annotations

from lessonboard import __version__
from lessonboard.pages.page import Asked, Shown


def help_(asked: Asked) -> Shown:
    """The meaning of the words on other pages."""
    return Shown("help.html", {"version": __version__, "board": str(asked.app.path)})

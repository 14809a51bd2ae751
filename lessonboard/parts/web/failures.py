"""How what went wrong is shown: a status, a title, and what to do next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blackboard import BoardError, Conflict, NotFound
from blackboard.errors import BoardBusy, CannotOpen
from lessonboard.pages.addresses import is_ours
from lessonboard.pages.page import BadRequest, ReadOnlyPage
from lessonboard.parts.web.boards import BoardGone
from lessonboard.parts.web.versions import Changed

_WRITTEN = ("rule", "commands", "files", "constraint", "statement", "symptom", "root_cause",
            "resolution", "what", "value", "called", "description", "example",
            "reason")  # fmt: skip
"""Fields of forms that hold a person's own words."""

_KINDS: tuple[tuple[type[BoardError], int, str], ...] = (
    (NotFound, 404, "Not found"),
    (BadRequest, 400, "That cannot be used"),
    (ReadOnlyPage, 409, "Nothing was changed"),
    (Changed, 409, "It was changed meanwhile"),
    (Conflict, 409, "It was changed meanwhile"),
    (BoardBusy, 503, "The board is busy"),
    (BoardGone, 410, "The board is gone"),
    (CannotOpen, 503, "The board cannot be opened"),
)


def shown(
    error: BoardError, form: Mapping[str, list[str]] | None = None, back: str = ""
) -> tuple[str, int, Mapping[str, Any]]:
    """The template, the status and the values for an error; what was changed meanwhile has both.

    Args:
        error: what went wrong.
        form: what was sent, of which a person may have written words.
        back: the page that the user came from.
    """
    status, title = next(
        ((status, title) for kind, status, title in _KINDS if isinstance(error, kind)),
        (422, "That did not work"),
    )
    if isinstance(error, Changed):
        then = (form or {}).get("then", [""])[-1]
        values = {"changed": error, "after": then if is_ours(then) else ""}
        return "changed.html", status, {"title": title, "sent": _words(form), **values}
    values = {"title": title, "reason": str(error), "sent": _words(form), "back": back}
    return "failure.html", status, values


def _words(form: Mapping[str, list[str]] | None) -> list[str]:
    """What a person wrote into a form, so that it is not lost."""
    return [text for name in _WRITTEN for text in (form or {}).get(name, ()) if text.strip()]

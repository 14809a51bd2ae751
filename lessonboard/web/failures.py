"""How what went wrong is shown: a status, a title, and what to do next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blackboard import BoardError, Conflict, NotFound
from blackboard.errors import BoardBusy, CannotOpen
from lessonboard.web.boards import BoardGone
from lessonboard.web.page import BadRequest, ReadOnlyPage
from lessonboard.web.versions import Changed

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


def shown(error: BoardError) -> tuple[str, int, Mapping[str, Any]]:
    """The template, the status and the values for an error; what was changed meanwhile has both."""
    status, title = next(
        ((status, title) for kind, status, title in _KINDS if isinstance(error, kind)),
        (422, "That did not work"),
    )
    if isinstance(error, Changed):
        return "changed.html", status, {"title": title, "changed": error}
    return "failure.html", status, {"title": title, "reason": str(error)}

"""What a page is: an address, and a function from what was asked to what is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from blackboard import BoardError
from blackboard.plugins.loading import imported

if TYPE_CHECKING:
    from blackboard import Board
    from lessonboard.bootstrap import App
    from lessonboard.pages.undoing import Undoing


class BadRequest(BoardError):
    """What a form or an address holds cannot be used as it is."""


class ReadOnlyPage(BoardError):
    """A change was asked for where there can be none: in the past, or on a page that only reads."""


@dataclass(frozen=True)
class Asked:
    """What was asked for.

    Args:
        app: the board's path and the settings.
        board: the board, as it was where `as_of` is given.
        now: the time in microseconds since 1970; in the past, that of the moment.
        clock: the current time, also for a page of the past.
        names: the values of the braces in the page's address.
        query: the parameters of its query string; of each name the last value.
        form: what was sent along with a change; of each name all values.
        as_of: the position in the log as of which everything is shown; None is now.
        undoing: what was decided by this server and can be undone.
        changeable: whether the page offers changes.
        past: the board as it was at a position, to be compared.
    """

    app: App
    board: Board
    now: int
    clock: int
    undoing: Undoing
    past: Callable[[int], AbstractContextManager[Board]]
    names: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    form: Mapping[str, list[str]] = field(default_factory=dict)
    as_of: int | None = None
    changeable: bool = True

    def text(self, name: str) -> str:
        """Return a field of the form; empty where it was not sent."""
        return self.form.get(name, [""])[-1].strip()

    def needed(self, name: str) -> str:
        """Return a field of the form that must be there.

        Raises:
            BadRequest: it is empty.
        """
        found = self.text(name)
        if not found:
            raise BadRequest(f"nothing was changed: the field {name.replace('_', ' ')} is empty")
        return found


class Shown(NamedTuple):
    """A template with its values."""

    template: str
    values: Mapping[str, Any] = {}
    status: int = 200


class Moved(NamedTuple):
    """A change was made; where to go on, what is said there, and which decision can be undone."""

    to: str
    said: str = ""
    undo: str = ""


class Content(NamedTuple):
    """Bytes of some type: a picture, a file."""

    body: bytes
    type: str


Answer = Shown | Moved | Content


class Page(NamedTuple):
    """A page of the product, or of a plug-in.

    Args:
        path: its address, such as `/lessons/{name}`; `{name:path}` may hold slashes.
        answer: what is shown, or what is done where it is a change: a function, or where one is,
            as `module:name`.
        title: what the navigation calls it; empty where it is not listed there.
        is_change: it changes something, and is asked for by a form alone.
        folder: where its template is, if not among those of the product.
        is_slow: it takes seconds. Such pages are made one after the other, so that they hold up no
            other page, and not for a client that has gone.
    """

    path: str
    answer: Callable[[Asked], Answer] | str
    title: str = ""
    is_change: bool = False
    folder: Path | None = None
    is_slow: bool = False

    def answered(self, asked: Asked) -> Answer:
        """Return what the page answers; its module is imported now."""
        function: Callable[[Asked], Answer] = (
            imported(self.answer) if isinstance(self.answer, str) else self.answer
        )
        return function(asked)

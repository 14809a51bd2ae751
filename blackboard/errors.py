"""Everything that can go wrong on the board, one class per failure a caller can act on."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


class BoardError(Exception):
    """The root of all errors raised by this package."""


class InvalidEvent(BoardError):
    """An event was refused because its envelope or payload breaks its schema."""


class Conflict(BoardError):
    """A stream was not at the version that the append expected.

    Read the stream again, decide again, and append again.
    """

    def __init__(self, stream: str, expected: int, found: int) -> None:
        super().__init__(
            f"stream {stream!r} is at version {found}, not {expected}: "
            "somebody else wrote to it; read it again and retry"
        )
        self.stream = stream
        self.expected = expected
        self.found = found


class NotFound(BoardError):
    """What was asked for is not on the board."""


class BoardBusy(BoardError):
    """Another process held the write lock for longer than the time allowed."""


class BoardFull(BoardError):
    """The disk is full; nothing of the last append was kept."""

    def __init__(self, path: str) -> None:
        super().__init__(
            f"could not write to {path}: the disk is full; nothing was half-written, "
            "make room and run the same command again"
        )


class BoardReadOnly(BoardError):
    """The file may be read but not written."""

    def __init__(self, path: str) -> None:
        super().__init__(
            f"could not write to {path}: it is read-only; change its permissions "
            "or choose another file with --db"
        )


class CannotOpen(BoardError):
    """The file could not be opened as a board."""


class NotABoard(CannotOpen):
    """The file belongs to another program."""

    def __init__(self, path: Path | str) -> None:
        super().__init__(
            f"{path} is not a Lessonboard file; it was left untouched, choose another with --db"
        )


class NewerBoard(CannotOpen):
    """The file was written by a newer program than this one."""

    def __init__(self, path: Path | str, found: int, known: int) -> None:
        super().__init__(
            f"{path} has format {found}, this program knows up to {known}; "
            "it was left untouched, upgrade lessonboard"
        )
        self.found = found
        self.known = known


class DamagedBoard(CannotOpen):
    """The file is not a sound SQLite database any more."""

    def __init__(self, path: Path | str, reason: str) -> None:
        super().__init__(
            f"{path} is damaged ({reason}); copy it away and restore a backup, "
            "or import your transcripts into a new file"
        )


class AnotherLog(BoardError):
    """A local file is not a copy of the log that it was to follow."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(
            f"{path} does not follow this log: {reason}; name another file, or move it away to "
            "copy the log anew"
        )


class AlteredLog(BoardError):
    """A log that is followed was changed after the fact: its chain of digests does not hold."""

    def __init__(self, position: int, reason: str) -> None:
        super().__init__(
            f"event {position} of the log cannot be copied: {reason}; run `lessonboard verify` "
            "where the log is kept, and do not trust it until that is explained"
        )
        self.position = position


class UnknownView(BoardError):
    """No view of that name is listed."""


class UnknownProject(BoardError):
    """A name means no project that the board knows."""

    def __init__(self, name: str, alike: Sequence[str]) -> None:
        hint = f"did you mean {' or '.join(alike)}? " if alike else ""
        super().__init__(
            f"no project is called {name!r}; {hint}`lessonboard project list` shows them all"
        )
        self.name = name
        self.alike = list(alike)


class UnknownColumn(BoardError):
    """A view was asked for a column that it does not have."""


class BadQuery(BoardError):
    """A question in SQL was refused: it would write, or SQLite cannot make sense of it."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"could not run the query: {reason}; write one SELECT over the views of docs/views.md"
        )
        self.reason = reason


class QueryTooSlow(BoardError):
    """A question in SQL took longer than it was given."""

    def __init__(self, seconds: float) -> None:
        super().__init__(
            f"stopped the query after {seconds:g} s; narrow it down, or give it more with --timeout"
        )


class NotATranscript(BoardError):
    """A file is of no format that can be imported."""

    def __init__(self, path: Path | str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = str(path)
        self.reason = reason


class NotAPullRequest(BoardError):
    """What was given is no pull request as GitHub's REST API writes it."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"this is no pull request of GitHub's REST API: {reason}; "
            "save one with `gh api repos/OWNER/NAME/pulls/NUMBER`"
        )
        self.reason = reason

"""Everything that can go wrong on the board, one class per failure a caller can act on."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


class BoardError(Exception):
    """The root of all errors raised by this package."""

    exit_code = 1
    """What a command ends with that fails so."""


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


class Outdated(BoardError):
    """An event that would have changed a decision was appended after what it was based on.

    Read again, decide again, and append again.
    """

    def __init__(self, since: int) -> None:
        super().__init__(
            f"events after position {since} change what was decided: read them and retry"
        )
        self.since = since


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


class ErasurePending(BoardFull):
    """What was forgotten is erased, but its bytes may be in the file until there is room."""

    def __init__(self, path: str) -> None:
        BoardError.__init__(
            self,
            f"done: the text is erased from the log and all views of {path}; pending: rewriting "
            "the file without its bytes, for the disk is full; make as much room as the file "
            "takes, and the next command that opens the board finishes it (`lessonboard doctor` "
            "says whether it has)",
        )


class BoardReadOnly(BoardError):
    """The file may be read but not written."""

    def __init__(self, path: str) -> None:
        super().__init__(
            f"could not write to {path}: it is read-only; change its permissions "
            "or choose another file with --db"
        )


class BoardReplaced(BoardError):
    """A file of the board was deleted, moved or replaced while the board was open."""

    def __init__(self, path: Path | str) -> None:
        super().__init__(
            f"{path} was deleted, moved or replaced since it was opened, so nothing was written "
            "to it; put the file back, or open the board again"
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
            f"event {position} of the log cannot be copied: {reason}; run "
            "`lessonboard admin verify` where the log is kept, and do not trust it until that is "
            "explained"
        )
        self.position = position


class LogUnreachable(BoardError):
    """The log is on a server that does not answer, so nothing can be agreed with others."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(
            f"could not reach the log at {place}: {reason}; where there is a copy on this machine "
            "reading and hooks go on with it, try again when the server is back"
        )


class NotAllowed(BoardError):
    """The user of the database may not do what was tried."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(
            f"the log at {place} does not allow it: {reason}; ask its owner for the role that may "
            "(docs/parts/team/team.md)"
        )


class OverQuota(BoardError):
    """The user of the database appended more than its owner allows; nothing of it was kept."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(
            f"the log at {place} accepts no events for now: {reason}; its owner can raise "
            "the limit (docs/parts/team/team.md)"
        )


class UnknownView(BoardError):
    """No view of that name is listed."""


class InvalidView(BoardError):
    """A view cannot be one of a board; the message says why."""


class ViewFailed(BoardError):
    """A function of a view that is not of the product raised an error."""

    def __init__(self, view: str, position: int, type_: str, error: Exception) -> None:
        super().__init__(
            f"the view {view!r} could not fold event {position} ({type_}): "
            f"{type(error).__name__}: {error}; mend its functions and read it again"
        )
        self.view = view
        self.position = position


class UnknownProject(BoardError):
    """A name means no project that the board knows."""

    exit_code = 2

    def __init__(self, name: str, alike: Sequence[str], advice: str = "") -> None:
        hint = f"did you mean {' or '.join(alike)}? " if alike else ""
        shown = "`lessonboard admin project` shows them all"
        super().__init__(
            f"no project is called {name!r}; {hint}{'; '.join(filter(None, (shown, advice)))}"
        )
        self.name = name
        self.alike = list(alike)


class UnknownColumn(BoardError):
    """A view was asked for a column that it does not have."""


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


class Ambiguous(BoardError):
    """A name or the beginning of an id fits several things."""

    def __init__(self, asked: str, candidates: Sequence[str]) -> None:
        self.asked, self.candidates = asked, tuple(candidates)
        few = ", ".join(candidates[:_FEW_CANDIDATES])
        super().__init__(f"{asked!r} could be any of {few}; write more of it")


_FEW_CANDIDATES = 5
"""Of more candidates only so many are listed."""


class PluginBroken(BoardError):
    """A plug-in cannot be loaded; the message ends a sentence that begins with its name."""


class PluginFailed(BoardError):
    """Code of a plug-in raised an error."""

    def __init__(self, plugin: str, what: str, error: Exception) -> None:
        super().__init__(
            f"the {what} of plug-in {plugin!r} failed: {type(error).__name__}: {error}; "
            "mend it or uninstall the plug-in"
        )
        self.plugin = plugin


def is_of_input(error: Exception) -> bool:
    """Whether an error is about what is read, so that leaving it out lets the rest go on.

    Others are about the board, such as a full disk: to go on would leave out what is sound.
    """
    if isinstance(error, BoardError):
        return isinstance(error, InvalidEvent | NotATranscript)
    return not isinstance(error, MemoryError)

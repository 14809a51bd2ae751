"""Check the basics: SQLite, the settings, and the board's content."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from blackboard import Board, BoardError
from blackboard.storage.local import SQLITE
from blackboard.views import view_named
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.view import Row
from lessonboard import anchors
from lessonboard.bootstrap import App
from lessonboard.doctor.diagnosis import Diagnosis, size_of
from lessonboard.places import user_file
from lessonboard.present.text import counted, day

_FIXED_SQLITE = (3, 51, 3)
_MANY_BEHIND = 50_000
_MOST_NAMED = 100
_LARGE = 64 << 20
"""Bytes of a file whose events are not checked here, for it takes a second for a gigabyte."""


def sqlite() -> Diagnosis:
    """Return the version of SQLite, and that a known fault of older ones does no harm here.

    Before 3.51.3 a file could be damaged when several programs wrote and checkpointed together.
    """
    version = ".".join(map(str, SQLITE))
    if SQLITE < _FIXED_SQLITE:
        version += "; lessonboard's lock prevents this version's fault with several writers"
    return Diagnosis("SQLite", "good", version)


def configuration(app: App) -> Diagnosis:
    """Return whether the settings can be read."""
    try:
        app.config  # noqa: B018  # read for its errors
    except BoardError as error:
        advice = "Correct the file, or move it away: until then commands cannot use the board."
        return Diagnosis("settings", "bad", str(error), advice)
    path = user_file()
    found = f"{path} has no errors" if path.exists() else f"the defaults; there is no {path}"
    return Diagnosis("settings", "good", found)


def look(board: Board, path: Path) -> Iterator[Diagnosis]:
    """Yield the board's file, its views, and the size of its memory."""
    head = board.log.head()
    found = f"{path}, {head} events, {size_of(path.stat().st_size)}"
    yield Diagnosis("board", "good", found, details={"path": str(path), "events": head})
    yield _file(board, is_large=path.stat().st_size > _LARGE)
    yield from _anchor(board, path)
    behind = board.lag()
    yield _views(behind)
    if behind is not None:
        sessions = folded(board, "sessions")
        agents = ", ".join(sorted({row["agent"] for row in sessions if row["agent"]}))
        lessons = len(keys(board, "lessons"))
        found = (
            f"{counted(lessons, 'lesson')} from {counted(len(sessions), 'session')} "
            f"of {agents or 'no agent'}{_span(sessions)}"
        )
        yield Diagnosis("memory", "good", found)
        yield from _set_aside(board)
        yield from contradictions(board)


def _set_aside(board: Board) -> Iterator[Diagnosis]:
    """Yield the events that views are folded without; their reasons hold no text of payloads."""
    found = board.set_aside()
    if not found:
        return
    first, count = found[0], len({each.event for each in found})
    named = f"the first is {first.event} ({first.type}), of which {first.reason}, in {first.view}"
    advice = (
        "Everything else is read as if it were not there, and a newer version tries it again. "
        f"`lessonboard admin events --after {first.position - 1} --limit 1 --json` shows it, "
        "`lessonboard forget` erases it, --verbose names all."
    )
    details = {"set_aside": [each._asdict() for each in found[:_MOST_NAMED]]}
    is_one = "event is" if count == 1 else "events are"
    yield Diagnosis("events", "note", f"{count} {is_one} skipped; {named}", advice, details)


def contradictions(board: Board) -> Iterator[Diagnosis]:
    """Yield the undecided pairs of lessons that contradict each other, or may."""
    rows = [row for row in folded(board, "lessons", status=ACTIVE_STATUSES) if row["contradicts"]]
    named = {row["id"]: {each["other"] for each in row["contradicts"]} for row in rows}
    pairs = sorted(
        {tuple(sorted((name, other))) for name, others in named.items() for other in others
         if name in named.get(other, ())}
    )  # fmt: skip
    if pairs:
        count = counted(len(pairs), "pair")
        found = f"{count} of lessons may contradict each other; agents see at most one of each"
        advice = "`lessonboard lesson review --all` shows both, and keeps what you decide."
        yield Diagnosis("contradictions", "note", found, advice, {"pairs": pairs})


def _span(sessions: list[Row]) -> str:
    """Return the dates of the first and last session, by the messages' own times."""
    if not sessions:
        return ""
    first = day(min(row["started_at"] for row in sessions))
    last = day(max(row["last_at"] for row in sessions))
    return f", {first}" if first == last else f", {first} to {last}"


def folded(board: Board, name: str, **where: object) -> list[Row]:
    """Return a view's rows; the board is read-only, so what they lack is folded beside the file.

    Views that await a rebuild give none: another version wrote them, if they exist at all.
    """
    return [] if board.lag() is None else board.view(name, where=where)


def keys(board: Board, name: str) -> list[str]:
    """Return the keys of a view's rows as stored."""
    return board.local.views.keys(view_named(name))


def _file(board: Board, *, is_large: bool) -> Diagnosis:
    problems = board.local.problems(log=not is_large)
    is_rewrite_due = board.local.is_rewrite_due()
    if not problems and is_rewrite_due:
        advice = (
            "The next command that opens the board finishes it, and the worker if the file is big "
            "(`lessonboard admin worker --background`); close programs that read it, and make "
            "room for another copy of the file."
        )
        found = "an erasure is pending: erased text may still be in its free pages"
        return Diagnosis("file", "bad", found, advice, {"erasure_pending": True})
    if not problems and is_large:
        found = "no fault in views and indexes; `lessonboard admin verify` checks the events too"
        return Diagnosis("file", "good", found)
    if not problems:
        return Diagnosis("file", "good", "SQLite finds no fault in it")
    advice = "Copy the file away; `lessonboard admin verify` checks whether events are damaged."
    return Diagnosis("file", "bad", problems[0], advice)


def _anchor(board: Board, path: Path) -> Iterator[Diagnosis]:
    """Yield whether the log still holds the event that was its last when it was last verified."""
    known = anchors.remembered(path)
    problem = next(anchors.problems(board, known), "")
    if problem:
        advice = (
            "If you put a backup there by hand, run `lessonboard admin verify --accept`; else "
            "somebody changed the file: compare it with a backup."
        )
        yield Diagnosis("anchor", "bad", problem, advice)
    for anchor in [] if problem else known:
        found = f"event {anchor.position} is unchanged since {day(anchor.seen_at)}"
        yield Diagnosis("anchor", "good", found, details={"position": anchor.position})


def _views(behind: int | None) -> Diagnosis:
    details = {"behind": behind}
    if behind is None:
        found = "from another version; the next command that reads rebuilds them"
        return Diagnosis("views", "note", found, details=details)
    if not behind:
        return Diagnosis("views", "good", "up to date", details=details)
    found = f"{counted(behind, 'event')} behind; the next command that reads them catches up"
    if behind > _MANY_BEHIND:
        return Diagnosis("views", "note", found, "It will take a while.", details)
    return Diagnosis("views", "good", found, details=details)

"""Export sessions as self-contained files, written one entry at a time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

import orjson

from blackboard.board import Board
from blackboard.conversation import Entry, conversation
from blackboard.errors import BoardError
from blackboard.session_events import session_events, subagents
from blackboard.views.rows import SessionRow
from lessonboard.exporting.files import CannotEdit, whole_or_nothing
from lessonboard.present.as_json import row_json
from lessonboard.present.conversation import entry_json
from lessonboard.present.conversation_markdown import MARK, conversation_markdown
from lessonboard.present.text import day

Format = Literal["markdown", "json"]
ENDINGS: dict[Format, str] = {"markdown": ".md", "json": ".json"}

_LONGEST_SLUG = 50
_TIME_ORDERED = 13
"""The characters of a UUIDv7 with its milliseconds; the first eight are shared for a minute."""

_SHORT = 8


class NotOurs(BoardError):
    """The target file exists and is not an export of this session."""


def file_name(session: SessionRow, form: Format) -> str:
    """Return the deterministic name of a session's file: date, agent, short id and title.

    >>> file_name({"id": "4799f814-b4e5", "started_at": 1_700_000_000_000_000, "agent": "codex",
    ...            "title": "Fold the wing, please!"}, "markdown")
    '2023-11-14-codex-4799f814-fold-the-wing-please.md'
    """
    slug = re.sub(r"[^a-z0-9]+", "-", session["title"].lower())[:_LONGEST_SLUG].strip("-")
    agent = re.sub(r"[^a-z0-9]+", "-", (session["agent"] or "agent").lower()).strip("-")
    parts = (day(session["started_at"]), agent, _short(session["id"]), slug)
    return "-".join(part for part in parts if part) + ENDINGS[form]


def write(board: Board, session: SessionRow, form: Format, path: Path | None) -> None:
    """Write a session to a file readable by its owner only, or to standard output.

    Raises:
        NotOurs: the file exists and is not an export of this session.
        CannotEdit: it cannot be written.
    """
    if path is not None:
        _check(path, session, form)
    entries = conversation(session_events(board, session), subagents(board, session))
    with whole_or_nothing(path) as file:
        for line in _lines(session, entries, form):
            file.write(line)


def _lines(session: SessionRow, entries: Iterable[Entry], form: Format) -> Iterator[bytes]:
    if form == "markdown":
        for text in conversation_markdown(session, entries):
            yield f"{text}\n".encode("utf-8", "replace")
        return
    yield _start(session)
    separator = b""
    for entry in entries:
        yield separator + orjson.dumps(entry_json(entry), default=list)
        separator = b",\n"
    yield b"\n]}\n"


def _start(session: SessionRow) -> bytes:
    """Return the beginning of the JSON document, up to its entries."""
    head = orjson.dumps(
        {"lessonboard": "session", "id": session["id"], "session": row_json("sessions", session)}
    )
    return head.removesuffix(b"}") + b',\n"entries": [\n'


def _check(path: Path, session: SessionRow, form: Format) -> None:
    """Allow overwriting only an earlier export of the same session."""
    if form == "markdown":
        mark = MARK.format(session["id"]).encode()
    else:
        mark = orjson.dumps({"lessonboard": "session", "id": session["id"]}).removesuffix(b"}")
    try:
        with path.open("rb") as file:
            found = file.read(len(mark))
    except FileNotFoundError:
        return
    except OSError as error:
        raise CannotEdit(f"could not read {path}: {error.strerror}") from error
    if found != mark:
        raise NotOurs(
            f"{path} is there and is no export of session {session['id']}; move it away, or name "
            "another file or folder"
        )


def _short(session: str) -> str:
    parent, slash, child = session.partition("/")
    is_ordered = parent[14:15] == "7" and len(parent) == 36
    short = parent[:_TIME_ORDERED] if is_ordered else parent[:_SHORT]
    return re.sub(r"[^A-Za-z0-9]+", "-", f"{short}-{child}" if slash else short).strip("-")

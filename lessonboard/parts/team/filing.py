"""What is written of a lesson into a repository, and what holds it back."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from blackboard.board import Board
from blackboard.errors import BoardError
from blackboard.event import iso
from blackboard.views.harmful import harm_of
from blackboard.views.rows import LessonRow
from lessonboard.parts.team.sharing import lesson_folder
from lessonboard.parts.team.sharing.cutting import cut
from lessonboard.parts.team.sharing.lesson_file import (
    ID,
    FiledLesson,
    Parsed,
    WrongFile,
    as_filed,
    parse,
    render,
)
from lessonboard.parts.team.sharing.repository import Place

_LONGEST_KEY = 400
_MOST_KEYS = 100


class NotToBeFiled(BoardError):
    """A lesson is not written into a repository; the message says why."""


class Filed(NamedTuple):
    """A lesson as its file would be.

    Attributes:
        lesson: what is written, without secrets.
        path: where.
        held: what holds it back until its person says yes; empty where nothing does.
    """

    lesson: FiledLesson
    path: Path
    held: tuple[str, ...]


def filed(board: Board, place: Place, row: LessonRow) -> Filed:
    """A lesson of one's own as a file of a repository.

    Raises:
        NotToBeFiled: it is a colleague's, of another project, or no file can say it.
        CannotWrite: the folder is not there, or another file has its name.
    """
    _ensure_of(board, place, row)
    plain = _lesson(row)
    parts = cut([list(each) if isinstance(each, tuple) else each for each in plain])
    lesson = FiledLesson._make(tuple(each) if isinstance(each, list) else each for each in parts)
    held = [f"harm: {each}" for each in harm_of({**row, "author": "me"})]
    if lesson != plain:
        held.insert(0, "a secret or a home folder is in it; this is written without it")
    try:
        is_whole = parse(render(lesson)) == Parsed(lesson)
    except WrongFile as error:
        raise NotToBeFiled(f"could not write {row['id']}: its file {error}") from error
    if not is_whole:
        raise NotToBeFiled(f"could not write {row['id']}: a file cannot say it; edit its words")
    path = lesson_folder.path_for(place.top, row["id"])
    if _would_lose(path, lesson):
        held.append("its file says something else, which this would replace")
    return Filed(lesson, path, tuple(held))


def _would_lose(path: Path, lesson: FiledLesson) -> bool:
    """Whether a file has words that are not the board's, by hand or by a merge."""
    content = lesson_folder.content_of(path)
    if not content:
        return False
    there = parse(content)
    return there != Parsed(lesson._replace(evidence=there.lesson.evidence))


def _ensure_of(board: Board, place: Place, row: LessonRow) -> None:
    if row["author"]:
        raise NotToBeFiled(f"{row['id']} is a colleague's lesson: it is theirs to share")
    if not re.fullmatch(ID, row["id"]):
        raise NotToBeFiled(f"{row['id']!r} can be no file's name")
    here = board.project(place.project)
    if row["scope"] == "project" and board.project(row["project"]) != here:
        raise NotToBeFiled(f"{row['id']} is a lesson of {row['project']}, and this is {here}")


def _lesson(row: LessonRow) -> FiledLesson:
    reasons = dict.fromkeys((row["root_cause"], row["resolution"]))
    reason = "\n\n".join(each for each in reasons if each and each != row["constraint"])
    return FiledLesson(
        row["id"], as_filed(row["constraint"]),
        "\n".join(line.rstrip() for line in reason.splitlines()).strip(),
        as_filed(row["symptom"]), row["category"], row["severity"], row["phase"],
        iso(row["created_at"])[:10], max(row["seen"], len(row["sessions"])),
        *(_keys(row[name]) for name in ("commands", "paths", "signatures")),
    )  # fmt: skip


def _keys(values: list[str]) -> tuple[str, ...]:
    """Those that a file can hold."""
    kept = (as_filed(each) for each in values)
    return tuple(each for each in kept if each and len(each) <= _LONGEST_KEY)[:_MOST_KEYS]

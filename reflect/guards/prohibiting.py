"""Prohibitions on a board: which lessons have one, its violations, and its confirmation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from blackboard import Board
from blackboard.delivery.proof import is_said_once
from blackboard.event import Event, NewEvent
from blackboard.events.guard import GuardConfirmed, GuardProposed
from blackboard.events.payload import new
from blackboard.search.shell import prefixes
from blackboard.views.decisions import is_only_said
from blackboard.views.harmful import unnamed
from blackboard.views.rows import LessonRow
from reflect.guards.decide import objection_to_lesson
from reflect.guards.guard_form import GuardForm
from reflect.guards.prohibition import Prohibition, prohibition_of
from reflect.guards.uses import Use, Watched, uses_in
from reflect.invocation import command_of

ACTOR = "guard"
READER = "prohibitions"
"""The reader name under which the board stores up to where lessons were looked at."""

MONTH = 30 * 86_400_000_000
_SESSIONS = 200
"""The newest sessions of a project, in which programs are looked for."""

_LESSONS = ("lesson.created", "lesson.revised", "lesson.approved", "lesson.recurred")


class Weighed(NamedTuple):
    """What a lesson forbids, with its uses in the month before, and those at the person's word."""

    lesson: LessonRow
    found: Prohibition
    uses: tuple[Use, ...]
    by_person: int

    @property
    def offer(self) -> str:
        """What a person is shown before they confirm.

        Shapes: "will ask before `npm`; used 14 times last month, 3 times by you".
        """
        what = " or ".join(f"`{each}`" for each in self.found.forbids[:1] or self.found.paths[:1])
        more = len(self.found.forbids or self.found.paths) - 1
        deed = "edits of " if self.found.paths else ""
        others = f" and {more} more" if more > 0 and not _is_one(self.found) else ""
        return f"will ask before {deed}{what}{others}; {used(len(self.uses), self.by_person)}"


def used(uses: int, by_person: int) -> str:
    """How often something was done in a month.

    >>> used(14, 3), used(0, 0)
    ('used 14 times last month, 3 times by you', 'not used last month')
    """
    if not uses:
        return "not used last month"
    return f"used {_times(uses)} last month, {_times(by_person)} by you"


def weigh(board: Board, lesson: LessonRow, now: int) -> Weighed | None:
    """What a person's own lesson forbids, with the uses of the last month; None where nothing."""
    found = prohibition_in(board, lesson)
    if found is None:
        return None
    uses, by_person = _uses(board, lesson, found, now - MONTH)
    return Weighed(lesson, found, tuple(uses), by_person)


def objection(lesson: LessonRow) -> str:
    """Why what a lesson forbids cannot be a guard as it is; empty where it can."""
    return objection_to_lesson(lesson, is_prohibition=True)


def confirm(board: Board, weighed: Weighed) -> None:
    """Record that a person confirmed the guard of their own prohibition."""
    lesson, found = weighed.lesson, weighed.found
    payload = GuardConfirmed(
        lesson=lesson["id"], rule=lesson["constraint"], forbids=list(found.forbids),
        paths=list(found.paths), uses=len(weighed.uses), by_person=weighed.by_person,
    )  # fmt: skip
    board.append([new(payload, project=lesson["project"], actor="human")])


def propose(board: Board) -> list[str]:
    """Note what unconfirmed sentences of the person forbid; the lessons with one."""
    position, head = board.reader_position(READER), board.log.head()
    if position == head:
        return []
    events = board.read(after=position, types=list(_LESSONS))
    changed = {str((event.payload or {}).get("lesson", "")) for event in events}
    rows = board.view("lessons", where={"id": sorted(changed - {""})}, order="id")
    forms = {row["id"]: row["rule"] for row in board.view("guards", where={"id": sorted(changed)})}
    found = [
        (row, form)
        for row in rows
        if _is_his(row) and forms.get(row["id"]) != row["constraint"]
        and (form := prohibition_in(board, row)) is not None
    ]  # fmt: skip
    board.append([_proposed(row, form) for row, form in found])
    board.remember_reader(READER, head)
    return [row["id"] for row, _ in found]


def prohibition_in(board: Board, lesson: LessonRow) -> Prohibition | None:
    """What the words of a person's own lesson forbid, with what was run on the board known."""
    if lesson["trust"] != "human" or lesson["author"] or lesson["signed_by"]:
        return None
    return prohibition_of(lesson["constraint"], _programs(board, lesson))


def _is_his(row: LessonRow) -> bool:
    """Whether it is an attested sentence to which no person said yes yet."""
    waits = is_said_once(row) or (row["status"] == "approved" and is_only_said(row))
    return waits and not unnamed(row)


def _proposed(row: LessonRow, form: Prohibition) -> NewEvent:
    payload = GuardProposed(
        lesson=row["id"], rule=row["constraint"], forbids=list(form.forbids), paths=list(form.paths)
    )
    return new(payload, project=row["project"], actor=ACTOR)


def _programs(board: Board, lesson: LessonRow) -> Callable[[str], bool]:
    """Whether a word was run as a program: by the call that was refused, or in the project."""
    known = {name for command in lesson["commands"] for name in prefixes(command)}
    sessions = _programs_of_sessions(board, lesson["project"])

    def is_program(word: str) -> bool:
        while word not in known:
            more = next(sessions, None)
            if more is None:
                return False
            known.update(more)
        return True

    return is_program


def _programs_of_sessions(board: Board, project: str | None) -> Iterator[set[str]]:
    rows = board.view("sessions", where={"project": project}, order="-last_at", limit=_SESSIONS)
    for session in rows:
        calls = board.read(stream=session["stream"], types=["tool.called"])
        yield {name for call in calls for name in prefixes(command_of(call) or "")}


def _uses(board: Board, lesson: LessonRow, found: Prohibition, since: int) -> tuple[list[Use], int]:
    """The uses since a time, oldest first, and how many of them the person's prompt named."""
    watched = Watched(lesson["id"], GuardForm(paths=found.paths, forbids=found.forbids))
    where: dict[str, object] = {"child": 0, "last_at>=": since}
    if lesson["scope"] != "global":
        where["project"] = lesson["project"]
    uses: list[Use] = []
    by_person = 0
    for session in board.view("sessions", where=where, order="started_at"):
        types = ["tool.called", "message.recorded"]
        events = list(board.read(stream=session["stream"], types=types))
        calls = [event for event in events if event.type == "tool.called"]
        new_ones = [
            use for use in uses_in(calls, session, [watched])[watched.id] if use.at >= since
        ]
        uses += new_ones
        by_person += sum(_was_asked_for(use, events) for use in new_ones)
    return uses, by_person


def _was_asked_for(use: Use, events: list[Event]) -> bool:
    """Whether the person's last prompt before a call named the command with its subcommand."""
    before = [event for event in events if event.position < use.event.position]
    prompt = next(filter(_is_said, reversed(before)), None)
    text = str((prompt.payload or {}).get("text", "")) if prompt else ""
    name = " ".join(use.what.split()[:2])
    return re.search(rf"(?<![\w/-]){re.escape(name)}(?![\w-])", text) is not None


def _is_said(event: Event) -> bool:
    payload = event.payload or {}
    return event.type == "message.recorded" and payload.get("said_by") == "human"


def _is_one(found: Prohibition) -> bool:
    """Whether several forms are one thing: a folder with and without its slash, or `--force`."""
    if found.paths:
        return len({each.rstrip("/") for each in found.paths}) == 1
    return (
        len({" ".join(w for w in each.split() if not w.startswith("-")) for each in found.forbids})
        == 1
    )


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"

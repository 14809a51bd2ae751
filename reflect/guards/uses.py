"""How often what a guard would refuse was done in past sessions, and how that ended."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Any, Literal, NamedTuple

from blackboard import Board, calls
from blackboard.calls import was_not_run
from blackboard.event import Event
from blackboard.events.upcast import latest
from blackboard.guards.forbidden import forbidden_command
from blackboard.guards.pattern import fits_path, place
from blackboard.guards.refusal import MARK, root_of
from blackboard.search.command_line import Command, commands_of
from blackboard.search.failure import failure_signatures
from blackboard.search.moments import error_line
from blackboard.search.shell import only_looks
from blackboard.views.rows import LessonRow, SessionRow
from reflect.guards.guard_form import GuardForm, guard_forms
from reflect.invocation import command_of
from reflect.miner.attempt import calls_of, has_failed, worked
from reflect.trajectory import payload_of

Ending = Literal["failed", "worked", "unclear"]


class Use(NamedTuple):
    """A call that a guard would mean: what it did, in which folder of the repository, how it ended.

    It is `unclear` where the call did more, or its end is unknown.
    """

    event: Event
    session: str
    at: int
    what: str
    place: str | None
    ending: Ending


class Watched(NamedTuple):
    """What is looked for in sessions: a guard's form, and the errors that its lesson knows."""

    id: str
    form: GuardForm
    signatures: frozenset[str] = frozenset()
    project: str | None = None
    is_global: bool = False

    def is_of(self, project: str | None) -> bool:
        """Whether it holds in a project."""
        return self.is_global or self.project == project


class FormUses(NamedTuple):
    """A form that a lesson may refuse, and its uses."""

    form: GuardForm
    uses: list[Use]


def uses_of_lessons(board: Board, lessons: Iterable[LessonRow]) -> dict[str, list[FormUses]]:
    """What each lesson may refuse, the most particular form first, with its uses on a board."""
    forms = {row["id"]: (row, guard_forms(row)) for row in lessons}
    found = uses_on(
        board,
        [_watched(row, form, number) for row, some in forms.values()
         for number, form in enumerate(some)],
    )  # fmt: skip
    return {
        name: [FormUses(form, found.get(f"{name}\n{number}", []))
               for number, form in enumerate(some)]
        for name, (_, some) in forms.items()
    }  # fmt: skip


def _watched(lesson: LessonRow, form: GuardForm, number: int) -> Watched:
    is_global = lesson["scope"] == "global"
    name, signatures = f"{lesson['id']}\n{number}", frozenset(lesson["signatures"])
    return Watched(name, form, signatures, lesson["project"], is_global)


def uses_on(board: Board, watched: Iterable[Watched]) -> dict[str, list[Use]]:
    """The uses of each lesson's form in all sessions of its project, oldest first."""
    some = list(watched)
    found: defaultdict[str, list[Use]] = defaultdict(list)
    if not some:
        return found
    where: dict[str, object] = {"child": 0}
    if not any(each.is_global for each in some):
        where["project"] = sorted({each.project or "" for each in some})
    for session in board.view("sessions", where=where, order="started_at"):
        concerned = [each for each in some if each.is_of(session["project"])]
        if concerned:
            events = list(board.read(stream=session["stream"], types=["tool.called"]))
            for name, uses in uses_in(events, session, concerned).items():
                found[name] += uses
    return found


def uses_in(
    events: Iterable[Event], session: SessionRow, watched: Iterable[Watched]
) -> dict[str, list[Use]]:
    """The uses of each lesson's form in one session, in their order."""
    some = list(watched)
    found: defaultdict[str, list[Use]] = defaultdict(list)
    for call in calls_of(list(latest(events))):
        if was_made(call):
            for each in some:
                found[each.id] += _uses(call, session, each)
    return found


def was_made(call: Event) -> bool:
    """Whether a call was made at all: neither the agent nor a guard kept it back."""
    output = payload_of(call).get("output", "")
    return not (was_not_run(output) or MARK in output)


def _uses(call: Event, session: SessionRow, watched: Watched) -> Iterator[Use]:
    form, payload = watched.form, payload_of(call)
    cwd = session["cwd"] or ""
    root = _root(cwd)
    line = command_of(call)
    if form.pattern is not None and line is not None and not payload.get("denied"):
        commands = _commands(line)
        command = next(filter(form.pattern.is_wrong, commands), None)
        if command is not None:
            folder = str(PurePosixPath(cwd, payload.get("cwd") or ""))
            where = place(root, folder, command.folder) if cwd else None
            ending = _ending_of(call, line, command, commands, watched.signatures)
            yield _use(call, session, " ".join((*command.settings, *command.words)), where, ending)
    elif form.forbids and line is not None and not payload.get("denied"):
        folder = str(PurePosixPath(cwd, payload.get("cwd") or ""))
        what = forbidden_command(form.forbids, line, root, folder) if cwd else ""
        if what:
            yield _use(call, session, what, None, "unclear")
    elif form.paths and calls.edits_files(payload):
        for path in calls.changed_files(payload):
            file = place(root, cwd, path) if cwd else None
            if file and any(fits_path(pattern, file) for pattern in form.paths):
                yield _use(call, session, file, file, _ending_of_edit(payload))


def _use(call: Event, session: SessionRow, what: str, where: str | None, ending: Ending) -> Use:
    at = payload_of(call).get("called_at") or call.occurred_at
    return Use(call, session["id"], at, what, where, ending)


def _ending_of(
    call: Event, line: str, command: Command, commands: list[Command], signatures: frozenset[str]
) -> Ending:
    """How one command of a line ended, as far as the whole line shows it."""
    output = payload_of(call).get("output", "")
    if has_failed(call):
        if not failure_signatures(output, line).isdisjoint(signatures):
            return "failed"
        is_alone = all(each is command or _only_shows(each) for each in commands)
        is_hidden = "|" in line and not error_line(output)
        return "failed" if is_alone and not is_hidden else "unclear"
    return "worked" if worked(call) and "||" not in line else "unclear"


def _ending_of_edit(payload: dict[str, Any]) -> Ending:
    """An edit that a person or a hook refused has failed too."""
    if payload.get("denied") or payload.get("failed"):
        return "failed"
    return "worked" if payload.get("failed") is False else "unclear"


def _only_shows(command: Command) -> bool:
    return only_looks(command.words) if command.words else True


@lru_cache(maxsize=4_096)
def _commands(line: str) -> list[Command]:
    return commands_of(line) or []


@lru_cache(maxsize=256)
def _root(cwd: str) -> str:
    return root_of(cwd)


def count(uses: Iterable[Use]) -> dict[Ending, int]:
    """How many uses ended in which way."""
    found: dict[Ending, int] = {"failed": 0, "worked": 0, "unclear": 0}
    for each in uses:
        found[each.ending] += 1
    return found

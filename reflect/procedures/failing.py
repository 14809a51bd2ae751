"""What ends a procedure again: a step of its own that could not be run where it had been shown."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from blackboard import Board
from blackboard.event import Event, NewEvent
from blackboard.events import streams
from blackboard.events.lesson import LessonFailed, LessonRetired
from blackboard.events.payload import new
from blackboard.events.reflection import FailedForm
from blackboard.views.decisions import is_left_to_people
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.rows import LessonRow, SessionRow
from reflect.miner.attempt import calls_of, has_failed
from reflect.pipeline.events import Place
from reflect.procedures.common import Way, steps_cited
from reflect.procedures.way import could_not_run, form_of, ran

MOST_FAILURES = 2
"""Different sessions in which its own steps could not be run take a procedure back."""


def failed_steps(
    board: Board, session: SessionRow, events: Sequence[Event], ways: Sequence[Way], place: Place
) -> list[NewEvent]:
    """What follows for the procedures that a session was shown and could not run a step of.

    Each rests until another session takes its way again, and after two such sessions it is retired.
    What a person decided about stays as it is.

    Args:
        board: where it was shown.
        session: whose calls are read.
        events: the session's.
        ways: those of its project, which say what the steps of a procedure were.
        place: where, and by whom.
    """
    found: list[NewEvent] = []
    for shown in board.view("exposures", where={"session": session["id"]}):
        where = {"id": shown["lesson"], "proof": "procedure", "status": ACTIVE_STATUSES}
        at = shown["injected_at"]
        if at is None:
            continue
        since = [each for each in calls_of(events) if each.occurred_at > at]
        for row in board.view("lessons", where=where):
            failed = failed_step(_steps(row, ways), since, session["cwd"])
            if failed is not None and not (row["pinned"] or is_left_to_people(row)):
                found += _ended(board, row, session["id"], *failed, place)
    return found


def failed_step(
    steps: Collection[FailedForm], calls: Sequence[Event], root: str | None
) -> tuple[str, Event] | None:
    """The first step that could not be run and did not pass since, with its last call.

    What ran and failed may have found faults, which is its work: no list knows all checks.

    Args:
        steps: the exact commands of a procedure.
        calls: those of a session since it was shown.
        root: the session's folder.
    """
    last: dict[FailedForm, Event] = {}
    for call in calls:
        for command, _ in ran(call, root):
            if form := form_of(command):
                last[form] = call
    for form, call in last.items():
        if form in steps and has_failed(call) and could_not_run(call):
            return form.command, call
    return None


def _steps(row: LessonRow, ways: Sequence[Way]) -> set[FailedForm]:
    """The exact commands of a procedure, as the calls that it cites ran them."""
    return {FailedForm(command=each.command, folder=each.folder)
            for each in steps_cited(row, ways)}  # fmt: skip


def _ended(
    board: Board, row: LessonRow, session: str, step: str, call: Event, place: Place
) -> Iterator[NewEvent]:
    reason = f"`{step}` could not be run in a session that was shown it"
    payload = LessonFailed(
        lesson=row["id"], session=session, step=step, evidence=call.id, reason=reason
    )
    root = streams.root_of(session)
    yield new(payload, project=row["project"], actor=place.actor, occurred_at=call.occurred_at,
              key=f"failed:{root}", causation=call.id)  # fmt: skip
    before = board.read(stream=streams.lesson(row["id"]), types=[LessonFailed.type])
    sessions = {
        root,
        *(streams.root_of(each.payload["session"]) for each in before if each.payload),
    }
    if len(sessions) >= MOST_FAILURES:
        why = f"its own steps could not be run in {len(sessions)} sessions"
        yield new(LessonRetired(lesson=row["id"], reason=why), project=row["project"],
                  actor=place.actor, occurred_at=call.occurred_at, key="failed again")  # fmt: skip

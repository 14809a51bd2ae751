"""What followed the refusals of guards, by the calls of the session; wrong guards retire."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from blackboard import Board
from blackboard.event import Event, NewEvent
from blackboard.events.guard import GuardAnswered, GuardResolved, GuardRetired
from blackboard.events.payload import new
from blackboard.events.upcast import latest
from blackboard.guards.pattern import form_of, has_right
from blackboard.views.guards import GUARDS, is_prohibition
from blackboard.views.rows import GuardRow, SessionRow
from blackboard.vocabulary import GuardResolution
from reflect.deciding import append_decided
from reflect.guards.decide import is_wrong_too_often
from reflect.guards.guard_form import GuardForm
from reflect.guards.uses import Watched, uses_in, was_made
from reflect.invocation import command_of
from reflect.miner.attempt import calls_of
from reflect.trajectory import payload_of

ACTOR = "guard"
READER = "guards"
"""The reader name under which the board stores how far sessions were looked at."""


def follow_up(board: Board) -> Counter[str]:
    """Record what followed refusals, retire guards that were wrong too often; events by type.

    What a person forbade is not proven wrong by calls that work; they answer questions about it.
    """
    counts: Counter[str] = Counter()
    position, head = board.reader_position(READER), board.log.head()
    if position == head:
        return counts
    found = append_decided(
        board, lambda: [*_followed(board, position), *_answered(board, position)], by=GUARDS.reduce
    )
    board.remember_reader(READER, head)
    retired = append_decided(board, lambda: _wrong(board), by=GUARDS.reduce)
    counts.update(event.type for event in (*found, *retired))
    return counts


def _followed(board: Board, position: int) -> list[NewEvent]:
    rows = [row for row in board.view("guards", where={"refused>=": 1}) if not is_prohibition(row)]
    return [event for row in rows for event in _resolved(board, row, position)]


def _answered(board: Board, position: int) -> Iterator[NewEvent]:
    """What the person said to open questions, as the very calls show that were asked for."""
    for guard in board.view("guards", where={"asked>=": 1}):
        open_ = {each["session"]: each for each in guard["questions"] if not each["answer"]}
        where = {"id": sorted(open_), "position>=": position + 1}
        for session in board.view("sessions", where=where) if open_ else ():
            events = list(board.read(stream=session["stream"], types=["tool.called"]))
            call = _call_of(events, open_[session["id"]]["call"])
            if call is not None:
                payload = GuardAnswered(
                    lesson=guard["id"], session=session["id"], evidence=call.id,
                    outcome="allowed" if _was_let(call) else "declined",
                )  # fmt: skip
                yield new(payload, project=session["project"], actor=ACTOR,
                          occurred_at=call.occurred_at)  # fmt: skip


def _call_of(events: Sequence[Event], name: str) -> Event | None:
    """The call of a name whose end is known."""
    calls = (
        each for each in calls_of(list(latest(events))) if payload_of(each).get("call") == name
    )
    return next((each for each in calls if name and _has_ended(each)), None)


def _has_ended(call: Event) -> bool:
    payload = payload_of(call)
    return bool(payload.get("denied")) or payload.get("failed") is not None


def _was_let(call: Event) -> bool:
    return was_made(call) and not payload_of(call).get("denied")


def _wrong(board: Board) -> list[NewEvent]:
    rows = [row for row in board.view("guards", where={"state": "on"}) if not is_prohibition(row)]
    return [_retired(row) for row in rows if is_wrong_too_often(_outcomes(row))]


def _resolved(board: Board, guard: GuardRow, position: int) -> Iterator[NewEvent]:
    """What followed the open refusals of a guard, in sessions that went on since a position."""
    open_ = {each["session"]: each["at"] for each in guard["refusals"] if not each["outcome"]}
    where = {"id": sorted(open_), "position>=": position + 1}
    for session in board.view("sessions", where=where) if open_ else ():
        events = list(board.read(stream=session["stream"], types=["tool.called"]))
        found = resolution(_watched(guard), events, session, open_[session["id"]])
        if found is not None:
            outcome, call = found
            payload = GuardResolved(
                lesson=guard["id"], session=session["id"], outcome=outcome, evidence=call.id
            )
            yield new(payload, project=session["project"], actor=ACTOR,
                      occurred_at=call.occurred_at)  # fmt: skip


def resolution(
    watched: Watched, events: Sequence[Event], session: SessionRow, since: int
) -> tuple[GuardResolution, Event] | None:
    """The first call after a refusal that shows what it was worth.

    The refused call made again, with a known end, or the right form. Later calls prove nothing.
    """
    after = [event for event in latest(events) if _decided_at(event) > since]
    uses = uses_in(after, session, [watched]).get(watched.id, ())
    endings = {use.event.id: use.ending for use in uses}
    for call in calls_of(after):
        ending = endings.get(call.id)
        if ending == "worked" or ending == "failed":
            return ending, call
        if was_made(call) and _is_right(watched.form, call):
            return "followed", call
    return None


def _is_right(form: GuardForm, call: Event) -> bool:
    line = command_of(call)
    return bool(form.pattern and line and has_right(form.pattern, line))


def _decided_at(event: Event) -> int:
    called_at = payload_of(event).get("called_at") if event.payload else None
    return int(called_at or event.occurred_at)


def _watched(guard: GuardRow) -> Watched:
    """The form that the guard was switched on with."""
    wrong, right = (form_of(guard[name]) if guard[name] else None for name in ("wrong", "right"))
    form = GuardForm(wrong, right, tuple(guard["paths"]), tuple(guard["forbids"]))
    return Watched(guard["id"], form)


def _outcomes(guard: GuardRow) -> list[str]:
    """What followed each refusal since it was switched on, in their order."""
    return [each["outcome"] for each in guard["refusals"]]


def _retired(guard: GuardRow) -> NewEvent:
    wrong = sum(each["outcome"] == "worked" for each in guard["refusals"])
    reason = f"{wrong} of its {len(guard['refusals'])} refusals were wrong: the same call worked"
    payload = GuardRetired(
        lesson=guard["id"], refused=len(guard["refusals"]), wrong=wrong, reason=reason
    )
    return new(payload, project=guard["project"], actor=ACTOR)

"""A person's decisions on lessons and insights: each is an event, and each can be undone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, cast

from pydantic import ValidationError

from blackboard import Board, BoardError
from blackboard.events.insight import (
    InsightAnnotated,
    InsightApproved,
    InsightPromoted,
    InsightRestored,
    InsightRetired,
    InsightRevised,
)
from blackboard.events.lesson import (
    LessonAnnotated,
    LessonApproved,
    LessonPinned,
    LessonPromoted,
    LessonReconciled,
    LessonRejected,
    LessonRestored,
    LessonRetired,
    LessonRevised,
    LessonUnpinned,
    LessonWoken,
)
from blackboard.events.payload import PayloadModel
from blackboard.harm import harms
from blackboard.redaction.redact import redact_all
from blackboard.views.harmful import unnamed
from blackboard.views.rows import LessonRow, RuleRow
from reflect.finding import View

Payload = TypeVar("Payload", bound=PayloadModel)
ACTOR = "human"


class NothingToUndo(BoardError):
    """There is no such decision to undo."""


class Unusable(BoardError):
    """A person's text cannot be stored: it is empty, too long, or not text."""


class Harmful(BoardError):
    """An approval does not name the harm that the words would do; `harm` are its names."""

    def __init__(self, row: RuleRow, harm: Sequence[str]) -> None:
        self.harm = tuple(harm)
        options = " ".join(f'--despite "{name}"' for name in harm)
        how = (
            f"approve it by name, `lessonboard lesson keep {row['id']} {options}`, or edit it"
            if "constraint" in row
            else "state it as a lesson, with `lessonboard lesson add`, or edit it"
        )
        super().__init__(f"{row['id']} waits: it {', '.join(harm)}; {how}")


def view_of(row: RuleRow) -> View:
    """The view that a row is of."""
    return "lessons" if "constraint" in row else "insights"


def approve(board: Board, row: RuleRow, reason: str = "", despite: Sequence[str] = ()) -> None:
    """Approve a lesson or insight.

    Args:
        board: where the row is.
        row: as it was seen.
        reason: why.
        despite: the names of the harm that the person saw in the words of a lesson.

    Raises:
        Harmful: its words do harm that is not named.
    """
    harm = harm_to_name(row)
    if any(name not in despite for name in harm):
        raise Harmful(row, harm)
    if "constraint" in row:
        told = {"despite": harm} if harm else {}
        _record(board, row, _payload(LessonApproved, row, by="human", reason=reason, **told))
    else:
        _record(board, row, _payload(InsightApproved, row, by="human", reason=reason))


def require_named(row: RuleRow) -> None:
    """Raise where a row's harm was not accepted by name.

    Raises:
        Harmful: it waits for that.
    """
    harm = unnamed(row) if "constraint" in row else harms(row["statement"])
    if harm:
        raise Harmful(row, harm)


def harm_to_name(row: RuleRow) -> list[str]:
    """The harm that an approval of these words has to name."""
    return list(row["harm"]) if "constraint" in row else harms(row["statement"])


def reject(board: Board, row: LessonRow, reason: str = "") -> None:
    """Reject a lesson as wrong or useless; it is not shown any more."""
    _record_once(board, row, _payload(LessonRejected, row, reason=reason), reason)


def revise(board: Board, row: RuleRow, reason: str = "", **words: Any) -> bool:
    """Replace parts of the text of a lesson or insight; False if nothing changes."""
    _refuse_colleagues(row, "its words are")
    model = LessonRevised if "constraint" in row else InsightRevised
    payload = _payload(model, row, reason=reason, **words)
    before = cast("Mapping[str, Any]", row)
    same = {name: None for name in words if getattr(payload, name) == before[name]}
    if len(same) == len(words):
        return False
    _record(board, row, payload.model_copy(update=same))
    return True


def reconcile(board: Board, row: LessonRow, reason: str = "") -> None:
    """Say that a lesson and all that seems to contradict it can be followed."""
    for each in row["contradicts"]:
        payload = _payload(LessonReconciled, row, other=each["other"], reason=reason)
        _record(board, row, payload)


def retire(board: Board, row: RuleRow, reason: str = "") -> None:
    """Retire a lesson or insight that was right once; it is not shown any more."""
    model = LessonRetired if "constraint" in row else InsightRetired
    _record_once(board, row, _payload(model, row, reason=reason), reason)


def promote(board: Board, row: RuleRow, reason: str = "") -> None:
    """Promote a lesson or insight to every project."""
    _refuse_colleagues(row, "where it holds is")
    model = LessonPromoted if "constraint" in row else InsightPromoted
    _record(board, row, _payload(model, row, reason=reason))


def pin(board: Board, row: LessonRow, reason: str = "") -> None:
    """Have a lesson shown whenever it fits: never held back, never retired by policy."""
    if not row["pinned"]:
        _record(board, row, _payload(LessonPinned, row, reason=reason))


def unpin(board: Board, row: LessonRow, reason: str = "") -> None:
    """Leave a pinned lesson to the policy again."""
    if row["pinned"]:
        _record(board, row, _payload(LessonUnpinned, row, reason=reason))


def wake(board: Board, row: LessonRow, reason: str = "") -> None:
    """Show a lesson again although its check holds, or its own step failed.

    The check is no longer looked for.
    """
    if row["compiled"] or row["resting"]:
        _record(board, row, _payload(LessonWoken, row, by="human", reason=reason))


def undo(board: Board, row: RuleRow, event: str | None = None) -> dict[str, Any]:
    """Undo the last decision on a row, or the one of a given event.

    Returns:
        The decision, as recorded in the row.

    Raises:
        NothingToUndo: there is no such decision.
    """
    decisions: list[dict[str, Any]] = row["decisions"]
    matching = [entry for entry in decisions if event in (None, entry["event"])]
    decision: dict[str, Any] | None = matching[-1] if matching else None
    if decision is None:
        asked = f"decision {event!r}" if event else "decision"
        raise NothingToUndo(
            f"there is no {asked} about {row['id']} to undo; "
            f"`lessonboard lesson {row['id']}` lists them"
        )
    model = LessonRestored if "constraint" in row else InsightRestored
    with board.transaction():
        for each in _deciding(board, row, decision):
            payload = _payload(model, each, undone=decision["event"])
            _record(board, each, payload, key=f"undo:{decision['event']}")
    return decision


def _deciding(board: Board, row: RuleRow, decision: Mapping[str, Any]) -> list[RuleRow]:
    """The rows that hold a decision: both of a pair that was said to hold together."""
    other = decision.get("other", "")
    rows = board.view("lessons", where={"id": other}) if other else []
    event = decision["event"]
    return [row, *(each for each in rows if any(e["event"] == event for e in each["decisions"]))]


def explain(board: Board, row: RuleRow, event: str, reason: str) -> None:
    """Keep a reason with a decision that was made before.

    Raises:
        NothingToUndo: the row has no such decision.
        Unusable: the reason is empty.
    """
    if not reason.strip():
        raise Unusable("no reason was kept: it is empty")
    if all(each["event"] != event for each in row["decisions"]):
        raise NothingToUndo(
            f"no reason was kept: the decision about {row['id']} was undone meanwhile"
        )
    model = LessonAnnotated if "constraint" in row else InsightAnnotated
    _record(board, row, _payload(model, row, decision=event, reason=reason))


def _refuse_colleagues(row: RuleRow, what: str) -> None:
    author = cast("Mapping[str, Any]", row).get("author")
    if author:
        raise Unusable(
            f"{row['id']} is {author}'s lesson, and {what} for {author} to say; state a rule of "
            "your own with `lessonboard lesson add`, or drop this one"
        )


def _payload(model: type[Payload], row: RuleRow, **fields: Any) -> Payload:
    """A payload about a row, redacted.

    Raises:
        Unusable: the message names the first invalid field, and why.
    """
    subject = "lesson" if "lesson" in model.model_fields else "insight"
    try:
        return model.model_validate({subject: row["id"], **redact_all(fields).value})
    except ValidationError as error:
        problem = error.errors()[0]
        name = str(problem["loc"][0]).replace("_", " ")
        raise Unusable(f"could not keep the {name} as it is: {problem['msg']}") from error


def _record_once(board: Board, row: RuleRow, payload: PayloadModel, reason: str) -> None:
    """Record a decision unless it is the person's last one on the row; a new reason is new."""
    last = row["decisions"][-1:]
    said = [
        each["reason"] for each in last if (each["type"], each["actor"]) == (payload.type, ACTOR)
    ]
    if reason not in ("", *said) or not said:
        _record(board, row, payload)


def _record(board: Board, row: RuleRow, payload: PayloadModel, key: str = "") -> None:
    board.record(payload, actor=ACTOR, project=row["project"], key=key)

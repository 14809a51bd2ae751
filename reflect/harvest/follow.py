"""What becomes of a harvested lesson later: kept, rewritten or taken out.

A file that is read again and still says it adds a sight. A passage that is rewritten revises its
lesson. One that is deleted retires it, unless a person has decided about it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rapidfuzz import fuzz

from blackboard import Board
from blackboard.calls import read_file
from blackboard.errors import NotFound
from blackboard.event import Event, NewEvent
from blackboard.events.lesson import LessonRetired, LessonRevised, LessonText
from blackboard.events.payload import Evidence, PayloadModel, new
from blackboard.events.upcast import latest
from blackboard.views.decisions import is_left_to_people
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.rows import LessonRow
from reflect.finding import Finding
from reflect.harvest.file_text import file_key, folded
from reflect.harvest.harvest import TAG, occasion
from reflect.harvest.passages import Passage, passages
from reflect.harvest.places import kind_of
from reflect.harvest.wording import words_of
from reflect.harvest.writes import Write, writes
from reflect.pipeline.events import Place
from reflect.trajectory import payload_of, read_by

_ALIKE = 55.0
"""Out of 100; below it a passage was taken out and another one written."""

_LONGEST_QUOTE = 10_000


class Touch(NamedTuple):
    """A call that wrote a memory file, or showed what it says (`shown`); `path` is its key."""

    call: Event
    path: str
    write: Write | None = None
    shown: str = ""


def follow(
    board: Board, place: Place, events: Sequence[Event], root: str | None, more: Sequence[str] = ()
) -> list[Finding]:
    """Look after the lessons of a project that sessions wrote down, over one more session.

    What was rewritten or taken out is decided here; returned is what was seen again.

    Args:
        board: where the lessons are.
        place: whose lessons, and in whose name.
        events: the session's events in order.
        root: the session's folder.
        more: patterns of further files that hold lessons.
    """
    rows = board.view("lessons", where={"project": place.project, "status": ACTIVE_STATUSES})
    written = [row for row in rows if TAG in row["tags"]]
    touched = list(_touches(events, root, more)) if written else []
    seen: list[Finding] = []
    for row in written if touched else ():
        with board.transaction():
            found = list(_followed(board, row, touched))
            board.append([_event(row, touch, said, place) for touch, said in found
                          if isinstance(said, PayloadModel)])  # fmt: skip
        seen += [said for _, said in found if isinstance(said, Finding)]
    return seen


def _touches(events: Sequence[Event], root: str | None, more: Sequence[str]) -> Iterator[Touch]:
    for event in events:
        if event.type != "tool.called" or not event.payload:
            continue
        for write in writes(event):
            if kind_of(write.path, more):
                yield Touch(event, file_key(write.path, root), write)
        shown = read_file(event.payload) or [path for path, _ in filter(None, [read_by(event)])]
        for path in shown:
            if kind_of(path, more) and not event.payload.get("failed"):
                yield Touch(
                    event, file_key(path, root), shown=folded(event.payload.get("output", ""))
                )


def _followed(
    board: Board, row: LessonRow, touched: Sequence[Touch]
) -> Iterator[tuple[Touch, Finding | PayloadModel]]:
    """What the calls on a lesson's file say of it; the first one that takes it out is the last."""
    origin = _origin(board, row)
    if origin is None:
        return
    written, path = origin
    passage = row["evidence"][-1]["quote"]
    quote = folded(passage)
    near = [each for each in touched if each.path == path]
    near = [each for each in near if each.call.occurred_at > written.occurred_at]
    told: set[str] = set(row["sessions"])
    for number, each in enumerate(near):
        session = str(payload_of(each.call).get("session"))
        if each.write is None:
            if quote in each.shown and session not in told:
                told.add(session)
                yield each, _seen(row, each, passage, row["constraint"])
        elif _takes_out(each.write, quote, payload_of(written).get("session") == session):
            if not _comes_back(near[number + 1 :], quote) and not is_left_to_people(row):
                yield from ((each, said) for said in _changed(row, each, quote))
            return


def _origin(board: Board, row: LessonRow) -> tuple[Event, str] | None:
    """The call that wrote the lesson's passage last, and its file."""
    for evidence in reversed(row["evidence"]):
        quote = folded(evidence["quote"])
        for event in _events(board, evidence["event_id"]):
            for write in writes(event):
                if write.new is not None and quote in folded(write.new):
                    return event, file_key(evidence.get("path") or write.path, None)
    return None


def _events(board: Board, name: str) -> list[Event]:
    """The event of a name in its latest form; none where it is not on the board, or forgotten."""
    try:
        return [each for each in latest([board.log.get(name)]) if each.payload]
    except NotFound:
        return []


def _takes_out(write: Write, quote: str, is_same_session: bool) -> bool:
    """Whether a write leaves the file without a passage that it had."""
    if write.new is None:
        return is_same_session or not write.is_put_back
    if write.is_appended or quote in folded(write.new):
        return False
    return write.old is None or quote in folded(write.old)


def _comes_back(later: Sequence[Touch], quote: str) -> bool:
    return any(each.write and each.write.new and quote in folded(each.write.new) for each in later)


def _changed(row: LessonRow, touch: Touch, quote: str) -> Iterator[Finding | PayloadModel]:
    """The passage in its new words, or that it is gone."""
    assert touch.write is not None
    heir = _heir(touch.write, quote)
    words = words_of(heir) if heir else None
    if heir is None:
        reason = f"its passage was taken out of {_name(touch.path)}"
        yield LessonRetired(lesson=row["id"], reason=reason)
    elif words is not None:
        yield LessonRevised(
            lesson=row["id"],
            constraint=words.constraint,
            symptom=words.symptom or None,
            root_cause=words.cause or None,
            resolution=words.resolution or None,
            reason=f"it was rewritten in {_name(touch.path)}",
        )
        yield _seen(row, touch, heir.quote.strip(), words.constraint)


def _heir(write: Write, quote: str) -> Passage | None:
    """The passage that stands in the place of another one: the one that is most like it."""
    found = passages(write.new or "")
    scored = [(fuzz.ratio(folded(each.quote), quote), each) for each in found]
    best = max(scored, key=lambda pair: pair[0], default=None)
    return best[1] if best is not None and best[0] >= _ALIKE else None


def _seen(row: LessonRow, touch: Touch, quote: str, rule: str) -> Finding:
    """One more sight of a lesson, by its own name."""
    given: Mapping[str, Any] = row
    text = {name: given[name] for name in LessonText.model_fields}
    evidence = Evidence(
        event_id=touch.call.id,
        quote=quote[:_LONGEST_QUOTE] or rule,
        session=payload_of(touch.call).get("session"),
        path=row["evidence"][-1].get("path"),
    )
    return Finding(
        key="",
        name=row["id"],
        occasion=occasion(touch.call, rule),
        text=LessonText(**{**text, "constraint": rule}),
        evidence=(evidence,),
        trust=row["trust"],
        confidence=row["confidence"],
        occurred_at=touch.call.occurred_at,
        verbatim=True,
        noted=True,
    )


def _event(row: LessonRow, touch: Touch, payload: PayloadModel, place: Place) -> NewEvent:
    return new(
        payload,
        project=row["project"],
        actor=place.actor,
        occurred_at=touch.call.occurred_at,
        key=f"harvest:{payload.type}:{touch.call.id}:{row['id']}",
        causation=touch.call.id,
    )


def _name(path: str) -> str:
    return path.rsplit("/", 1)[-1]

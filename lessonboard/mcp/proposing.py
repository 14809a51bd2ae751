"""The tool `propose`: a lesson in an agent's words, which pass what every other lesson passes.

What an agent asserts may be what a web page told it to assert: its trust is the lowest, so that
no policy approves it, it never overrules what was seen, and it is quoted wherever it is shown.
Its evidence names no session, which would count as one that shows the lesson; and a proposal is
for the repository or folder here, so that work in one cannot plant lessons in another.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson

from blackboard import Board, BoardError, NewEvent, ids
from blackboard.events.lesson import LessonText
from blackboard.events.payload import Evidence, new
from blackboard.events.review import ArtifactRecorded
from blackboard.redaction.private import MARK
from blackboard.search.terms import terms
from blackboard.sources.lesson_records import LessonRecord, as_event, read_record
from blackboard.sources.repository import project_of
from lessonboard.mcp.context import ServerContext
from lessonboard.mcp.text import plain, quoted
from lessonboard.mcp.use import ACTOR
from reflect.finding import Finding
from reflect.gate import problems
from reflect.intake import Outcome, ingest

_CONFIDENCE = 0.3
"""Less than that of anything that was seen to happen."""


class Refused(BoardError):
    """A proposal was not kept; the message says what speaks against it."""


def propose(shared: ServerContext, evidence: str, **words: str) -> str:
    """Take in a lesson of the project here as a candidate, or as one more sight of a known one.

    Raises:
        Refused: its words are none of a lesson, or the gate or the critic is against it.
    """
    place = shared.app.project or project_of(str(Path.cwd()))
    with shared.board() as board:
        record = _record(words)
        told = _quote(evidence, place)
        finding = _finding(record, told, place)
        against = problems(finding)
        if against:
            raise Refused(f"not kept: {'; '.join(against)}")
        critic = shared.app.tools(board, use_model=False).critic
        with board.transaction():
            board.append([told])
            outcome = ingest(board, finding, place, ACTOR, critic)
        return _answer(board, outcome, finding.lesson_id(place))


def _record(words: Mapping[str, str]) -> LessonRecord:
    """The words as a record, or what is wrong with them."""
    read = read_record(1, orjson.dumps({"phase": "implement", **words}))
    if isinstance(read, LessonRecord):
        return read
    raise Refused(f"not kept: {'; '.join(f'{each.field}: {each.message}' for each in read)}")


def _quote(quote: str, project: str) -> NewEvent:
    """The event in which the quote stands, so that forgetting it forgets the lesson too."""
    if not quote.replace(MARK, "").strip():
        raise Refused("not kept: there is no evidence for it")
    payload = ArtifactRecorded(
        kind="note", title="evidence of an agent's proposal", body=quote.strip()
    )
    stream = f"proposals:{project}"
    name = ids.derived(stream, payload.body)
    return new(payload, stream=stream, project=project, actor=ACTOR, id=name)


def _finding(record: LessonRecord, told: NewEvent, project: str) -> Finding:
    bound = as_event(record, project).payload
    occasion = f"{record.constraint}\n{told.payload['body']}"
    return Finding(
        key=f"proposed:{' '.join(terms(record.constraint))}",
        occasion=f"proposed:{hashlib.sha256(occasion.encode()).hexdigest()}",
        text=LessonText(**{name: getattr(record, name) for name in LessonText.model_fields}),
        evidence=(Evidence(event_id=str(told.id), quote=told.payload["body"]),),
        trust="imported",
        confidence=_CONFIDENCE,
        occurred_at=time.time_ns() // 1000,
        paths=tuple(bound["paths"]),
        commands=tuple(bound["commands"]),
        signatures=tuple(bound["signatures"]),
    )


def _answer(board: Board, outcome: Outcome, lesson: str) -> str:
    if outcome == "refused":
        raise Refused(f"not kept: {_objection(board, lesson)}")
    known: Any = next((event.payload for event in board.read(stream=f"lesson:{lesson}", limit=10)
                       if event.payload is not None), None)  # fmt: skip
    if known is None:
        raise Refused(f"not kept: {lesson} was forgotten and stays so")
    row = board.row("lessons", known["lesson"])
    rule = quoted(row["constraint"])
    match outcome:
        case "created":
            if row["status"] == "candidate":
                return f"Accepted as candidate {row['id']}: {rule}"
            return f"Not accepted, kept as {row['status']} {row['id']}: {row['reason']}: {rule}"
        case "recurred":
            return f"Known as {row['id']} ({row['status']}), which gained the evidence: {rule}"
        case _:
            return f"Told before; it is {row['id']} ({row['status']}): {rule}"


def _objection(board: Board, lesson: str) -> str:
    """What the critic has against a lesson that it discarded."""
    for row in board.view("critiques", where={"recommendation": lesson}):
        score = f"the critic gives it {row['quality_score']:.2f}"
        effects = ", ".join(map(str, row["side_effects"] or []))
        why = effects or row["refinement_suggestions"] or ""
        return f"{score}: {plain(why)}" if why else score
    return "the critic is against it"

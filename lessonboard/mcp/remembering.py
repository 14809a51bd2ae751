"""The tool `remember`: a rule for later sessions, which passes what every other lesson passes.

Where a person typed the same words in a session here, the rule is theirs, with that prompt as its
evidence; where they typed that it be remembered, it is approved like one of `lesson add`. Else it
is an agent's assertion, which may be what a web page made it assert: its trust is the lowest, so
that no policy approves it, it never overrules what was seen, and it is quoted wherever it is shown.
Its evidence names no session, which would count as one that shows the lesson; and it is for
the repository or folder here, so that work in one cannot plant lessons in another.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping
from typing import Any

import orjson

from blackboard import Board, BoardError, NewEvent
from blackboard.events import streams
from blackboard.events.lesson import LessonText
from blackboard.events.payload import Evidence, new
from blackboard.events.review import ArtifactRecorded
from blackboard.redaction.private import MARK
from blackboard.search.words import words as words_of
from blackboard.sources.lesson_records import LessonRecord, keys_of, read_record
from blackboard.views.harmful import unnamed
from lessonboard.mcp.context import ServerContext
from lessonboard.mcp.giving_feedback import ACTOR
from lessonboard.mcp.text import plain, quoted
from lessonboard.mcp.typed import prompts
from reflect.finding import Finding
from reflect.pipeline.events import Place
from reflect.pipeline.ingest import Critic, Ingested, ingest
from reflect.pipeline.typed import typed_finding

_CONFIDENCE = 0.3
"""Less than that of anything that was seen to happen."""


class Refused(BoardError):
    """A proposal was not kept; the message says what speaks against it."""


_UNSAID = {
    "phase": "implement",
    "category": "convention",
    "severity": "medium",
    "symptom": "",
    "root_cause": "",
}
"""The defaults of a lesson that is given in one sentence."""


def remember(
    shared: ServerContext, text: str, evidence: str = "", session: str | None = None, **words: str
) -> str:
    """Keep a rule of the project here: a person's if they typed it, else an agent's candidate.

    Raises:
        Refused: its words are none of a lesson, or the gate or the critic is against it.
    """
    place = shared.here
    with shared.board(session) as board:
        critic = shared.app.critic()
        now = time.time_ns() // 1000
        for prompt in prompts(board, place, session):
            found = typed_finding(text, prompt, now)
            if found is not None:
                return _answer(board, ingest(board, found, Place(place, ACTOR), critic))
        return _proposed(board, {"constraint": text, **words}, evidence or text, place, critic)


def _proposed(
    board: Board, words: Mapping[str, str], evidence: str, place: str, critic: Critic
) -> str:
    """Return the candidate that an agent's word becomes."""
    record = _record({"resolution": words["constraint"], **_UNSAID, **words})
    told = _quote(evidence, place)
    kept = ingest(board, _finding(record, told, place), Place(place, ACTOR), critic, proof=[told])
    return _answer(board, kept)


def _record(words: Mapping[str, str]) -> LessonRecord:
    """Return the words as a record, or what is wrong with them."""
    read = read_record(1, orjson.dumps(words))
    if isinstance(read, LessonRecord):
        return read
    raise Refused(f"not kept: {'; '.join(f'{each.field}: {each.message}' for each in read)}")


def _quote(quote: str, project: str) -> NewEvent:
    """Return the event that holds the quote, so that forgetting it forgets the lesson too."""
    if not quote.replace(MARK, "").strip():
        raise Refused("not kept: there is no evidence for it")
    payload = ArtifactRecorded(
        kind="note", title="evidence of an agent's proposal", body=quote.strip()
    )
    stream = streams.proposals(project)
    return new(payload, project=project, actor=ACTOR, stream=stream, key=payload.body)


def _finding(record: LessonRecord, told: NewEvent, project: str) -> Finding:
    keys = keys_of(record)
    occasion = f"{record.constraint}\n{told.payload['body']}"
    return Finding(
        key=f"proposed:{' '.join(words_of(record.constraint))}",  # with "never"
        occasion=f"proposed:{hashlib.sha256(occasion.encode()).hexdigest()}",
        text=LessonText(**{name: getattr(record, name) for name in LessonText.model_fields}),
        evidence=(Evidence(event_id=str(told.id), quote=told.payload["body"]),),
        trust="imported",
        confidence=_CONFIDENCE,
        occurred_at=time.time_ns() // 1000,
        paths=tuple(keys.paths),
        commands=tuple(keys.commands),
        signatures=tuple(keys.signatures),
        writer="agent",
    )


def _answer(board: Board, kept: Ingested) -> str:
    if kept.outcome == "refused":
        raise Refused(f"not kept: {plain(kept.why)}")
    row: Any = next(iter(board.view("lessons", where={"id": kept.id})), None)
    if row is None:
        raise Refused("not kept: it was forgotten, and stays so")
    rule = quoted(row["constraint"])
    match kept.outcome:
        case "created":
            if harm := unnamed(row):
                how = f"it {', '.join(harm)}, so it waits until the user approves it by that name"
                return f"Accepted as candidate {row['id']}; {how}: {rule}{_against(kept)}"
            if row["status"] == "approved":
                return f"Remembered as {row['id']}, in the user's words: {rule}{_against(kept)}"
            if row["status"] == "candidate":
                return f"Accepted as candidate {row['id']}: {rule}{_against(kept)}"
            return f"Not accepted, kept as {row['status']} {row['id']}: {row['reason']}: {rule}"
        case "recurred":
            return f"Known as {row['id']} ({row['status']}), which gained the evidence: {rule}"
        case _:
            return f"Known before; it is {row['id']} ({row['status']}): {rule}"


def _against(kept: Ingested) -> str:
    """Return what a kept proposal contradicts, or may: a person is to decide between them."""
    sure = [each.row["id"] for each in kept.against if each.says == "opposite"]
    unsure = [each.row["id"] for each in kept.against if each.says == "unsure"]
    said = [f"contradicts {name}" for name in sure] + [f"may contradict {name}" for name in unsure]
    return f" It {', '.join(said)}; a person decides which of them holds." if said else ""

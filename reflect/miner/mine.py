"""Mining: from the sessions that are new on the board to lessons with their evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from blackboard import Board, ids
from blackboard.event import Event, NewEvent
from blackboard.events.lesson import LessonCreated, LessonDeduplicated
from blackboard.events.payload import new
from reflect.miner.corrections import corrections
from reflect.miner.finding import Finding
from reflect.miner.pairs import pairs

ACTOR = "miner"
READER = "miner"
"""The name under which the board remembers how far the miner has read."""

MINERS: tuple[Callable[[Sequence[Event], str | None], Iterator[Finding]], ...] = (
    pairs,
    corrections,
)


@dataclass
class Mined:
    """What mining brought: lessons new to the board, and known ones that were seen again."""

    sessions: int = 0
    created: int = 0
    recurred: int = 0


def mine(board: Board, progress: Callable[[int, int], None] = lambda _done, _all: None) -> Mined:
    """Mine every session that has events since the last time; safe to run twice or to kill.

    Lessons and evidence have ids that follow from what they were made of, so mining a session
    again adds nothing.
    """
    mined = Mined()
    since, head = board.reader_position(READER), board.log.head()
    rows = board.view("sessions", where={"position>=": since + 1}, order="started_at")
    for done, row in enumerate(rows):
        if not row["child"]:
            _mine_session(board, row, mined)
        progress(done + 1, len(rows))
    with board.transaction():
        board.remember_reader(READER, head)
    return mined


def findings(events: Sequence[Event], root: str | None) -> list[Finding]:
    """Everything that one session teaches."""
    return [finding for miner in MINERS for finding in miner(events, root)]


def _mine_session(board: Board, session: dict[str, Any], mined: Mined) -> None:
    events = list(board.read(stream=session["stream"]))
    mined.sessions += 1
    for finding in findings(events, session["cwd"]):
        lesson = finding.lesson_id(session["project"])
        with board.transaction():
            known = board.log.version(f"lesson:{lesson}") > 0
            told = decide(finding, lesson, session["project"], known=known)
            added = board.append([told])
        mined.recurred += len(added) if known else 0
        mined.created += 0 if known else len(added)


def decide(finding: Finding, lesson: str, project: str | None, *, known: bool) -> NewEvent:
    """The event that a finding calls for: a new lesson, or one more sight of a known one.

    Its id follows from the lesson and the occasion: the first telling and every later one of
    the same happening have the same id, whatever they were told as.
    """
    payload = (
        LessonDeduplicated(
            lesson=lesson,
            evidence=list(finding.evidence),
            signatures=list(finding.signatures),
        )
        if known
        else LessonCreated(
            **dict(finding.text),
            lesson=lesson,
            evidence=list(finding.evidence),
            trust=finding.trust,
            confidence=finding.confidence,
            learned_from=ACTOR,
            paths=list(finding.paths),
            commands=list(finding.commands),
            signatures=list(finding.signatures),
        )
    )
    stream = f"lesson:{lesson}"
    return new(
        payload,
        stream=stream,
        project=project,
        actor=ACTOR,
        occurred_at=finding.occurred_at,
        id=ids.derived(stream, finding.occasion),
        causation=finding.evidence[0].event_id,
    )

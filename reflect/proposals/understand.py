"""Understanding a session: ask a model about its digest, prove, correct, and keep what is left.

The questions are asked here and nowhere else; everything that is decided is decided by pure
functions. What was asked and answered is on the board, and what was refused with its reason.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from blackboard import Board
from blackboard.delivery.proof import is_said_once
from blackboard.delivery.voice import colleague_of
from blackboard.events import streams
from blackboard.events.lesson import LessonRetired
from blackboard.events.payload import PayloadModel
from blackboard.events.understanding import ProposalRefused, SessionUnderstood
from blackboard.redaction.redact import redact
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.rows import LessonRow, SessionRow
from reflect.curator.settings import CuratorSettings
from reflect.digest.digest import Digest, digest
from reflect.digest.entry import Entry
from reflect.model.model import Model
from reflect.pipeline.events import Place
from reflect.pipeline.ingest import ingest
from reflect.procedures.learn import unjudged
from reflect.prompts import load
from reflect.proposals import question
from reflect.proposals.answers import Corrections, OfKnown, Proposals
from reflect.proposals.asked import ACTOR, Question, Shape, ask
from reflect.proposals.correct import corrected
from reflect.proposals.doubt import doubted
from reflect.proposals.fitting import fitting
from reflect.proposals.lessons import Source, finding, seen_again
from reflect.proposals.prove import Proven, Refused, Shown, prove, prove_of_known
from reflect.trajectory import trajectory

_MOST_ROWS = 400


@dataclass
class Understood:
    """What asking about a session brought; `questions` is 0 where there was nothing to ask."""

    session: str
    questions: int = 0
    created: int = 0
    recurred: int = 0
    refused: int = 0


@dataclass(frozen=True)
class Asking:
    """A session that is asked about, and who is asked."""

    board: Board
    digest: Digest
    model: Model
    policy: CuratorSettings

    @property
    def session(self) -> str:
        """The session's id."""
        return self.digest.trajectory.id

    @property
    def project(self) -> str | None:
        """The session's project."""
        project: str | None = self.digest.trajectory.session["project"]
        return project

    @property
    def source(self) -> Source:
        """How lessons name the model and its prompt."""
        return Source(self.model.label, load(question.PROPOSE).purpose)

    def ask(self, asked: Question, shape: type[Shape]) -> Shape:
        """An answer, which is put on the board with its question."""
        return ask(self.board, self.model, asked, shape, self.project)

    def record(self, payload: PayloadModel, key: str = "") -> None:
        """Append an event of the model's about the session; with a key it is the same one again.

        A failed attempt is made again and says some things twice.
        """
        key = key and f"{self.source} {self.session} {key}"
        self.board.record(payload, actor=ACTOR, project=self.project, key=key)


def understand(
    board: Board,
    session: SessionRow,
    model: Model,
    policy: CuratorSettings,
    known: Sequence[LessonRow] | None = None,
) -> Understood:
    """Ask about what is new in a session, and keep what is proven.

    Args:
        board: where the session is, and where what is learnt goes.
        session: a row of the sessions view.
        model: who is asked.
        policy: what needs no person.
        known: the lessons of which those that fit are listed; by default all of the project.

    Raises:
        ModelError: the model could not be asked, or gave no usable answer; what is new is asked
            about the next time.
    """
    done = Understood(session["id"])
    looked = to_ask(board, session)
    if looked is None:
        return done
    asking = Asking(board, looked, model, policy)
    for window in looked.windows:
        rows = active_lessons(board, asking.project) if known is None else known
        fit = fitting(rows, window)
        names = [row["id"] for row in fit]
        thread = question.propose(window, fit)
        asked = Question(asking.session, "propose", question.PROPOSE, thread, names)
        answer = asking.ask(asked, Proposals)
        done.questions += 1
        proven = _corrected(asking, _proven(asking, answer, done), done)
        kept = [(_keep(asking, each, done), each) for each in proven]
        _known_again(asking, answer.seen_again, names, done)
        _taken_back(asking, _of_known(asking, answer.taken_back, names, done), kept, done)
    content = content_of(looked.found)
    payload = SessionUnderstood(subject=asking.session, until=looked.until, content=content)
    asking.record(payload)
    return done


def to_ask(board: Board, session: SessionRow) -> Digest | None:
    """The digest of what is new in a session; None where there is nothing to ask about.

    What was understood before is not asked again, under whatever name a copy of the session goes,
    nor what this program's own agents did.
    """
    if session["child"]:
        return None
    since = max((int(each["until"]) for each in _understood(board, session["id"])), default=0)
    looked = digest(trajectory(board, session), since)
    if not looked.is_worth_asking or _is_a_copy(board, looked):
        return None
    return looked


def content_of(found: Sequence[Entry]) -> str:
    """A hash of what entries say and when, the same for a copy of the session."""
    told = "\n".join(f"{each.event.occurred_at} {each.text}" for each in found)
    return hashlib.sha256(told.encode()).hexdigest()


def _is_a_copy(board: Board, looked: Digest) -> bool:
    """Whether another session with the same beginning was asked about with the same content."""
    session, content = looked.trajectory.session, content_of(looked.found)
    twins = board.view("sessions", where={"started_at": session["started_at"]})
    others = (twin["id"] for twin in twins if twin["id"] != session["id"])
    return any(each["content"] == content for twin in others for each in _understood(board, twin))


def _understood(board: Board, session: str) -> Iterator[dict[str, Any]]:
    """Up to where a session was understood, and what it said."""
    events = board.read(stream=streams.reflection(session), types=[SessionUnderstood.type])
    return (event.payload for event in events if event.payload)


def active_lessons(board: Board, project: str | None) -> list[LessonRow]:
    """The lessons that are offered in a project and are this person's own."""
    where = {"project": project, "status": ACTIVE_STATUSES}
    rows = board.view("lessons", where=where, order="-last_seen_at", limit=_MOST_ROWS)
    return [row for row in rows if not colleague_of(row, board.person)]


def _proven(asking: Asking, answer: Proposals, done: Understood) -> list[Proven]:
    results = [prove(each, asking.digest) for each in answer.lessons]
    _refuse(asking, (each for each in results if isinstance(each, Refused)), done)
    return [each for each in results if isinstance(each, Proven)]


def _corrected(asking: Asking, proven: Sequence[Proven], done: Understood) -> list[Proven]:
    if not proven:
        return []
    thread = question.correct(proven, asking.digest)
    asked = Question(asking.session, "correct", question.CORRECT, thread)
    answer = asking.ask(asked, Corrections)
    done.questions += 1
    kept, refused = corrected(proven, answer)
    _refuse(asking, refused, done)
    return kept


def _refuse(asking: Asking, refused: Iterable[Refused], done: Understood) -> None:
    for each in refused:
        text = str(redact(each.text).value)
        payload = ProposalRefused(
            subject=asking.session, text=text, reason=each.reason, asked=str(asking.source)
        )
        asking.record(payload, f"{each.reason}\n{text}")
        done.refused += 1


def _keep(asking: Asking, proven: Proven, done: Understood) -> str:
    """Keep what is proven; returns the id of the lesson that says it now, empty if none does."""
    found = finding(proven, asking.digest, asking.source)
    place = Place(asking.project, ACTOR)
    kept = ingest(asking.board, found, place, unjudged, asking.policy)
    match kept.outcome:
        case "created":
            done.created += 1
        case "recurred":
            done.recurred += 1
        case "refused":
            _refuse(asking, [Refused(found.rule, kept.why)], done)
    return kept.id


def _known_again(
    asking: Asking, said: Iterable[OfKnown], known: Sequence[str], done: Understood
) -> None:
    """What a session shows of known lessons once more is evidence for them."""
    for shown in _of_known(asking, said, known, done):
        done.recurred += bool(asking.board.append([seen_again(shown, asking.digest)]))


def _taken_back(
    asking: Asking, said: Iterable[Shown], kept: Sequence[tuple[str, Proven]], done: Understood
) -> None:
    """End what a person retracts; what they had approved is put before them again.

    What they added by hand or a rule concluded stays as it is.
    """
    for shown in said:
        row = asking.board.row("lessons", shown.lesson)
        if not shown.said:
            _refuse(asking, [Refused(row["constraint"], "no person took it back")], done)
        elif row["status"] != "approved" and (row["asked"] or is_said_once(row)):
            reason = f'retracted: "{shown.quote}"'
            asking.record(LessonRetired(lesson=row["id"], reason=reason), reason)
        elif not _waits(asking, row, shown, [each for name, each in kept if name != row["id"]]):
            why = f'it is kept until a person decides; they said: "{shown.quote}"'
            _refuse(asking, [Refused(row["constraint"], why)], done)


def _waits(asking: Asking, row: LessonRow, shown: Shown, stated: Sequence[Proven]) -> bool:
    """Put an approved lesson before its person; whether it waits for them from now on."""
    if row["status"] != "approved":
        return False
    guards = asking.board.view("guards", where={"id": row["id"], "state": "on"})
    doubt = doubted(row, shown, stated, is_guard=bool(guards))
    if doubt is not None:
        asking.record(doubt, doubt.reason)
    return doubt is not None and doubt.status is not None


def _of_known(
    asking: Asking, said: Iterable[OfKnown], known: Sequence[str], done: Understood
) -> Iterator[Shown]:
    for each in said:
        found = prove_of_known(each, known, asking.digest)
        if isinstance(found, Refused):
            _refuse(asking, [found], done)
        else:
            yield found

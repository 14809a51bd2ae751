"""Importing lessons that others wrote: new ones pass the pipeline, changed ones revise."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple, cast

from blackboard import Board, NewEvent, ids
from blackboard.actors import role
from blackboard.events.lesson import LessonCreated, LessonRevised, LessonText
from blackboard.events.payload import Evidence, new
from blackboard.events.review import ArtifactRecorded
from blackboard.sources.lesson_records import (
    ACTOR,
    Fault,
    LessonRecord,
    keys_of,
    lesson_id,
    read_record,
)
from blackboard.views.rows import LessonRow
from reflect.finding import Finding
from reflect.pipeline.events import Place
from reflect.pipeline.gate import problems
from reflect.pipeline.ingest import Critic, Ingested, ingest
from reflect.pipeline.pairs import note_pairs

_WORDS = tuple(LessonText.model_fields)
_CONFIDENCE = 0.5


class Contradiction(NamedTuple):
    """A record that is or may be the opposite of a lesson or insight; the status of both now."""

    line: int
    lesson: str
    status: str
    other: str
    other_status: str
    verdict: str


@dataclass
class Imported:
    """What became of the records of a file; `recurred` say what a known lesson says."""

    created: int = 0
    recurred: int = 0
    revised: int = 0
    unchanged: int = 0
    problems: list[Fault] = field(default_factory=list)
    contradictions: list[Contradiction] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """The counts, each record that was refused with its line and field, each contradiction."""
        counts = asdict(replace(self, problems=[], contradictions=[]))
        return {
            **{name: count for name, count in counts.items() if isinstance(count, int)},
            "refused": [each._asdict() for each in self.problems],
            "contradictions": [each._asdict() for each in self.contradictions],
        }


def import_lessons(
    board: Board,
    lines: Iterable[bytes],
    critic: Critic,
    now: int,
    project: str | None = None,
    progress: Callable[[int], None] = lambda _bytes: None,
) -> Imported:
    """Import LessonRecords, one a line; bad ones are reported and the others kept.

    Args:
        board: where the lessons go.
        lines: JSON objects.
        critic: judges them as it judges any other lesson.
        now: microseconds since 1970; a record does not say when it was learnt.
        project: the project of records that do not name one.
        progress: called with the number of bytes done since the last call.
    """
    board.catch_up()
    imported = Imported()
    for number, line in enumerate(lines, 1):
        record = read_record(number, line)
        if isinstance(record, LessonRecord):
            _import(board, record, number, imported, critic, now, project)
        else:
            imported.problems += record
        progress(len(line) + 1)
    return imported


def as_finding(record: LessonRecord, project: str | None, now: int) -> tuple[Finding, NewEvent]:
    """A record as a finding, and the event with its words, which the finding's evidence names.

    Its words are kept as they are, so that the file can be imported again. It is trusted as any
    text of somebody else: what it says of its own approval approves nothing here.
    """
    name, keys = lesson_id(record, project), keys_of(record)
    body = f"{record.symptom}\n{record.root_cause}\n{record.resolution}\n{record.constraint}"
    payload = ArtifactRecorded(kind="note", title="an imported lesson", body=body)
    stream = f"records:{name}"
    proof = new(payload, stream=stream, project=project, actor=ACTOR, occurred_at=now,
                id=ids.derived(stream, body))  # fmt: skip
    finding = Finding(
        key="",
        name=name,
        occasion=f"record:{name}",
        text=LessonText(**{name: getattr(record, name) for name in _WORDS}),
        evidence=(Evidence(event_id=str(proof.id), quote=record.constraint),),
        trust="imported",
        confidence=_CONFIDENCE,
        occurred_at=now,
        paths=tuple(keys.paths),
        commands=tuple(keys.commands),
        signatures=tuple(keys.signatures),
        scope=record.scope,
        status=record.status,
        verbatim=True,
        writer="note",
    )
    return finding, proof


def _import(
    board: Board,
    record: LessonRecord,
    number: int,
    imported: Imported,
    critic: Critic,
    now: int,
    project: str | None,
) -> None:
    """Keep one record, revise the lesson that it was before, or say why not."""
    place = Place(record.project or project, ACTOR)
    found, proof = as_finding(record, place.project, now)
    rows = board.view("lessons", where={"id": found.name})
    if rows:
        _revise(board, rows[0], found, place, number, imported)
        return
    done = ingest(board, found, place, critic, proof=[proof])
    match done.outcome:
        case "created":
            imported.created += 1
        case "recurred":
            imported.recurred += 1
        case "known":
            imported.unchanged += 1
        case "refused":
            imported.problems.append(_refusal(number, done.why))
    imported.contradictions += _contradictions(board, number, done)


def _refusal(line: int, why: str) -> Fault:
    return Fault(line, "constraint", f"not kept: {why}")


def _contradictions(board: Board, number: int, done: Ingested) -> list[Contradiction]:
    if not done.against:
        return []
    own = board.row("lessons", done.id)
    others = [(board.row(each.view, each.row["id"]), each.says) for each in done.against]
    return [
        Contradiction(number, own["id"], own["status"], other["id"], other["status"], says)
        for other, says in others
    ]


def _revise(
    board: Board, row: LessonRow, found: Finding, place: Place, number: int, imported: Imported
) -> None:
    """Give a lesson the words that its record has now, if they pass the gate."""
    with board.transaction():
        change = decide_revision(row, found, place, _imported(board, row["id"]))
        against = problems(found) if change else []
        if change is None or against:
            imported.unchanged += not against
            imported.problems += [_refusal(number, each) for each in against]
            return
        revised = bool(board.append([change]))
    imported.revised += revised
    imported.unchanged += not revised
    if revised:
        imported.contradictions += _beside(board, number, row["id"])


def _beside(board: Board, number: int, lesson: str) -> list[Contradiction]:
    """What contradicts a lesson's new words; no one decided which of them holds."""
    row = board.row("lessons", lesson)
    against = note_pairs(board, row)
    return [
        Contradiction(number, lesson, row["status"], each.row["id"], each.row["status"], each.says)
        for each in against
    ]


def _imported(board: Board, lesson: str) -> dict[str, Any]:
    """The words of a lesson as they were last imported, whatever people made of them since."""
    events = board.read(stream=f"lesson:{lesson}", types=[LessonCreated.type, LessonRevised.type])
    words: dict[str, Any] = {}
    for each in events:
        if role(each.actor) == ACTOR and each.payload:
            words |= {name: each.payload[name] for name in _WORDS if name in each.payload}
    return words


def decide_revision(
    row: LessonRow, found: Finding, place: Place, imported: dict[str, Any]
) -> NewEvent | None:
    """The revision that brings a lesson to the words of a record that changed since."""
    given = found.text.model_dump(mode="json")
    changed = {
        name: words
        for name, words in given.items()
        if words != cast("Mapping[str, Any]", row)[name]
    }
    if not changed or all(imported.get(name) == words for name, words in given.items()):
        return None
    text = hashlib.sha256(repr(sorted(changed.items())).encode()).hexdigest()
    stream = f"lesson:{row['id']}"
    return new(
        LessonRevised(lesson=row["id"], reason="imported again", **changed),
        stream=stream,
        project=place.project,
        actor=ACTOR,
        id=ids.derived(stream, f"revised:{row['updated_at']}:{text}"),
    )

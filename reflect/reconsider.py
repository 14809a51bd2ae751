"""Boards from before: what is trusted or approved by unattested words is put back.

The rules of now are applied to the evidence on the log. What they would not have approved becomes a
candidate again, by an event that says why and that can be undone; nothing is deleted, and what a
person decided is left alone. Where own transcripts were read again, trust rises likewise.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from blackboard import Board, NotFound
from blackboard.attestation import attested_one
from blackboard.event import Event, NewEvent
from blackboard.events.insight import InsightReconsidered
from blackboard.events.lesson import LessonCreated, LessonReconsidered
from blackboard.events.payload import new
from blackboard.events.session import AuthorsAttested
from blackboard.views.decisions import is_by_person, is_left_to_people
from blackboard.views.insights import INSIGHTS
from blackboard.views.lessons import ACTIVE_STATUSES, LESSONS
from blackboard.views.rows import InsightRow, LessonRow, RuleRow
from blackboard.vocabulary import Trust
from reflect.curator import rows
from reflect.curator.policy import objections_to, why_approved
from reflect.curator.settings import CuratorSettings
from reflect.deciding import append_decided
from reflect.repetition import distinct
from reflect.trust import ATTESTED, least, trust_by, trust_of

READER = "reconsider:2"
"""Where the rules of now were applied last; other rules have another number."""

ACTOR = "curator"
_MINER = "miner"
_RULE = "human-rule"
_REASON = "no one attests who said it"
_REPEATED = "its sessions repeat one pasted text"
_RAISED = "its transcripts say who said it"


class Reconsidered(NamedTuple):
    """A lesson or insight whose status changed; `put_back` if it is a candidate again."""

    name: str
    put_back: bool


_Change = tuple[NewEvent, Reconsidered]
_DECIDED_BY = frozenset(
    (*LESSONS.reduce, *INSIGHTS.reduce, AuthorsAttested.type, "payload.forgotten")
)
"""What may change a decision while it is made."""


def reconsider(board: Board, settings: CuratorSettings) -> list[Reconsidered]:
    """Apply the rules of now to what is on the board.

    All of it once, and again when own transcripts were read that say who wrote what.
    """
    since, head = board.reader_position(READER), board.log.head()
    if since and not any(True for _ in board.read(since, types=[AuthorsAttested.type], limit=1)):
        return []
    done: list[Reconsidered] = []

    def decide() -> list[NewEvent]:
        lessons = board.view("lessons", where={"status": ACTIVE_STATUSES, "author": ""})
        insights = board.view("insights", where={"status": ACTIVE_STATUSES})
        changes = [
            *(change for row in lessons for change in _lesson(board, row, settings)),
            *(change for row in insights for change in _insight(board, row, settings)),
        ]
        done[:] = [reconsidered for _, reconsidered in changes]
        return [event for event, _ in changes]

    append_decided(board, decide, by=_DECIDED_BY)
    board.remember_reader(READER, head)
    return done


def _lesson(board: Board, row: LessonRow, settings: CuratorSettings) -> list[_Change]:
    """A lesson that the miner made of sessions; those of other sources are trusted as they were."""
    if row["learned_from"] != _MINER or is_left_to_people(row):
        return []
    wanted: Trust = "human" if _RULE in row["tags"] or row["trust"] == "human" else "tool"
    trust = least((wanted, _created(board, row, wanted)))
    sessions = sorted({
        each["session"]
        for each in row["evidence"]
        if each.get("session") and trust_by([_event(board, each)], row["constraint"], wanted)
        in ATTESTED
    })  # fmt: skip
    shown = distinct(sessions, row["evidence"]) if trust == "human" else sessions
    back = _is_put_back(row, trust, shown, settings, objections_to(row["constraint"]))
    changed = {
        "trust": trust if trust != row["trust"] else None,
        "sessions": sessions if sessions != row["sessions"] else None,
        "status": "candidate" if back else None,
        "scope": "project" if back and row["scope"] == "global" else None,
    }
    if not any(value is not None for value in changed.values()):
        return []
    reason = _reason(trust, back=back, repeated=len(shown) < len(sessions))
    payload = LessonReconsidered.model_validate({"lesson": row["id"], "reason": reason, **changed})
    event = new(payload, project=row["project"], actor=ACTOR)
    return [(event, Reconsidered(row["id"], back))]


def _created(board: Board, row: LessonRow, wanted: Trust) -> Trust:
    """The best trust of the occasions on which these very words were learnt."""
    found: list[Trust] = []
    for event in board.read(stream=f"lesson:{row['id']}"):
        given = event.payload or {}
        is_same = event.type == LessonCreated.type or not given.get("duplicate", "x")
        if is_same and given.get("evidence"):
            proofs = [_event(board, each) for each in given["evidence"]]
            found.append(trust_by(proofs, row["constraint"], wanted))
    return wanted if wanted in found else next((each for each in found if each in ATTESTED),
                                               least(found))  # fmt: skip


def _insight(board: Board, row: InsightRow, settings: CuratorSettings) -> list[_Change]:
    """An insight; its words are those of its evidence or a model's, and none makes it global."""
    if is_left_to_people(row):
        return []
    proofs = [_event(board, each) for each in row["evidence"]]
    shown = [
        trust_of(proof, each["quote"]) if proof else "imported"
        for proof, each in zip(proofs, row["evidence"], strict=True)
    ]
    is_found = row["learned_from"] == "conventions" or _stands_in(row["statement"], proofs)
    trust = least([*shown, *([] if is_found else ["model"])])  # type: ignore[list-item]
    sessions = [
        each["session"]
        for each, one in zip(row["evidence"], shown, strict=True)
        if each.get("session") and one in ATTESTED
    ]
    in_full = [rows.in_full(board, each) for each in row["evidence"]]
    heard = distinct(sessions, in_full) if trust == "human" else sessions
    back = _is_put_back(row, trust, heard, settings, objections_to(row["statement"]))
    promoted = any(each["type"] == "insight.promoted" for each in row["decisions"])
    changed = {
        "trust": trust if trust != row["trust"] else None,
        "status": "candidate" if back else None,
        "scope": "project" if row["scope"] == "global" and not promoted else None,
    }
    if not any(value is not None for value in changed.values()):
        return []
    reason = _reason(trust, back=back, repeated=len(heard) < len({*sessions}))
    payload = InsightReconsidered.model_validate(
        {"insight": row["id"], "reason": reason, **changed}
    )
    event = new(payload, project=row["project"], actor=ACTOR)
    return [(event, Reconsidered(row["id"], back))]


def _reason(trust: Trust, *, back: bool, repeated: bool) -> str:
    if back and repeated:
        return _REPEATED
    return _RAISED if trust in ATTESTED and not back else _REASON


def _is_put_back(
    row: RuleRow,
    trust: Trust,
    sessions: Collection[str],
    settings: CuratorSettings,
    against: Sequence[str],
) -> bool:
    """Whether only a policy approved it, which would not do so now."""
    by_person = any(
        each["type"].endswith(".approved") and is_by_person(each["actor"])
        for each in row["decisions"]
    )
    if row["status"] != "approved" or by_person:
        return False
    policy = settings.model_copy(update={"approval": "policy"})
    return bool(against) or not why_approved(trust, row["confidence"], sessions, policy)


def _stands_in(statement: str, proofs: Sequence[Event | None]) -> bool:
    """Whether some event holds a statement verbatim, so that no model worded it."""
    wanted = _folded(statement)
    texts = [str((each.payload or {}).get("text", "")) for each in proofs if each is not None]
    return any(wanted in _folded(text) for text in texts)


def _folded(text: str) -> str:
    return " ".join(text.lower().split()).rstrip(".")


def _event(board: Board, evidence: dict[str, Any]) -> Event | None:
    """The event of an evidence with its author as it is known now; None if it is not here."""
    try:
        event = board.log.get(evidence["event_id"])
    except NotFound:
        return None
    if event.payload is None:
        return None
    return attested_one(
        event, lambda stream: board.read(stream=stream, types=[AuthorsAttested.type])
    )

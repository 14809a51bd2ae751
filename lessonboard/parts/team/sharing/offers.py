"""What a board would share now: of each kind the things as they are now, in a cut form.

A new kind is a function here and a line in `KINDS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import ValidationError

from blackboard.actors import colleague, is_repository
from blackboard.board import Board
from blackboard.conversation import conversation
from blackboard.event import NewEvent
from blackboard.events.payload import PayloadModel, new
from blackboard.events.team import (
    LESSON,
    Decided,
    DecisionShared,
    LessonShared,
    ThingShared,
)
from blackboard.session_events import session_events
from blackboard.views.colleagues import is_approval
from blackboard.views.decisions import is_by_person
from blackboard.views.rows import LessonRow
from blackboard.views.shared import SHARED_TYPES
from blackboard.vocabulary import ThingKind
from lessonboard.parts.team.sharing.board_key import key_made
from lessonboard.parts.team.sharing.cutting import cut
from lessonboard.parts.team.sharing.membership import Membership

_ATTESTED = ("human", "approved", "tool")
"""The trusts of what may leave before a person approved it."""

_WORDS = ("phase", "category", "severity", "symptom", "root_cause", "resolution", "constraint",
          "tags", "scope", "confidence", "paths", "commands", "signatures", "seen")  # fmt: skip
_OPEN = ("ready", "blocked", "claimed")
_LONGEST = 2_000
_MOST_ENTRIES = 400


Kind = Callable[[Board, Membership], Iterator["Offer"]]
"""What a board would share of one kind."""


class Offer(NamedTuple):
    """A thing that is shared: what is said of it in its first revision, and its project."""

    payload: PayloadModel
    project: str | None

    def event(self, revision: int) -> NewEvent:
        """The event that shares it, cut."""
        made = new(self.payload.model_copy(update={"revision": revision}), actor="human",
                   project=self.project)  # fmt: skip
        return made._replace(payload=cut(made.payload))


def offers(board: Board, member: Membership, kinds: Iterable[Kind]) -> Iterator[Offer]:
    """All that is shared with a team now."""
    for kind in kinds:
        yield from kind(board, member)


def _lessons(board: Board, member: Membership) -> Iterator[Offer]:
    """One's own lessons: approved, or well attested; what was rejected only if it was shared."""
    known = shared_at(board, "lesson")
    for row in board.view("lessons", where={"author": ""}, order="id"):
        is_standing = row["status"] == "approved" or (
            row["status"] == "candidate" and row["trust"] in _ATTESTED
        )
        is_new = known.get(row["id"], -1) <= row["updated_at"]
        can_be_named = re.fullmatch(LESSON, row["id"]) is not None
        wanted = can_be_named and (is_standing or row["id"] in known)
        if is_new and wanted and member.shares(row["project"]):
            try:
                shared = _lesson(row)
            except ValidationError:  # of another program, which cannot be shared
                continue
            yield Offer(shared, row["project"])


def shared_at(board: Board, kind: str) -> dict[str, int]:
    """When each thing of a kind was last shared from here, by its name.

    It is -1 where that was unsigned, or withdrawn it.
    """
    rows, unsigned = board.view("shared", where={"kind": kind, "author": ""}), sent_unsigned(board)
    return {
        row["name"]: -1
        if row["event"] in unsigned or row["content"].get("says") == "withdrawn"
        else row["at"]
        for row in rows
    }


def sent_unsigned(board: Board) -> set[str]:
    """The events that were sent before the board had its key: they are shared again, signed."""
    made = key_made(board)
    if made is None:
        return set()
    before = board.read(until=made.position, types=SHARED_TYPES)
    return {event.id for event in before if not colleague(event.actor)}


def _lesson(row: LessonRow) -> LessonShared:
    evidence = [{"event_id": each["event_id"], "session": each.get("session")}
                for each in row["evidence"]]  # fmt: skip
    return LessonShared.model_validate(
        _some(row, *_WORDS)
        | {"lesson": row["id"], "revision": 0, "says": _says(row), "evidence": evidence,
           "first_seen_at": row["created_at"], "last_seen_at": row["last_seen_at"]}
    )  # fmt: skip


def _says(row: LessonRow) -> str | None:
    """What its person says of a lesson: nothing where a policy approved it."""
    if row["status"] == "approved":
        return "approved" if _own_decisions(row) else None
    return None if row["status"] == "candidate" else "rejected"


def _own_decisions(row: LessonRow) -> list[dict[str, Any]]:
    """What the user decided, oldest first; decisions of a policy are left out."""
    decided = [each for each in row["decisions"] if "status" in each["before"]]
    return [each for each in decided[-1:] if is_by_person(each["actor"])]


def _decisions(board: Board, member: Membership) -> Iterator[Offer]:
    """What the user decided about colleagues' lessons, and what was withdrawn.

    What is in a repository is decided on where that is reviewed.
    """
    known = shared_at(board, "decision")
    people = [each for each in board.values("lessons", "author") if not is_repository(each)]
    for author in people:
        for row in board.view("lessons", where={"author": author} if author else {"id": []}):
            decided = _own_decisions(row)
            if not member.shares(row["project"]) or not (decided or row["id"] in known):
                continue
            yield Offer(_decision(row, decided), row["project"])


def _decision(row: LessonRow, decided: Sequence[Mapping[str, Any]]) -> DecisionShared:
    last: Mapping[str, Any] = decided[-1] if decided else {"at": 0, "reason": ""}
    says: Decided | None = None
    if decided:
        says = "approved" if is_approval(last) else "rejected"
    lesson = row["id"].rpartition("@")[0]
    return DecisionShared(author=row["author"], lesson=lesson, revision=0, says=says,
                          words=last.get("words", ""), reason=last["reason"],
                          decided_at=last["at"])  # fmt: skip


def _insights(board: Board, member: Membership) -> Iterator[Offer]:
    for row in board.view("insights", where={"status": "approved"}, order="id"):
        content = _some(row, "statement", "category", "scope", "confidence", "seen")
        yield from _thing("insight", row["id"], row["statement"], content, row["project"], member)


def _reviews(board: Board, member: Membership) -> Iterator[Offer]:
    for row in board.view("reviews", order="pr"):
        content = _some(row, "number", "title", "state", "verdicts", "comments", "requests",
                        "reworks", "additions", "deletions", "merged_commit")  # fmt: skip
        yield from _thing("review", row["pr"], row["title"], content, row["project"], member)


def _workflows(board: Board, member: Membership) -> Iterator[Offer]:
    rows = board.view("workflows", order="id") if board.has_view("workflows") else []
    for row in rows:
        content = {"workflow": row["workflow"], "statement": row["statement"],
                   "reruns": row["reruns"], "succeeded": row["succeeded"]}  # fmt: skip
        yield from _thing("workflow", row["id"], row["title"], content, row["project"], member)


def _work(board: Board, member: Membership) -> Iterator[Offer]:
    """Open work, and what became of work that was shared while it was open; not its input."""
    known = shared_at(board, "work")
    for row in board.view("work", order="item"):
        if row["state"] in _OPEN or row["item"] in known:
            content = _some(row, "kind", "priority", "state", "attempts", "created_at")
            title = row["kind"] or ""
            yield from _thing("work", row["item"], title, content, row["project"], member)


def _sessions(board: Board, member: Membership) -> Iterator[Offer]:
    """The conversations of projects whose sessions a person shares by name."""
    known = shared_at(board, "session")
    for row in board.view("sessions", where={"project": list(member.sessions_of)}, order="id"):
        if known.get(row["id"], -1) > row["last_at"]:
            continue
        said = [
            {"kind": each.kind, "at": each.at, "target": (each.target or "")[:_LONGEST],
             "text": each.text[:_LONGEST]}
            for each in conversation(session_events(board, row))
        ]  # fmt: skip
        content = {"agent": row["agent"], "entries": said[:_MOST_ENTRIES]}
        yield Offer(
            ThingShared(kind="session", name=row["id"], title=row["title"][:_LONGEST], revision=0,
                        content=content),
            row["project"],
        )  # fmt: skip


def _some(row: Any, *names: str) -> dict[str, Any]:
    return {name: row[name] for name in names}


def _thing(
    kind: ThingKind, name: str, title: str, content: dict[str, Any], project: str | None,
    member: Membership,
) -> Iterator[Offer]:  # fmt: skip
    if member.shares(project):
        payload = ThingShared(kind=kind, name=name, title=title[:_LONGEST], revision=0,
                              content=content)  # fmt: skip
        yield Offer(payload, project)


KINDS: dict[str, Kind] = {
    "lesson": _lessons,
    "decision": _decisions,
    "insight": _insights,
    "review": _reviews,
    "workflow": _workflows,
    "work": _work,
    "session": _sessions,
}
"""What is shared, in the order in which it is sent."""

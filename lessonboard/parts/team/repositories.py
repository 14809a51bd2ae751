"""The repositories whose lessons this board imports: those that its person trusts, and no others.

Nothing of a repository's folder is on the board before. What is imported follows the commits that
count: a merge approves, a deletion withdraws, and a remote that changed ends the trust.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from blackboard.actors import is_repository
from blackboard.board import Board
from blackboard.errors import BoardError
from blackboard.event import NewEvent
from blackboard.events import streams
from blackboard.events.payload import new
from blackboard.events.team import LessonShared
from blackboard.sources.repository import checkouts_of, made_of
from blackboard.views.colleagues import is_approval, own_decision
from blackboard.views.shared import content_of
from lessonboard.parts.team.sharing import trusting
from lessonboard.parts.team.sharing.git_objects import Heads, commits, heads, is_ancestor
from lessonboard.parts.team.sharing.repository import (
    Found,
    Place,
    Reading,
    authored,
    mark_of,
    payload_of,
    place_of,
    read,
)
from lessonboard.parts.team.sharing.trusting import Checkout, Trusted

log = logging.getLogger(__name__)

_OF_A_COMMIT = ("git", "first_seen_at", "last_seen_at")
"""What may change of a lesson by a rebase, without a new revision."""

Row = Mapping[str, Any]


class Synced(NamedTuple):
    """What a sync of one repository did: how many lessons changed, and which files it refused.

    `ended` is the reason for which the repository is trusted no longer; empty while it is.
    `fault` says why it could not be read.
    """

    source: str
    changed: int = 0
    refused: tuple[str, ...] = ()
    ended: str = ""
    fault: str = ""


class NotOwnBoard(BoardError):
    """Lessons of a repository are imported to a board of one's own alone."""

    def __init__(self) -> None:
        super().__init__(
            "could not import a repository's lessons: this board is wholly a team's; each person "
            "trusts repositories on a board of their own"
        )


def sources(board: Board) -> list[Trusted]:
    """The repositories that this board's person trusts."""
    return [each for each in trusting.trusted(board) if is_repository(each.name)]


def is_trusted(board: Board, place: Place) -> bool:
    """Whether a repository is trusted in this checkout, or in another worktree of it."""
    return any(each.name == place.source and _is_in(each, place) for each in sources(board))


def trust_checkout(board: Board, place: Place, reason: str = "") -> bool:
    """Trust a repository in one of its checkouts and its worktrees; returns whether that is new."""
    checkout = Checkout(str(place.top), place.git, made_of(place.git))
    return trusting.trust_checkout(board, place.source, checkout, reason)


def sync_repositories(board: Board, folders: Iterable[Path | str] | None = None) -> list[Synced]:
    """Import what the trusted repositories hold now, as far as their commits changed.

    A repository that cannot be read is passed over, with a warning. It takes a few milliseconds
    for each that did not change.

    Args:
        board: one's own.
        folders: limits it to the repositories of these folders.
    """
    if board.person or board.read_only:
        return []
    wanted = None if folders is None else {place for each in folders if (place := place_of(each))}
    found = []
    for source in sources(board):
        if wanted is None or any(_is_of(source, each) for each in wanted):
            try:
                found.append(sync(board, source))
            except BoardError as error:
                log.warning("the lessons of %s were not imported: %s", source.name, error)
                fault = f"the lessons of {source.name} were not imported: {error}"
                found.append(Synced(source.name, fault=fault))
    return found


def _is_of(source: Trusted, place: Place) -> bool:
    return place.source == source.name or _is_in(source, place)


def _is_in(source: Trusted, place: Place) -> bool:
    made = made_of(place.git)
    return any((each.git, each.made) == (place.git, made) for each in source.checkouts)


def _place_of(checkout: Checkout) -> Place | None:
    """The folder in which that was said, or while it is gone another checkout of its git folder."""
    if made_of(checkout.git) != checkout.made:
        return None
    for folder in (checkout.folder, *checkouts_of(checkout.git)):
        place = place_of(folder)
        if place and (str(place.top), place.git) == (folder, checkout.git):
            return place
    return None


def sync(board: Board, source: Trusted) -> Synced:
    """Import what one repository holds now.

    Raises:
        CannotRead: git cannot read it.
    """
    there = list(dict.fromkeys(filter(None, map(_place_of, source.checkouts))))
    places = [(place, heads(place.top)) for place in there if place.source == source.name]
    if not places and there:
        return _end(board, source, there)
    if not places:
        return _end_replaced(board, source)
    name, mark = f"team:repository:{source.name}", mark_of(places)
    if board.log.reader_position(name) == mark:
        return Synced(source.name)
    reading = read_all(places)
    changed, refused = _import(board, places[0][0], reading)
    board.remember_reader(name, mark)
    return Synced(source.name, changed, (*reading.refused, *refused))


def read_all(places: list[tuple[Place, Heads]]) -> Reading:
    """What the checkouts of one repository hold together: approved is what was fetched last."""
    newest = _newest(places)
    reading = read(*newest)
    lessons, refused = dict(reading.lessons), list(reading.refused)
    for place, at in places:
        if place == newest[0]:
            continue
        other = read(place, at)
        for name, found in other.lessons.items():
            if not found.approved:
                lessons.setdefault(name, found)
        refused += [each for each in other.refused if each.endswith("(proposed)")]
    return Reading(lessons, tuple(dict.fromkeys(refused)))


def _newest(places: list[tuple[Place, Heads]]) -> tuple[Place, Heads]:
    """The checkout whose default branch has all others'; of branches that parted the latest.

    Dates are the committers' own, so that they count last, and none that is to come.
    """
    newest, *others = sorted(places, key=_committed_at, reverse=True)
    for each in others:
        if is_ancestor(each[0].top, newest[1].approved, each[1].approved):
            newest = each
    return newest


def _committed_at(known: tuple[Place, Heads]) -> int:
    place, at = known
    found = commits(place.top, [at.approved]) if at.approved else {}
    return min(next((each.at for each in found.values()), -1), int(time.time()))


def distrust(board: Board, name: str, reason: str = "", *, by: str = "human") -> int:
    """Trust a repository no longer, and withdraw its lessons here; returns how many.

    Those that the board's person keeps stay: their own decision needs no trust. `by` ends it.

    Raises:
        NotTrusted: it was not trusted.
    """
    board.catch_up()
    kept = {row["id"] for row in board.view("lessons", where={"author": name})
            if (own := own_decision(row)) and is_approval(own)}  # fmt: skip
    rows = [row for each, row in known_of(board, name).items() if f"{each}@{name}" not in kept]
    with board.transaction():
        trusting.distrust(board, name, reason, by=by)
        gone = list(_withdrawals(rows, name, board.log.now()))
        board.append(gone)
    board.remember_reader(f"team:repository:{name}", 0)
    return len(gone)


def _end(board: Board, source: Trusted, there: list[Place]) -> Synced:
    """End the trust in a repository, because its checkouts have other remotes now."""
    remotes = ", ".join(sorted({each.source for each in there}))
    reason = f"its checkouts are of {remotes} now, which is trusted only once you say so"
    return Synced(source.name, distrust(board, source.name, reason, by="team"), ended=reason)


def _end_replaced(board: Board, source: Trusted) -> Synced:
    """End the trust where another git folder was put in the place of the one that is trusted."""
    found = [each.folder for each in source.checkouts if made_of(each.git) not in ("", each.made)]
    if not found:
        return Synced(source.name)
    reason = f"{', '.join(found)} is another clone now, which is trusted only once you say so"
    return Synced(source.name, distrust(board, source.name, reason, by="team"), ended=reason)


def known_of(board: Board, source: str) -> dict[str, Row]:
    """What the board has of a repository's lessons, by their ids."""
    rows = board.view("shared", where={"kind": "lesson", "author": source})
    return {row["name"]: dict(row) for row in rows}


def _import(board: Board, place: Place, reading: Reading) -> tuple[int, list[str]]:
    """Append what changed, all or nothing; returns how many lessons, and what no event can say."""
    board.catch_up()
    refused: list[str] = []
    changed = {str((each.payload or {})["lesson"]) for each in _changes(board, place, reading,
                                                                        refused)}  # fmt: skip
    if not changed:
        return 0, refused
    reading = _with_authors(reading, changed)
    refused.clear()
    with board.transaction():
        events = list(_changes(board, place, reading, refused))
        board.append(events)
    return len(events), refused


def _with_authors(reading: Reading, names: set[str]) -> Reading:
    """The same, with the authors of these lessons."""
    new_ones = [found for name, found in reading.lessons.items() if name in names]
    known = {each.lesson.id: each for each in authored(new_ones)}
    return reading._replace(lessons={**reading.lessons, **known})


def _changes(
    board: Board, place: Place, reading: Reading, refused: list[str]
) -> Iterator[NewEvent]:
    known = known_of(board, place.source)
    own = {row["id"]: row for row in board.view("lessons", where={"author": ""})
           if row["id"] in reading.lessons}  # fmt: skip
    here: set[str] = set()
    now, actor = board.log.now(), f"{place.source}/repository"
    for name, found in reading.lessons.items():
        row = known.get(name)
        payload = payload_of(found, row["revision"] + 1 if row else 0, now)
        if payload is None:
            refused.append(f"{found.path} holds what a board cannot keep")
            continue
        if _is_mine(own.get(name), payload):
            continue
        here.add(name)
        if row is None and _was_forgotten(board, name, actor):
            continue
        event = new(payload, actor=actor, project=place.project,
                    occurred_at=payload.last_seen_at)  # fmt: skip
        if row is None or _words(row["content"]) != _words(content_of(event.type, event.payload)):
            yield event
    gone = (row for name, row in known.items() if name not in here)
    yield from _withdrawals(gone, place.source, now)


def _withdrawals(rows: Iterable[Row], source: str, now: int) -> Iterator[NewEvent]:
    """A revision for each lesson by which it is withdrawn, its words kept."""
    for row in rows:
        if row["content"].get("says") != "withdrawn":
            said = row["content"] | {"revision": row["revision"] + 1, "says": "withdrawn"}
            yield new(LessonShared.model_validate(said), actor=f"{source}/repository",
                      project=row["project"], occurred_at=now)  # fmt: skip


def _words(content: Row) -> Row:
    return {name: value for name, value in content.items() if name not in _OF_A_COMMIT}


def _is_mine(row: Row | None, payload: LessonShared) -> bool:
    """Whether one decided on the very same lesson oneself, which needs no second row."""
    if row is None or row["status"] == "candidate":
        return False
    return " ".join(row["constraint"].split()) == payload.constraint


def _was_forgotten(board: Board, name: str, actor: str) -> bool:
    """Whether the board's person had it forgotten: then it does not come back."""
    own = board.read(stream=streams.shared("lesson", name))
    return any(each.payload is None and each.actor == actor for each in own)


def lessons_in(reading: Reading) -> list[Found]:
    """The lessons of a repository as a person reads them: approved first, then by id."""
    return sorted(
        authored(reading.lessons.values()), key=lambda each: (not each.approved, each.lesson.id)
    )

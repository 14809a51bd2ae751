"""What a colleague forgot of their lessons is erased here, and where it was shown that stays.

Erased are the author's words and the injections that quote that lesson, and no others: an injection
that showed more is recorded again without it. An event says who forgot what, by a digest of the
words, and which sessions had been shown it. Interrupted anywhere, the next exchange goes on;
an injection that a hook recorded late is erased then, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from blackboard import ids
from blackboard.actors import colleague
from blackboard.board import Board
from blackboard.delivery.events import INJECTED
from blackboard.delivery.text import tokens
from blackboard.event import Event, NewEvent
from blackboard.events import streams
from blackboard.events.payload import new
from blackboard.events.team import LessonShared, ShareForgotten
from blackboard.views.colleagues import words_of

_ACTOR = "team"
_READER = "team:forgotten"


_Quoting = tuple[Event, frozenset[str]]
"""An injection, and the forgotten lessons that it quotes."""


class _Forgotten(NamedTuple):
    """A lesson that its author forgot: its words' digest, and when that was carried out here."""

    words: str
    at: int


def erase(board: Board, gone: Sequence[Event]) -> None:
    """Erase colleagues' shared events whose authors erased them, and what quotes them.

    Args:
        board: one's own.
        gone: its copies of those events.
    """
    lessons = _known(board) | _whole(board, gone)
    if not lessons and not gone:
        return
    head = board.log.head()
    after = 0 if gone else board.log.reader_position(_READER)
    quoting = _quoting(board, lessons, after)
    with board.transaction():
        board.append([*_notes(board, lessons, gone, quoting), *_rests(quoting)])
    if doomed := [each.id for each in (*gone, *(event for event, _ in quoting))]:
        board.forget(*doomed, reason="forgotten by its author", actor=_ACTOR)
    if head > after:
        board.remember_reader(_READER, head)


def _known(board: Board) -> dict[str, _Forgotten]:
    """The lessons that were forgotten before, as `LESSON@AUTHOR`."""
    return {
        f"{each.payload['lesson']}@{each.payload['author']}":
            _Forgotten(each.payload["words"], each.occurred_at)
        for each in board.read(types=[ShareForgotten.type])
        if each.payload and not colleague(each.actor)
    }  # fmt: skip


def _whole(board: Board, gone: Sequence[Event]) -> dict[str, _Forgotten]:
    """The lessons of which no revision is left."""
    now, doomed = board.log.now(), {each.id for each in gone}
    found = {}
    for name, author in {_of(each) for each in gone if each.type == LessonShared.type}:
        own = [each for each in board.read(stream=streams.shared("lesson", name))
               if each.payload and colleague(each.actor) == author]  # fmt: skip
        if own and all(each.id in doomed for each in own):
            newest: Mapping[str, Any] = max(
                (each.payload or {} for each in own), key=lambda said: said["revision"]
            )
            found[f"{name}@{author}"] = _Forgotten(words_of(newest), now)
    return found


def _of(event: Event) -> tuple[str, str]:
    """The name of a shared lesson and its author."""
    return (event.payload or {})["lesson"], colleague(event.actor)


def _quoting(board: Board, lessons: Mapping[str, _Forgotten], after: int) -> list[_Quoting]:
    """The injections that quote forgotten lessons; what was shared again since is another."""
    rows = board.view("lessons", where={"id": sorted(lessons)}) if lessons else []
    standing = {row["id"] for row in rows}
    found = []
    for event in board.read(after, types=[INJECTED]):
        items = lessons.keys() & (event.payload or {}).get("items", ())
        meant = frozenset(
            each for each in items
            if each not in standing or event.occurred_at <= lessons[each].at
        )  # fmt: skip
        if meant:
            found.append((event, meant))
    return found


def _notes(
    board: Board,
    lessons: Mapping[str, _Forgotten],
    gone: Sequence[Event],
    quoting: Sequence[_Quoting],
) -> list[NewEvent]:
    """What stays of each lesson, once for the same words and sessions."""
    shown: dict[str, set[str]] = {
        f"{name}@{author}": set()
        for name, author in (_of(each) for each in gone if each.type == LessonShared.type)
    }
    for event, items in quoting:
        for each in items:
            shown.setdefault(each, set()).add((event.payload or {})["session"])
    return [
        _note(each, lessons[each].words, sorted(sessions), board.log.now())
        for each, sessions in sorted(shown.items())
        if each in lessons
    ]


def _note(lesson: str, words: str, sessions: list[str], now: int) -> NewEvent:
    name, _, author = lesson.rpartition("@")
    said = ShareForgotten(lesson=name, author=author, words=words, sessions=sessions)
    key = ids.derived(f"forgotten {lesson}", "\n".join([words, *sessions]))
    return new(said, actor=_ACTOR, occurred_at=now, id=key)


def _rests(quoting: Sequence[_Quoting]) -> list[NewEvent]:
    """The injections without what is forgotten; none where nothing is left."""
    found = ((event, without(event.payload or {}, items)) for event, items in quoting)
    return [
        NewEvent(event.type, event.stream, rest, event.schema, event.project, event.actor,
                 event.occurred_at, ids.derived("without the forgotten", event.id))
        for event, rest in found if rest["items"]
    ]  # fmt: skip


def without(told: Mapping[str, Any], items: Iterable[str]) -> dict[str, Any]:
    """What an injection says without the lines of some lessons; no text where one has no line.

    >>> text = 'Heading:\\n- Here: Rest. (x; a)\\n- Here: Go. (x; b@bo)'
    >>> shown = {"session": "s", "items": ["a", "b@bo"], "text": text, "tokens": 9, "one_in": {}}
    >>> without(shown, ["b@bo"])["text"]
    'Heading:\\n- Here: Rest. (x; a)'
    """
    gone = set(items)
    lines = told["text"].splitlines()
    kept = [line for line in lines if not line.endswith(tuple(f"; {each})" for each in gone))]
    is_cut = len(lines) - len(kept) == len(gone)
    text = "\n".join(kept) if is_cut else ""
    odds = {name: each for name, each in told.get("one_in", {}).items() if name not in gone}
    left = [each for each in told["items"] if each not in gone]
    return {**told, "items": left, "text": text, "tokens": tokens(text), "one_in": odds}

"""What a colleague forgot of their lessons is erased here, and where it was shown that stays.

Erased are the author's words and the injections that quote them, and no others: an injection that
showed more is recorded again without that lesson. Of a lesson that has other words since, those are
meant that were recorded while the forgotten ones were here. An event says who forgot what, by a
digest of the words, and which sessions had been shown it. Interrupted anywhere, the next exchange
goes on; an injection that a hook recorded late is erased then, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import inf
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


_TELLING = 200
"""Characters of a sentence by which it is known in a text, where a long one is cut."""

_Quoting = tuple[Event, frozenset[str]]
"""An injection, and the forgotten lessons that it quotes."""


class _Gone(NamedTuple):
    """The forgotten words of a lesson: when they were here, and sentences that no others have."""

    spans: tuple[tuple[int, float], ...]
    sentences: frozenset[str]

    def is_quoted(self, event: Event) -> bool:
        """Whether an injection that shows the lesson shows these words."""
        if any(start <= event.occurred_at <= end for start, end in self.spans):
            return True
        text = _plain((event.payload or {})["text"])
        return any(each in text for each in self.sentences)


def _gone(board: Board, lesson: str, doomed: Collection[str]) -> _Gone:
    """What is forgotten of a lesson; from the arrival of a revision to that of the next."""
    name, _, author = lesson.rpartition("@")
    made = [each for each in board.read(stream=streams.shared("lesson", name))
            if colleague(each.actor) == author]  # fmt: skip
    ends = [*(each.recorded_at for each in made[1:]), inf]
    spans = tuple((each.recorded_at, end) for each, end in zip(made, ends, strict=True)
                  if each.payload is None or each.id in doomed)  # fmt: skip
    said: dict[bool, set[str]] = {True: set(), False: set()}
    for each in made:
        if each.payload:
            said[each.id in doomed].add(_plain(each.payload["constraint"])[:_TELLING])
    return _Gone(spans, frozenset(said[True] - said[False]))


def _plain(text: str) -> str:
    """A text with the quotation marks that a quotation of it has."""
    return " ".join(text.replace('"', "'").split())


def erase(board: Board, gone: Sequence[Event]) -> None:
    """Erase colleagues' shared events whose authors erased them, and what quotes them.

    Args:
        board: one's own.
        gone: its copies of those events.
    """
    lessons = _known(board) | _now(gone)
    if not lessons and not gone:
        return
    head = board.log.head()
    after = 0 if gone else board.log.reader_position(_READER)
    quoting = _quoting(board, lessons, gone, after)
    with board.transaction():
        board.append([*_notes(board, lessons, gone, quoting), *_rests(quoting)])
    if doomed := [each.id for each in (*gone, *(event for event, _ in quoting))]:
        board.forget(*doomed, reason="forgotten by its author", actor=_ACTOR)
    if head > after:
        board.remember_reader(_READER, head)


def _known(board: Board) -> dict[str, str]:
    """The digests of the words that were forgotten before, by `LESSON@AUTHOR`."""
    return {
        f"{each.payload['lesson']}@{each.payload['author']}": each.payload["words"]
        for each in board.read(types=[ShareForgotten.type])
        if each.payload and not colleague(each.actor)
    }


def _now(gone: Sequence[Event]) -> dict[str, str]:
    """The digest of the last of each lesson's words that are forgotten now."""
    found: dict[str, Event] = {}
    for each in gone:
        if each.type == LessonShared.type:
            lesson = "@".join(_of(each))
            found[lesson] = max(found.get(lesson, each), each, key=_revision)
    return {lesson: words_of(each.payload or {}) for lesson, each in found.items()}


def _revision(event: Event) -> int:
    return int((event.payload or {})["revision"])


def _of(event: Event) -> tuple[str, str]:
    """The name of a shared lesson and its author."""
    return (event.payload or {})["lesson"], colleague(event.actor)


def _quoting(
    board: Board, lessons: Iterable[str], gone: Sequence[Event], after: int
) -> list[_Quoting]:
    """The injections that quote forgotten words; other words of the lesson may be shown."""
    doomed = {each.id for each in gone}
    words = {each: _gone(board, each, doomed) for each in lessons}
    found = []
    for event in board.read(after, types=[INJECTED]):
        items = words.keys() & (event.payload or {}).get("items", ())
        if meant := frozenset(each for each in items if words[each].is_quoted(event)):
            found.append((event, meant))
    return found


def _notes(
    board: Board,
    lessons: Mapping[str, str],
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
        _note(each, lessons[each], sorted(sessions), board.log.now())
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

"""What of a session may come back in a later one, or has come back in it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from blackboard import Board
from blackboard.event import Event
from blackboard.views.rows import GuardRow, LessonRow, SessionRow
from reflect.backtest.failures import failures_in, is_about
from reflect.backtest.taught import Sight
from reflect.guards.guard_form import GuardForm
from reflect.guards.uses import Watched, uses_in

What = Literal["failure", "said again", "broken"]
"""A call that failed as before; a sentence that a person had to say again; what they forbade."""

Earlier = Callable[[str], "frozenset[str]"]
"""The events by which the same happened in sessions that had ended when this one began."""


class Occasion(NamedTuple):
    """Something that happened in a session, and the known lessons that are about it.

    `recurs` says whether it had happened before.
    """

    event: Event
    what: What
    key: str
    recurs: bool
    about: tuple[str, ...]


def failed(
    board: Board,
    session: SessionRow,
    earlier: Earlier,
    lessons: Callable[[], Iterable[LessonRow]],
) -> Iterator[Occasion]:
    """The failures of a session; each kind came back the first time alone.

    Later ones the agent has seen itself. `lessons` are those known to its project.
    """
    seen: set[str] = set()
    rows = board.view("failures", where={"stream": session["stream"]}, order="position")
    for row in rows:
        for failure in failures_in(board.log.get(row["id"]), session["project"]):
            key = digest("failure", failure.kind)
            before = frozenset[str]() if key in seen else earlier(key)
            seen.add(key)
            about = [each["id"] for each in lessons() if is_about(each, failure, before)] \
                if before else []  # fmt: skip
            yield Occasion(failure.event, "failure", key, bool(before), tuple(sorted(about)))


def said(board: Board, sights: Sequence[Sight], known: Iterable[str]) -> Iterator[Occasion]:
    """What a person said in a session although a lesson of an earlier one says it."""
    names = set(known)
    for sight in sights:
        if sight.said and sight.lesson in names and sight.place:
            names.discard(sight.lesson)
            event = board.log.get(sight.place)
            yield Occasion(event, "said again", digest("said", sight.lesson), True, (sight.lesson,))


def broken(
    board: Board, session: SessionRow, guards: Sequence[GuardRow], known: Iterable[str]
) -> Iterator[Occasion]:
    """What a session did although a person had forbidden it; each lesson once."""
    names = set(known)
    watched = [
        Watched(each["id"], GuardForm(paths=tuple(each["paths"]), forbids=tuple(each["forbids"])),
                project=session["project"])
        for each in guards if each["id"] in names
    ]  # fmt: skip
    if not watched:
        return
    calls = board.read(stream=session["stream"], types=["tool.called"])
    for name, uses in uses_in(calls, session, watched).items():
        if uses:
            yield Occasion(uses[0].event, "broken", digest("broken", name), True, (name,))


def digest(*words: str) -> str:
    """What is the same for the same words, and says none of them."""
    return hashlib.sha256("\n".join(words).encode(errors="surrogatepass")).hexdigest()[:32]

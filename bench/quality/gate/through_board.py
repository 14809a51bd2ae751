"""The same questions put to real boards: what `Board.context` says, with all that belongs to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from bench.quality.gate.boards import Lesson
from bench.quality.gate.fit import Share
from bench.quality.gate.prepare import Prompts, Tables, under
from bench.quality.gate.queries import NAMES, Query, labelled_prompts, length_class
from blackboard.board import Board
from blackboard.delivery.limits import Limits
from blackboard.delivery.situation import Situation
from blackboard.event import NewEvent
from blackboard.events.lesson import LessonCreated
from blackboard.events.payload import new
from blackboard.search.shell import prefixes

_LIMITS = Limits(5, 100_000)


class Told(NamedTuple):
    """What real boards said: in vain by length of prompt, and of queries by their kind."""

    in_vain: dict[int, Share]
    recall: dict[tuple[str, int | None], Share]
    due: Share
    """Of the lessons told with labelled prompts of the board's own project those that were due."""


def told(
    prompts: Prompts,
    boards: Mapping[str, Sequence[Lesson]],
    queries: Sequence[Query],
    table_of: Tables,
    *,
    asked: bool = False,
) -> Told:
    """Ask every board with every prompt of another project and every query of its own."""
    in_vain = dict.fromkeys(range(len(NAMES)), Share(0, 0))
    recall: dict[tuple[str, int | None], Share] = {}
    due = Share(0, 0)
    with _opened(boards) as board:
        for repository in sorted({*prompts, *(query.repository for query in queries)}):
            with under(table_of(repository)):
                for prompt in prompts.get(repository, ()):
                    number = length_class(prompt)
                    for other in boards:
                        if other != repository:
                            said = bool(_ids(board, other, prompt, asked=asked))
                            in_vain[number] += Share(said, 1)
                for query in queries:
                    if query.repository == repository:
                        found = _ids(board, repository, query.text, asked=asked)
                        key = (query.kind, query.length)
                        recall[key] = recall.get(key, Share(0, 0)) + Share(query.lesson in found, 1)
                for labelled in labelled_prompts():
                    if labelled.repository == repository:
                        found = _ids(board, repository, labelled.text, asked=asked)
                        due += Share(len(set(found) & set(labelled.due)), len(found))
    return Told(in_vain, recall, due)


def _ids(board: Board, project: str, text: str, *, asked: bool) -> list[str]:
    situation = Situation(text, f"github.com/{project}", step="prompt", asked=asked)
    found = board.local.delivery_for(situation, _LIMITS)
    return [each.removeprefix("lesson-") for each in found.ids]


@contextmanager
def _opened(boards: Mapping[str, Sequence[Lesson]]) -> Iterator[Board]:
    with Board.open(":memory:") as board:
        for project, lessons in boards.items():
            board.append([_event(project, lesson) for lesson in lessons])
        board.catch_up()
        yield board


def _event(project: str, lesson: Lesson) -> NewEvent:
    payload = LessonCreated(
        lesson=f"lesson-{lesson.id}",
        phase="implement",
        category="conventions",
        severity="medium",
        symptom=lesson.symptom or "It was not known.",
        root_cause=lesson.body or "Nobody had said so.",
        resolution="It was followed.",
        constraint=lesson.constraint[:_LONGEST],
        trust="human",
        confidence=0.7,
        paths=list(lesson.paths),
        commands=[name for command in lesson.commands for name in prefixes(command)[-1:]],
    )
    return new(payload, stream=f"lesson:lesson-{lesson.id}", project=f"github.com/{project}")


_LONGEST = 5000

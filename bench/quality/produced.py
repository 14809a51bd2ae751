"""The lessons that a board learns without a model, and the rows that their evidence points to."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bench.quality.boards import imported
from bench.quality.label_rows import LabelRow, read_rows
from bench.quality.origins import Origin, Origins
from bench.quality.repositories import Repository
from bench.quality.verdicts import digest_of
from blackboard import Board
from blackboard.errors import NotFound
from blackboard.event import Event
from blackboard.events.lesson import LessonCreated, LessonDeduplicated
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.rows import LessonRow
from reflect.curator.curate import curate
from reflect.curator.settings import CuratorSettings
from reflect.miner.mine import mine


@dataclass(frozen=True)
class Cited:
    """A piece of evidence: the event that it names, and the lines from which that comes."""

    event: Event | None
    origins: tuple[Origin, ...]
    quote: str


@dataclass(frozen=True)
class Produced:
    """A lesson that is offered, its evidence, and the rows that share an event with it."""

    row: LessonRow
    evidence: tuple[Cited, ...]
    candidates: tuple[LabelRow, ...]

    @property
    def digest(self) -> str:
        """What a verdict is kept under."""
        return digest_of(self.row["constraint"])


@dataclass(frozen=True)
class Learnt:
    """What one repository's sessions taught, with its labels.

    `unreachable` are the rows of which no event is on the board: what was not imported cannot be
    learnt from.
    """

    repository: Repository
    rows: tuple[LabelRow, ...]
    lessons: tuple[Produced, ...]
    unreachable: frozenset[str]
    seconds: float


def learn(repository: Repository) -> Learnt:
    """Mine a repository's sessions by rules and match what is offered afterwards."""
    rows = read_rows(repository.labels)
    with imported(repository) as (board, origins):
        began = time.process_time()
        mine(board)
        curate(board, CuratorSettings())
        seconds = time.process_time() - began
        events_of = {row.id: events_of_row(row, origins) for row in rows}
        lessons = tuple(produced(board, rows, events_of, origins))
    unreachable = frozenset(name for name, events in events_of.items() if not events)
    return Learnt(repository, tuple(rows), lessons, unreachable, seconds)


def events_of_row(row: LabelRow, origins: Origins) -> set[str]:
    """The events of a row's first and later happenings."""
    return {event for anchor in (*row.anchors, *row.recurs) for event in origins.events(anchor)}


def matching(
    evidence: Iterable[str], rows: Sequence[LabelRow], events_of: dict[str, set[str]]
) -> list[LabelRow]:
    """The rows that share an event with evidence."""
    cited = set(evidence)
    return [row for row in rows if cited & events_of[row.id]]


def produced(
    board: Board, rows: Sequence[LabelRow], events_of: dict[str, set[str]], origins: Origins
) -> Iterator[Produced]:
    """The lessons that are offered, oldest first."""
    evidence = _evidence(board)
    for lesson in board.view("lessons", where={"status": ACTIVE_STATUSES}, order="created_at"):
        cited = evidence[lesson["id"]]
        yield Produced(
            lesson,
            tuple(_cited(board, name, quote, origins) for name, quote in cited.items()),
            tuple(matching(cited, rows, events_of)),
        )


def _evidence(board: Board) -> dict[str, dict[str, str]]:
    """The events that each lesson cites, and what it quotes of them.

    A lesson's row keeps the first of them alone.
    """
    found: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for event in board.read(types=[LessonCreated.type, LessonDeduplicated.type]):
        payload = event.payload or {}
        for each in payload.get("evidence", ()):
            found[payload["lesson"]].setdefault(each["event_id"], each.get("quote", ""))
    return found


def _cited(board: Board, name: str, quote: str, origins: Origins) -> Cited:
    try:
        event = board.log.get(name)
    except NotFound:
        event = None
    return Cited(event, tuple(origins.of_event.get(name, ())), quote)

"""The backtest on a labelled repository, judged by its labels."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bench.quality.boards import imported
from bench.quality.guards import guarded
from bench.quality.label_rows import Anchor, LabelRow, read_prompts, read_rows
from bench.quality.origins import Origins
from bench.quality.recurrence import Judged, Matcher, Replayed, happenings
from bench.quality.repositories import Repository
from bench.quality.verdicts import Verdicts
from bench.quality.whole_figures import Backtest
from bench.quality.whole_replay import Options, backtest, sessions_of
from blackboard import Board
from blackboard.event import Event
from reflect.backtest.figures import Telling


@dataclass(frozen=True)
class Way:
    """A way to replay: as if every candidate had been approved, and with what is learnt when.

    `halves` learns from the first half of the sessions and replays the second.
    """

    name: str
    approve_all: bool = False
    halves: bool = False


WAYS = (
    Way("day by day"),
    Way("day by day, every candidate approved", approve_all=True),
    Way("second half with what the first taught", halves=True),
)


def replay(repository: Repository, way: Way, verdicts: Verdicts) -> tuple[Backtest, Replayed]:
    """Replay a repository and look its tellings up in the labels."""
    rows = read_rows(repository.labels)
    with imported(repository) as (board, origins):
        began = time.process_time()
        found = backtest(board, _options(board, way))
        seconds = time.process_time() - began
        first = {row.id: _events(board, row.anchors, origins) for row in rows}
        later = {row.id: _events(board, row.recurs, origins) for row in rows}
        events_of = {name: {event.id for event in (*first[name], *later[name])} for name in first}
        matcher = Matcher(rows, events_of, verdicts, repository.name)
        guards = guarded(board, found)
        replayed = _judged(board, repository, rows, found, matcher, (first, later), origins)
    return found, Replayed(replayed.happenings, replayed.tellings, found.tokens, seconds, guards)


def _options(board: Board, way: Way) -> Options:
    options = Options(approve_all=way.approve_all)
    if not way.halves:
        return options
    sessions = sessions_of(board, options)
    middle = sessions[len(sessions) // 2]["started_at"]
    return Options(approve_all=way.approve_all, since=middle, learn_until=middle)


def _judged(
    board: Board,
    repository: Repository,
    rows: Sequence[LabelRow],
    found: Backtest,
    matcher: Matcher,
    events_of: tuple[dict[str, list[Event]], dict[str, list[Event]]],
    origins: Origins,
) -> Replayed:
    told = defaultdict(list)
    for telling in found.tellings:
        told[telling.session].append(telling)
    learnt: dict[str, int] = {}
    for each in sorted(found.lessons, key=lambda each: -each.at):
        learnt |= dict.fromkeys(matcher.rows(each.lesson), each.at)
    first, later = events_of
    both = {row.id: (first[row.id], later[row.id]) for row in rows}
    happened = happenings(rows, both, told, learnt, matcher)
    counted = set(found.session_ids)
    return Replayed(
        tuple(each for each in happened if each.session in counted),
        tuple(_judge(board, repository, found.tellings, matcher, origins)),
    )


def _judge(
    board: Board,
    repository: Repository,
    tellings: Iterable[Telling],
    matcher: Matcher,
    origins: Origins,
) -> Iterator[Judged]:
    """The tellings, each with whether some label asks for it."""
    prompts = {
        event: set(prompt.due)
        for prompt in read_prompts(repository.prompts)
        for event in origins.events(Anchor(prompt.file, prompt.line, message=prompt.message))
    }
    sessions: dict[str, list[Event]] = {}
    for telling in tellings:
        events = sessions.setdefault(telling.session, list(board.read(stream=telling.event.stream)))
        later = (event for event in events if event.occurred_at >= telling.at)
        due = matcher.is_due(telling, later, prompts.get(telling.event.id, set()))
        yield Judged(telling, due)


def _events(board: Board, anchors: Iterable[Anchor], origins: Origins) -> list[Event]:
    """The events of anchors, as far as they are on the board."""
    names = {name for anchor in anchors for name in origins.events(anchor)}
    return [board.log.get(name) for name in sorted(names)]

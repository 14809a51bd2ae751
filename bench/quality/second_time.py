"""The answer at an error that comes back: how many met the remedy that stood in the history.

A history is replayed, oldest first, each session with what earlier ones taught. An error counts
once a session, where an earlier session of the project had it, put it right, and was spared it from
then on. Whatever was shown at a failure is to be read, and counts as false where it did not help.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.quality.boards import imported
from bench.quality.repositories import Repository
from bench.quality.table import Row
from bench.quality.verdicts import digest_of
from bench.quality.whole_figures import Backtest, Repeat
from bench.quality.whole_replay import Options, backtest
from blackboard import Board
from blackboard.event import Event
from blackboard.events.upcast import latest
from blackboard.fixes.follow_up import WITHIN_EVENTS, FollowUp, follow_up, seen_again
from reflect.accounts.intervals import Share
from reflect.backtest.failures import failures_in
from reflect.backtest.figures import Telling

FILE = Path(__file__).parent / "labels" / "second_time.jsonl"
"""What a reader found of each lesson that was shown at a failure, by the digest of both."""

Verdicts = dict[tuple[str, str], bool]

_AT_FAILURES = ("failed", "after")


@dataclass(frozen=True)
class Answered:
    """One repository: the errors that came back, and what was shown at failures.

    `remedies` are those errors whose remedy stood in the history, with what it was.
    """

    repository: str
    remedies: tuple[tuple[Repeat, FollowUp], ...]
    shown: tuple[Telling, ...]

    @property
    def met(self) -> int:
        """How many of the errors with a remedy were answered, at the failure or before."""
        return sum(each.met in ("in time", "beside") for each, _ in self.remedies)

    def helped(self, verdicts: Verdicts) -> int:
        """How much of what was shown at failures helped there; what nobody read did not."""
        return sum(bool(verdicts.get((self.repository, shown_as(each)))) for each in self.shown)


def answered(repository: Repository) -> Answered:
    """Replay a repository."""
    with imported(repository) as (board, _):
        found = backtest(board, Options())
        remedies = tuple(_with_remedies(board, found))
    shown = tuple(each for each in found.tellings if each.step in _AT_FAILURES)
    return Answered(repository.name, remedies, shown)


def measure(repositories: Iterable[Repository]) -> list[Row]:
    """The two figures with their goals."""
    return rows([answered(each) for each in repositories])


def rows(found: Sequence[Answered]) -> list[Row]:
    """The same of repositories that were replayed."""
    verdicts = read_verdicts()
    errors, shown = (sum(map(len, each)) for each in (
        [one.remedies for one in found], [one.shown for one in found]))  # fmt: skip
    helped = sum(one.helped(verdicts) for one in found)
    return [
        Row("errors that came back and had a remedy in the history: answered",
            Share(sum(one.met for one in found), errors), least=1 / 3),
        Row("shown at a failure and no help there", Share(shown - helped, shown), most=0.02),
    ]  # fmt: skip


def listed(found: Answered) -> Iterator[str]:
    """Each error with its remedy, and each lesson that was shown with the call it came with."""
    verdicts = read_verdicts()
    for repeat, remedy in found.remedies:
        worked = remedy.worked.text if remedy.worked else ""
        yield f"[{repeat.met}] {_short(repeat.error)}\n    then: {remedy.how} {_short(worked)}"
    for each in found.shown:
        key = found.repository, shown_as(each)
        read = {True: "helps", False: "NO HELP", None: "unread"}[verdicts.get(key)]
        call = each.event.payload or {}
        yield (
            f"{key[1]} {read} ({each.step}): {_short(each.lesson['constraint'])}\n"
            f"    at: {_short(call.get('command') or '')}\n    {_short(call.get('output') or '')}"
        )


def shown_as(telling: Telling) -> str:
    """What a verdict is kept under: the lesson and the call at which it was shown."""
    return digest_of(f"{telling.lesson['constraint']}\n{telling.event.id}")


def read_verdicts(path: Path = FILE) -> Verdicts:
    """Whether each helped, as far as somebody read it."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return {(each["repository"], each["digest"]): each["helps"] for each in lines}


def _with_remedies(board: Board, found: Backtest) -> Iterator[tuple[Repeat, FollowUp]]:
    """The errors that came back, of which an earlier session knew what puts them right."""
    failed: dict[tuple[str, str], list[Event]] = {}
    for session in found.session_ids:
        for call in latest(board.read(stream=f"session:{session}", types=["tool.called"])):
            for failure in failures_in(call, None):
                failed.setdefault((failure.kind, failure.error), []).append(call)
    kinds = {(failure.error, call.id): failure.kind
             for calls in failed.values() for call in calls
             for failure in failures_in(call, None)}  # fmt: skip
    for repeat in found.repeats:
        kind = kinds[repeat.error, repeat.event.id]
        earlier = [call for (other, _), calls in failed.items() if other == kind for call in calls]
        known = (_follow_up(board, call, earlier, repeat) for call in earlier)
        best = next((each for each in known if each and each.worked and not each.came_back), None)
        if best is not None:
            yield repeat, best


def _follow_up(
    board: Board, call: Event, calls: Iterable[Event], repeat: Repeat
) -> FollowUp | None:
    """What came after a failure of an earlier session, before the error came back."""
    rows = board.local.failures.rows_of([call.id])
    now, session = repeat.event.occurred_at, (call.payload or {})["session"]
    if not rows or session == repeat.session or call.occurred_at >= now:
        return None
    failed, *after = board.local.failures.from_on(rows[0], WITHIN_EVENTS)
    again = (each.position for each in calls if (each.payload or {})["session"] == session)
    known = latest(each for each in after if each.occurred_at < now)
    return seen_again(follow_up(rows[0], known, failed.payload), again)


def _short(text: str) -> str:
    return " ".join(text.split())[:200]

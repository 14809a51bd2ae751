"""Precision and recall of what was learnt, from lessons, label rows and verdicts; pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from bench.quality.label_rows import WANTS, LabelRow
from bench.quality.produced import Learnt, Produced
from bench.quality.verdicts import Verdict, Verdicts
from reflect.accounts.intervals import Share

UNLABELLED = "unlabelled"


@dataclass(frozen=True)
class Judged:
    """A lesson with what it is worth: yes, narrow, no, wrong, or unlabelled.

    Without a verdict its best candidate row speaks for it, and `unread` says so.
    """

    lesson: Produced
    worth: str
    rows: tuple[str, ...]
    unread: bool


@dataclass(frozen=True)
class Scored:
    """The lessons and rows of one repository or of several, and the figures that they give."""

    judged: tuple[Judged, ...]
    rows: tuple[LabelRow, ...]
    unreachable: frozenset[str] = frozenset()

    def __add__(self, other: Scored) -> Scored:
        """Both together; ids of rows are different in different repositories."""
        return Scored(
            self.judged + other.judged,
            self.rows + other.rows,
            self.unreachable | other.unreachable,
        )

    @property
    def strict(self) -> Share:
        """The lessons that every agent should be told."""
        return self._worth(("yes",))

    @property
    def lenient(self) -> Share:
        """The lessons that are true and of some use."""
        return self._worth(("yes", "narrow"))

    @property
    def wrong(self) -> Share:
        """The lessons that a reader found false."""
        return self._worth(("wrong",))

    @property
    def again(self) -> Share:
        """The lessons that say nothing but what lessons before them say."""
        said: set[str] = set()
        count = 0
        for each in self.judged:
            count += bool(each.rows) and said.issuperset(each.rows)
            said.update(each.rows)
        return Share(count, len(self.judged))

    @property
    def unread(self) -> Share:
        """The lessons that nobody has read in these words."""
        return Share(sum(each.unread for each in self.judged), len(self.judged))

    def recall(self, wanted: Callable[[LabelRow], bool] = lambda _row: True) -> Share:
        """The rows worth telling everyone that some lesson says."""
        found = {name for each in self.judged for name in each.rows}
        rows = [row for row in self.rows if row.want == "yes" and wanted(row)]
        return Share(sum(row.id in found for row in rows), len(rows))

    def _worth(self, worths: Collection[str]) -> Share:
        return Share(sum(each.worth in worths for each in self.judged), len(self.judged))


def score(learnt: Learnt, verdicts: Verdicts) -> Scored:
    """Judge each lesson of a repository."""
    worth = {row.id: row.want for row in learnt.rows}
    return Scored(
        tuple(
            _judge(each, verdicts.get((learnt.repository.name, each.digest)), worth)
            for each in learnt.lessons
        ),
        learnt.rows,
        learnt.unreachable,
    )


def recurs_in_two_sessions(row: LabelRow) -> bool:
    """Whether it happened in two transcripts."""
    return len(row.files) > 1


def best(wants: Iterable[str]) -> str:
    """The best of what rows want."""
    return min(wants, key=WANTS.index)


def _judge(lesson: Produced, verdict: Verdict | None, worth: dict[str, str]) -> Judged:
    if verdict is None:
        return _unread(lesson.candidates, lesson)
    if verdict.judgement == "same":
        said = verdict.rows if verdict.full else ()
        return Judged(lesson, best(worth[name] for name in verdict.rows), said, False)
    return Judged(lesson, verdict.judgement, (), False)


def _unread(candidates: Sequence[LabelRow], lesson: Produced) -> Judged:
    if not candidates:
        return Judged(lesson, UNLABELLED, (), True)
    worth = best(row.want for row in candidates)
    return Judged(lesson, worth, tuple(row.id for row in candidates), True)

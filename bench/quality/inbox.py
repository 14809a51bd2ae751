"""The inbox of boards of real sessions, judged by a reader who did not know the source.

Readers were given each sentence with its key and quotation, in random order, and said whether it is
worth a yes, or which other one it repeats. Here are digests and verdicts alone. Of the repositories
in `TUNED` the verdicts were seen while it was built.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel

from bench.quality.asking import Recorded, play
from bench.quality.boards import imported
from bench.quality.recorded_answers import Answer, mark_of, read_answers
from bench.quality.repositories import Repository
from bench.quality.table import Row, table
from bench.quality.verdicts import FILE, digest_of
from blackboard import Board
from blackboard.views.rule import rule_of
from lessonboard.inbox.model import Inbox, Waiting
from lessonboard.inbox.reading import inbox
from reflect.accounts.intervals import Share
from reflect.curator.curate import curate
from reflect.curator.settings import CuratorSettings
from reflect.miner.mine import mine
from reflect.model.thread import Completion, Message, Mode
from reflect.proposals.answers import Relations

LABELS = FILE.with_name("inbox.jsonl")
TUNED = ("agentv", "packmind")
_LESSON = re.compile(r"lesson-[0-9a-f]+")


class Label(NamedTuple):
    """A verdict (`yes`, `no`, `repeat`), and which other sentence is repeated."""

    verdict: str
    of: str = ""


Labels = Mapping[str, Label]
"""By the digest of a rule, of one repository."""


class Judged(NamedTuple):
    """How much of what is shown is worth a yes, and how much of what is worth one is shown."""

    shown: Share
    worthy: Share
    unread: int

    def __add__(self, other: object) -> Judged:
        """Both together."""
        assert isinstance(other, Judged)
        pairs = ((self.shown, other.shown), (self.worthy, other.worthy))
        some = [Share(one.part + two.part, one.total + two.total) for one, two in pairs]
        return Judged(some[0], some[1], self.unread + other.unread)


def read_labels(repository: str, path: Path = LABELS) -> Labels:
    """The verdicts on one repository's sentences."""
    lines = path.read_text().splitlines() if path.is_file() else []
    rows = [row for row in map(json.loads, lines) if row["repository"] == repository]
    return {row["digest"]: Label(row["verdict"], row.get("of", "")) for row in rows}


def judged(found: Inbox, labels: Labels) -> Judged:
    """What a person is shown of an inbox; pure.

    What is folded under the first of a decision takes no decision of its own.
    """
    all_ = [each for group in found.groups for each in group.all]
    there = {_digest(each) for each in (*all_, *found.deferred)}
    worth = {name: _worth(name, labels, there) for name in there if name in labels}
    decided = [(group.first, group.same) for group in found.groups]
    decided += [(each, ()) for group in found.groups for each in group.beside]
    read = [[name for name in map(_digest, (first, *same)) if name in worth]
            for first, same in decided]  # fmt: skip
    read = [names for names in read if names]
    shown = {_digest(each) for each in all_}
    wanted = [name for name, verdict in worth.items() if verdict == "yes"]
    return Judged(
        Share(sum("yes" in (worth[name] for name in names) for names in read), len(read)),
        Share(sum(name in shown for name in wanted), len(wanted)),
        len(there - worth.keys()),
    )


def _digest(waiting: Waiting) -> str:
    return digest_of(rule_of(waiting.row))


def _worth(name: str, labels: Labels, there: set[str]) -> str:
    """A verdict; what repeats a sentence that is not there is worth what that is."""
    label = labels[name]
    if label.verdict != "repeat" or label.of in there or label.of not in labels:
        return label.verdict
    return labels[label.of].verdict


def tables(repositories: Sequence[Repository]) -> str:
    """The figures with recorded answers and by rules alone, tuned repositories apart."""
    rows: list[Row] = []
    notes: list[str] = []
    for how, play_all in (("recorded answers", True), ("rules alone", False)):
        found = {each.name: _measured(each, play_all=play_all) for each in repositories}
        for names, what in ((TUNED, "seen"), (_others(found), "unseen")):
            some = [found[name] for name in names if name in found]
            if some:
                whole = sum(some[1:], some[0])
                rows += _rows(f"inbox, {how}, {what} ({', '.join(names)})", whole)
                notes.append(f"{whole.unread} without a verdict")
    return f"{table(rows)}\n\n{'; '.join(notes)}"


def _others(found: Mapping[str, Judged]) -> tuple[str, ...]:
    return tuple(name for name in found if name not in TUNED)


def _rows(what: str, whole: Judged) -> list[Row]:
    return [
        Row(f"{what}: worth a yes of what is shown", whole.shown, least=0.6),
        Row(f"{what}: shown of what is worth a yes", whole.worthy, least=0.8),
    ]


def _measured(repository: Repository, *, play_all: bool) -> Judged:
    labels = read_labels(repository.name)
    with _board(repository, play_all=play_all) as board:
        return judged(inbox(board, "lessons", {}), labels)


@contextmanager
def _board(repository: Repository, *, play_all: bool) -> Iterator[Board]:
    """A board as it is after a first reflection, with a model or without."""
    with imported(repository) as (board, _):
        if play_all:
            play(board, _Again(read_answers(repository.name)))
        mine(board)
        curate(board, CuratorSettings())
        yield board


class _Again(Recorded):
    """Recorded answers, of which those about other lists of lessons are used where they fit.

    A question about lessons is another one as soon as one lesson differs; what was answered about
    two of them holds. A session without an answer is passed over.
    """

    def __init__(self, answers: Mapping[str, Answer]) -> None:
        super().__init__(answers)
        self._related = [
            each for answer in answers.values() for each in answer.get("relations", ())
        ]

    def complete(
        self, thread: Sequence[Message], shape: type[BaseModel] | None, mode: Mode, timeout: float
    ) -> Completion:
        """See `Endpoint.complete`."""
        text = "\n\n".join(message.text for message in thread)
        if shape is Relations and mark_of(text) not in self._known:
            listed = set(_LESSON.findall(text))
            fits = [each for each in self._related if {each["lesson"], each.get("other")} <= listed]
            return Completion(json.dumps({"relations": fits}))
        try:
            return super().complete(thread, shape, mode, timeout)
        finally:
            self.open.clear()

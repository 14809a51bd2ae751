"""What each stage is worth: the recorded answers played again with one stage after the other gone.

A lesson that only an ablated run has in its words was read by nobody: it has no verdict, and a
figure that rests on such lessons is printed as incomplete.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from unittest.mock import patch

from pydantic import BaseModel

from bench.quality.asking import Recorded
from bench.quality.produced import Learnt
from bench.quality.recorded_answers import Answer, read_answers
from bench.quality.repositories import Repository
from bench.quality.score import Scored, score
from bench.quality.table import cell, grid
from bench.quality.understanding import READERS, asked
from bench.quality.verdicts import FILE, read_verdicts
from reflect.accounts.intervals import Share
from reflect.digest.digest import Digest
from reflect.model.thread import Completion, Message, Mode
from reflect.proposals import understand
from reflect.proposals.answers import Proposed
from reflect.proposals.keys import Keys
from reflect.proposals.prove import Proven, Refused, prove, squeezed

JOIN, CORRECT = "Relations", "Corrections"
_NOTHING: dict[str, Answer] = {JOIN: {"relations": []}, CORRECT: {"verdicts": []}}


class Stages(NamedTuple):
    """A run: the questions that are not asked, and whether proposals are proven."""

    name: str
    without: tuple[str, ...] = ()
    proven: bool = True


RUNS = (
    Stages("all stages"),
    Stages("without join", (JOIN,)),
    Stages("without join and correction", (JOIN, CORRECT)),
    Stages("without join, correction and proof", (JOIN, CORRECT), proven=False),
)
"""Joins were answered for corrected texts, so what comes before a join is taken out with it."""


class Without(Recorded):
    """Recorded answers, but nothing for the questions that are left out."""

    def __init__(self, answers: Mapping[str, Answer], without: Sequence[str]) -> None:
        super().__init__(answers)
        self._without = without

    def complete(
        self, thread: Sequence[Message], shape: type[BaseModel] | None, mode: Mode, timeout: float
    ) -> Completion:
        """See `Endpoint.complete`."""
        if shape is not None and shape.__name__ in self._without:
            return Completion(json.dumps(_NOTHING[shape.__name__]))
        return super().complete(thread, shape, mode, timeout)


def unproven(proposed: Proposed, digest: Digest) -> Proven | Refused:
    """A proposal as if nothing had to be proven: a conclusion from what it cites."""
    found = prove(proposed, digest)
    if isinstance(found, Proven) or not digest.found:
        return found
    numbers = [each for each in proposed.entries if each in digest.by_number]
    cited = tuple(digest.by_number[each] for each in numbers) or tuple(digest.found[:1])
    shown = proposed.model_copy(update={"quote": squeezed(cited[0].text)[:200]})
    return Proven(shown, "conclusion", cited, cited[0], Keys())


def tables(repositories: Sequence[Repository]) -> str:
    """The figures of each run by each reader's verdicts; incomplete ones say so."""
    played = [[_played(stages, each) for each in repositories] for stages in RUNS]
    return "\n\n".join(_table(reader, played) for reader in READERS)


def _table(reader: str, played: Sequence[Sequence[Learnt]]) -> str:
    verdicts = read_verdicts(FILE.with_name(f"proposals_{reader}.jsonl"))
    heading = [f"ablation, reader {reader}", "lessons", "no verdict", "recall of yes",
               "worth of those read", "wrong of those read", "wrong at most", ""]  # fmt: skip
    rows = [_row(stages.name, [score(each, verdicts) for each in learnt])
            for stages, learnt in zip(RUNS, played, strict=True)]  # fmt: skip
    return grid(heading, rows)


def _row(name: str, scored: Sequence[Scored]) -> list[str]:
    whole = sum(scored[1:], scored[0])
    read = Scored(tuple(each for each in whole.judged if not each.unread), whole.rows)
    unread = whole.unread.part
    most = Share(read.wrong.part + unread, len(whole.judged))
    return [
        name, str(len(whole.judged)), str(unread), cell(read.recall()), cell(read.strict),
        cell(read.wrong), cell(most), "incomplete" if unread else "",
    ]  # fmt: skip


def _played(stages: Stages, repository: Repository) -> Learnt:
    endpoint = Without(read_answers(repository.name), stages.without)
    with patch.object(understand, "prove", prove if stages.proven else unproven):
        return asked(repository, endpoint).learnt

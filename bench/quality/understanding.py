"""What a model's recorded answers teach, judged by two readers, and what a perfect model keeps.

No model is asked here. Answers state "a strong general model, not run by the product"; they were
given to prompt version 1, and the verdicts on them by readers who did not know the source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from bench.quality.asking import Recorded, play
from bench.quality.boards import imported
from bench.quality.label_rows import LabelRow, read_rows
from bench.quality.origins import Origins
from bench.quality.produced import Learnt, Produced, events_of_row, produced
from bench.quality.recorded_answers import read_answers
from bench.quality.repositories import Repository
from bench.quality.score import Scored, recurs_in_two_sessions, score
from bench.quality.table import Row, cell, grid, table
from bench.quality.verdicts import FILE, read_verdicts
from blackboard import Board
from blackboard.delivery.proof import FEWEST_SOURCES
from blackboard.search.words import words
from reflect.accounts.intervals import Share
from reflect.digest.digest import Digest, digest
from reflect.digest.entry import Entry
from reflect.proposals.answers import LONGEST_LESSON, Proposed
from reflect.proposals.prove import Proven, prove, squeezed, text_of
from reflect.trajectory import trajectory

READERS = ("a", "b")
_SURE = 0.65
_PER_TOKEN = 3.5
"""Bytes for a token, said so wherever a figure stands; users see the provider's count."""

_KINDS = {"human-rule": "human-rule", "failure-fix": "fix", "environment": "environment",
          "root-cause": "root-cause", "convention": "convention",
          "self-written": "convention"}  # fmt: skip


@dataclass(frozen=True)
class Asked:
    """What recorded answers taught about one repository; `open` questions have no answer."""

    learnt: Learnt
    tokens: tuple[int, ...]
    open: int


def asked(repository: Repository, endpoint: Recorded | None = None) -> Asked:
    """Play a repository's sessions with their recorded answers, without rules."""
    rows = read_rows(repository.labels)
    endpoint = endpoint or Recorded(read_answers(repository.name))
    with imported(repository) as (board, origins):
        play(board, endpoint)
        sessions = len(list(board.view("sessions")))
        events_of = {row.id: events_of_row(row, origins) for row in rows}
        lessons = tuple(produced(board, rows, events_of, origins))
    unreachable = frozenset(name for name, events in events_of.items() if not events)
    sizes = tuple(round(sum(pair) / _PER_TOKEN) for pair in endpoint.bytes)
    learnt = Learnt(repository, tuple(rows), lessons, unreachable, float(sessions))
    return Asked(learnt, sizes, len(endpoint.open))


def perfect(repository: Repository) -> Share:
    """Of the rows wanted and in a digest, those whose own sentence structure lets pass."""
    kept, total = 0, 0
    with imported(repository) as (board, origins):
        digests = list(_digests(board))
        for row in read_rows(repository.labels):
            if row.want != "yes":
                continue
            results = [prove(proposal, looked) for looked in digests
                       for proposal in _own_words(row, looked, origins)]  # fmt: skip
            total += bool(results)
            kept += any(isinstance(each, Proven) for each in results)
    return Share(kept, total)


def _digests(board: Board) -> Iterator[Digest]:
    for session in board.view("sessions"):
        yield digest(trajectory(board, session))


def _own_words(row: LabelRow, looked: Digest, origins: Origins) -> Iterator[Proposed]:
    """A row's own sentence, as a model would propose it that read the digest as its reader did."""
    wanted = events_of_row(row, origins)
    cited = [each for each in looked.found if each.event.id in wanted]
    if cited:
        yield Proposed.model_validate({
            "kind": _KINDS[row.kind],
            "text": row.lesson[:LONGEST_LESSON],
            "entries": [each.number for each in cited],
            "quote": _quotation(row, cited),
            "key": {name: value for name, value in row.tell_when.items()
                    if name in ("command", "path") and isinstance(value, str)},
        })  # fmt: skip


def _quotation(row: LabelRow, cited: Sequence[Entry]) -> str:
    """The line of the cited entries that shares most words with the row."""
    said = set(words(f"{row.lesson} {row.fix}"))
    lines = [
        squeezed(line)[:200]
        for each in cited
        for line in f"{each.text}\n{text_of(each)}".splitlines()
        if len(squeezed(line)) > 12
    ]
    return max(lines, key=lambda line: len(said & set(words(line))), default="")  # fmt: skip


def tables(repositories: Sequence[Repository]) -> str:
    """The figures of the recorded answers, by reader and repository; incomplete ones say so."""
    found = [asked(each) for each in repositories]
    verdicts = {reader: read_verdicts(FILE.with_name(f"proposals_{reader}.jsonl"))
                for reader in READERS}  # fmt: skip
    scored = {reader: [score(each.learnt, verdicts[reader]) for each in found]
              for reader in READERS}  # fmt: skip
    parts = [_goals({name: sum(each[1:], each[0]) for name, each in scored.items()}, found)]
    parts += [_by_repository(reader, found, each) for reader, each in scored.items()]
    return "\n\n".join(parts)


def _goals(whole: Mapping[str, Scored], found: Sequence[Asked]) -> str:
    rows: list[Row] = []
    for reader, each in whole.items():
        rows += [
            Row(f"reader {reader}: recall of yes", each.recall(), least=0.65),
            Row(f"reader {reader}: ... in two sessions", each.recall(recurs_in_two_sessions),
                least=0.8),
            Row(f"reader {reader}: worth (yes)", each.strict),
            Row(f"reader {reader}: ... with a stated confidence of {_SURE}", _part(each, _is_sure)),
            Row(f"reader {reader}: ... shown before the act", _part(each, _is_early)),
            Row(f"reader {reader}: true (not wrong)", Share(
                each.wrong.total - each.wrong.part, each.wrong.total)),
            Row(f"reader {reader}: wrong", each.wrong, most=0.04),
        ]  # fmt: skip
    perfects = [perfect(each.learnt.repository) for each in found]
    sums = Share(sum(each.part for each in perfects), sum(each.total for each in perfects))
    rows.append(Row("perfect model: kept of what stands in a digest", sums, least=0.9))
    sessions = sum(each.learnt.seconds for each in found)
    tokens = [size for each in found for size in each.tokens]
    open_ = sum(each.open for each in found)
    told = (f"{len(tokens)} questions about {sessions:.0f} sessions, {sum(tokens):,} tokens (bytes "
            f"of questions and answers / {_PER_TOKEN}), median question {median(tokens or [0]):,}; "
            f"{open_} without an answer" + (": incomplete" if open_ else ""))  # fmt: skip
    return f"{table(rows)}\n\n{told}"


def _part(scored: Scored, wanted: Callable[[Produced], bool]) -> Share:
    """Of some lessons those worth telling every agent."""
    found = [each.worth for each in scored.judged if wanted(each.lesson)]
    return Share(found.count("yes"), len(found))


def _is_sure(lesson: Produced) -> bool:
    return lesson.row["confidence"] >= _SURE


def _is_early(lesson: Produced) -> bool:
    """Whether it is shown before the act: a person's words, or two sources."""
    return lesson.row["proof"] == "person" or lesson.row["sources"] >= FEWEST_SOURCES


def _by_repository(reader: str, found: Sequence[Asked], scored: Sequence[Scored]) -> str:
    kinds = sorted({row.kind for each in scored for row in each.rows})
    whole = sum(scored[1:], scored[0])
    columns = [*scored, whole]
    lines = [
        ["lessons", *(str(len(each.judged)) for each in columns)],
        ["worth (yes)", *(cell(each.strict) for each in columns)],
        ["yes or narrow", *(cell(each.lenient) for each in columns)],
        ["wrong", *(cell(each.wrong) for each in columns)],
        ["not judged", *(cell(each.unread) for each in columns)],
        ["recall of yes", *(cell(each.recall()) for each in columns)],
        ["... in two sessions", *(cell(each.recall(recurs_in_two_sessions)) for each in columns)],
        *([f"... {kind}", *(cell(each.recall(_is(kind))) for each in columns)] for kind in kinds),
    ]  # fmt: skip
    names = [each.learnt.repository.name for each in found]
    return grid([f"reader {reader}", *names, "all"], lines)


def _is(kind: str) -> Callable[[LabelRow], bool]:
    return lambda row: row.kind == kind

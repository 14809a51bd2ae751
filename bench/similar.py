"""Near-duplicates of a sentence among all lessons, compared with comparing all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import median

from bench import corpus
from bench.inside import connection_of
from bench.made.words import fresh
from bench.result import Result, limit, speedup
from bench.timing import in_own_process, milliseconds
from blackboard.board import Board
from blackboard.search.terms import terms
from blackboard.storage.sqlite.similar import Measure

_SENTENCES = 30
_ELSEWHERE = 1_000_000_000
_THRESHOLD = 0.8
_KINDS: tuple[Measure, ...] = ("jaccard", "overlap")
_STARTS = 10
_FRESH = """
import time
from blackboard.board import Board
started = time.perf_counter()
with Board.open({path!r}) as board:
    board.similar({sentence!r}, measure={measure!r})
    print((time.perf_counter() - started) * 1000)
"""

Sets = dict[str, frozenset[str]]
"""The words of each lesson's constraint."""


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """Milliseconds per check, in a running process and in a fresh one."""
    results = []
    for size in sizes:
        path = corpus.lesson_board(folder, size)
        with Board.open(path) as board:
            board.catch_up()
            sets = {row["id"]: frozenset(terms(row["constraint"])) for row in board.view("lessons")}
            sentences = _sentences(board)
            results += [_kind(board, sets, sentences, kind) for kind in _KINDS]
        results.append(_fresh(path, size, sentences))
    return results


def _kind(board: Board, sets: Sets, sentences: list[str], kind: Measure) -> Result:
    size, found, expected = len(sets), [], []

    def ours(sentence: str) -> None:
        hits = board.similar(sentence, threshold=_THRESHOLD, measure=kind)
        found.append({hit.key for hit in hits})

    def naive(sentence: str) -> None:
        expected.append(_all_alike(frozenset(terms(sentence)), sets, kind))

    mine, theirs = milliseconds(ours, sentences), milliseconds(naive, sentences)
    assert found == expected, f"{kind}: {sum(map(len, found))} of {sum(map(len, expected))} found"
    work = f"near-duplicates, {kind}"
    return speedup(work, size, median(mine), "ms", "comparing with all", median(theirs))


def _all_alike(wanted: frozenset[str], sets: Sets, kind: Measure) -> set[str]:
    alike: Callable[[frozenset[str]], float] = (
        (lambda other: len(wanted & other) / len(wanted | other))
        if kind == "jaccard"
        else (lambda other: len(wanted & other) / min(len(wanted), len(other)))
    )
    return {lesson for lesson, other in sets.items() if alike(other) > _THRESHOLD + 1e-9}


def _sentences(board: Board) -> list[str]:
    """Constraints unchanged, with one word changed, and new ones."""
    random = Random(11)
    chosen = connection_of(board).execute(
        'SELECT "constraint" FROM view_lessons ORDER BY id LIMIT ?', (_SENTENCES // 3 * 2,)
    )
    sentences = [row[0] for row in chosen]
    for number in range(_SENTENCES // 3):
        changed = sentences[number].split()
        changed[random.randrange(len(changed))] = fresh(random)
        sentences[number] = " ".join(changed)
    others = map(corpus.lesson, range(_ELSEWHERE, _ELSEWHERE + _SENTENCES // 3))
    new = (event.payload["constraint"] for event in others)
    return [*sentences, *new]


def _fresh(path: Path, size: int, sentences: list[str]) -> Result:
    """From program start after imports to the answer: open, catch up, and check once."""
    times = [
        float(in_own_process(_FRESH.format(path=str(path), sentence=sentence, measure=kind)))
        for sentence in sentences[:: _SENTENCES // _STARTS] for kind in _KINDS
    ]  # fmt: skip
    return limit("near-duplicates, fresh process", size, median(times), "ms")

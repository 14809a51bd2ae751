"""Context queries: lessons for a prompt of 50 to 200 words, compared with a full OR in FTS5."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from bench import corpus
from bench.inside import connection_of
from bench.prompts import Prompt, make_prompts
from bench.result import Result, limit, rate, speedup
from bench.timing import percentile, spent_on_each
from blackboard.board import Board
from blackboard.delivery.situation import Situation
from blackboard.search.words import words
from blackboard.storage.sqlite import candidates

_PROMPTS = 200
_LENGTHS = (50, 100, 200)
_OR_SECONDS = 15.0
_OR = (
    "SELECT d.key FROM (SELECT rowid FROM fts_lessons WHERE fts_lessons MATCH ? "
    "ORDER BY rank LIMIT 20) hit JOIN documents d ON d.id = hit.rowid"
)


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """CPU milliseconds of a prompt, and how often its lesson is among the first twenty."""
    results: list[Result] = []
    for size in sizes:
        with Board.open(corpus.lesson_board(folder, size)) as board:
            board.catch_up()
            for length in _LENGTHS:
                prompts = make_prompts(size, _PROMPTS, length)
                took = _took(board, [Situation(prompt.text) for prompt in prompts])
                work = f"context, {length} words"
                results.append(limit(f"{work}, p99", size, percentile(took, 0.99), "ms"))
            results += _beside_or(board, size, work, prompts, took)
            took = _took(board, [_of_project(prompt) for prompt in prompts])
            work = f"context of a project, {length} words, p99"
            results.append(limit(work, size, percentile(took, 0.99), "ms"))
    return results


def _took(board: Board, situations: Sequence[Situation]) -> list[float]:
    return [each.cpu * 1000 for each in spent_on_each(board.context, situations)]


def _of_project(prompt: Prompt) -> Situation:
    """As agents ask: within one of the board's twenty projects."""
    number = int(prompt.lesson.rpartition("-")[2])
    return Situation(prompt.text, project=corpus.project_of(number))


def _beside_or(
    board: Board, size: int, work: str, prompts: Sequence[Prompt], ours: Sequence[float]
) -> Iterator[Result]:
    """The peer gets as many prompts as it answers in some seconds."""
    found: list[bool] = []

    def ask(prompt: Prompt) -> None:
        found.append(prompt.lesson in _or(board, prompt))

    once = spent_on_each(ask, prompts[:1])[0].cpu
    some = prompts[: max(10, min(_PROMPTS, int(_OR_SECONDS / once)))]
    found.clear()
    theirs = [each.cpu * 1000 for each in spent_on_each(ask, some)]
    hits = [prompt.lesson in _recalled(board, prompt) for prompt in some]
    peer = "OR of all words in FTS5"
    yield speedup(f"{work}, p50", size, median(ours), "ms", peer, median(theirs))
    yield rate(f"{work}, hit@20", size, _share(hits), "", peer, _share(found))


def _recalled(board: Board, prompt: Prompt) -> list[str]:
    found = candidates.candidates(connection_of(board), Situation(prompt.text))
    return [candidate.row["id"] for candidate in found[:20]]


def _or(board: Board, prompt: Prompt) -> list[str]:
    match = " OR ".join(f'"{word}"' for word in dict.fromkeys(words(prompt.text)))
    return [row[0] for row in connection_of(board).execute(_OR, (match,))]


def _share(hits: Sequence[bool]) -> float:
    return sum(hits) / len(hits)

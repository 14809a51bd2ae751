"""Context queries: lessons for a prompt of 50 to 200 words, compared with a full OR in FTS5."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import median

from bench import corpus
from bench.inside import connection_of
from bench.prompts import Prompt, make_prompts
from bench.result import Result, cost, limit, rate, speedup
from bench.timing import milliseconds, percentile
from blackboard.board import Board
from blackboard.delivery.situation import Situation
from blackboard.search.words import words
from blackboard.storage.sqlite import candidates

_PROMPTS = 200
_LENGTHS = (50, 100, 200)
_OR_SECONDS = 20.0
_OR = (
    "SELECT d.key FROM (SELECT rowid FROM fts_lessons WHERE fts_lessons MATCH ? "
    "ORDER BY rank LIMIT 20) hit JOIN documents d ON d.id = hit.rowid"
)


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """Milliseconds per prompt, and how often the prompt's lesson is among the first twenty."""
    results = []
    for size in sizes:
        with Board.open(corpus.lesson_board(folder, size)) as board:
            board.catch_up()
            for length in _LENGTHS:
                results += _length(board, size, length)
                results += _of_project(board, size, length)
    return results


def _of_project(board: Board, size: int, length: int) -> list[Result]:
    """As agents ask: within one of the board's twenty projects."""
    prompts = make_prompts(size, _PROMPTS, length)
    ours = milliseconds(lambda prompt: board.context(_situation(prompt)), prompts)
    found = _share([prompt.lesson in _recalled(board, _situation(prompt)) for prompt in prompts])
    work = f"context of a project, {length} words"
    most = 20 if size <= 10_000 else 60
    return [
        limit(f"{work}, p99", size, percentile(ours, 0.99), "ms", most),
        rate(f"{work}, hit@20", size, found, "", "all there is", 1.0),
    ]


def _situation(prompt: Prompt) -> Situation:
    number = int(prompt.lesson.rpartition("-")[2])
    return Situation(prompt.text, project=corpus.project_of(number))


def _length(board: Board, size: int, length: int) -> list[Result]:
    prompts = make_prompts(size, _PROMPTS, length)
    ours = milliseconds(lambda prompt: board.context(Situation(prompt.text)), prompts)
    some = prompts[: _affordable(board, prompts[0])]
    found: list[bool] = []
    theirs = milliseconds(lambda prompt: found.append(prompt.lesson in _or(board, prompt)), some)
    hits = _share(
        [question.lesson in _recalled(board, Situation(question.text)) for question in some]
    )
    work = f"context, {length} words"
    slowest = percentile(ours, 0.99)
    limits = [limit(f"{work}, p99", size, slowest, "ms", 20 if size <= 10_000 else 60)]
    return [
        speedup(f"{work}, p50", size, median(ours), "ms", "full OR in FTS5", median(theirs),
                at_least=20 if size == 100_000 else None),
        *(limits if size <= 100_000 else []),
        cost(f"{work}, p99", size, slowest, "ms", "full OR in FTS5", percentile(theirs, 0.99)),
        rate(f"{work}, hit@20", size, hits, "", "full OR in FTS5", _share(found), at_least=1),
    ]  # fmt: skip


def _affordable(board: Board, prompt: Prompt) -> int:
    """How many prompts the peer gets, so that it takes only some seconds."""
    once = milliseconds(lambda each: _or(board, each), [prompt])[0] / 1000
    return max(10, min(_PROMPTS, int(_OR_SECONDS / once)))


def _recalled(board: Board, situation: Situation) -> list[str]:
    found = candidates.candidates(connection_of(board), situation)
    return [candidate.row["id"] for candidate in found[:20]]


def _or(board: Board, prompt: Prompt) -> list[str]:
    match = " OR ".join(f'"{word}"' for word in dict.fromkeys(words(prompt.text)))
    return [row[0] for row in connection_of(board).execute(_OR, (match,))]


def _share(hits: Sequence[bool]) -> float:
    return sum(hits) / len(hits)

"""Comparing all texts with all boards, each under a table that does not know its repository."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from unittest.mock import patch

from bench.quality.gate.boards import Lesson
from bench.quality.gate.fit import Asked, Pair
from bench.quality.gate.matches import Text, compared, documents
from bench.quality.gate.queries import Query, length_class
from bench.rarity.mixture import rarities
from bench.rarity.sources import Shares, of_frequencies, of_prompts, of_summaries
from blackboard.search import rarity

Prompts = Mapping[str, Sequence[str]]
Tables = Callable[[str], dict[str, float]]


def tables(frequencies: Path, summaries: Sequence[Path], prompts: Prompts) -> Tables:
    """The table for each repository, made without its prompts."""
    published: list[Shares] = [of_frequencies(frequencies), of_summaries(summaries)]

    def without(repository: str) -> dict[str, float]:
        others = {name: texts for name, texts in prompts.items() if name != repository}
        return rarities(published, of_prompts(others))

    return without


def under(table: dict[str, float]) -> AbstractContextManager[object]:
    """Let the product use another table."""
    return patch.object(rarity, "table", lambda: table)


def pairs_and_queries(
    prompts: Prompts,
    boards: Mapping[str, Sequence[Lesson]],
    queries: Sequence[Query],
    table_of: Tables,
) -> tuple[list[Pair], list[Asked]]:
    """Every prompt with every board of another project, and every query with its own.

    A query of the kind "when" quotes the command and the path that its lesson is bound to. What it
    finds without them is "when, unbound": the same query on a board of the sentences alone.
    """
    words = documents(boards)
    bare = documents({name: [Lesson(each.id, each.constraint) for each in lessons]
                      for name, lessons in boards.items()})  # fmt: skip
    pairs: list[Pair] = []
    asked: list[Asked] = []
    for repository in sorted({*prompts, *(query.repository for query in queries)}):
        others = [board for board in boards if board != repository]
        with under(table_of(repository)):
            for prompt in prompts.get(repository, ()):
                pairs += _pairs(repository, prompt, compared(prompt, others, words))
            asked += [
                Asked(query, compared(query.text, [repository], words)[repository])
                for query in queries
                if query.repository == repository
            ]
            asked += [
                Asked(
                    query._replace(kind="when, unbound"),
                    compared(query.text, [repository], bare)[repository],
                )
                for query in queries
                if query.repository == repository and query.kind == "when" and query.length is None
            ]
    return pairs, asked


def _pairs(repository: str, prompt: str, found: Mapping[str, Text]) -> Iterator[Pair]:
    number = length_class(prompt)
    for board, text in found.items():
        yield Pair(repository, board, number, text)

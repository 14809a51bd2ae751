"""Redaction: megabytes a second beside the search for anchors alone, and repeated anchors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from bench.importing import transcripts
from bench.result import Result, cost, rate
from bench.timing import spent
from blackboard.redaction.breadth import is_installed, secrets_of, strings
from blackboard.redaction.redact import find_secrets
from blackboard.redaction.scan import lowered, spans_in, table
from blackboard.sources.lines import open_bytes, read_lines

_MB = 1_000_000
_LEAST, _LEAST_WITH_MORE = 30.0, 15.0
_LONGEST = 0.5
_REPEATED = ('password="', "://a:", "BEGIN PRIVATE " + "KEY", "token: ", "secret: |\n ", "eyJ")


def measure(_sizes: Sequence[int], folder: Path) -> list[Result]:
    """All texts of the transcripts; the sizes are those of the texts."""
    texts = list(_texts(transcripts(folder)))
    size = sum(map(len, texts))
    spans_in(texts[0])  # builds the automaton
    ours = _speed(size, texts, find_secrets)
    bare = _speed(size, texts, _anchors())
    rows = [
        rate("redaction", size, ours, "MB/s", "limit", _LEAST, at_least=1),
        rate("redaction", size, ours, "MB/s", "anchors alone", bare, at_least=0.2),
    ]
    for piece in _REPEATED:
        text = piece * (_MB // len(piece))
        seconds = spent(partial(find_secrets, text)).cpu
        work = f"redaction, a megabyte of {piece!r}"
        rows.append(cost(work, _MB, seconds, "s", "limit", _LONGEST, at_most=1))
    return [*rows, *(_with_more(size, texts, ours) if is_installed() else ())]


def _with_more(size: int, texts: list[str], ours: float) -> list[Result]:
    secrets_of(["loads the rules"])
    more = size / spent(lambda: secrets_of(texts)).cpu / _MB
    both = 1 / (1 / ours + 1 / more)
    return [rate("redaction, with the extra", size, both, "MB/s", "limit", _LEAST_WITH_MORE,
                 at_least=1)]  # fmt: skip


def _anchors() -> Callable[[str], object]:
    from ahocorasick_rs import AhoCorasick, Implementation

    automaton = AhoCorasick(table().anchors, implementation=Implementation.DFA)

    def look(text: str) -> object:
        return automaton.find_matches_as_indexes(lowered(text), overlapping=True)

    return look


def _speed(size: int, texts: list[str], look: Callable[[str], object]) -> float:
    def all_of_them() -> None:
        for text in texts:
            look(text)

    return size / spent(all_of_them).cpu / _MB


def _texts(paths: Sequence[Path]) -> Iterator[str]:
    for path in paths:
        with open_bytes(path) as content:
            for line in read_lines(content, 0):
                yield from strings(line.record)

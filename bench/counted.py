"""`python -m bench.counted FOLDER...`: count on real transcripts what made ones are drawn from.

Prints JSON of numbers, `bench/made/counts.json`: no word of the transcripts but those that are
listed in `bench/made/tokens.py`.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import log2
from pathlib import Path
from typing import Any

import orjson

from bench.made.tokens import END, FORMS, QUANTILES, form, is_word, symbols, tokens
from blackboard.board import Board
from blackboard.importer import import_files
from blackboard.transcript_files import find

_LEAST_CONTEXT, _LEAST_NEXT = 0.0008, 0.02
_PROSE = ("prompt", "answer")
_SHOWN = 20_000
"""Characters of a text that are looked at for its words."""

Numbers = dict[str, Any]


def main(folders: Sequence[str]) -> int:
    """Import the transcripts of some folders, and print what was counted."""
    paths = list(find([Path(folder) for folder in folders]))
    with (
        tempfile.TemporaryDirectory(prefix="counted-") as folder,
        Board.open(Path(folder) / "counted.board") as board,
    ):
        import_files(board, paths, trusted=True)
        counted = counts(board, sum(path.stat().st_size for path in paths))
    sys.stdout.buffer.write(orjson.dumps(counted, option=orjson.OPT_APPEND_NEWLINE))
    return 0


def counts(board: Board, size: int) -> Numbers:
    """All numbers of a board, of transcripts of so many bytes."""
    sessions = [each for each in _sessions(board) if len(each) > 2]
    steps = [list(map(_kind, session)) for session in sessions]
    events = sum(map(len, sessions))
    texts = [[text for event in session for text in _texts(event)] for session in sessions]
    known = sum(map(_characters, (event for session in sessions for event in session)))
    return {
        "session_events": _quantiles(map(len, sessions)),
        "next_step": _chain(steps),
        "sizes": _sizes(sessions),
        "gap_seconds": _quantiles(_gaps(sessions)),
        "parallel": _parallel(sessions),
        "projects": _projects(board),
        "failed": _failed(sessions),
        "failed_again": _again(board),
        "repeated_commands": _repeated(sessions),
        "other_bytes": round((size - known) / events),
        "shapes": _shapes(texts),
        "words": {"prose": _words(texts, prose=True), "code": _words(texts, prose=False)},
    }


def _sessions(board: Board) -> Iterable[list[Numbers]]:
    found: dict[str, list[Numbers]] = defaultdict(list)
    for event in board.read(types=["message.recorded", "tool.called"]):
        if event.payload is not None:
            found[event.stream].append({**event.payload, "at": event.occurred_at})
    return found.values()


def _kind(event: Numbers) -> str:
    if "role" in event:
        return "prompt" if event["role"] == "user" else "answer"
    kind = str(event["kind"])
    return kind if kind in ("shell", "read", "edit", "search") else "other"


def _texts(event: Numbers) -> Iterator[tuple[str, str]]:
    """The texts of an event by their kinds."""
    kind = _kind(event)
    if "role" in event:
        yield kind, event["text"]
        return
    given = event["command"] if kind == "shell" and event.get("command") else ""
    yield (
        ("command", given) if given
        else ("edit" if kind == "edit" else "given", "\n".join(_strings(event["input"])))
    )  # fmt: skip
    yield ("failed" if event.get("failed") else f"{kind}_output"), event.get("output") or ""


def _characters(event: Numbers) -> int:
    """Of an event's texts, with what was cut of its output."""
    given = orjson.dumps(event.get("input", ""))
    return len(event.get("text", "")) + int(event.get("output_chars", 0)) + len(given)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)


def _quantiles(values: Iterable[float]) -> list[float]:
    """The values at the shares of `QUANTILES`."""
    ordered = sorted(values)
    return [round(ordered[int(share * (len(ordered) - 1))], 2) for share in QUANTILES]


def _sizes(sessions: Iterable[list[Numbers]]) -> dict[str, list[float]]:
    """Characters by kind of text; of outputs before they were cut."""
    found: dict[str, list[int]] = defaultdict(list)
    for session in sessions:
        for event in session:
            for kind, text in _texts(event):
                is_output = kind == "failed" or kind.endswith("_output")
                found[kind].append(event.get("output_chars", 0) if is_output else len(text))
    return {kind: _quantiles(values) for kind, values in sorted(found.items())}


def _chain(steps: Iterable[Sequence[str]]) -> dict[str, dict[str, float]]:
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for each in steps:
        for one, other in pairwise(["", *each]):
            found[one][other] += 1
    return {one: _shares(others) for one, others in found.items()}


def _shares(counter: Counter[str], least: float = 0.0) -> dict[str, float]:
    total = counter.total()
    return {key: round(count / total, 4) for key, count in counter.most_common()
            if count >= least * total}  # fmt: skip


def _gaps(sessions: Iterable[list[Numbers]]) -> Iterator[float]:
    for session in sessions:
        for one, other in pairwise(session):
            yield max(0, other["at"] - one["at"]) / 1_000_000


def _parallel(sessions: Iterable[list[Numbers]]) -> float:
    """The share of sessions that began while another one went on."""
    times = sorted((session[0]["at"], session[-1]["at"]) for session in sessions)
    inside = sum(one[1] > other[0] for one, other in pairwise(times))
    return float(round(inside / len(times), 3))


def _projects(board: Board) -> list[float]:
    """The shares of the sessions, of the project with most of them first."""
    found = Counter(row["project"] for row in board.view("sessions"))
    return [round(count / found.total(), 4) for _, count in found.most_common()]


def _failed(sessions: Iterable[list[Numbers]]) -> dict[str, float]:
    calls: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    for session in sessions:
        for event in session:
            calls[_kind(event)] += 1
            failed[_kind(event)] += event.get("failed") is True
    return {kind: round(failed[kind] / calls[kind], 4) for kind in sorted(calls) if failed[kind]}


def _again(board: Board) -> float:
    """The share of failures whose signature an earlier one had."""
    found = [str(row["signature"]) for row in board.view("failures") if row["signature"]]
    return round(1 - len(set(found)) / len(found), 3)


def _repeated(sessions: Iterable[list[Numbers]]) -> float:
    """The share of commands that their session had before."""
    all_, distinct = 0, 0
    for session in sessions:
        commands = [event["command"] for event in session if event.get("command")]
        all_, distinct = all_ + len(commands), distinct + len(set(commands))
    return round(1 - distinct / all_, 3)


def _shapes(texts: Iterable[list[tuple[str, str]]]) -> dict[str, dict[str, dict[str, float]]]:
    """What follows two symbols, by kind of text."""
    found: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for kind, text in (each for session in texts for each in session):
        one = other = END
        for symbol in [*symbols(tokens(text[:_SHOWN])), END]:
            found[kind][one + "\t" + other][symbol] += 1
            one, other = (END, END) if symbol == END else (other, symbol)
    return {kind: _often(contexts) for kind, contexts in sorted(found.items())}


def _often(contexts: Mapping[str, Counter[str]]) -> dict[str, dict[str, float]]:
    least = _LEAST_CONTEXT * sum(each.total() for each in contexts.values())
    return {
        context: {key: round(share, 3) for key, share in _shares(after, _LEAST_NEXT).items()}
        for context, after in contexts.items() if after.total() >= least
    }  # fmt: skip


def _words(texts: Sequence[list[tuple[str, str]]], *, prose: bool) -> Numbers:
    """How often words are used by rank, their forms and lengths, and how often they return."""
    total: Counter[str] = Counter()
    returned, first = 0, 0
    distinct: dict[int, list[int]] = defaultdict(list)
    for session in texts:
        seen: set[str] = set()
        for kind, text in session:
            if (kind in _PROSE) is prose:
                used = [each for each in tokens(text[:_SHOWN]) if is_word(each)]
                own = set(used)
                total.update(used)
                returned, first = returned + len(own & seen), first + len(own)
                seen |= own
                if used:
                    distinct[int(log2(len(used)))].append(len(own))
    ranked = [word for word, _ in total.most_common()]
    return {
        "ranks": len(ranked),
        "shares": [round(sum(total[word] for word in words) / total.total(), 4)
                   for words in _octaves(ranked)],
        "forms": [[round(sum(form(word) == each for word in words) / len(words), 3)
                   for each in FORMS] for words in _octaves(ranked)],
        "lengths": [round(sum(map(len, words)) / len(words), 1) for words in _octaves(ranked)],
        "new": round(sum(count == 1 for count in total.values()) / total.total(), 4),
        "distinct": [round(sum(each) / len(each), 1) for _, each in sorted(distinct.items())],
        "of_session": round(returned / first, 3),
    }  # fmt: skip


def _octaves(ranked: list[str]) -> Iterator[list[str]]:
    """The words of ranks 0, 1 to 2, 3 to 6, 7 to 14, and so on."""
    start = 0
    while start < len(ranked):
        yield ranked[start : 2 * start + 1]
        start = 2 * start + 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""A heavy user's board: what commands cost as whole processes, the first time and again.

New sessions are imported, searched and reflected on, and then each command runs twice. Growth shows
what a command costs beyond its new events.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from bench import corpus, data
from bench.result import Result, limit, named, plain
from bench.whole_process import COMMAND, Cost, cost_of
from blackboard.board import Board
from blackboard.event import NewEvent

_NEW = 1_000
_RULES = "# Rules\n\n- Always run the tests before you push.\n- Never commit secrets.\n"


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """CPU seconds and megabytes of each command."""
    return [result for size in sizes for result in _at(folder, size)]


@cache
def reflected(folder: Path, size: int) -> tuple[Path, Mapping[str, Cost]]:
    """A board of sessions that was searched and reflected on, and what these first runs cost."""
    board = corpus.copy_of(corpus.event_board(folder, size), "reflected")
    (place := folder / "work").mkdir(exist_ok=True)
    (place / "CLAUDE.md").write_text(_RULES)
    new = [str(path) for path in data.sample(place / f"new-{size}", _NEW)]
    with Board.open(board) as opened:
        opened.index()
    ran = {
        "import of 1,000 new events": ["session", "import", "--no-mine", "--trusted", *new],
        "first search after an import": ["search", "tests", "fail", "timeout"],
        "first reflection": ["session", "reflect", "--all"],
    }
    found = {name: _cost(board, place, words) for name, words in ran.items()}
    found["import, nothing new"] = _cost(board, place, ran["import of 1,000 new events"])
    return board, found


def _at(folder: Path, size: int) -> Iterator[Result]:
    board, firsts = reflected(folder, size)
    place, peak = folder / "work", firsts["first reflection"].megabytes
    for name, cost in firsts.items():
        yield limit(name, size, cost.cpu, "s")
    for name, words in _OWN_ROW.items():
        peak = max(peak, (cost := _cost(board, place, words)).megabytes)
        yield limit(name, size, cost.cpu, "s")
    for when in ("the first time", "again", "one event behind"):
        costs = {}
        for name, words in _commands(board).items():
            if when == "one event behind":
                _append_one(board)
            costs[name] = _cost(board, place, words)
        slowest = max(costs, key=lambda name: costs[name].cpu)
        peak = max(peak, *(cost.megabytes for cost in costs.values()))
        yield named(f"slowest of the reads, {when}", size, costs[slowest].cpu, "s", slowest)
    yield plain("peak memory of these commands", size, peak, "MB")


def _cost(board: Path, place: Path, words: Sequence[str]) -> Cost:
    passes = int(words[0] == "doctor")
    return cost_of([COMMAND, "--db", str(board), *words], place, passes=passes)


_OWN_ROW: Mapping[str, Sequence[str]] = {
    "reflect --all, nothing new": ["session", "reflect", "--all"],
    "backtest, the first time": ["lesson", "report", "--backtest"],
    "backtest, again": ["lesson", "report", "--backtest"],
    "`doctor`": ["doctor"],
    "verify": ["admin", "verify"],
    "export": ["admin", "events", "--output", "-"],
}


def _commands(board: Path) -> Mapping[str, Sequence[str]]:
    """The commands that read, by name."""
    session, lesson, error = _chosen(board)
    return {
        "session": ["session"],
        "session ID": ["session", session],
        "handoff": ["handoff", session],
        "lesson": ["lesson"],
        **({"lesson ID": ["lesson", lesson]} if lesson else {}),
        "lesson --insights": ["lesson", "--insights"],
        "lesson --guards": ["lesson", "--guards"],
        "lesson report": ["lesson", "report"],
        "lesson context": ["lesson", "context", "--prompt", "the tests fail with a timeout"],
        "admin project": ["admin", "project"],
        "admin queue": ["admin", "queue"],
        "admin events": ["admin", "events", "--limit", "50"],
        "search, three words": ["search", "tests fail timeout"],
        "search, a common word": ["search", "file"],
        "fix": ["fix", error],
        "status-line": ["status-line"],
    }


def _chosen(board: Path) -> tuple[str, str, str]:
    """The longest session, a lesson if there is one, and the newest error of a board."""
    with Board.open(board) as opened:
        (session,) = opened.view("sessions", order="-tool_uses", limit=1)
        lessons = opened.view("lessons", order="id", limit=1)
        failures = opened.view("failures", order="-occurred_at", limit=50)
        error = next(row["error"] for row in failures if row["error"])
        return session["id"], lessons[0]["id"] if lessons else "", error


def _append_one(board: Path) -> None:
    with Board.open(board) as opened:
        text = f"And number {opened.log.head()}?"
        said = {"session": "one-more", "role": "user", "text": text, "said_by": "human"}
        opened.append([NewEvent("message.recorded", "session:one-more", said, schema=3)])

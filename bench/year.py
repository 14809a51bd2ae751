"""A heavy user's year: every command as a whole process, on boards of 40,000 events and more.

The sessions are recorded ones in changed words (`repeated.py`), imported by the command. Growth is
the exponent of what a command costs beyond its cost on a board of the ten sample sessions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import log
from pathlib import Path
from typing import NamedTuple

from bench.repeated import COMMAND, SAMPLES, boards, run
from bench.result import Result, limit
from bench.whole_process import Cost, cost_of
from blackboard.board import Board
from blackboard.event import NewEvent

SIZES = (40_000, 170_000)
"""Half a quarter and a year of the busiest person whose sessions we have: 700 events a day."""

_LIMIT = 1.0
_LONG = ("first reflection", "replay", "verify", "export events")
"""What may take longer than the limit, and is not run before it is measured."""

_NOISE = 0.02
_RULES = "# Rules\n\n- Always run the tests before you push.\n- Never commit secrets.\n"


class Measured(NamedTuple):
    """What a command cost on a board of so many events."""

    size: int
    cost: Cost


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """CPU seconds, megabytes and growth of each command."""
    place, small = _place(folder), folder / "small.board"
    run("--db", str(small), "session", "import", "--no-mine", "--trusted", str(SAMPLES))
    found = {name: [Measured(0, cost)] for name, cost in costs(small, SAMPLES, place)}
    for size, board, newest in boards(sizes, folder):
        for name, cost in costs(board, newest, place):
            found[name].append(Measured(size, cost))
    return [result for name, measured in found.items() for result in _results(name, measured)]


def costs(board: Path, newest: Path, place: Path) -> Iterator[tuple[str, Cost]]:
    """Each command and what it costs; where nothing is new it is the second of two runs.

    Args:
        board: the board's file.
        newest: the transcripts that were imported last.
        place: the working folder, beside which is the home folder.
    """

    def cost(*words: str) -> Cost:
        return cost_of([COMMAND, "--db", str(board), *words], place, _variables(place))

    yield "first reflection", cost("session", "reflect", "--all")
    for name, words in _commands(board, newest).items():
        if name not in _LONG:
            cost(*words)
        yield name, cost(*words)
    for name, words in _BEHIND.items():
        _append_one(board)
        yield f"{name}, one event behind", cost(*words)


def _commands(board: Path, newest: Path) -> Mapping[str, Sequence[str]]:
    """The commands that read, or run again with nothing new, by name."""
    session, lesson, error = _chosen(board)
    return {
        "session list": ["session"],
        "session show": ["session", session],
        "lesson": ["lesson"],
        "lesson ID": ["lesson", lesson],
        "lesson --insights": ["lesson", "--insights"],
        "lesson --guards": ["lesson", "--guards"],
        "project list": ["admin", "project"],
        "automation pr": ["automation", "pr"],
        "recording": ["recording"],
        "queue list": ["admin", "queue"],
        "automation --runs": ["automation", "--runs"],
        "automation --manual": ["automation", "--manual"],
        "lesson report": ["lesson", "report"],
        "events --limit 50": ["admin", "events", "--limit", "50"],
        "search, three words": ["search", "tests fail timeout"],
        "search, a common word": ["search", "file"],
        "fix": ["fix", error],
        "lesson context": ["lesson", "context", "--prompt", "the tests fail with a timeout"],
        "status-line": ["status-line"],
        "doctor": ["doctor"],
        "import again": ["session", "import", str(newest)],
        "reflect --all again": ["session", "reflect", "--all"],
        "lesson report --backtest": ["lesson", "report", "--backtest"],
        "export events": ["admin", "events", "--output", "-"],
        "verify": ["admin", "verify"],
        "replay": ["admin", "verify", "--rebuild"],
    }


_BEHIND: Mapping[str, Sequence[str]] = {
    "session list": ["session"],
    "doctor": ["doctor"],
    "reflect --all": ["session", "reflect", "--all"],
}
"""What is run after something was appended that no view has folded."""


def _chosen(board: Path) -> tuple[str, str, str]:
    """The longest session, a lesson, and the newest error of a board."""
    with Board.open(board) as opened:
        (session,) = opened.view("sessions", order="-tool_uses", limit=1)
        (lesson,) = opened.view("lessons", order="id", limit=1)
        (failure,) = opened.view("failures", order="-occurred_at", limit=1)
        return session["id"], lesson["id"], failure["error"]


def _append_one(board: Path) -> None:
    with Board.open(board) as opened:
        text = f"And number {opened.log.head()}?"
        said = {"session": "one-more", "role": "user", "text": text, "said_by": "human"}
        opened.append([NewEvent("message.recorded", "session:one-more", said, schema=3)])


def _place(folder: Path) -> Path:
    """A working folder with rules, and an empty home folder beside it."""
    place = folder / "work"
    place.mkdir()
    (folder / "home").mkdir()
    (place / "CLAUDE.md").write_text(_RULES)
    return place


def _variables(place: Path) -> dict[str, str]:
    home = str(place.parent / "home")
    folders = ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
    return {"HOME": home, "LESSONBOARD_DB": "", **dict.fromkeys(folders, home)}


def _results(name: str, measured: Sequence[Measured]) -> Iterator[Result]:
    small, *others = measured
    for size, cost in others:
        bare = small.cost.cpu
        yield (
            Result(f"{name}, CPU", size, cost.cpu, "s", "ten sessions", bare, cost.cpu / bare)
            if name in _LONG else limit(f"{name}, CPU", size, cost.cpu, "s", _LIMIT)
        )  # fmt: skip
    size, cost = others[-1]
    least = small.cost.megabytes
    yield Result(f"{name}, memory", size, cost.megabytes, "MB", "ten sessions", least,
                 cost.megabytes / least)  # fmt: skip
    if len(others) > 1:
        grown = exponent(others[0], others[-1], small.cost.cpu)
        yield Result(f"{name}, growth", size, grown, "", "linear", 1.0, grown)


def exponent(some: Measured, more: Measured, bare: float) -> float:
    """The power of the size with which the cost grows; 0 where it is lost in what a start costs."""
    one, other = (each.cost.cpu - bare for each in (some, more))
    if other < _NOISE:
        return 0.0
    return max(0.0, log(other / max(one, _NOISE)) / log(more.size / some.size))

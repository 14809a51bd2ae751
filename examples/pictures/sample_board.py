"""A board as it is after a week of use: sessions, decisions, lessons told and measured.

The sessions of `examples/sessions` are the recorded ones, moved to that week; what is added here is
made up, so that each page of `lessonboard web` has something to show. All of it is appended in the
order in which it happens, when it happens: the page's time travel goes by the time of recording.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from blackboard import Board
from blackboard.views.rows import LessonRow
from examples.pictures.sample_recording import add_recording, add_reruns
from examples.pictures.sample_sessions import NUMBER, PROJECT, Clock, play, resume
from examples.pictures.sample_transcripts import add_transcripts
from examples.pictures.sample_work import add_work
from lessonboard.project_decisions import merge
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from reflect.curator import decisions
from reflect.guards.switching import switch_on
from reflect.pipeline.stated import Rule, add, add_insight, approve

MEASURED = "npm run test:unit"
"""Words of the lesson that is approved and was measured."""

TOLD = "01a1fdb2-c9f4-7553-8194-57f2b0f73a9b"
"""A recorded session, which was told a lesson."""

_ROOT = Path(__file__).parents[2]
_MINUTE, _HOUR, _DAY = 60_000_000, 3_600_000_000, 86_400_000_000
_SAID = (
    "Always run `make migrate` before `make seed`.",
    "Always ask before you change `schema.yaml`.",
    "Always write dates as `YYYY-MM-DD` in reports.",
    "Always keep each migration in a file of its own.",
    "Always commit the generated client together with `schema.yaml`.",
    "Always run `make migrate` before `make seed` on the staging database.",
    "Never log the address of a customer.",
    "Never log the name or the address of a customer.",
    "You don't have to commit the generated client together with `schema.yaml`.",
    "Never push to main, open a pull request instead.",
)
"""What a person says in some of the made-up sessions, in that order."""

_SAID_EVERY = 4


def make(path: Path, home: Path, now: int) -> None:
    """Live through a week on a board of its own.

    Args:
        path: where the board is made.
        home: the home folder of the imports.
        now: the time in microseconds since 1970, at the end of that week.
    """
    clock = Clock((now // _DAY - 6) * _DAY + 10 * _HOUR + 43 * _MINUTE)
    run = partial(_run, path, home, clock)
    add_transcripts(home, clock.now)
    run("session", "import")
    add_recording(home, run, clock.now)
    clock.move(now - 5 * _DAY)
    with Board.open(path, clock=clock) as board:
        _decide(board, clock)
        clock.move(now - 5 * _DAY + _HOUR)
        resume(board, clock, TOLD)
        for at, happen in sorted(_week(board, clock, now), key=lambda each: each[0]):
            clock.move(at)
            happen()


def _run(path: Path, home: Path, clock: Clock, *arguments: str) -> None:
    """Run a command of the program at the time of the board's clock."""
    seconds = str(clock.now // 1_000_000)
    command = [sys.executable, "-m", "examples.pictures.clock", seconds, "--db", str(path)]
    subprocess.run(
        [*command, *arguments], cwd=home, check=True, capture_output=True,
        env={"HOME": str(home), "PATH": "/usr/bin:/bin", "PYTHONPATH": str(_ROOT)},
    )  # fmt: skip


def _week(board: Board, clock: Clock, now: int) -> Iterator[tuple[int, Callable[[], object]]]:
    """What happens after the decisions, and when, in no order."""
    assert board.path is not None
    lesson = _lesson(board, MEASURED)
    said = dict(zip(range(2, NUMBER, _SAID_EVERY), _SAID, strict=False))
    first, last = now - 5 * _DAY + 3 * _HOUR, now - 2 * _HOUR
    for number in range(NUMBER):
        at = first + (last - first) * number // (NUMBER - 1)
        yield at, partial(play, board, clock, lesson["id"], number, said.get(number, ""))
    yield now - 2 * _DAY, lambda: switch_on(board, _lesson(board, MEASURED))
    reruns = Path(board.path).parent
    yield now - 30 * _HOUR, partial(add_reruns, board, reruns, clock)
    yield now - 20 * _HOUR, partial(add_work, board, TOLD, PROJECT)


def _decide(board: Board, clock: Clock) -> None:
    """A person goes through what was learnt, a minute for each."""
    critic = Critic(CriticSettings())
    squash = ("Always squash commits before merging.", "Never squash commits before merging.")
    insight = "The API talks to the database through `db/pool.js` alone."
    merged = "github.com/example/weather-cli", "github.com/example/tide-tables"
    steps: tuple[Callable[[], object], ...] = (
        lambda: approve(board, _lesson(board, MEASURED), "the old script is gone"),
        lambda: approve(board, _lesson(board, "PYTHONPATH=src")),
        lambda: decisions.reject(board, _lesson(board, "unittest"), "only on that machine"),
        *(partial(_state, board, rule, critic, clock) for rule in squash),
        lambda: add_insight(board, insight, PROJECT, critic, clock.now),
        lambda: merge(board, *merged, "one product"),
    )
    for step in steps:
        step()
        clock.move(clock.now + _MINUTE)


def _state(board: Board, rule: str, critic: Critic, clock: Clock) -> None:
    add(board, Rule(rule), PROJECT, critic, clock.now)


def _lesson(board: Board, words: str) -> LessonRow:
    rows = board.view("lessons", where={"status": ("candidate", "approved")})
    return next(row for row in rows if words in row["constraint"])

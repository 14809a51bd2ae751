"""A board as it is after some weeks of use: sessions, decisions, lessons told and measured.

The sessions of `examples/sessions` are the recorded ones; what is added here is made up, so that
each page of `lessonboard web` has something to show.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from blackboard import Board, NewEvent, Situation, derived
from blackboard.events import streams
from blackboard.views.rows import LessonRow
from examples.pictures import sample_work
from lessonboard.project_decisions import merge
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from reflect.curator import decisions
from reflect.pipeline.stated import Rule, add, add_insight, approve

SAMPLES = Path(__file__).parents[1] / "sessions"
PROJECT = "github.com/example/parcel-api"
MEASURED = "npm run test:unit"
"""Words of the lesson that is approved and was measured."""

TOLD = "01a1fdb2-c9f4-7553-8194-57f2b0f73a9b"
"""A recorded session, which was told a lesson."""

_SAID = (
    "Run `make migrate` before `make seed`.",
    "Ask before you change `schema.yaml`.",
    "Write dates as `YYYY-MM-DD` in reports.",
    "Keep each migration in a file of its own.",
)
_DAY = 86_400_000_000
_SESSIONS, _HELD_EVERY = 48, 3


def make(path: Path, home: Path, now: int) -> None:
    """Import the samples into a board of their own, and add what people and agents did since.

    Args:
        path: where the board is made.
        home: the home folder of the import.
        now: the time in microseconds since 1970.
    """
    then = str(now // 1_000_000 - 86_400 * 6)

    def run(*arguments: str) -> None:
        command = [sys.executable, "-m", "examples.pictures.clock", then, "--db", str(path)]
        subprocess.run(
            [*command, *arguments], cwd=home, check=True, capture_output=True,
            env={"HOME": str(home), "PATH": "/usr/bin:/bin", "PYTHONPATH": str(SAMPLES.parents[1])},
        )  # fmt: skip

    run("import", "--trusted", str(SAMPLES))
    sample_work.add_recording(home, run)
    furnish(path, now)
    sample_work.add_hooks(home, SAMPLES, now)


def furnish(path: Path, now: int) -> None:
    """Add to a board that holds the samples what happened in the weeks after."""
    ticks = iter(range(now - 5 * _DAY, now, 60_000_000))
    with Board.open(path, clock=lambda: next(ticks)) as board:
        _decide(board, now)
        _measure(board, now)
        _correct(board)
        _tell(board)
        sample_work.add_reruns(board, path.parent)
        sample_work.add_work(board, TOLD, PROJECT)


def _decide(board: Board, now: int) -> None:
    critic = Critic(CriticSettings())
    approve(board, _lesson(board, MEASURED), "the old script is gone")
    approve(board, _lesson(board, "PYTHONPATH=src"))
    decisions.reject(board, _lesson(board, "unittest"), "only on that machine")
    add(board, Rule("Always squash commits before merging."), PROJECT, critic, now)
    add(board, Rule("Never squash commits before merging."), PROJECT, critic, now)
    add_insight(board, "The API talks to the database through `db/pool.js` alone.", PROJECT,
                critic, now)  # fmt: skip
    merge(board, "github.com/example/weather-cli", "github.com/example/tide-tables", "one product")


def _measure(board: Board, now: int) -> None:
    """Sessions of the last weeks, in a third of which chance held the lesson back."""
    lesson = _lesson(board, MEASURED)["id"]
    for number in range(_SESSIONS):
        board.append(list(_session(lesson, number, now - (_SESSIONS - number) * _DAY // 7)))


def _session(lesson: str, number: int, at: int) -> Iterator[NewEvent]:
    """A short session that was told the lesson, or was not, and what came of it."""
    name = f"5ca1ab1e-0000-4000-8000-{number:012d}"
    stream, told = streams.session(name), streams.context(name)
    is_held = number % _HELD_EVERY == 0
    fails = number % 2 == 0 if is_held else number % 11 == 1

    def event(kind: str, where: str, after: int, **payload: object) -> NewEvent:
        return NewEvent(kind, where, payload, project=PROJECT, actor="claude-code",
                        occurred_at=at + after * 1_000_000)  # fmt: skip

    yield event("session.started", stream, 0, session=name, agent="claude-code")
    yield event("message.recorded", stream, 1, session=name, role="user", said_by="human",
                text=f"Release build {number}: run the tests first.")  # fmt: skip
    usage = {"model": "claude-opus-4-8", "calls": 3, "input_tokens": 900 + number,
             "output_tokens": 400 + 7 * number, "cache_read_tokens": 21_000,
             "cache_write_tokens": 0}  # fmt: skip
    yield event("usage.recorded", stream, 40, session=name, models=[usage])
    if is_held:
        yield event("lesson.withheld", told, 2, lesson=lesson, session=name, one_in=3)
    else:
        text = "From earlier sessions (lessonboard):\n- Here: use `npm run test:unit`."
        yield event("context.injected", told, 2, session=name, text=text, items=[lesson],
                    tokens=31, moment="prompt", one_in={lesson: 3})  # fmt: skip
    kind = "lesson.recurred" if fails else "lesson.obeyed"
    yield event(kind, streams.lesson(lesson), 30, lesson=lesson, session=name, injected=not is_held)


def _correct(board: Board) -> None:
    """What a person said in those sessions, and the lessons that wait for him because of it."""
    for number, rule in enumerate(_SAID):
        name = f"5ca1ab1e-0000-4000-8000-{number * 7:012d}"
        said = {"session": name, "role": "user", "said_by": "human", "text": rule}
        [event] = board.append([NewEvent("message.recorded", streams.session(name), said,
                                         project=PROJECT, actor="claude-code")])  # fmt: skip
        lesson = f"lesson-{derived('sample', rule)[-12:]}"
        payload = {
            "lesson": lesson, "phase": "implement", "category": "convention", "severity": "low",
            "symptom": "", "root_cause": "", "resolution": rule, "constraint": rule,
            "trust": "human", "confidence": 0.6, "learned_from": "miner",
            "evidence": [{"event_id": event.id, "quote": rule, "session": name}],
        }  # fmt: skip
        board.append([NewEvent("lesson.created", streams.lesson(lesson), payload,
                               project=PROJECT, actor="miner")])  # fmt: skip


def _tell(board: Board) -> None:
    """What a hook told a recorded session before its command, had it been there then."""
    call = next(each for each in board.read(stream=streams.session(TOLD), types=["tool.called"])
                if (each.payload or {})["command"] == "npm test")  # fmt: skip
    told = board.context(Situation(project=PROJECT, command="npm test", step="before"))
    payload = {"session": TOLD, "text": told.text, "items": list(told.ids), "tokens": 40,
               "moment": "before"}  # fmt: skip
    board.append([NewEvent("context.injected", streams.context(TOLD), payload, project=PROJECT,
                           actor="claude-code", occurred_at=call.occurred_at - 1)])  # fmt: skip


def _lesson(board: Board, words: str) -> LessonRow:
    return next(row for row in board.view("lessons") if words in row["constraint"])

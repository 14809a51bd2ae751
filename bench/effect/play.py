"""One task with one arm: three sessions as written, then the fourth; what came of it is a log."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from pydantic import BaseModel

from bench.effect.arms.answering import NOTED
from bench.effect.arms.arm import Arm, Place
from bench.effect.clone import Clone
from bench.effect.freeze import of_task
from bench.effect.judge import Ran, Verdict, judged
from bench.effect.scripted import play, play_before
from bench.effect.session import Session, Shown
from bench.effect.tasks import Task


class Log(BaseModel):
    """What came of a task with an arm.

    Attributes:
        digest: of the task's files.
        run: the how manieth of this task and arm.
        agent: who played the fourth session.
        model: which model it was; empty for the scripted agent.
        wrong: the facts that must not be shown.
        in_time: of the scripted agent, whether each fact was shown before its act.
        told: the facts that were shown at any time of the session.
        shown: each text that the memory showed.
        ran: each call, and its exit code.
        tokens: of the scripted session, without what was shown; of a real agent, all that its
            model took and gave; by files, all of the session.
        seconds: wall clock of the hooks, where they are seen.
        took: wall clock of the session.
        ended: why it was ended before the agent was done; empty if it was not.
        failed: what went wrong in hooks and in the memory's answers.
    """

    task: str
    kind: str
    half: str
    digest: str = ""
    arm: str
    run: int = 1
    agent: str = "scripted"
    model: str = ""
    wrong: list[str] = []
    in_time: dict[str, bool] = {}
    told: list[str] = []
    shown: list[Shown] = []
    ran: list[Ran] = []
    verdict: Verdict
    tokens: int = 0
    tokens_shown: int = 0
    seconds: float = 0.0
    took: float = 0.0
    ended: str = ""
    failed: list[str] = []


class Last(Protocol):
    """Plays the fourth session of a place, and judges it."""

    def __call__(self, place: Place, arm: Arm) -> dict[str, Any]:
        """The fields of the log that it knows."""


def played(task: Task, arm: Arm, last: Last, run: int = 1, agent: str = "claude") -> Log:
    """Play a task in a home of its own, for an agent that the arm is registered for.

    Raises:
        RuntimeError: the arm cannot be prepared.
    """
    with _place(task) as bare, _installed(arm, place := bare._replace(run=run, agent=agent)):
        for number, before in enumerate(task.before, 1):
            play_before(Session(place.clone, place.home), before)
            arm.after(place._replace(number=number))
        place.clone.commit("What lies about")
        noted = place.home / NOTED
        unanswered = noted.read_text().splitlines() if noted.is_file() else []
        found = last(place, arm)
    found["failed"] = [*found.get("failed", []), *(f"no answer to {each}" for each in unanswered)]
    wrong = [each.id for each in task.wrong]
    return Log(task=task.name, kind=task.kind, half=task.repository.half, digest=of_task(task),
               arm=arm.name, run=run, wrong=wrong, **found)  # fmt: skip


def scripted(place: Place, arm: Arm) -> dict[str, Any]:
    """The scripted agent."""
    task, clone = place.task, place.clone
    start = clone.head()
    session = Session(clone, place.home, lambda error: arm.asked(place, error),
                      lambda prompt: arm.recalled(place, prompt))  # fmt: skip
    in_time = play(session, [task.session], task.fact)
    verdict = judged(task, clone, start, session.ran)
    told = [each.id for each in task.fact if session.told(each, task.fact)]
    session.end()
    return {
        "in_time": in_time, "told": told,
        "shown": session.shown, "ran": session.ran, "verdict": verdict, "tokens": session.tokens,
        "tokens_shown": session.tokens_shown, "seconds": session.seconds,
        "failed": session.failed,
    }  # fmt: skip


@contextmanager
def _place(task: Task) -> Iterator[Place]:
    with TemporaryDirectory(prefix="effect-", ignore_cleanup_errors=True) as name:
        home = Path(name)
        bin_folder = home / "bin"
        bin_folder.mkdir()
        clone = Clone(task.repository, home, str(bin_folder))
        clone.make()
        yield Place(task, home, clone, bin_folder)
        clone.end_processes()


@contextmanager
def _installed(arm: Arm, place: Place) -> Iterator[None]:
    arm.install(place)
    try:
        yield
    finally:
        arm.close(place)

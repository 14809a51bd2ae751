"""`python -m bench.effect check FOLDER...`: whether tasks are what they must be."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from bench.effect.clone import Clone
from bench.effect.judge import Verdict, is_done, judged
from bench.effect.scripted import play, play_before
from bench.effect.session import Session
from bench.effect.tasks import NOTHING, BadTask, Fact, Task, tasks_of

_T = TypeVar("_T")


def main(folders: Sequence[str]) -> int:
    """Say what is wrong with each task; 1 if anything is."""
    wrong = 0
    for folder in map(Path, folders):
        try:
            tasks = list(tasks_of(folder))
        except BadTask as error:
            print(error)
            wrong += 1
            continue
        for task in tasks:
            found = list(faults_of(task))
            wrong += len(found)
            print(f"{task.name} ({task.kind}): {'; '.join(found) or 'as it must be'}")
    return int(wrong > 0)


def faults_of(task: Task) -> Iterator[str]:
    """What is wrong with a task."""
    yield from _facts(task)
    exits = [_exits(task) for _ in range(2)]
    if exits[0] != exits[1]:
        yield f"its sessions before end otherwise when repeated: {exits}"
    if not any(any(each) for each in exits[0]) and task.kind != NOTHING:
        print(f"  note: no command fails before session 4 of {task.name}")
    if _played(task, lambda clone: is_done(task, clone)):
        yield "it is done before session 4"
    bare, told = _verdict(task, ()), _verdict(task, task.due)
    if not told.clean:
        yield f"with all due facts it is not clean: {told}"
    if task.kind == NOTHING:
        if task.due:
            yield "nothing to remember, but a fact is due"
    elif task.due and bare.clean and (bare.calls, bare.failures) <= (told.calls, told.failures):
        yield f"without facts it is as good: {bare}"
    for fact in task.wrong:
        misled = _verdict(task, (*task.due, fact) if not _is_named_after(task, fact) else (fact,))
        if misled.clean and misled.calls <= told.calls:
            yield f"believing {fact.id} costs nothing: {misled}"


def _facts(task: Task) -> Iterator[str]:
    named = {name for act in task.session.acts for name in act.told}
    for fact in task.fact:
        if fact.id not in named:
            yield f"no act of session 4 heeds {fact.id}"
        if fact.is_said_by(task.session.says):
            yield f"the prompt of session 4 says {fact.id}"
        if fact.due and not fact.is_said_by(task.file):
            yield f"the agents' own file does not say {fact.id}"
    for name in named - {fact.id for fact in task.fact}:
        yield f"{name} is no fact"


def _is_named_after(task: Task, fact: Fact) -> bool:
    """Whether a due fact would be heeded first where both are told."""
    return any(fact.id in act.told and next(iter(act.told)) != fact.id for act in task.session.acts)


def _exits(task: Task) -> list[list[int]]:
    with TemporaryDirectory(prefix="effect-") as name:
        clone = Clone(task.repository, Path(name))
        clone.make()
        found = []
        for before in task.before:
            session = Session(clone, Path(name))
            play_before(session, before)
            found.append([each.code for each in session.ran])
        return found


def _verdict(task: Task, told: Sequence[Fact]) -> Verdict:
    def last(clone: Clone) -> Verdict:
        start, session = clone.head(), _Told(clone, clone.folder.parent, told)
        play(session, [task.session], task.fact)
        verdict = judged(task, clone, start, session.ran)
        session.end()
        return verdict

    return _played(task, last)


class _Told(Session):
    """A session in which some facts were shown."""

    def __init__(self, clone: Clone, home: Path, facts: Sequence[Fact]) -> None:
        super().__init__(clone, home)
        self._facts = facts

    def told(self, fact: Fact, facts: Collection[Fact]) -> bool:
        return fact in self._facts


def _played(task: Task, then: Callable[[Clone], _T]) -> _T:
    """Play the sessions before in a clone of its own, and then something else."""
    with TemporaryDirectory(prefix="effect-") as name:
        clone = Clone(task.repository, Path(name))
        clone.make()
        for before in task.before:
            play_before(Session(clone, Path(name)), before)
        return then(clone)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

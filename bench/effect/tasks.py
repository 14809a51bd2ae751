"""Repositories and tasks: what three sessions meet, and the fourth in which it matters.

A repository is a folder with `repository.toml`, `start/` (its files), `tasks/ID.toml` and
`hidden/ID/` (tests that no agent sees). `README.md` beside this file describes the format.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

REPOSITORIES = Path(__file__).parent / "repositories"

NOTHING = "nothing"
"""The kind of a task in which there is nothing to remember."""

_WRAPPED = re.compile(r"\n(?![-*>`#\d\s])")

_T = TypeVar("_T", bound="_Strict")

Half = Literal["first", "second"]


class BadTask(Exception):
    """A repository's or a task's file does not say what it must."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Act(_Strict):
    """One thing that an agent does: it reads, runs, edits, writes, deletes or says something.

    Attributes:
        told: acts that are done instead of this one and of `after`, by the fact that was shown.
        after: what follows where no such fact was shown.
    """

    read: str = ""
    run: str = ""
    edit: str = ""
    write: str = ""
    delete: str = ""
    say: str = ""
    old: str = ""
    new: str = ""
    text: str = ""
    told: dict[str, tuple[Act, ...]] = Field(default_factory=dict)
    after: tuple[Act, ...] = ()

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        kinds = (self.read, self.run, self.edit, self.write, self.delete, self.say)
        if sum(map(bool, kinds)) != 1:
            raise ValueError("an act is one of read, run, edit, write, delete and say")
        return self


class Turn(_Strict):
    """What a person says, and what the agent does then.

    What is said is as it is typed: lines that the file wraps are one, those of a list are not.
    """

    says: str
    acts: tuple[Act, ...]

    @field_validator("says")
    @classmethod
    def _typed(cls, text: str) -> str:
        paragraphs = re.split(r"\n\s*\n", text.strip())
        return "\n\n".join(_WRAPPED.sub(" ", each.strip()) for each in paragraphs)


class Then(_Strict):
    """What somebody else changes between two sessions."""

    acts: tuple[Act, ...]


class Before(_Strict):
    """One of the sessions before."""

    turn: tuple[Turn, ...] = Field(min_length=1)
    then: Then = Then(acts=())


class Fact(_Strict):
    """Something that a memory may say.

    Attributes:
        due: whether it is right here; if not, it is a decoy, stale, or was taken back.
        any: lists of words; a text says the fact if all words of one list occur in it.
    """

    id: str
    due: bool
    any: tuple[tuple[str, ...], ...] = Field(min_length=1)

    def is_said_by(self, text: str) -> bool:
        """Whether a text says it; case does not matter."""
        lowered = text.lower()
        return any(all(word.lower() in lowered for word in words) for words in self.any)


def is_told(fact: Fact, text: str, facts: Iterable[Fact]) -> bool:
    """Whether a text tells a fact; a line that says beside it what is right does not mislead."""
    if fact.due:
        return fact.is_said_by(text)
    right = [each for each in facts if each.due]
    return any(
        fact.is_said_by(line) and not any(each.is_said_by(line) for each in right)
        for line in text.splitlines()
    )


class Claim(_Strict):
    """A command of the shell that ends with 0 if something holds afterwards."""

    id: str
    holds: str


class Judge(_Strict):
    """What must be true afterwards.

    Attributes:
        done: a command of the shell, run with the hidden files in place; 0 if the task is done.
        must_run: patterns; each must occur in a command that ended with 0.
        must_not_run: patterns that occur in no command.
        unchanged: paths that are as they were before.
        wishes: whether the person's wishes were kept.
        harm: whether no harm was done.
    """

    done: str
    must_run: tuple[str, ...] = ()
    must_not_run: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    wishes: tuple[Claim, ...] = ()
    harm: tuple[Claim, ...] = ()


class _TaskFile(_Strict):
    about: str
    kind: str
    file: str
    before: tuple[Before, ...] = Field(min_length=3, max_length=3)
    fact: tuple[Fact, ...] = ()
    session: Turn
    judge: Judge


class Task(_TaskFile):
    """A task with its place.

    Attributes:
        file: what a good user keeps in the agents' own file after the sessions before.
        before: three sessions.
        session: the fourth, with the acts of an agent that knows nothing.
    """

    id: str
    repository: Repository

    @property
    def name(self) -> str:
        """`REPOSITORY/ID`."""
        return f"{self.repository.name}/{self.id}"

    @property
    def hidden(self) -> Path:
        """The folder of the files that only the judge has."""
        return self.repository.folder / "hidden" / self.id

    @property
    def due(self) -> tuple[Fact, ...]:
        """The facts that should be shown."""
        return tuple(each for each in self.fact if each.due)

    @property
    def wrong(self) -> tuple[Fact, ...]:
        """The facts that should not be shown."""
        return tuple(each for each in self.fact if not each.due)


class Repository(_Strict):
    """A small repository.

    Attributes:
        half: `first` is looked at while a memory is mended, `second` is run once at the end.
        needs: programs that must be installed.
        setup: commands of the shell, once in each clone.
    """

    name: str
    folder: Path
    language: str
    half: Half
    needs: tuple[str, ...]
    remote: str
    about: str
    setup: tuple[str, ...] = ()


Task.model_rebuild()


def read_repository(folder: Path) -> Repository:
    """Read `repository.toml` of a folder; raises BadTask."""
    return _model(Repository, folder / "repository.toml", {"name": folder.name, "folder": folder})


def tasks_of(folder: Path) -> Iterator[Task]:
    """The tasks of a repository's folder, by name; raises BadTask."""
    repository = read_repository(folder)
    for path in sorted((folder / "tasks").glob("*.toml")):
        yield _model(Task, path, {"id": path.stem, "repository": repository})


def all_tasks(half: Half | None = None, root: Path = REPOSITORIES) -> list[Task]:
    """All tasks, or those of one half, by repository and name; raises BadTask."""
    folders = sorted(path.parent for path in root.glob("*/repository.toml"))
    found = [task for folder in folders for task in tasks_of(folder)]
    return [task for task in found if half in (None, task.repository.half)]


def _model(model: type[_T], path: Path, given: dict[str, object]) -> _T:
    try:
        return model.model_validate({**tomllib.loads(path.read_text()), **given})
    except (OSError, tomllib.TOMLDecodeError, ValidationError) as error:
        raise BadTask(f"{path} could not be read: {error}") from error

"""What a coding agent must say of itself to be asked as a model: data and pure functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from blackboard.signed_in import account_of
from reflect.model.thread import Completion

Variables = Mapping[str, str]


def signed_in(agent: str) -> Callable[[Variables, Path], str]:
    """The account of an agent that the board knows."""
    return lambda variables, home: account_of(agent, variables, str(home))


@dataclass(frozen=True)
class Question:
    """One question to an agent.

    Attributes:
        system: the instructions.
        text: what is asked; it begins with the mark of our own sessions.
        schema: the JSON Schema of the answer, strict; None for plain text.
        model: the model's name, None for the agent's standard model.
        folder: where the invocation's files will be; private and empty.
        variables: the environment that the agent will have.
        settings: the person's own settings of the agent, "" if there are none.
        prepared: what the agent's `preparation` printed.
    """

    system: str
    text: str
    schema: Mapping[str, Any] | None
    model: str | None
    folder: Path
    variables: Variables
    settings: str = ""
    prepared: str = ""

    @property
    def home(self) -> Path:
        """The person's home."""
        return Path(self.variables.get("HOME", "/"))


@dataclass(frozen=True)
class Invocation:
    """How a question is put to a program.

    Attributes:
        arguments: they hold neither text nor secret, for other users can read them.
        stdin: the text.
        variables: beside those of the agent's sign-in.
        files: texts by their path in the question's folder.
        links: places by their path there: sign-in files, so that a token which is renewed is
            renewed for the agent itself.
    """

    arguments: tuple[str, ...]
    stdin: str
    variables: Variables = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    links: Mapping[str, Path] = field(default_factory=dict)


class Ended(NamedTuple):
    """How a program ended: its exit code and what it printed."""

    code: int
    out: str
    err: str


class Added(NamedTuple):
    """What a program puts beside instructions and text, as seen on the wire.

    `size` is in bytes, for a question of 9 kB to that `version` on the day `seen`.
    """

    version: str
    size: int
    what: str = "date, folder, system, account, the form of the answer and its protocol"
    seen: str = "2026-11-23"

    def __str__(self) -> str:
        return f"about {self.size:,} bytes ({self.version}, seen {self.seen}): {self.what}"


@dataclass(frozen=True)
class ModelAgent:
    """An agent that can be asked as a model.

    Attributes:
        name: what the board calls it.
        title: what people call it.
        program: its executable.
        oldest: the first version that is known to keep its tools switched off.
        ask: a question as an invocation.
        read: a program's end as the answer, or the `ModelError` that it means.
        account: who is signed in, by the variables and the home: an e-mail, an id, or the digest of
            a key; "" when no one is, or it is unknown. Never a token.
        settings: where the person's settings of it are; they choose the provider and the model.
        preparation: arguments of a first run whose output the question is given.
        not_offered: why it may not be asked, "" if it may.
        adds: what its program adds to a question; None where that was not checked.
    """

    name: str
    title: str
    program: str
    oldest: tuple[int, ...]
    ask: Callable[[Question], Invocation]
    read: Callable[[Ended], Completion]
    account: Callable[[Variables, Path], str]
    settings: Callable[[Variables, Path], tuple[Path, ...]] = lambda _variables, _home: ()
    preparation: tuple[str, ...] = ()
    not_offered: str = ""
    adds: Added | None = None

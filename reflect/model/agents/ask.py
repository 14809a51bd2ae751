"""Ask a signed-in agent as a model: its program runs once for each question, and leaves nothing."""

from __future__ import annotations

import os
import re
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from pydantic import BaseModel

from blackboard.redaction.redact import redact
from blackboard.vocabulary import CHILD_MARK
from reflect.model.agents.agent import Ended, Invocation, ModelAgent, Question
from reflect.model.agents.files import text_of
from reflect.model.agents.program import run
from reflect.model.agents.schema import strict_schema
from reflect.model.agents.sign_in import environment
from reflect.model.thread import (
    Completion,
    Message,
    Mode,
    ModelError,
    ModelRejected,
    NoQuota,
    ProgramTooOld,
)

_VERSION = re.compile(r"\d+(?:\.\d+)+")


class AgentEndpoint:
    """An agent as an endpoint; thread-safe.

    Args:
        agent: whom to ask.
        model: the model's name, None for the agent's standard model.
        program: its path, if it is not found by its name.
        variables: the environment to pick from, by default that of this process.
    """

    def __init__(
        self,
        agent: ModelAgent,
        model: str | None = None,
        program: str | None = None,
        variables: Mapping[str, str] | None = None,
    ) -> None:
        self._agent, self._model = agent, model
        self._program = program or agent.program
        given = os.environ if variables is None else variables
        self._variables = environment(agent.program, given, withheld=())
        self._prepared: str | None = None
        self._preparing = threading.Lock()

    def complete(
        self, thread: Sequence[Message], shape: type[BaseModel] | None, mode: Mode, timeout: float
    ) -> Completion:
        """The model's next turn; see `Endpoint.complete`."""
        until = time.monotonic() + timeout
        with tempfile.TemporaryDirectory(prefix="lessonboard-") as made:
            folder = Path(made).resolve()  # mode 0700
            prepared = self._prepare(folder, until)
            question = self._question(thread, shape, folder / "files", prepared)
            invocation = self._agent.ask(question)
            _lay_out(invocation, question.folder)
            variables = {**self._variables, **invocation.variables}
            ended = self._run(invocation.arguments, invocation.stdin, variables, folder, until)
            try:
                return self._agent.read(ended)
            except ModelError as error:
                raise _public(error) from None
            finally:
                _keep_renewed(invocation, question.folder)

    def embed(self, texts: Sequence[str], timeout: float) -> list[list[float]]:
        """Always refused; see `Endpoint.embed`."""
        raise ModelRejected(f"{self._agent.title} gives no embeddings; set [model] base_url")

    def _question(
        self,
        thread: Sequence[Message],
        shape: type[BaseModel] | None,
        folder: Path,
        prepared: str,
    ) -> Question:
        system = "\n\n".join(each.text for each in thread if each.role == "system")
        home = Path(self._variables.get("HOME", "/"))
        settings = text_of(*self._agent.settings(self._variables, home))
        schema = None if shape is None else strict_schema(shape)
        return Question(
            system.removeprefix(CHILD_MARK).strip(), _text(thread), schema, self._model, folder,
            self._variables, settings, prepared,
        )  # fmt: skip

    def _prepare(self, folder: Path, until: float) -> str:
        """Check the version and make the first run, once."""
        with self._preparing:
            if self._prepared is None:
                self._check_version(self._run(("--version",), "", self._variables, folder, until))
                first = self._agent.preparation
                self._prepared = (
                    self._run(first, "", self._variables, folder, until).out if first else ""
                )
            return self._prepared

    def _check_version(self, ended: Ended) -> None:
        found = _VERSION.search(ended.out)
        version = tuple(int(part) for part in found[0].split(".")) if found else ()
        if version < self._agent.oldest:
            oldest = ".".join(map(str, self._agent.oldest))
            raise ProgramTooOld(
                f"{self._agent.title} is version {found[0] if found else 'unknown'}; only from "
                f"{oldest} on it is known that its tools can be switched off; update it"
            )

    def _run(
        self,
        arguments: Sequence[str],
        stdin: str,
        variables: Mapping[str, str],
        folder: Path,
        until: float,
    ) -> Ended:
        empty = folder / "empty"
        empty.mkdir(mode=0o700, exist_ok=True)
        return run([self._program, *arguments], stdin, variables, empty, until)


def _text(thread: Sequence[Message]) -> str:
    """All but the instructions as one text, which begins with the mark of our own sessions."""
    turns = [
        f"Your answer was:\n{each.text}" if each.role == "assistant" else each.text
        for each in thread
        if each.role != "system"
    ]
    text = "\n\n".join(turns)
    return text if text.startswith(CHILD_MARK) else f"{CHILD_MARK}\n{text}"


def _lay_out(invocation: Invocation, folder: Path) -> None:
    """Write the files and links of an invocation."""
    folder.mkdir(mode=0o700)
    for name, text in invocation.files.items():
        _place(folder, name).write_text(text, encoding="utf-8")
    for name, target in invocation.links.items():
        if target.is_file():
            _place(folder, name).symlink_to(target.resolve())


def _place(folder: Path, name: str) -> Path:
    path = folder / name
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def _keep_renewed(invocation: Invocation, folder: Path) -> None:
    """Bring home a sign-in that was renewed by replacing the link instead of writing through it.

    The old token may be void by now, and the person would be signed out.
    """
    for name, target in invocation.links.items():
        path = folder / name
        if path.is_file() and not path.is_symlink() and target.is_file():
            renewed = target.with_name(f"{target.name}.lessonboard")
            renewed.touch(mode=0o600)
            renewed.write_bytes(path.read_bytes())
            renewed.replace(target)


def _public(error: ModelError) -> ModelError:
    """The error without secrets in its message."""
    text = str(redact(str(error)).value)
    return NoQuota(text, error.again) if isinstance(error, NoQuota) else type(error)(text)

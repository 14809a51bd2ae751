"""Two ways to ask a model: the agent of this plug-in, and a server that answers at `ship://`.

The agent: its program answers a question without any tool.

`lessonboard admin model allow shipper` lets it be asked about its own sessions. Its program
reads the question from standard input and prints one line:
{"text": "...", "read": 1200, "written": 80}.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel

from reflect.model.agents.agent import Ended, Invocation, ModelAgent, Question, Variables
from reflect.model.settings import ModelSettings
from reflect.model.thread import Completion, Message, Mode, ModelUnavailable


def ask(question: Question) -> Invocation:
    """How it is run: instructions and schema as files, for arguments can be read by others."""
    files = {"system.txt": question.system, "answer.json": json.dumps(question.schema or {})}
    arguments = ["ask", "--without-tools", "--system", str(question.folder / "system.txt"),
                 "--schema", str(question.folder / "answer.json")]  # fmt: skip
    if question.model:
        arguments += ["--model", question.model]
    return Invocation(tuple(arguments), question.text, files=files)


def read(ended: Ended) -> Completion:
    """What it printed as an answer; an error that asking again may mend is `ModelUnavailable`."""
    if ended.code:
        raise ModelUnavailable(f"shipper ended with {ended.code}: {ended.err.strip()[:200]}")
    answer = json.loads(ended.out)
    return Completion(answer["text"], answer["read"], answer["written"])


class Server:
    """A server of one's own, for `[model] base_url = "ship://host"` and a `name`."""

    def __init__(self, settings: ModelSettings) -> None:
        self._folder = Path(os.environ["SHIP_MODEL"])

    def complete(
        self, thread: Sequence[Message], shape: type[BaseModel] | None, mode: Mode, timeout: float
    ) -> Completion:
        """The next turn: here what a file says, whatever is asked."""
        (self._folder / "asked").write_text(thread[-1].text)
        return Completion((self._folder / "answer.json").read_text(), 900, 9)

    def embed(self, texts: Sequence[str], timeout: float) -> list[list[float]]:
        """It has no embeddings."""
        raise ModelUnavailable("ship has no embeddings")


def account(variables: Variables, home: Path) -> str:
    """Who is signed in: its program keeps that in a file; never a token."""
    file = Path(variables.get("SHIPPER_HOME") or home / ".shipper") / "account"
    return file.read_text().strip() if file.is_file() else ""


MODEL = ModelAgent("shipper", "Shipper", "shipper", (1, 0), ask=ask, read=read, account=account)

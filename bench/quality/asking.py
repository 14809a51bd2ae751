"""Asking a model about labelled sessions: questions into files, recorded answers out of files.

`python -m bench.quality.asking REPOSITORY FOLDER` plays the sessions of a repository in time order,
several at a time, until a question has no answer yet. It writes the open questions to
`FOLDER/questions/NAME.md` and goes on when their answers lie in `FOLDER/answers/NAME.json`.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import BaseModel

from bench.quality.boards import imported
from bench.quality.repositories import Repository, repository
from blackboard import Board
from blackboard.views.rows import SessionRow
from reflect.curator.settings import CuratorSettings
from reflect.model.model import Model
from reflect.model.settings import ModelSettings
from reflect.model.thread import Completion, Message, Mode, ModelUnavailable, ModelUnusable
from reflect.proposals.joining import join
from reflect.proposals.understand import active_lessons, to_ask, understand

AT_A_TIME = 10
"""Sessions that are asked about with the same known lessons, as a backlog is."""

NAME = "a strong general model, not run by the product"


class Recorded:
    """An endpoint whose answers were recorded; a question without one is written down.

    Args:
        folder: has `questions` and `answers`.
    """

    def __init__(self, folder: Path) -> None:
        self._questions = folder / "questions"
        self._answers = folder / "answers"
        self._questions.mkdir(parents=True, exist_ok=True)
        self._answers.mkdir(parents=True, exist_ok=True)
        self.open: list[str] = []
        self.bytes_sent: list[int] = []
        self.bytes_received: list[int] = []

    def complete(
        self, thread: Sequence[Message], shape: type[BaseModel] | None, mode: Mode, timeout: float
    ) -> Completion:
        """See `Endpoint.complete`."""
        text = "\n\n".join(message.text for message in thread)
        kind = next(line for line in thread[0].text.splitlines() if line.startswith("You "))[4:12]
        name = f"{'-'.join(kind.split())}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"
        answer = self._answers / f"{name}.json"
        if not answer.is_file():
            (self._questions / f"{name}.md").write_text(text)
            self.open.append(name)
            raise ModelUnavailable(f"{name} is not answered yet")
        given = answer.read_text()
        self.bytes_sent.append(len(text.encode()))
        self.bytes_received.append(len(given.encode()))
        return Completion(given)

    def embed(self, texts: Sequence[str], timeout: float) -> list[list[float]]:
        """See `Endpoint.embed`."""
        raise ModelUnavailable("nothing is recorded of embeddings")


def play(board: Board, endpoint: Recorded) -> bool:
    """Understand all sessions of a board, and say whether every question had its answer."""
    settings = ModelSettings(
        name=NAME, api="chat-object", corrections=0, max_input_tokens=100_000,
        tokens_per_run=10**9, tokens_per_day=10**9,
    )  # fmt: skip
    model = Model(endpoint, settings)
    projects: set[str | None] = set()
    for rows in _batches(board):
        known = [each for project in {row["project"] for row in rows}
                 for each in active_lessons(board, project)]  # fmt: skip
        for row in rows:
            try:
                understand(board, row, model, CuratorSettings(), known)
            except (ModelUnavailable, ModelUnusable) as error:
                print(f"{row['id']}: {error}", file=sys.stderr)
            projects.add(row["project"])
        if endpoint.open:
            return False
        for project in sorted(projects, key=str):
            try:
                join(board, project, model)
            except (ModelUnavailable, ModelUnusable) as error:
                print(f"{project}: {error}", file=sys.stderr)
        if endpoint.open:
            return False
    return True


def _batches(board: Board) -> Iterator[list[SessionRow]]:
    """The sessions that there is something to ask about, oldest first."""
    rows = [row for row in board.view("sessions", order="started_at") if to_ask(board, row)]
    for first in range(0, len(rows), AT_A_TIME):
        yield rows[first : first + AT_A_TIME]


def main(arguments: Sequence[str] | None = None) -> int:
    """Play one repository as far as its answers go; 3 while questions are open."""
    parser = argparse.ArgumentParser(prog="bench.quality.asking", description=__doc__)
    parser.add_argument("repository")
    parser.add_argument("folder", type=Path)
    asked = parser.parse_args(arguments)
    return _main(repository(asked.repository), asked.folder)


def _main(wanted: Repository, folder: Path) -> int:
    endpoint = Recorded(folder)
    with imported(wanted) as (board, _):
        is_done = play(board, endpoint)
        lessons = list(board.view("lessons", where={"status": ("candidate", "approved")}))
    for name in endpoint.open:
        print(f"open: {endpoint._questions / name}.md")
    print(f"{len(lessons)} lessons; " + ("all is answered" if is_done else "answer these"))
    return 0 if is_done else 3


if __name__ == "__main__":
    sys.exit(main())

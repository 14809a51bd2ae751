"""Asking a model about labelled sessions: questions into files, recorded answers out of files.

`python -m bench.quality.asking REPOSITORY FOLDER` plays the sessions of a repository in time order,
several at a time, until a question has no answer yet. It writes the open questions to
`FOLDER/questions/NAME.md` and goes on when their answers lie in `FOLDER/answers/NAME.json`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pydantic import BaseModel

from bench.quality.boards import imported
from bench.quality.recorded_answers import (
    Answer,
    mark_of,
    read_answers,
    with_quotations,
    write_answers,
)
from bench.quality.repositories import Repository, repository
from blackboard import Board
from blackboard.views.rows import SessionRow
from reflect.curator.settings import CuratorSettings
from reflect.model.model import Model
from reflect.model.settings import ModelSettings
from reflect.model.thread import Completion, Message, Mode, ModelUnavailable, ModelUnusable
from reflect.proposals.joining import join, to_join
from reflect.proposals.understand import active_lessons, to_ask, understand

AT_A_TIME = 10
"""Sessions that are asked about with the same known lessons, as a backlog is."""

NAME = "a strong general model, not run by the product"


class Recorded:
    """An endpoint whose answers were recorded; a question without one is written down.

    Args:
        answers: the answers by the mark of what is asked about (`recorded_answers`).
        folder: where answers in full and open questions lie; None for none.
    """

    def __init__(self, answers: Mapping[str, Answer], folder: Path | None = None) -> None:
        self._known = answers
        self._folder = folder
        for name in ("questions", "answers") if folder else ():
            (Path(str(folder)) / name).mkdir(parents=True, exist_ok=True)
        self._answered = _answered(folder) if folder else {}
        self.open: list[str] = []
        self.given: dict[str, tuple[str, str]] = {}
        self.bytes: list[tuple[int, int]] = []

    def complete(
        self, thread: Sequence[Message], shape: type[BaseModel] | None, mode: Mode, timeout: float
    ) -> Completion:
        """See `Endpoint.complete`."""
        text = "\n\n".join(message.text for message in thread)
        mark = mark_of(text)
        if mark in self._known:
            given = json.dumps(with_quotations(self._known[mark], text))
        else:
            given = self._read(text)
        self.given[mark] = (text, given)
        self.bytes.append((len(text.encode()), len(given.encode())))
        return Completion(given)

    def _read(self, text: str) -> str:
        kind = next(line for line in text.splitlines() if line.startswith("You "))[4:12]
        name = f"{'-'.join(kind.split())}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"
        answer = self._folder and self._folder / "answers" / f"{name}.json"
        if answer and answer.is_file():
            return answer.read_text()
        if mark_of(text) in self._answered:  # listed other known lessons then
            return self._answered[mark_of(text)].read_text()
        if self._folder:
            (self._folder / "questions" / f"{name}.md").write_text(text)
        self.open.append(name)
        raise ModelUnavailable(f"{name} is not answered yet")

    def embed(self, texts: Sequence[str], timeout: float) -> list[list[float]]:
        """See `Endpoint.embed`."""
        raise ModelUnavailable("nothing is recorded of embeddings")


def _answered(folder: Path) -> dict[str, Path]:
    """The answers in a folder by what their questions are about."""
    return {
        mark_of(question.read_text()): answer
        for question in sorted((folder / "questions").glob("*.md"))
        if (answer := folder / "answers" / f"{question.stem}.json").is_file()
    }


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
                while to_join(board, project)[0]:
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
    parser.add_argument("--record", action="store_true", help="keep the answers for ever after")
    asked = parser.parse_args(arguments)
    return _main(repository(asked.repository), asked.folder, is_kept=asked.record)


def _main(wanted: Repository, folder: Path, *, is_kept: bool) -> int:
    known = {} if is_kept else read_answers(wanted.name)
    endpoint = Recorded(known, folder)
    with imported(wanted) as (board, _):
        is_done = play(board, endpoint)
        lessons = list(board.view("lessons", where={"status": ("candidate", "approved")}))
    for name in endpoint.open:
        print(f"open: {folder / 'questions' / name}.md")
    print(f"{len(lessons)} lessons; " + ("all is answered" if is_done else "answer these"))
    if is_done and is_kept:
        write_answers(wanted.name, endpoint.given)
    return 0 if is_done else 3


if __name__ == "__main__":
    sys.exit(main())

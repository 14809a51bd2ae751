"""What a model's recorded answers teach from the made-up sessions, and the figures of both."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.quality.asking import Recorded
from bench.quality.recorded_answers import read_answers
from bench.quality.said_once.measure import by_rules, figures, measure, taken_in
from blackboard import Board
from reflect.curator.settings import CuratorSettings
from reflect.guards.prohibiting import propose
from reflect.model.model import Model
from reflect.model.settings import ModelSettings
from reflect.model.thread import ModelUnavailable
from reflect.proposals.understand import understand

NAME = "said-once"


def tables() -> str:
    """The figures by rules alone and with recorded answers, of each half."""
    with TemporaryDirectory() as folder, Board.open(Path(folder) / "board.db") as board:
        taken_in(board)
        by_rules(board)
        found = [figures(measure(board, half), f"said once, half {half}, by rules")
                 for half in ("a", "b")]  # fmt: skip
        endpoint = Recorded(read_answers(NAME))
        understand_all(board, endpoint)
        propose(board)
        found += [figures(measure(board, half), f"said once, half {half}, recorded answers")
                  for half in ("a", "b")]  # fmt: skip
    missing = [f"incomplete: {len(endpoint.open)} questions without an answer"]
    return "\n\n".join([*found, *(missing if endpoint.open else [])])


def understand_all(board: Board, endpoint: Recorded) -> None:
    """Ask about every session at once: each is of a project of its own."""
    settings = ModelSettings(
        name="recorded", api="chat-object", corrections=0, max_input_tokens=100_000,
        tokens_per_run=10**9, tokens_per_day=10**9,
    )  # fmt: skip
    model = Model(endpoint, settings)
    for row in board.view("sessions", order="started_at"):
        with suppress(ModelUnavailable):  # it is counted in `endpoint.open`
            understand(board, row, model, CuratorSettings())

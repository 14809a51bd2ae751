"""What junk, slow and absent models do: each failure is asked again, and nothing is lost by it.

Each form of failure meets each of the three questions about the sample sessions, on a board of its
own with a clock of its own; then the model answers as it should, and must teach what it teaches
where nothing failed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from pydantic import BaseModel

from bench.quality.boards import imported
from bench.quality.failures import FORMS
from bench.quality.recorded_answers import entries_of
from bench.quality.repositories import SAMPLES
from bench.quality.table import grid
from blackboard import Board, BoardError
from blackboard.events.consent import ModelAllowed
from reflect.curator.settings import CuratorSettings
from reflect.model.model import Model
from reflect.model.settings import ModelSettings
from reflect.model.thread import Completion, Message, Mode, ModelUnavailable
from scheduler.handler import Later
from scheduler.handlers.understand import KIND, UnderstandHandler, ask_to_understand
from scheduler.work.item import Item
from scheduler.work.queue import Queue

QUESTIONS = ("Proposals", "Corrections", "Relations")
_DAY = 86_400_000_000
_TIMES = 3
"""Days on which what failed is tried again, now with a model that answers."""


class Fickle:
    """A model that fails at one kind of question until it is mended, and else reads as it should.

    Args:
        form: gives its answer where it fails; None never fails.
        at: the name of the shape at which it does.
    """

    def __init__(self, form: Callable[[], str] | None = None, at: str = "") -> None:
        self.form = form
        self._at = at
        self.failed = 0

    def complete(
        self, thread: Sequence[Message], shape: type[BaseModel] | None, mode: Mode, timeout: float
    ) -> Completion:
        """See `Endpoint.complete`."""
        if self.form and shape is not None and shape.__name__ == self._at:
            self.failed += 1
            return Completion(self.form(), 10, 10)
        lessons = list(_read(thread[-1].text)) if shape and shape.__name__ == QUESTIONS[0] else []
        answer = {"lessons": lessons, "verdicts": [], "relations": []}
        return Completion(json.dumps(answer), 10, 10)

    def embed(self, texts: Sequence[str], timeout: float) -> list[list[float]]:
        """See `Endpoint.embed`."""
        raise ModelUnavailable("it has no vectors")


def _read(question: str) -> Iterator[dict[str, object]]:
    """A lesson of each of the first things that failed or were said."""
    telling = [(number, text.partition(": ")[2]) for number, text in entries_of(question).items()
               if text.startswith(("PERSON: ", "FAILED"))]  # fmt: skip
    for number, said in telling[:3]:
        yield {"kind": "convention", "text": f"It was seen that {said[:120]}", "entries": [number],
               "quote": said[:60]}  # fmt: skip


class Outcome(NamedTuple):
    """How one form ended: what became of the attempts, and what was wrong at the end."""

    form: str
    failures: int
    ends: Counter[str]
    nothing: int
    lost: int


def measure() -> list[Outcome]:
    """Each form at each question, about all sample sessions."""
    wanted, _, _ = learnt(Fickle())
    return [_outcome(name, form, wanted) for name, form in FORMS.items()]


def _outcome(name: str, form: Callable[[], str], wanted: set[str]) -> Outcome:
    found = Outcome(name, 0, Counter(), 0, 0)
    for question in QUESTIONS:
        model = Fickle(form, question)
        lessons, ends, nothing = learnt(model)
        found = Outcome(name, found.failures + model.failed, found.ends + ends,
                        found.nothing + nothing, found.lost + len(wanted - lessons))  # fmt: skip
    return found


def learnt(model: Fickle) -> tuple[set[str], Counter[str], int]:
    """What is learnt in the end, how each failed attempt ended, and what passed for understood.

    Each session is asked about once while the model fails, then until nothing is left.
    """
    with imported(SAMPLES) as (board, _):
        now = board.log.now()
        queue = Queue(board, "quality", clock=lambda: now, lease=10**9)
        handler = UnderstandHandler(lambda _board, _given: _asked(model), CuratorSettings(),
                                    clock=lambda: now)  # fmt: skip
        board.record(ModelAllowed(endpoint="http://model.example", tokens_per_day=10**9,
                                  backlog=True), actor="human")  # fmt: skip
        for row in board.view("sessions", order="started_at"):
            ask_to_understand(board, row)
        ends: Counter[str] = Counter()
        nothing = 0
        for item in queue.claim([KIND], 100):
            before = model.failed
            end = _attempt(board, queue, handler, item)
            if model.failed > before:
                ends[end] += 1
                nothing += end == "done"
            now += _DAY  # what was put off would put the others off, too
        model.form = None
        for _ in range(_TIMES):
            now += _DAY
            for item in queue.claim([KIND], 100):
                _attempt(board, queue, handler, item)
        lessons = {row["constraint"] for row in board.view("lessons")}
    return lessons, ends, nothing


def _asked(model: Fickle) -> Model:
    return Model(model, ModelSettings(
        name="fickle", api="chat-object", corrections=1, max_input_tokens=200_000,
        tokens_per_run=10**9, tokens_per_day=10**9,
    ))  # fmt: skip


def _attempt(board: Board, queue: Queue, handler: UnderstandHandler, item: Item) -> str:
    """Work on an item as the worker does, and say how that ended."""
    try:
        outcome = handler.handle(board, item, lambda: False)
    except Later as error:
        queue.postpone(item, error.until, str(error))
        return "put off"
    except BoardError as error:
        queue.fail(item, str(error))
        return "failed, tried again"
    queue.complete([(item, outcome)])
    return "done"


def tables(found: Sequence[Outcome]) -> str:
    """The outcome of each form; the last two columns must be 0."""
    rows = [[each.form, str(each.failures), str(each.ends["put off"]),
             str(each.ends["failed, tried again"]), str(each.nothing), str(each.lost)]
            for each in found]  # fmt: skip
    heading = ["a model that fails (sample sessions, each of the three questions)", "bad answers",
               "asked again later", "failed and tried again", "taken for nothing to learn",
               "lessons lost"]  # fmt: skip
    return grid(heading, rows)

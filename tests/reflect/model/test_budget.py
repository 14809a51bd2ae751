"""Budgets: a question that would exceed one is not sent, also with concurrent callers."""

from __future__ import annotations

import queue
import threading
from typing import Any

import pytest

from blackboard.delivery.text import tokens
from blackboard.vocabulary import CHILD_MARK
from reflect.model.budget import Budget, Spent
from reflect.model.endpoint import OpenAIEndpoint
from reflect.model.model import Model
from reflect.model.settings import ModelSettings
from reflect.model.thread import BudgetExhausted, ModelUnavailable
from tests.reflect.model.model_server import (
    HELLO,
    NOTE,
    ModelServer,
    Note,
    Raw,
    Say,
    failure,
    model,
    settings,
)

QUESTION = tokens(f"{CHILD_MARK}\n{HELLO[0].text}")
LONGEST = 100
ESTIMATE = QUESTION + LONGEST
"""What the small question may take at the most."""


def ask(asked: Model) -> Note:
    """The small question."""
    return asked.ask(HELLO, Note, "greet@1")


def budget(**given: Any) -> Budget:
    """A budget of which nothing is spent."""
    return Budget(ModelSettings(**given))


# The decision, by itself


@pytest.mark.parametrize("span", ["run", "day"])
def test_tokens_are_allowed_up_to_the_limit(span: str) -> None:
    """An exact fit is allowed, one token more is not, and the message says why."""
    given = budget(**{f"tokens_per_{span}": 100}).after(Spent(60, 20))
    assert given.forbids(Spent(15, 5)) is None
    message = given.forbids(Spent(15, 6))
    assert message is not None
    assert f"80 of the 100 tokens for a {span} are spent ([model] tokens_per_{span})" in message
    assert "21" in message


@pytest.mark.parametrize("span", ["run", "day"])
def test_money_is_allowed_up_to_the_limit(span: str) -> None:
    """Input and output tokens have separate prices per million."""
    given = budget(price_input=2, price_output=10, **{f"cost_per_{span}": 1}).after(
        Spent(100_000, 50_000)
    )
    assert given.cost(Spent(100_000, 50_000)) == pytest.approx(0.7)
    assert given.forbids(Spent(100_000, 5_000)) is None
    message = given.forbids(Spent(100_000, 20_000))
    assert message is not None
    assert f"0.7000 of the 1 for a {span} are spent ([model] cost_per_{span})" in message
    assert "0.4000" in message


def test_without_a_limit_money_is_no_matter() -> None:
    """Cost is limited only if configured."""
    assert budget(price_input=1e6, price_output=1e6).forbids(Spent(1000, 1000)) is None


def test_the_day_counts_what_other_runs_have_spent() -> None:
    """A day's limit may be reached though this run has spent nothing."""
    given = Budget(ModelSettings(tokens_per_day=100), day=Spent(90, 5))
    assert given.run == Spent()
    assert "95 of the 100 tokens for a day" in (given.forbids(Spent(6)) or "")


# The model


LIMITS: list[dict[str, Any]] = [
    {"tokens_per_run": ESTIMATE - 1},
    {"tokens_per_day": ESTIMATE - 1},
    {"cost_per_run": (ESTIMATE - 1) / 1e6, "price_input": 1, "price_output": 1},
    {"cost_per_day": (ESTIMATE - 1) / 1e6, "price_input": 1, "price_output": 1},
    {"tokens_per_run": 0},
]


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: next(iter(limit)))
def test_a_question_that_would_break_the_budget_is_not_sent(limit: dict[str, Any]) -> None:
    """The server sees nothing, nothing is accounted for, and the error names the setting."""
    with ModelServer() as server:
        asked = model(server, max_output_tokens=LONGEST, **limit)
        with pytest.raises(BudgetExhausted, match=next(iter(limit))):
            ask(asked)
    assert server.requests == []
    assert asked.meter.take_calls() == []


def test_a_question_that_just_fits_is_sent() -> None:
    """Exactly the question and the longest answer are reserved."""
    with ModelServer() as server:
        assert ask(model(server, max_output_tokens=LONGEST, tokens_per_run=ESTIMATE)) == NOTE
    assert server.requests[0].body["max_output_tokens"] == LONGEST


def test_what_is_spent_is_what_the_server_counted() -> None:
    """The rest of the reservation is returned, and the error names the actual spending."""
    with ModelServer(Say(usage=(30, 10))) as server:
        asked = model(server, max_output_tokens=LONGEST, tokens_per_run=ESTIMATE + 79)
        assert [ask(asked), ask(asked)] == [NOTE, NOTE]
        with pytest.raises(BudgetExhausted, match=f"80 of the {ESTIMATE + 79} tokens"):
            ask(asked)
    assert len(server.requests) == 2


def test_a_failed_call_gives_its_reservation_back() -> None:
    """Errors do not eat the budget, however many there are."""
    with ModelServer(failure(500), failure(500), failure(500), Say()) as server:
        asked = model(server, max_output_tokens=LONGEST, tokens_per_run=ESTIMATE)
        for _ in range(3):
            with pytest.raises(ModelUnavailable):
                ask(asked)
        assert ask(asked) == NOTE


def test_corrections_are_within_the_budget_too() -> None:
    """A correction is another question, with the longer thread."""
    with ModelServer(Say('{"text": 1}', usage=(QUESTION, 5))) as server:
        asked = model(server, max_output_tokens=LONGEST, tokens_per_run=ESTIMATE)
        with pytest.raises(BudgetExhausted):
            ask(asked)
    assert len(server.requests) == 1


def test_embeddings_are_within_the_budget() -> None:
    """Texts are counted before they are sent, and spent once they are embedded."""
    with ModelServer(Raw(200, b'{"data": [{"embedding": [1]}]}')) as server:
        asked = model(server, embedding="vec", tokens_per_run=10)
        asked.embed(["x" * 24], "likeness@1")
        with pytest.raises(BudgetExhausted, match="6 of the 10 tokens"):
            asked.embed(["x" * 24], "likeness@1")
    assert len(server.requests) == 1


def test_what_other_runs_spent_this_day_counts() -> None:
    """The model starts from the day's spending."""
    with ModelServer() as server:
        given = settings(server, max_output_tokens=LONGEST, tokens_per_day=1000)
        asked = Model(OpenAIEndpoint(given), given, spent_today=Spent(800, 200))
        with pytest.raises(BudgetExhausted, match="1000 of the 1000 tokens for a day"):
            ask(asked)
    assert server.requests == []


def test_threads_that_ask_at_once_never_exceed_the_budget_together() -> None:
    """Of eight questions at once only the three that fit are sent, before any answer is known."""
    hold = threading.Event()
    ended: queue.SimpleQueue[object] = queue.SimpleQueue()

    def run(asked: Model) -> None:
        try:
            ended.put(ask(asked))
        except BaseException as error:
            ended.put(error)

    with ModelServer(Say(usage=(QUESTION, LONGEST)), hold=hold) as server:
        asked = model(server, max_output_tokens=LONGEST, tokens_per_run=4 * ESTIMATE - 1)
        threads = [threading.Thread(target=run, args=(asked,)) for _ in range(8)]
        for thread in threads:
            thread.start()
        refused = [ended.get(timeout=10) for _ in range(5)]
        hold.set()
        answered = [ended.get(timeout=10) for _ in range(3)]
        for thread in threads:
            thread.join()
    assert [type(each) for each in refused] == [BudgetExhausted] * 5
    assert answered == [NOTE] * 3
    assert len(server.requests) == 3
    spent = sum(call.input_tokens + call.output_tokens for call in asked.meter.take_calls())
    assert spent == 3 * ESTIMATE

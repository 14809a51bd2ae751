"""Models and the board: spending and modes are remembered from one process to the next."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from blackboard import Board
from blackboard.events.board import ModelCalled
from blackboard.events.payload import new
from reflect.model.account import model_for, remember
from reflect.model.settings import ModelSettings
from reflect.model.thread import BudgetExhausted, Mode, ModelRejected
from tests.conftest import FixedClock
from tests.reflect.model.model_server import (
    HELLO,
    NOTE,
    ModelServer,
    Note,
    Say,
    failure,
    settings,
)
from tests.reflect.model.scripted import ScriptedEndpoint

HOUR = 3_600_000_000
DAY = 24 * HOUR
KEY = "correct-horse-battery-9"


def ask(board: Board, given: ModelSettings, now: int = 1_700_000_000_000_000) -> Note:
    """Ask a small question with the board's model, and record the calls."""
    asked = model_for(board, given, now)
    assert asked is not None
    try:
        return asked.ask(HELLO, Note, "greet@1")
    finally:
        remember(board, asked)


def calls(board: Board) -> list[dict[str, Any]]:
    """The calls on the board."""
    return [event.payload or {} for event in board.read(types=[ModelCalled.type])]


def test_without_a_name_there_is_no_model(board: Board) -> None:
    """The default uses rules only, and appends nothing."""
    assert model_for(board, ModelSettings(), 0) is None
    remember(board, None)
    assert board.log.head() == 0


def test_each_call_is_one_event(board: Board) -> None:
    """Every answer over HTTP is on the board once, on the stream of its model."""
    with ModelServer(Say('{"text": 1}'), Say(), refuses={"responses": 404}) as server:
        given = settings(server)
        asked = model_for(board, given, 0)
        assert asked is not None
        asked.ask(HELLO, Note, "greet@1")
        remember(board, asked)
        remember(board, asked)
    assert len(server.requests) == 3
    events = list(board.read(types=[ModelCalled.type]))
    assert [(event.stream, event.actor) for event in events] == [("model:tiny", "model")] * 3
    assert [call["outcome"] for call in calls(board)] == ["error", "invalid", "ok"]
    assert [call["input_tokens"] for call in calls(board)] == [0, 11, 11]


def test_a_failed_question_is_remembered_too(board: Board) -> None:
    """The board has the failure."""
    with (
        ModelServer(failure(401, "who are you?")) as server,
        pytest.raises(ModelRejected),
    ):
        ask(board, settings(server))
    (call,) = calls(board)
    assert call["outcome"] == "error"
    assert "who are you?" in call["detail"]


def test_no_credentials_reach_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the key nor a password in the address is found in the bytes of the board."""
    monkeypatch.setenv("MY_KEY", KEY)
    with ModelServer(failure(401, f"{KEY}, pa55word?")) as server, Board.open(
        tmp_path / "board.db"
    ) as board:  # fmt: skip
        url = server.url.replace("http://", "http://ada:pa55word@")
        with pytest.raises(ModelRejected):
            ask(board, settings(url, key_env="MY_KEY"))
        assert len(calls(board)) == 1
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("board.db*"))
    assert server.url.encode() in kept
    assert KEY.encode() not in kept
    assert b"pa55word" not in kept


def test_what_a_server_says_can_always_be_kept(board: Board) -> None:
    """Half a character in an error, which JSON can write and no event can hold, does not stay."""
    with (
        ModelServer(failure(401, "no \ud800 key")) as server,
        pytest.raises(ModelRejected),
    ):
        ask(board, settings(server))
    assert "no ? key" in calls(board)[0]["detail"]


# Modes


@pytest.mark.parametrize("credentials", ["", "ada:pa55word@"])
def test_the_mode_that_worked_is_used_first_in_a_new_process(
    tmp_path: Path, credentials: str
) -> None:
    """The mode is read from the board, even if the address holds a user."""
    refused = {"responses": 404, "chat-schema": 422}
    with ModelServer(refuses=refused) as server:
        given = settings(server.url.replace("http://", f"http://{credentials}"))
        for _ in range(2):
            with Board.open(tmp_path / "board.db") as board:
                assert ask(board, given) == NOTE
    assert server.modes == ["responses", "chat-schema", "chat-object", "chat-object"]


def _called(**given: Any) -> ModelCalled:
    fields: dict[str, Any] = {"model": "tiny", "purpose": "p", "outcome": "ok"}
    return ModelCalled(**{**fields, "endpoint": "http://here/v1", **given})


def _tell(board: Board, *told: ModelCalled) -> None:
    board.append([new(call, stream=f"model:{call.model}", actor="model") for call in told])


@pytest.mark.parametrize(
    ("told", "first"),
    [
        ({"mode": "chat-object"}, "chat-object"),
        ({"mode": "chat-object", "endpoint": "http://elsewhere/v1"}, "responses"),
        ({"mode": "chat-object", "model": "other"}, "responses"),
        ({"mode": "chat-object", "outcome": "invalid"}, "responses"),
        ({"mode": "chat-object", "outcome": "error"}, "responses"),
        ({"mode": ""}, "responses"),
        ({"mode": "telepathy"}, "responses"),
    ],
)
def test_only_a_mode_that_worked_there_is_known(
    board: Board, told: dict[str, Any], first: Mode
) -> None:
    """Another endpoint or model, a failure, and plain text say nothing about the mode."""
    _tell(board, _called(**told))
    endpoint = ScriptedEndpoint([NOTE])
    given = ModelSettings(name="tiny", base_url="http://here/v1")
    asked = model_for(board, given, 0, endpoint)
    assert asked is not None
    asked.ask(HELLO, Note, "greet@1")
    assert endpoint.modes == [first]


def test_the_last_mode_that_worked_is_the_one(board: Board) -> None:
    """A server that was replaced is known by what it took last."""
    _tell(board, _called(mode="chat-object"), _called(mode="chat-schema"))
    endpoint = ScriptedEndpoint([NOTE])
    given = ModelSettings(name="tiny", base_url="http://here/v1")
    asked = model_for(board, given, 0, endpoint)
    assert asked is not None
    asked.ask(HELLO, Note, "greet@1")
    assert endpoint.modes == ["chat-schema"]


def test_a_forgotten_call_is_no_hindrance(board: Board) -> None:
    """An erased payload counts nothing and proves no mode."""
    _tell(board, _called(endpoint="", mode="chat-object", input_tokens=5))
    (event,) = board.read()
    board.forget(event.id, reason="a test")
    endpoint = ScriptedEndpoint([NOTE])
    asked = model_for(board, ModelSettings(name="tiny"), 0, endpoint)
    assert asked is not None
    asked.ask(HELLO, Note, "greet@1")
    assert endpoint.modes == ["responses"]


# Days


@pytest.mark.parametrize(
    ("ago", "is_counted"),
    [(0, True), (HOUR, True), (22 * HOUR, True), (23 * HOUR, False), (DAY, False)],
)
def test_the_days_spending_is_read_from_the_board(
    board: Board, clock: FixedClock, ago: int, is_counted: bool
) -> None:
    """Calls of any model since midnight UTC count; yesterday's do not."""
    midnight = clock.now - clock.now % DAY + DAY
    now = midnight + 23 * HOUR - 1
    clock.now = now - ago
    _tell(board, _called(model="other", input_tokens=600, output_tokens=300))
    given = ModelSettings(name="tiny", max_output_tokens=100, tokens_per_day=1000)
    asked = model_for(board, given, now, ScriptedEndpoint([NOTE]))
    assert asked is not None
    if is_counted:
        with pytest.raises(BudgetExhausted, match="900 of the 1000 tokens for a day"):
            asked.ask(HELLO, Note, "greet@1")
    else:
        assert asked.ask(HELLO, Note, "greet@1") == NOTE


def test_a_day_begins_with_the_first_moment_of_midnight(board: Board, clock: FixedClock) -> None:
    """A call at midnight itself is of the new day, one microsecond earlier of the old."""
    midnight = clock.now - clock.now % DAY + DAY
    clock.now = midnight - 1
    _tell(board, _called(input_tokens=100))
    clock.now = midnight
    _tell(board, _called(input_tokens=7))
    given = ModelSettings(name="tiny", tokens_per_day=1)
    asked = model_for(board, given, midnight + HOUR, ScriptedEndpoint([]))
    assert asked is not None
    with pytest.raises(BudgetExhausted, match="7 of the 1 tokens for a day"):
        asked.ask(HELLO, Note, "greet@1")


def test_spending_of_one_process_stops_the_next(tmp_path: Path, clock: FixedClock) -> None:
    """A day's budget holds over processes: what the first has spent, the second lacks."""
    with ModelServer(Say(usage=(300, 100))) as server:
        given = settings(server, max_output_tokens=100, tokens_per_day=500)
        with Board.open(tmp_path / "board.db", clock=clock) as board:
            assert ask(board, given, clock.now) == NOTE
        with (
            Board.open(tmp_path / "board.db", clock=clock) as board,
            pytest.raises(BudgetExhausted, match="400 of the 500 tokens for a day"),
        ):
            ask(board, given, clock.now)
    assert len(server.requests) == 1

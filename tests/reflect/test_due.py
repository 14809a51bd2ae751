"""What was looked at is known without reading it again, and nothing that came since is missed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from blackboard import Board
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from reflect.due import remember_all, went_on
from reflect.model.thread import Message
from reflect.reflecting import ReflectionTools, reflect_on_sessions
from tests.counting_board import CountingBoard
from tests.reflect.model.scripted import Given
from tests.reflect.reflector.scripts import held, item, scripted
from tests.reflect.talks import edited, ran, says

BY_RULES = ReflectionTools(Critic(CriticSettings(enabled=False)))
STEPS = (
    says("Get the tests to pass."),
    ran("make test", "cannot find module ./gen", fails=True),
    ran("make gen", "make: gen is in build/gen"),
    edited(),
    ran("make test", "all passed"),
)


def _look(board: Board, tools: ReflectionTools = BY_RULES) -> list[str]:
    """Look at all sessions; those that had something new."""
    sessions = board.view("sessions", order="id")
    return [each.subject for each in reflect_on_sessions(board, sessions, tools)]


def _grow(board: Board, name: str) -> None:
    """One more message in a session."""
    held(board, *STEPS, says("And now the linter."), name=name)


def test_only_a_session_that_went_on_is_read_again(tmp_path: Path) -> None:
    """Of the others no event is read, however long they are."""
    with CountingBoard.open(tmp_path / "board.db") as board:
        assert isinstance(board, CountingBoard)
        for name in ("s1", "s2", "s3"):
            held(board, *STEPS, name=name)
        assert _look(board) == ["s1", "s2", "s3"]
        board.counted()
        assert _look(board) == []
        assert board.counted()["session"] == 0
        _grow(board, "s2")
        assert _look(board) == ["s2"]
        assert board.counted()["session"] == len(list(Board.read(board, stream="session:s2")))


def test_what_came_while_a_model_was_asked_is_seen_the_next_time(board: Board) -> None:
    """The look that ends after it had not seen it."""
    asked: list[int] = []

    def answer(messages: Sequence[Message]) -> Given:
        if not asked:
            _grow(board, "s1")
        asked.append(len(messages))
        return item("Run `make gen` before the tests.", "cannot find module ./gen", 0.9)

    held(board, *STEPS)
    tools = ReflectionTools(BY_RULES.critic, model=scripted(answer)[0])
    assert _look(board, tools) == ["s1"]
    assert _look(board) == ["s1"]
    assert _look(board) == []


def test_a_look_at_all_is_remembered_for_rules_and_models_apart(board: Board) -> None:
    """What came after the position that it had reached is left for the next one."""
    held(board, *STEPS, name="s1")
    head = board.log.head()
    held(board, *STEPS, name="s2")

    def names(**kind: bool) -> list[str]:
        return [row["id"] for row in went_on(board, {"child": 0}, **kind)]

    remember_all(board, head, with_model=True)
    assert names(with_model=True) == ["s2"]
    assert names(with_model=False) == ["s1", "s2"]
    remember_all(board, board.log.head(), with_model=True)
    assert names(with_model=True) == []
    _grow(board, "s1")
    assert names(with_model=True) == ["s1"]

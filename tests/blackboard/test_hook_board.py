"""What a hook reads of a board before anything is folded."""

from __future__ import annotations

from pathlib import Path

from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.storage.hook_board import HookBoard


def _prompt(session: str, text: str) -> NewEvent:
    payload = {"session": session, "role": "user", "text": text}
    return NewEvent("message.recorded", f"session:{session}", payload)


def test_an_agent_that_listens_late_is_told_what_fits_its_latest_prompt(tmp_path: Path) -> None:
    """Of exactly that session."""
    path = tmp_path / "board.db"
    with Board.open(path) as board:
        board.append([
            _prompt("s", "the first"), _prompt("s", "the second"), _prompt("s", "the latest"),
            _prompt("another", "of another session"),
        ])  # fmt: skip
    hook_board = HookBoard(str(path), 1.0)
    assert hook_board.last_prompt("s") == "the latest"
    assert hook_board.last_prompt("nobody") == ""
    hook_board.close()

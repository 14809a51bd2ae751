"""What a transcript has besides the log: the plan it began with, calls without a result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from blackboard import Board
from blackboard.importer import import_files
from blackboard.sources.omission import Decisions, Omission
from blackboard.unlogged import Unlogged, unlogged
from tests.blackboard.records import human, line, model, write

SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
ON = Omission(Decisions([]), lambda _project, _folder: "")
ID = "5f0c1d2e-0000-4000-8000-000000000001"


def _use(key: str, command: str) -> dict[str, Any]:
    return {"type": "tool_use", "id": key, "name": "Bash", "input": {"command": command}}


def _result(key: str) -> dict[str, Any]:
    content = [{"type": "tool_result", "tool_use_id": key, "content": "ok"}]
    return line("user", message={"role": "user", "content": content})


def _imported(folder: Path, *records: Any) -> tuple[Board, list[dict[str, Any]]]:
    named = [{**each, "sessionId": ID} for each in records]
    path = write(folder / f"{ID}.jsonl", named)
    board = Board.open(folder / "board.db")
    import_files(board, [path], trusted=True)
    return board, [*unlogged(board, board.row("sessions", ID), ON).calls]


def test_the_last_call_without_a_result_is_known(tmp_path: Path) -> None:
    """With its command; one that was answered is on the log."""
    records = human("Fly"), model(_use("1", "make")), _result("1"), model(_use("2", "make fly"))
    board, (found,) = _imported(tmp_path, *records)
    assert (found["kind"], found["command"]) == ("shell", "make fly")
    assert len(list(board.read(types=["tool.called"]))) == 1
    board.close()


def test_secrets_in_it_are_redacted(tmp_path: Path) -> None:
    """As on the log."""
    board, found = _imported(tmp_path, human("Fly"), model(_use("2", f"curl -H 'x: {SECRET}'")))
    assert found
    assert SECRET not in repr(found)
    board.close()


def test_a_session_without_its_transcript_has_none(tmp_path: Path) -> None:
    """Agents delete theirs."""
    board, found = _imported(tmp_path, human("Fly"), model(_use("2", "make fly")))
    assert found
    (tmp_path / f"{ID}.jsonl").unlink()
    assert unlogged(board, board.row("sessions", ID), ON) == Unlogged()
    board.close()


def test_the_plan_that_a_session_began_with_is_known(tmp_path: Path) -> None:
    """Claude Code begins anew with it once a person approved it; the harness writes it."""
    plan = f"# Fold the wing\n\nUse {SECRET}."
    first = human(f"Implement the following plan:\n\n{plan}", planContent=plan)
    board, _ = _imported(tmp_path, first, model("I fold it."))
    found = unlogged(board, board.row("sessions", ID), ON).plan
    assert found.startswith("# Fold the wing")
    assert SECRET not in found
    board.close()


def test_what_is_left_out_is_not_read(tmp_path: Path) -> None:
    """Neither the plan nor the calls, where the folder is excluded."""
    first = human("Implement the following plan:\n\n# Fold", planContent="# Fold")
    board, found = _imported(tmp_path, first, model("I do."), model(_use("2", "make fly")))
    assert found
    out = Omission(Decisions([]), lambda _project, _folder: "excluded")
    assert unlogged(board, board.row("sessions", ID), out) == Unlogged()
    board.close()

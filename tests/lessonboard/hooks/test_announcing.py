"""What a person said once is announced to him once, in the first session that shows him a line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from blackboard.board import Board
from blackboard.file_lock import FileLock
from tests.blackboard.lessons import said
from tests.lessonboard.hooks.agents import claude, cursor
from tests.lessonboard.hooks.conftest import Hook

TYPED = {"CLAUDE_CODE_ENTRYPOINT": "cli"}
TABS, NPM, FILE = "Never use tabs here.", "Always write the log in Latin.", "Keep the harp tuned."
KEEP = "(/mcp__lessonboard__keep, /mcp__lessonboard__drop"


@pytest.fixture
def board(tmp_path: Path, folder: Path) -> Callable[..., Hook]:
    """Makes a board with sentences of its person, the one that he said last being the last."""

    def made(*sentences: str, **fields: Any) -> Hook:
        path = tmp_path / "said.db"
        with Board.open(path) as board:
            board.append([said(f"lesson-{at}", each, project=str(folder), at=1_700_000_000 + at,
                               **fields) for at, each in enumerate(sentences)])  # fmt: skip
            board.catch_up()
        return Hook(folder, path)

    return made


def start(hook: Hook, session: str = "c1") -> Any:
    """A session of Claude Code begins."""
    return claude("SessionStart", hook.folder, session)


def line(answered: Any) -> str:
    """What its person sees; empty for nothing."""
    return str(answered.reply.get("systemMessage", ""))


def announced(hook: Hook) -> list[str]:
    """The lessons of which the board knows that they were announced."""
    return [each["lesson"] for each in hook.events("lesson.announced")]


def test_a_sentence_is_announced_in_one_session(board: Callable[..., Hook]) -> None:
    """Where the board recorded it, whether its views were folded since or not."""
    hook = board(TABS)
    assert line(hook(start(hook), **TYPED)) == f'lessonboard will remember: "{TABS}" {KEEP})'
    assert announced(hook) == ["lesson-0"]
    second = hook(start(hook, "c2"), **TYPED)
    assert TABS in second.text
    assert line(second).startswith(f'lessonboard showed the agent: "{TABS}"')
    assert announced(hook) == ["lesson-0"]
    assert hook.failures() == []


def test_a_headless_session_and_a_subagent_announce_nothing(board: Callable[..., Hook]) -> None:
    """The agent is told there, and the next session of a person announces it."""
    hook = board(TABS)
    for variables in ({}, {"CLAUDE_CODE_ENTRYPOINT": "sdk-cli"}):
        headless = hook(start(hook, f"h{len(variables)}"), **variables)
        assert TABS in headless.text
        assert "will remember" not in line(headless)
    within = hook(claude("SessionStart", hook.folder, "c1", agent_id="sub"), **TYPED)
    assert TABS in within.text
    assert "will remember" not in line(within)
    assert announced(hook) == []
    assert "will remember" in line(hook(start(hook, "c3"), **TYPED))


def test_an_agent_that_shows_no_line_announces_nothing(board: Callable[..., Hook]) -> None:
    """Cursor has no place for it."""
    hook = board(TABS)
    call: dict[str, Any] = {
        "tool_name": "Shell",
        "tool_input": {"command": "x"},
        "tool_output": "x",
    }
    assert TABS in hook(cursor("postToolUse", hook.folder, **call)).text
    assert announced(hook) == []


def test_without_receipts_nothing_is_announced(tmp_path: Path, board: Callable[..., Hook]) -> None:
    """`[hooks] receipt = false`: the commands and the page say it."""
    hook = board(TABS)
    quiet = Hook(hook.folder, hook.board, receipt=False)
    assert line(quiet(start(quiet), **TYPED)) == ""
    assert announced(hook) == []


def test_several_sentences_are_all_named(board: Callable[..., Hook]) -> None:
    """With what decides about the last one, and about all."""
    hook = board(TABS, NPM)
    shown = line(hook(start(hook), **TYPED))
    assert f'"{NPM}", "{TABS}"' in shown
    assert shown.endswith(f"{KEEP} the last one; `lessonboard lesson review` for all)")
    assert sorted(announced(hook)) == ["lesson-0", "lesson-1"]


def test_a_sentence_that_comes_up_later_in_a_session_is_announced(
    board: Callable[..., Hook],
) -> None:
    """Although the session was told something before."""
    hook = board(TABS, NPM, "Sign each commit.")
    with Board.open(hook.board) as known:
        known.append([said("late", FILE, project=str(hook.folder), paths=["src/harp.py"])])
        known.catch_up()
    first = line(hook(start(hook), **TYPED))
    assert "will remember" in first
    assert FILE not in first  # a start has room for three
    prompt = claude("UserPromptSubmit", hook.folder, prompt="Change `src/harp.py`, please.")
    assert f'will remember: "{FILE}"' in line(hook(prompt, **TYPED))
    assert sorted(announced(hook)) == ["late", "lesson-0", "lesson-1", "lesson-2"]


def test_what_waits_beside_a_busy_board_is_announced_once_too(board: Callable[..., Hook]) -> None:
    """The event of the first is in the outbox when the second one looks."""
    hook = board(TABS)
    with FileLock(f"{hook.board}.lock", 1.0):
        assert "will remember" in line(hook(start(hook), **TYPED))
        assert "will remember" not in line(hook(start(hook, "c2"), **TYPED))
    assert announced(hook) == ["lesson-0"]


def test_what_was_kept_is_not_announced(board: Callable[..., Hook]) -> None:
    """Only what waits for his word is."""
    hook = board(TABS, status="approved")
    assert "will remember" not in line(hook(start(hook), **TYPED))
    assert announced(hook) == []

"""Hooks that are killed: what an ended one took stands once, and the next one answers."""

from __future__ import annotations

import json
import signal
from contextlib import suppress
from pathlib import Path
from random import Random

from blackboard.board import Board
from tests.lessonboard.hooks.agents import PROMPT, claude, unrecorded
from tests.lessonboard.hooks.conftest import Hook
from tests.long_runs import rounds


def _heard(hook: Hook, text: str, life: float) -> bool:
    """Let a hook hear a prompt; whether it came to its end."""
    process = hook.start(life)
    told = json.dumps(unrecorded("BeforeAgent", hook.folder, prompt=text)).encode()
    assert process.stdin is not None
    with suppress(BrokenPipeError):
        process.communicate(told)
    assert process.wait() in (0, -signal.SIGALRM)
    return process.returncode == 0


def test_what_an_ended_hook_took_stands_once(hook: Hook, folder: Path) -> None:
    """However many died before, between and after, at any place of their short lives."""
    chance = Random("hooks-1")
    lives = [chance.uniform(0.01, 0.15) for _ in range(rounds(8, 200))]
    ended = [_heard(hook, f"Prompt number {n}.", life) for n, life in enumerate(lives)]
    assert not all(ended)
    assert _heard(hook, "The last prompt.", 60)
    with Board.open(hook.board) as board:
        board.catch_up()
        assert board.verify().sound
        assert board.verify_views() == []
        texts = [event.payload["text"] for event in board.read(types=["message.recorded"])
                 if event.payload]  # fmt: skip
    assert len(texts) == len(set(texts))
    expected = [f"Prompt number {n}." for n, is_ended in enumerate(ended) if is_ended]
    assert {*expected, "The last prompt."} <= {*texts}
    assert "quokka" in hook(claude("UserPromptSubmit", folder, prompt=PROMPT)).text

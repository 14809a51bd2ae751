"""A board whose sessions are as odd as real ones: long outputs, no words, other scripts."""

from __future__ import annotations

from pathlib import Path

from blackboard import Board
from examples.pictures.sample_sessions import PROJECT
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from reflect.pipeline.stated import Rule, add
from tests.reflect.talks import called, ran, says, session

_LONG = "\n".join(f"{number:04d} {'lorem ipsum ' * 9}" for number in range(400))
_WORD = "x" * 3_000
_SCRIPTS = "שלום עולם مرحبا \u202eright to left\u202c 日本語 🙂🙂"
_MARKUP = "<script>alert(1)</script> <a href='javascript:alert(1)'>`{{ 7 * 7 }}`</a>"

TALKS = {
    "without-words": [ran("make silent", fails=True), called("Fetch", "", fails=True),
                      ran("make blank", "\x1b[0m\n \u200b", fails=True)],
    "without-a-question": [],
    "long": [says(_LONG), ran(f"make {_WORD}", _LONG, fails=True), says(_LONG, "assistant")],
    "one-word": [says(_WORD), ran(_WORD, _WORD, fails=True)],
    "scripts": [says(_SCRIPTS), ran(_SCRIPTS, f"Error: {_SCRIPTS}", fails=True)],
    "markup": [says(_MARKUP), ran(_MARKUP, f"Error: {_MARKUP}", fails=True),
               says(f"## No\n\n```\n{_MARKUP}\n```\n| a | b |\n|---|---|\n{_LONG}", "assistant")],
}  # fmt: skip

_RULES = (f"Never run `make {'tiles-' * 60}` in `pages`.", f"Always say {_SCRIPTS} first.",
          f"Never write {_MARKUP} into `pages`.")  # fmt: skip


def make_odd(path: Path, now: int) -> None:
    """Add these sessions and rules to a board."""
    with Board.open(path) as board:
        for name, steps in TALKS.items():
            board.append(session(steps, name, project=PROJECT))
        critic = Critic(CriticSettings())
        for rule in _RULES:
            add(board, Rule(rule), PROJECT, critic, now)

"""Hooks on a machine that is busy with fifteen other things: nine of ten due answers arrive."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest

from lessonboard.install.launcher import launcher_text
from tests.busy import busy_machine
from tests.lessonboard.hooks.agents import PROMPT, HookEvent, claude, codex, gemini
from tests.lessonboard.hooks.served import SETTINGS, Served, serving, short_folder

pytestmark = pytest.mark.full

ROUNDS = 20
LEAST = 0.9
AGENTS_WAIT = 5.0
"""Seconds that each agent allows a hook (`blackboard/agents/registration.py`)."""


def opencode(event: str, cwd: object, /, session: str = "o1", **fields: object) -> HookEvent:
    """OpenCode's plugin."""
    return claude(event, cwd, session, **fields)


AGENTS = {
    "claude": (claude, "UserPromptSubmit"),
    "codex": (codex, "UserPromptSubmit"),
    "gemini": (gemini, "BeforeAgent"),
    "opencode": (opencode, "opencode.prompt"),
}


@pytest.fixture
def served(folder: Path) -> Iterator[Served]:
    """A board with a server that is running."""
    with short_folder() as place, serving(place, folder) as hook:
        yield hook


@pytest.fixture
def busy() -> Iterator[None]:
    """A busy machine."""
    with busy_machine():
        yield


@pytest.mark.usefixtures("busy")
@pytest.mark.parametrize("has_server", [True, False], ids=["server", "alone"])
@pytest.mark.parametrize("agent", AGENTS)
def test_due_answers_arrive(served: Served, agent: str, *, has_server: bool) -> None:
    """Each prompt of a new session has one lesson due, and an agent waits five seconds."""
    if not has_server:
        os.kill(served.pid, signal.SIGKILL)
    served.launcher.write_text(launcher_text(served.board, **SETTINGS))
    told, event = AGENTS[agent]
    took, answered = [], 0
    for number in range(ROUNDS):
        answer = served(told(event, served.folder, f"s{number}", prompt=PROMPT))
        took.append(answer.seconds)
        answered += "; comb)" in answer.text and answer.seconds < AGENTS_WAIT
    sys.stdout.write(f"{agent}: {answered} of {ROUNDS}, median {median(took) * 1000:.0f} ms\n")
    assert answered >= LEAST * ROUNDS

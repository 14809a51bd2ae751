"""One short scene for each real agent, in every run of the tests: it is shown what was approved.

Everything else about real agents is in the other files, which only a full run executes.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from blackboard.sources.repository import project_of
from tests.agents.scripted_server import Say
from tests.blackboard.lessons import lesson, told
from tests.end_to_end.agents import Agent, ClaudeCode, Codex
from tests.end_to_end.machine import Machine
from tests.end_to_end.other_agents import Gemini, OpenCode
from tests.end_to_end.seeding import LESSON, NEEDING, RIGHT
from tests.optional_parts import CLAUDE, CODEX, GEMINI, OPENCODE


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(ClaudeCode, marks=CLAUDE.needed, id="claude-code"),
        pytest.param(Codex, marks=CODEX.needed, id="codex"),
        pytest.param(OpenCode, marks=OPENCODE.needed, id="opencode"),
        pytest.param(Gemini, marks=GEMINI.needed, id="gemini"),
    ],
)
def test_a_session_is_shown_a_lesson_and_kept(
    machine: Machine, kind: Callable[[Machine], Agent]
) -> None:
    """By the hooks that `init` installs; the model has the words, and the board the session."""
    agent = kind(machine)
    machine.lessonboard("init")
    with machine.board() as board:
        board.append([
            lesson("seeding", LESSON, project=project_of(str(machine.repository)),
                   symptom="Seeding the database fails: no configuration was given.",
                   commands=["seed.sh"]),
            told("lesson.approved", "seeding", by="human"),
        ])  # fmt: skip
        board.catch_up()
    session = agent.run(NEEDING, [agent.shell(RIGHT), Say("Seeded.")])
    assert session.said == "Seeded."
    assert LESSON in session.whole
    with machine.board() as board:
        assert session.id in {row["id"] for row in board.view("sessions")}

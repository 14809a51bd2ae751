"""One short scene for each real agent, in every run of the tests.

It is shown what was approved, and can approve nothing itself.

Everything else about real agents is in the other files, which only a full run executes.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from blackboard.agents import AGENTS
from blackboard.sources.repository import project_of
from tests.agents.scripted_server import Say
from tests.blackboard.lessons import lesson, told
from tests.end_to_end.agents import Agent, ClaudeCode, Codex
from tests.end_to_end.machine import Machine, approving
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
def test_a_session_is_shown_a_lesson_and_kept_and_decides_nothing(
    machine: Machine, kind: Callable[[Machine], Agent]
) -> None:
    """By the hooks that `init` installs; the model has the words, and the board the session.

    Scripts may decide on this machine, and the agent may not: by its variables, and without them
    by the process that it is.
    """
    agent = kind(machine)
    known = AGENTS[agent.name]
    machine.lessonboard("init")
    with machine.board() as board:
        board.append([
            lesson("seeding", LESSON, project=project_of(str(machine.repository)),
                   symptom="Seeding the database fails: no configuration was given.",
                   commands=["seed.sh"]),
            told("lesson.approved", "seeding", by="human"),
            lesson("waiting", "Run `make moon` first."),
        ])  # fmt: skip
        board.catch_up()
    line = f"{RIGHT}; {approving('waiting')}"
    session = agent.run(NEEDING, [agent.shell(line), Say("Seeded.")])
    assert session.said == "Seeded."
    assert LESSON in session.whole
    with machine.board() as board:
        assert session.id in {row["id"] for row in board.view("sessions")}
        assert board.row("lessons", "waiting")["status"] == "candidate"
    signs = re.findall(r"this is a session of ([\w ]+) \((\w+)", session.whole)
    assert signs == [(known.title, known.variables[0]), (known.title, "process")]

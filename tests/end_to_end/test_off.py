"""One session switched off by a variable, with the real agents: nothing told, nothing taken."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.agents.scripted_server import Call, Say
from tests.end_to_end.agents import ClaudeCode, Codex, learn
from tests.end_to_end.machine import Machine
from tests.end_to_end.seeding import LESSON, NEEDING
from tests.optional_parts import CLAUDE, CODEX

pytestmark = pytest.mark.full


@pytest.mark.parametrize(
    "agent_type",
    [
        pytest.param(ClaudeCode, marks=CLAUDE.needed, id="claude-code"),
        pytest.param(Codex, marks=CODEX.needed, id="codex"),
    ],
)
def test_a_session_is_off_by_a_variable(
    agent_type: type[ClaudeCode | Codex], machine: Machine
) -> None:
    """Hooks and the server hear of the variable, and the import leaves the session out."""
    machine.lessonboard("init")
    learn(agent_type(machine))
    silent = replace(machine, variables={"LESSONBOARD_OFF": "1"})
    search = Call("mcp__lessonboard__recall", {"query": "seed configuration"})
    session = agent_type(silent, waiting=True).run(NEEDING, [search, Say("Seeded.")])
    assert session.said == "Seeded."
    assert LESSON not in session.whole
    assert "lessonboard is off here: LESSONBOARD_OFF is set" in session.results
    imported = machine.read("session", "import")
    assert [each["reason"] for each in imported["left_out"]] == [
        f"off for session {session.id} (LESSONBOARD_OFF was set)"
    ]
    assert session.id not in {each["id"] for each in machine.read("session")}

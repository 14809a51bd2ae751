"""One session switched off by a variable, with the real agents: nothing told, nothing taken."""

from __future__ import annotations

from dataclasses import replace

from tests.agents.scripted_server import Call, Say
from tests.end_to_end.agents import Agent, learn
from tests.end_to_end.seeding import LESSON, NEEDING


def test_a_session_is_off_by_a_variable(agent: Agent) -> None:
    """Hooks and the server hear of the variable, and the import leaves the session out."""
    agent.machine.lessonboard("init")
    machine = agent.machine
    learn(agent)
    silent = replace(machine, variables={"LESSONBOARD_OFF": "1"})
    search = Call("mcp__lessonboard__recall", {"query": "seed configuration"})
    session = type(agent)(silent, waiting=True).run(NEEDING, [search, Say("Seeded.")])
    assert session.said == "Seeded."
    assert LESSON not in session.whole
    assert "lessonboard is off here: LESSONBOARD_OFF is set" in session.results
    imported = machine.read("import")
    assert [each["reason"] for each in imported["left_out"]] == [
        f"off for session {session.id} (LESSONBOARD_OFF was set)"
    ]
    assert session.id not in {each["id"] for each in machine.read("session", "list")}

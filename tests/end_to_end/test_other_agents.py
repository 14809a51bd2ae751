"""The circle in OpenCode and Gemini CLI: a failure, its remedy, the lesson, the next session."""

from __future__ import annotations

import json

import pytest

from tests.agents.scripted_server import Call, Say, Turn
from tests.end_to_end.machine import Machine
from tests.end_to_end.other_agents import Gemini, OpenCode
from tests.end_to_end.seeding import LESSON, PROMPT, RIGHT, WRONG
from tests.optional_parts import GEMINI, OPENCODE

pytestmark = pytest.mark.full


@pytest.fixture(
    params=[
        pytest.param(OpenCode, marks=OPENCODE.needed, id="opencode"),
        pytest.param(Gemini, marks=GEMINI.needed, id="gemini"),
    ]
)
def other(request: pytest.FixtureRequest, machine: Machine) -> OpenCode | Gemini:
    """Each agent in turn, with our hooks and server."""
    made: OpenCode | Gemini = request.param(machine)
    made.machine.lessonboard("init", "--agent", made.name)
    return made


def _learn(agent: OpenCode | Gemini, sessions: int = 2) -> None:
    script: list[Turn] = [agent.shell(WRONG), agent.shell(RIGHT), Say("Seeded.")]
    for _ in range(sessions):
        agent.run("Fill the tables, please", script)
        agent.machine.lessonboard("session", "import")
    agent.machine.work()


def test_what_failed_is_learnt_and_told_to_the_next_session(other: OpenCode | Gemini) -> None:
    """From the agent's own transcript, and by its hooks; one line of it is for its user."""
    _learn(other)
    [lesson] = [each for each in other.machine.read("lesson")
                if each["constraint"] == LESSON]  # fmt: skip
    assert lesson["trust"] == "tool"
    assert len(lesson["sessions"]) == 2
    other.machine.lessonboard("lesson", "keep", lesson["id"])
    session = other.run(PROMPT, [other.shell(WRONG), other.shell(RIGHT), Say("Done.")])
    assert LESSON in session.whole
    [row] = [each for each in other.machine.read("session") if each["id"] == session.id]
    assert row["agent"] == other.name


def test_our_tools_answer_it(other: OpenCode | Gemini) -> None:
    """Under the names that the agent gives them."""
    _learn(other, 1)
    prefix = "lessonboard_" if other.name == "opencode" else "mcp_lessonboard_"
    recall = Call(f"{prefix}recall", {"query": "seed configuration"})
    session = other.run("What was learnt here?", [recall, Say("That.")])
    assert "found in" in session.whole


def test_a_session_that_is_off_is_told_nothing_and_kept_nowhere(other: OpenCode | Gemini) -> None:
    """By the variable, which these agents hand on to hooks."""
    _learn(other)
    for each in other.machine.read("lesson"):
        other.machine.lessonboard("lesson", "keep", each["id"])
    object.__setattr__(other, "machine", _off(other.machine))
    session = other.run(PROMPT, [other.shell(WRONG), Say("Done.")])
    assert LESSON not in session.whole
    other.machine.lessonboard("session", "import")
    assert session.id not in [each["id"] for each in other.machine.read("session")]


def _off(machine: Machine) -> Machine:
    return Machine(machine.root, {"LESSONBOARD_OFF": "1"})


def test_taking_it_back_leaves_nothing(other: OpenCode | Gemini) -> None:
    """And the agent runs as before."""
    other.machine.lessonboard("uninstall")
    session = other.run("Hello", [Say("Hello.")])
    assert session.said == "Hello."
    assert "lessonboard" not in json.dumps(session.requests)

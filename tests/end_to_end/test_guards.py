"""A guard with the real agents: refused once with the lesson as the reason, then as they please."""

from __future__ import annotations

import pytest

from blackboard.guards.refusal import MARK
from tests.agents.scripted_server import Say, Turn
from tests.end_to_end.agents import Agent
from tests.end_to_end.seeding import LESSON, PROMPT, RIGHT, WRONG

pytestmark = pytest.mark.full


def test_refused_once_and_made_again(guarded: Agent) -> None:
    """The reason reaches the model in the place of a result; the same call again is made."""
    script: list[Turn] = [
        guarded.shell(WRONG),
        guarded.shell(WRONG),
        guarded.shell(WRONG),
        Say("It fails."),
    ]
    session = guarded.run(PROMPT, script)
    assert session.said == "It fails."
    assert MARK in str(session.requests[1])
    assert LESSON.rstrip(".") in session.whole.replace('\\"', '"')
    assert session.results.count("no configuration was given") == 2
    guarded.machine.lessonboard("session", "import")
    [guard] = guarded.machine.read("lesson", "--guards")
    assert (guard["refused"], guard["then_failed"], guard["then_worked"]) == (1, 1, 0)
    assert (guard["state"], guard["failed"], guard["uses"]) == ("on", 3, 3)


def test_refused_and_followed(guarded: Agent) -> None:
    """Nothing failed in that session, and the guard's account knows why."""
    session = guarded.run(PROMPT, [guarded.shell(WRONG), guarded.shell(RIGHT), Say("Seeded.")])
    assert session.said == "Seeded."
    assert "no configuration was given" not in session.results
    assert "42 rows" in session.results
    guarded.machine.lessonboard("session", "import")
    [guard] = guarded.machine.read("lesson", "--guards")
    assert (guard["refused"], guard["then_followed"]) == (1, 1)

"""What agents are told and refused in a terminal; the proof is what reached the model."""

from __future__ import annotations

import pytest

from blackboard.guards.refusal import MARK
from tests.agents.scripted_server import Say, Turn
from tests.end_to_end.agents import Agent
from tests.end_to_end.interactive import talk
from tests.end_to_end.machine import Machine, approving
from tests.end_to_end.seeding import LESSON, NEEDING, PROMPT, RIGHT, WRONG
from tests.optional_parts import TMUX

pytestmark = [TMUX.needed, pytest.mark.full]

_COMPACTED = {"claude-code": "Compacted", "codex": "Context compacted"}


def test_a_prompt_brings_its_lesson_and_again_after_a_compaction(
    agent: Agent, taught: Machine
) -> None:
    """Beside the prompt that needs it; the summary loses it, and the next request has it."""
    script: list[Turn] = [
        Say("Which one?"),
        Say("<summary>They want data.</summary>"),
        agent.shell(RIGHT),
        Say("All done."),
    ]
    with talk(agent, script) as talking:
        told = talking.enter(NEEDING, "Which one?")
        assert [each.count(LESSON) for each in told.contexts] == [1]
        talking.enter("/compact", _COMPACTED[agent.name])
        after = talking.enter("Now the database, go on", "All done.")
    assert [each.count(LESSON) for each in after.contexts][-2:] == [1, 1]
    assert "They want data" in after.contexts[-1]
    assert "42 rows" in after.results


def test_a_guard_refuses_once_and_is_followed(guarded: Agent) -> None:
    """The model reads why, runs the right command, and nothing failed."""
    script: list[Turn] = [guarded.shell(WRONG), guarded.shell(RIGHT), Say("All done.")]
    with talk(guarded, script) as talking:
        session = talking.enter(PROMPT, "All done.")
    assert MARK in str(session.requests[1])
    assert "no configuration was given" not in session.results
    assert "42 rows" in session.results
    guarded.machine.lessonboard("session", "import")
    [guard] = guarded.machine.read("lesson", "--guards")
    assert (guard["refused"], guard["then_followed"]) == (1, 1)


def test_an_agent_in_a_terminal_decides_nothing(agent: Agent, taught: Machine) -> None:
    """Neither with the variables of its commands nor without."""
    with talk(agent, [agent.shell(approving("seeding")), Say("All done.")]) as talking:
        session = talking.enter("Approve the lesson", "All done.")
    assert session.results.count("and only a person decides this") == 2
    with taught.board() as board:
        assert board.row("lessons", "seeding")["status"] == "candidate"

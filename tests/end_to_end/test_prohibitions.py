"""What a person forbade, in the real Claude Code: he is asked in its own dialog."""

from __future__ import annotations

import pytest

from blackboard.events.guard import GuardProposed
from blackboard.sources.repository import project_of
from tests.agents.scripted_server import Say
from tests.blackboard.lessons import said
from tests.end_to_end.agents import Agent, ClaudeCode
from tests.end_to_end.interactive import talk
from tests.end_to_end.machine import Machine
from tests.optional_parts import TMUX

pytestmark = [TMUX.needed, pytest.mark.full]

RULE = "Never run git tag here, the release does that."
TAG = "git tag kite && git tag --list"


@pytest.fixture
def forbidden(machine: Machine) -> Machine:
    """A machine with our hooks, whose person once forbade a command."""
    machine.lessonboard("init")
    project = project_of(str(machine.repository))
    with machine.board() as board:
        board.append([said("tags", RULE, project=project)])
        board.record(GuardProposed(lesson="tags", rule=RULE, forbids=["git tag"]), actor="guard",
                     project=project)  # fmt: skip
        board.catch_up()
    return machine


def test_a_person_is_asked_in_his_own_words(agent: Agent, forbidden: Machine) -> None:
    """Before the call, though he allows every command; the model hears nothing of the question."""
    if not isinstance(agent, ClaudeCode):
        pytest.skip("no other agent puts a hook's question to its person")
    with talk(agent, [agent.shell(TAG), Say("All done.")]) as talking:
        talking.terminal.enter("Tag it", RULE)
        talking.terminal.shows("Do you want to proceed?")
        assert talking.seen.count(RULE) == talking.seen.count(f'you said: \\"{RULE}\\"')
    [guard] = forbidden.read("lesson", "--guards", "--all")
    assert (guard["state"], guard["asked"]) == ("proposed", 1)


def test_a_headless_session_is_not_asked(agent: Agent, forbidden: Machine) -> None:
    """The call is made, and nothing is on record."""
    session = agent.run("Tag it", [agent.shell(TAG), Say("All done.")])
    assert session.said == "All done."
    assert "kite" in session.results
    [guard] = forbidden.read("lesson", "--guards", "--all")
    assert (guard["asked"], guard["refused"]) == (0, 0)

"""What only Copilot CLI does: its dialog, what it loses on resuming, and whose hooks it runs."""

from __future__ import annotations

import json

import pytest

from blackboard.events.guard import GuardProposed
from blackboard.sources.repository import project_of
from tests.agents.other_models import ScriptedChat
from tests.agents.scripted_server import Say
from tests.blackboard.lessons import lesson, said, told
from tests.end_to_end.machine import Machine
from tests.end_to_end.other_agents import Copilot
from tests.end_to_end.terminal import in_terminal
from tests.optional_parts import COPILOT, TMUX

pytestmark = [COPILOT.needed, pytest.mark.full]

RULE = "Never run git tag here, the release does that."
TAG = "git tag kite; git tag --list"
STYLE = "Write the harbour's log in metres."


@pytest.fixture
def copilot(machine: Machine) -> Copilot:
    """Copilot CLI with our hooks, a rule for the whole repository, and a command forbidden once."""
    machine.lessonboard("init", "--agent", "copilot")
    project = project_of(str(machine.repository))
    with machine.board() as board:
        board.append([
            lesson("style", STYLE, project=project, trust="human"),
            told("lesson.approved", "style", by="human"), said("tags", RULE, project=project),
        ])  # fmt: skip
        board.record(GuardProposed(lesson="tags", rule=RULE, forbids=["git tag"]), actor="guard",
                     project=project)  # fmt: skip
        board.catch_up()
    return Copilot(machine)


@TMUX.needed
def test_a_person_is_asked_in_his_own_words(copilot: Copilot) -> None:
    """Before the call, though he allows every command; without his yes it is not made."""
    with ScriptedChat([copilot.shell(TAG), Say("All done.")]) as model:
        variables, words = copilot.variables(model), ["copilot", "--allow-all"]
        with in_terminal(copilot.machine, words, variables) as terminal:
            terminal.choose("Do you trust the files in this folder?", "1. Yes")
            terminal.enter("Tag it", RULE)
            terminal.shows("Do you want to allow this tool call?")
            terminal.tmux("send-keys", "Escape")
            terminal.until(lambda screen: "Hook permission" not in screen, "the end of the dialog")
    assert not copilot.machine.run("git", "tag", "--list").out
    [guard] = copilot.machine.read("lesson", "--guards", "--all")
    assert (guard["state"], guard["asked"]) == ("proposed", 1)


def test_the_hooks_of_a_project_for_claude_code_say_nothing_twice(copilot: Copilot) -> None:
    """It runs those as well where it trusts the folder."""
    copilot.machine.lessonboard("init", "--scope", "project", "--agent", "claude")
    trusting = Copilot(copilot.machine, trusting=True)
    session = trusting.run("Say hello", [trusting.shell("echo hello"), Say("All done.")])
    assert json.dumps(session.requests[-1]).count(STYLE) == 1
    copilot.machine.lessonboard("session", "import")
    with copilot.machine.board() as board:
        assert [row["agent"] for row in board.view("sessions")] == ["copilot"]


def test_a_resumed_session_is_told_its_rules_again(copilot: Copilot) -> None:
    """What was added at its start is not in the conversation that is resumed."""
    first = copilot.run("Say hello", [Say("Hello.")])
    again = copilot.run("Go on", [Say("On.")], resume=first.id)
    assert [json.dumps(each.requests[0]).count(STYLE) for each in (first, again)] == [1, 1]


def test_a_hook_whose_launcher_is_gone_refuses_nothing(copilot: Copilot) -> None:
    """Any other exit code than 0 before a tool would refuse the call."""
    copilot.machine.database.with_name("lessonboard-hook").unlink()
    session = copilot.run("Tag it", [copilot.shell(TAG), Say("All done.")])
    assert session.said == "All done."
    assert copilot.machine.run("git", "tag", "--list").out == "kite\n"
    assert STYLE not in session.whole


def test_taking_it_back_leaves_nothing(copilot: Copilot) -> None:
    """Neither a hook nor a server, and its own files as they were."""
    copilot.machine.lessonboard("uninstall")
    folder = copilot.machine.home / ".copilot"
    assert not folder.exists()
    session = copilot.run("Say hello", [Say("Hello.")])
    assert STYLE not in session.whole
    assert "lessonboard" not in session.whole

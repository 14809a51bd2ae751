"""What a person types as a command in Claude Code and Codex: he is heard, and believed."""

from __future__ import annotations

import re
from itertools import count

import pytest

from tests.agents.scripted_server import Call, Say, Turn
from tests.end_to_end.agents import ClaudeCode, Codex, learn
from tests.end_to_end.interactive import Talk, talk
from tests.end_to_end.machine import Machine
from tests.end_to_end.seeding import LESSON, NEEDING
from tests.optional_parts import CLAUDE, CODEX, TMUX

pytestmark = [CLAUDE.needed, TMUX.needed, pytest.mark.full]

RULE = "always ship the brown parcels first"
OTHER = "never weigh the gulls on the harbour scales"
_TOOL = "mcp__lessonboard__"


@pytest.fixture
def agent(machine: Machine) -> ClaudeCode:
    """Claude Code with our hooks and server, which knows a lesson."""
    made = ClaudeCode(machine, waiting=True)
    machine.lessonboard("init", "--agent", "claude")
    learn(made)
    return made


def _lesson(agent: ClaudeCode) -> str:
    return str(agent.machine.read("lesson")[0]["id"])


def _command(talking: Talk, text: str, answer: str) -> str:
    """Enter a command once it is known, and return all that reached the model."""
    _wait_for_commands(talking)
    talking.terminal.enter(f"/{_TOOL}{text}", answer)
    return talking.seen


def _wait_for_commands(talking: Talk) -> None:
    """Look into the menu until it has the server's commands, which come when that is there."""
    looks = count()

    def has_them(screen: str) -> bool:
        if "/lessonboard:recall (MCP)" in screen:
            return True
        if next(looks) % 10 == 0:  # the menu shows what there was when it was opened
            talking.terminal.tmux("send-keys", "C-u")
            talking.terminal.tmux("send-keys", "-l", "/lessonboard:rec")
        return False

    talking.terminal.until(has_them, "the commands of the server")
    talking.terminal.tmux("send-keys", "C-u")
    talking.terminal.until(lambda screen: "/lessonboard:rec" not in screen, "an empty line")


def test_a_rule_that_is_typed_is_remembered_as_the_persons(agent: ClaudeCode) -> None:
    """With all its words, and approved; the prompt in the transcript is its evidence."""
    script: list[Turn] = [Call(f"{_TOOL}remember", {"text": RULE}), Say("It is kept.")]
    with talk(agent, script) as talking:
        seen = _command(talking, f"remember {RULE}", "It is kept.")
    assert RULE in seen
    assert "Remembered as lesson-" in seen
    [kept] = [each for each in agent.machine.read("lesson")
              if "brown parcels" in each["constraint"]]  # fmt: skip
    assert (kept["status"], kept["trust"]) == ("approved", "human")


def test_what_was_typed_to_be_remembered_is_kept_whatever_the_model_does(
    agent: ClaudeCode,
) -> None:
    """It calls no tool; the reader of the session keeps the command and the sentence."""
    with talk(agent, [Say("Understood."), Say("So be it.")]) as talking:
        _command(talking, f"remember {RULE}", "Understood.")
        talking.enter(f"Remember: {OTHER}", "So be it.")
    agent.machine.work()
    assert _approved(agent.machine) == {RULE, OTHER}


def _approved(machine: Machine) -> set[str]:
    """The rules that are approved as their person's own words."""
    return {
        each["constraint"][0].lower() + each["constraint"][1:].rstrip(".")
        for each in machine.read("lesson")
        if (each["status"], each["trust"]) == ("approved", "human")
    }


def test_a_model_that_remembers_on_its_own_is_not_the_person(agent: ClaudeCode) -> None:
    """Though it says the same of a prompt that says something else."""
    script: list[Turn] = [Call(f"{_TOOL}remember", {"text": RULE}), Say("It is kept.")]
    with talk(agent, script) as talking:
        talking.enter("Which parcels go first?", "It is kept.")
    [kept] = [each for each in agent.machine.read("lesson")
              if "brown parcels" in each["constraint"]]  # fmt: skip
    assert (kept["status"], kept["trust"]) == ("candidate", "imported")


def test_why_recall_and_review_answer_from_the_board(agent: ClaudeCode) -> None:
    """The evidence, what was found, and what waits."""
    lesson = _lesson(agent)
    script: list[Turn] = [
        Say("Because it failed twice."),
        Call(f"{_TOOL}recall", {"query": "seed configuration"}), Say("Two sessions."),
        Say("One waits."),
    ]  # fmt: skip
    with talk(agent, script) as talking:
        seen = _command(talking, f"why {lesson}", "Because it failed twice.")
        assert "The user asks why this was shown" in seen
        assert "evidence" in seen
        seen = _command(talking, "recall seed configuration", "Two sessions.")
        assert "found in" in seen
        seen = _command(talking, "review", "One waits.")
        assert "wait for the user's decision" in seen


def test_a_lesson_that_is_muted_for_good_is_told_no_more(agent: ClaudeCode) -> None:
    """The person typed its id; the next session hears nothing of it."""
    lesson = _lesson(agent)
    mute = {"id": lesson, "outcome": "mute", "mute_for": "good"}
    script: list[Turn] = [Call(f"{_TOOL}feedback", mute), Say("It is silent.")]
    with talk(agent, script) as talking:
        seen = _command(talking, f"mute {lesson} good", "It is silent.")
    assert f"Retired, so that it is no longer shown: {lesson}" in seen
    session = agent.run(NEEDING, [Say("Yes?")])
    assert LESSON not in session.whole


def test_the_person_sees_what_was_told(agent: ClaudeCode) -> None:
    """One line below the prompt, with the way to ask why, and the status line; no model is."""
    agent.machine.lessonboard("init", "--agent", "claude", "--status-line")
    with talk(agent, [Say("Which one?"), Say("And now?")]) as talking:
        session = talking.enter(NEEDING, "Which one?")
        screen = re.sub(r"\s+", " ", talking.terminal.screen)
        assert "UserPromptSubmit says: lessonboard showed the agent: " in screen
        assert "(why: /mcp__lessonboard__why)" in screen
        talking.terminal.shows("lessonboard: 1 shown")
        assert "showed the agent" not in session.whole


@CODEX.needed
def test_a_rule_that_is_typed_to_codex_is_the_persons_too(machine: Machine) -> None:
    """By its skill, as Codex shows no server's commands; and its user sees what was told."""
    agent = Codex(machine)
    machine.lessonboard("init", "--agent", "codex")
    learn(agent)
    script: list[Turn] = [
        Say("Which one?"), Call(f"{_TOOL}remember", {"text": RULE}), Say("It is kept."),
    ]  # fmt: skip
    with talk(agent, script) as talking:
        talking.enter(NEEDING, "Which one?")
        screen = re.sub(r"\s+", " ", talking.terminal.screen)
        assert "Hook · lessonboard showed the agent: " in screen
        talking.enter(f"$lessonboard remember {RULE}", "Remembered as lesson-")
    [kept] = [each for each in machine.read("lesson")
              if "brown parcels" in each["constraint"]]  # fmt: skip
    assert (kept["status"], kept["trust"]) == ("approved", "human")


@CODEX.needed
@pytest.mark.parametrize("asked", ["$lessonboard remember ", "Remember: "])
def test_codex_keeps_what_was_typed_to_be_remembered_too(machine: Machine, asked: str) -> None:
    """By its skill's words and by the sentence, though the model calls no tool."""
    machine.lessonboard("init", "--agent", "codex")
    answers = [Say("Understood."), Say("Understood.")]  # it may send its first request twice
    with talk(Codex(machine), answers) as talking:
        talking.enter(f"{asked}{RULE}", "Understood.")
        talking.leave()
    machine.work()
    assert _approved(machine) == {RULE}

"""What a person typed once, in the next session of each real agent: told in time, and prevented."""

from __future__ import annotations

import json

import pytest

from tests.agents.scripted_server import Say, Turn
from tests.blackboard.records import human, model, result, use
from tests.busy import busy_machine
from tests.end_to_end.agents import Agent, ClaudeCode, Codex
from tests.end_to_end.machine import Machine
from tests.end_to_end.other_agents import Copilot, Gemini, OpenCode
from tests.optional_parts import CLAUDE, CODEX, COPILOT, GEMINI, OPENCODE

WISH = "always fill the tables with the configuration of staging."
SHOWN = f'on Sunday, 1 March, you said: \\"{WISH}\\"'
FORBIDDEN = "Never run git tag here, the release does that."
TAG = "git tag kite; git tag --list"
HEADLESS = "\n[guards]\nheadless = true\n"


@pytest.fixture(
    params=[
        pytest.param(ClaudeCode, marks=CLAUDE.needed, id="claude-code"),
        pytest.param(Codex, marks=CODEX.needed, id="codex"),
        pytest.param(OpenCode, marks=OPENCODE.needed, id="opencode"),
        pytest.param(Gemini, marks=GEMINI.needed, id="gemini"),
        pytest.param(Copilot, marks=COPILOT.needed, id="copilot"),
    ]
)
def anybody(request: pytest.FixtureRequest, machine: Machine) -> Agent:
    """Each agent in turn, after a session of Claude Code in which its person corrected it."""
    made: Agent = request.param(machine)
    correct(machine)
    machine.lessonboard("init", "--agent", made.name.removesuffix("-code"))
    machine.lessonboard("session", "import")
    machine.work()
    return made


def test_the_next_session_knows_a_correction_and_is_refused_what_was_forbidden(
    anybody: Agent,
) -> None:
    """The correction with the prompt that it fits; the command once, and only after a yes."""
    machine = anybody.machine
    machine.settings.write_text(machine.settings.read_text() + HEADLESS)
    [guard] = machine.read("lesson", "--guards", "--all")
    assert guard["state"] == "proposed"
    machine.lessonboard("lesson", "keep", guard["id"])
    machine.lessonboard("lesson", "guard", guard["id"])
    script: list[Turn] = [
        anybody.shell(TAG),
        anybody.shell("echo past; git tag --list"),
        Say("Done."),
    ]
    session = anybody.run("Fill the tables with a configuration", script)
    first, last = (json.dumps(session.requests[at]) for at in (0, -1))
    assert (first.count(SHOWN), last.count(SHOWN)) == (1, 1)
    assert 0 < first.count(FORBIDDEN) < last.count(FORBIDDEN)  # at the start, and in the refusal
    assert not machine.run("git", "tag", "--list").out


@pytest.mark.full
def test_so_it_is_on_a_busy_machine(anybody: Agent) -> None:
    """With fifteen other processes at work; what was forbidden is refused all the same."""
    with busy_machine():
        test_the_next_session_knows_a_correction_and_is_refused_what_was_forbidden(anybody)


@pytest.mark.full
def test_what_was_not_confirmed_is_refused_to_nobody(anybody: Agent) -> None:
    """A program drives these sessions: the call passes, and the words come before the act."""
    session = anybody.run("Shall we tag this, and how?", [anybody.shell(TAG), Say("Done.")])
    assert anybody.machine.run("git", "tag", "--list").out == "kite\n"
    [guard] = anybody.machine.read("lesson", "--guards", "--all")
    assert (guard["state"], guard["refused"]) == ("proposed", 0)
    assert session.said == "Done."


def correct(machine: Machine) -> None:
    """A transcript of Claude Code in the repository: two things that its person typed."""
    steps = [
        human("Fill the tables, please."),
        model("I fill them.", use("c1", command="./tools/seed.sh --config dev.toml")),
        result("c1", "42 rows"),
        model("The tables are full."),
        human(f"No, {WISH}"),
        model("Understood.", use("c2", command="git tag v1")),
        result("c2", ""),
        model("Tagged."),
        human(FORBIDDEN),
        model("Understood."),
    ]
    known = {"sessionId": "5f0c0000-0000-4000-8000-000000000001", "cwd": str(machine.repository),
             "entrypoint": "cli", "userType": "external"}  # fmt: skip
    folder = machine.home / ".claude" / "projects" / "harbour"
    folder.mkdir(parents=True)
    lines = [json.dumps(each | known) for each in steps]
    (folder / f"{known['sessionId']}.jsonl").write_text("\n".join(lines) + "\n")

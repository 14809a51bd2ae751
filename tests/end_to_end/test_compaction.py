"""What was told is gone from the requests after a compaction, and what matters comes back."""

from __future__ import annotations

import pytest

from tests.agents.scripted_server import Say
from tests.end_to_end.agents import ClaudeCode, Codex
from tests.end_to_end.machine import Machine
from tests.end_to_end.seeding import LESSON, NEEDING, RIGHT, WRONG
from tests.optional_parts import CLAUDE, CODEX

pytestmark = pytest.mark.full

_SUMMARY = Say("<summary>They want data.</summary>")
_FEW_TOKENS = 3000
"""Less than Codex's own instructions, so that it compacts after each request."""


def moments(machine: Machine, session: str) -> list[str]:
    """At which moments a session was told something, and when its context was cleared."""
    with machine.board() as board:
        return [
            (event.payload or {}).get("moment", event.type)
            for event in board.read(types=["context.injected", "context.cleared"])
            if (event.payload or {})["session"] == session
        ]


@CLAUDE.needed
def test_claude_code_is_told_again_after_a_compaction(taught: Machine) -> None:
    """Once: the prompt that the session was at still needs it, and the next one has it."""
    agent = ClaudeCode(taught)
    told = agent.run(NEEDING, [Say("Yes?")])
    summary = agent.run("/compact", [_SUMMARY], resume=told.id)
    assert summary.context.count(LESSON) == 1
    after = agent.run(NEEDING, [agent.shell(RIGHT), Say("Seeded.")], resume=told.id)
    assert [each.count(LESSON) for each in after.contexts] == [1, 1]
    assert moments(taught, told.id) == ["prompt", "context.cleared", "cleared"]


@CLAUDE.needed
def test_what_came_with_a_failure_comes_again_once(taught: Machine) -> None:
    """At the start after the compaction, and not with the next failure."""
    agent = ClaudeCode(taught)
    first = agent.run("Hello", [agent.shell(WRONG), Say("Oh."), Say("Go on?")])
    assert [each.count(LESSON) for each in first.contexts] == [0, 1]
    for number in range(2):
        agent.run("/compact", [_SUMMARY], resume=first.id)
        again = agent.run(f"Hello {number}", [agent.shell(WRONG), Say("Oh.")], resume=first.id)
        assert again.context.count(LESSON) == 1, number


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(ClaudeCode, marks=CLAUDE.needed, id="claude-code"),
        pytest.param(Codex, marks=CODEX.needed, id="codex"),
    ],
)
def test_a_session_that_is_resumed_has_it_still(
    taught: Machine, kind: type[ClaudeCode | Codex]
) -> None:
    """The agent sends again what it was told, and hears it no second time."""
    agent = kind(taught)
    first = agent.run(NEEDING, [Say("Yes?")])
    again = agent.run(NEEDING, [agent.shell(WRONG), Say("Oh.")], resume=first.id)
    assert [each.count(LESSON) for each in [*first.contexts, *again.contexts]] == [1, 1, 1]
    assert moments(taught, first.id) == ["prompt"]


@CODEX.needed
def test_codex_is_told_again_after_a_compaction(taught: Machine) -> None:
    """It compacts by itself, and starts again within a turn, before the next request."""
    agent = Codex(taught, compacting=_FEW_TOKENS)
    session = agent.run(
        NEEDING, [agent.shell("echo one"), agent.shell("echo two"), _SUMMARY, Say("Seeded.")]
    )
    assert {each.count(LESSON) for each in session.contexts} == {1}
    found = moments(taught, session.id)
    assert found[0] == "prompt"
    assert found[1:] == ["context.cleared", "cleared"] * (len(found) // 2)
    assert len(found) > 1

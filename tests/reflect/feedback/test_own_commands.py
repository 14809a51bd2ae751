"""What a person asks to be remembered is kept by the reader of his session; commands are not."""

from __future__ import annotations

import pytest

from blackboard import Board
from blackboard.views.rows import LessonRow
from reflect.miner.mine import mine
from tests.reflect.talks import edited, says, session

_WAYS = (
    "Remember: {}", "Please remember this: {}", "/remember {}", "/mcp__lessonboard__remember {}",
    "$lessonboard remember {}", "/lessonboard:remember {}", "Merk dir: {}", "Recuerda: {}",
    "Souviens-toi : {}", "覚えて: {}",
)  # fmt: skip
RULE = "never push to main without a review"


def learnt(text: str) -> list[LessonRow]:
    """What a session teaches in which a person typed a text."""
    with Board.open(":memory:") as board:
        board.append(session([says("Build the importer."), edited(), says(text), edited()]))
        mine(board)
        return list(board.view("lessons"))


@pytest.mark.parametrize("way", _WAYS)
def test_it_is_kept_as_its_persons_own_word(way: str) -> None:
    """In whatever language he asks; it needs no tool, and no second session."""
    [row] = learnt(way.format(RULE))
    assert (row["status"], row["trust"], row["said"]) == ("approved", "human", RULE)


@pytest.mark.parametrize(
    "rule",
    ["never merge before the release of this branch", "never merge until CI is green",
     "if you change the API, update its page", "put today's date into the changelog"],
)  # fmt: skip
def test_what_holds_from_then_on_is_kept_whatever_it_is_about(rule: str) -> None:
    """One branch or one page, too: its person asked for it."""
    [row] = learnt(f"Remember: {rule}")
    assert row["status"] == "approved"


def test_what_is_asked_again_with_the_tool_is_kept_once() -> None:
    """The reader and the tool give it the same id."""
    with Board.open(":memory:") as board:
        board.append(session([says(f"Remember: {RULE}"), edited()]))
        mine(board)
        board.append(session([says(f"/remember {RULE}"), edited()], "s2"))
        mine(board)
        [row] = board.view("lessons")
    assert row["seen"] == 2


@pytest.mark.parametrize(
    "text",
    [
        "/why lesson-12 always use pnpm", "$lessonboard recall never use npm here",
        "/lessonboard:mute lesson-12 good", "/drop lesson-12", "Do you remember: never use npm?",
        "> Remember: never use npm here", "Remember:", "Remember: should we never use npm?",
        "Remember: don't use npm yet", "/remember use pnpm this time", "Remember: no merge today",
        "Merk dir: vorerst nie npm nutzen",
    ],
)  # fmt: skip
def test_a_command_a_question_and_a_quotation_state_no_rule(text: str) -> None:
    """Nor does a command that says nothing."""
    assert not [row for row in learnt(text) if row["status"] == "approved"]
    if text[0] in "/$":
        assert learnt(text) == []

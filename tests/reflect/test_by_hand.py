"""A person's own rule: kept, approved, told; and what is refused."""

from __future__ import annotations

import pytest

from blackboard import Board, Situation
from reflect.by_hand import NotARule, Rule, add
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from tests.blackboard.lessons import HERE

CRITIC = Critic(CriticSettings())
NOW = 1_700_000_000_000_000


def test_a_rule_is_approved_and_told_when_its_command_comes(board: Board) -> None:
    """One sentence, and the next agent that runs the command is told it."""
    row, is_new = add(board, Rule("Use uv", ("pip install",)), HERE, CRITIC, NOW)
    assert (is_new, row["status"], row["trust"]) == (True, "approved", "human")
    found = board.context(Situation(project=HERE, command="pip install flask"))
    assert "Use uv." in found.text
    assert "A person" not in found.text


def test_a_rule_is_told_when_its_file_is_worked_on(board: Board) -> None:
    """A path brings it up as a command does."""
    add(board, Rule("Never edit it by hand", paths=("src/schema.gen.ts",)), HERE, CRITIC, NOW)
    found = board.context(Situation(project=HERE, paths=("src/schema.gen.ts",)))
    assert "Never edit it by hand." in found.text


def test_a_rule_of_everywhere_reaches_every_project(board: Board) -> None:
    """Without a project it holds in all."""
    add(board, Rule("Never force-push", ("git push",)), None, CRITIC, NOW)
    assert "Never force-push" in board.context(Situation(project=HERE, command="git push")).text


def test_stating_it_again_approves_what_is_known(board: Board) -> None:
    """The same sentence is one lesson, however often it is stated."""
    first, _ = add(board, Rule("Always run make fmt before you commit"), HERE, CRITIC, NOW)
    again, is_new = add(board, Rule("Always run  make fmt before you commit"), HERE, CRITIC, NOW)
    assert (again["id"], is_new) == (first["id"], False)
    assert len(board.view("lessons")) == 1


@pytest.mark.parametrize("text", ["", "  ", f"Use the key ghp_{'a1B2c3D4e5' * 4}"])
def test_what_is_no_rule_is_refused(board: Board, text: str) -> None:
    """Nothing is kept of an empty rule, or of a secret."""
    with pytest.raises(NotARule):
        add(board, Rule(text), HERE, CRITIC, NOW)
    assert list(board.read()) == []


def test_forgetting_the_statement_forgets_the_rule(board: Board) -> None:
    """The sentence stands in one event, which the lesson cites."""
    add(board, Rule("Use uv for everything"), HERE, CRITIC, NOW)
    board.forget(next(iter(board.read())).id, reason="changed my mind")
    assert board.view("lessons") == []

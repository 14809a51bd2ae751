"""A person's own rule: kept, approved, told; and what is refused."""

from __future__ import annotations

import pytest

from blackboard import Board, Situation
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from reflect.curator import decisions
from reflect.pipeline.stated import NotARule, Rule, add, approve
from tests.blackboard.lessons import HERE, lesson

CRITIC = Critic(CriticSettings())
NOW = 1_700_000_000_000_000


def test_a_rule_is_approved_and_told_when_its_command_comes(board: Board) -> None:
    """One sentence, and the next agent that runs the command is told it."""
    added = add(board, Rule("Use uv", ("pip install",)), HERE, CRITIC, NOW)
    assert (added.is_new, added.row["status"], added.row["trust"]) == (True, "approved", "human")
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
    first = add(board, Rule("Always run make fmt before you commit"), HERE, CRITIC, NOW)
    again = add(board, Rule("Always run  make fmt before you commit"), HERE, CRITIC, NOW)
    assert (again.row["id"], again.is_new) == (first.row["id"], False)
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


YES, NO = "Always run `make gen` before `make test`", "Never run `make gen` before `make test`"


def test_two_rules_of_a_person_that_contradict_each_other_stand_and_are_shown(board: Board) -> None:
    """He is the only one who knows which is out of date; the later one names the earlier."""
    first = add(board, Rule(YES), HERE, CRITIC, NOW)
    second = add(board, Rule(NO), HERE, CRITIC, NOW + 1)
    assert [(row["id"], says) for row, says in second.against] == [(first.row["id"], "opposite")]
    assert {row["status"] for row in board.view("lessons")} == {"approved"}
    assert second.row["reason"] == f"stated by a person; contradicts {first.row['id']}"


def test_a_person_who_takes_an_approval_back_may_state_the_rule_again(board: Board) -> None:
    """It is approved once more, and nothing else is added."""
    first = add(board, Rule(YES), HERE, CRITIC, NOW)
    decisions.undo(board, first.row)
    again = add(board, Rule(YES), HERE, CRITIC, NOW)
    assert (again.row["status"], again.row["seen"], again.is_new) == ("approved", 1, False)


def test_approving_notes_what_stands_beside_it(board: Board) -> None:
    """What says the same, and what says the opposite; what is offered no more is left out."""
    board.append([
        lesson("yes", YES),
        lesson("no", NO),
        lesson("too", "Run `make gen` before you run `make test`."),
        lesson("gone", NO, status="retired"),
    ])  # fmt: skip
    beside = approve(board, board.row("lessons", "yes"), "seen")
    assert {(each.row["id"], each.says) for each in beside} == {
        ("no", "opposite"), ("too", "same"),
    }  # fmt: skip
    row = board.row("lessons", "yes")
    assert row["status"] == "approved"
    assert set(row["reason"].split("; ")) == {
        "seen", "contradicts no", "says the same as too",
    }  # fmt: skip


def test_a_plain_prohibition_is_approved(board: Board) -> None:
    """A person needs no reason, no place and no other way to forbid something."""
    for rule in (
        "Never push to main",
        "Avoid mocks",
        "No commits on Fridays",
        "Nie auf main pushen",
        "Keine Snapshots",
        "不要修改 schema",
        "Никогда не трогай vendor",
    ):
        added = add(board, Rule(rule), HERE, CRITIC, NOW)
        assert (added.row["constraint"], added.row["status"]) == (rule, "approved")

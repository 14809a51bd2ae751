"""Taking in rule files: once, revised when changed, and never trusted much."""

from __future__ import annotations

from typing import Any

from blackboard import Board
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from reflect.rule_files.ingest import IngestedRules, RuleFile, ingest_file

PROJECT = "github.com/example/app"
RULES = """\
# Testing

- Always run `make test` before you commit to this repository.
- Never edit the files in `src/generated/` by hand.

# Deployment

Deploy with `make deploy` from the `main` branch only.
"""


def take(board: Board, text: str, path: str = "CLAUDE.md", **fields: Any) -> IngestedRules:
    """Take in a file of the repository."""
    given = {"project": PROJECT, "trust": "repository", "at": 1_700_000_000_000_000, **fields}
    return ingest_file(board, RuleFile(path, text, **given), Critic(CriticSettings()))


def test_rules_become_lessons_of_little_trust_that_cite_the_file(board: Board) -> None:
    """With path, lines and hash, in an event that contains the text."""
    assert take(board, RULES).created == 3
    rows = board.view("lessons", order="constraint")
    assert [row["trust"] for row in rows] == ["repository"] * 3
    (evidence,) = rows[0]["evidence"]
    assert (evidence["path"], evidence["first_line"], evidence["last_line"]) == ("CLAUDE.md", 3, 3)
    document = board.log.get(evidence["event_id"])
    assert document.payload is not None
    assert evidence["quote"] in document.payload["body"]
    assert rows[0]["category"] == "testing"


def test_the_same_file_again_changes_nothing(board: Board) -> None:
    """Not one event."""
    take(board, RULES)
    head = board.log.head()
    again = take(board, RULES)
    assert (again.known, again.created, again.revised) == (3, 0, 0)
    assert board.log.head() == head


def test_a_changed_line_revises_its_lesson_once(board: Board) -> None:
    """And a line taken out does nothing."""
    take(board, RULES)
    changed = RULES.replace("run `make test`", "run `make check`").split("# Deployment")[0]
    assert take(board, changed).revised == 1
    rows = board.view("lessons", order="constraint")
    assert len(rows) == 3
    assert rows[0]["constraint"].startswith("Always run `make check`")
    assert rows[0]["evidence"][-1]["quote"].startswith("- Always run `make check`")
    head = board.log.head()
    assert take(board, changed).revised == 0
    assert board.log.head() == head


def test_what_a_person_reworded_is_not_revised(board: Board) -> None:
    """The person's text is kept."""
    from reflect.curator import decisions

    take(board, RULES)
    row = board.view("lessons", order="constraint")[0]
    decisions.revise(board, row, "", constraint="Always run `make all` before you commit.")
    assert take(board, RULES.replace("make test", "make check")).revised == 0
    assert board.row("lessons", row["id"])["constraint"].startswith("Always run `make all`")


def test_a_file_that_goes_back_takes_its_lesson_back(board: Board) -> None:
    """The lesson follows the file's latest text."""
    take(board, RULES)
    take(board, RULES.replace("make test", "make check"))
    assert take(board, RULES).revised == 1
    assert "make test" in board.view("lessons", order="constraint")[0]["constraint"]


def test_a_rule_with_a_secret_is_left_out_and_the_rest_is_taken(board: Board) -> None:
    """The secret is on the board nowhere."""
    token = "ghp_" + "Zq3vT8mK1wYp5RxN7cLd2BhJ"
    taken = take(board, RULES + f"- Use the token {token} to push releases.\n")
    assert (taken.secrets, taken.created) == (1, 3)
    assert all(token not in str(event.payload) for event in board.read())


def test_files_that_say_the_same_are_two_proofs_of_one_lesson(board: Board) -> None:
    """AGENTS.md is often a copy of CLAUDE.md."""
    take(board, RULES)
    taken = take(board, RULES, path="AGENTS.md")
    assert (taken.created, taken.recurred) == (0, 3)


def test_what_holds_everywhere_has_no_project(board: Board) -> None:
    """Rules of a user's own file, outside any repository."""
    own: dict[str, Any] = {"path": "~/.claude/CLAUDE.md", "project": None, "trust": "imported"}
    take(board, RULES, **own)
    head = board.log.head()
    take(board, RULES, **own)
    rows = board.view("lessons")
    assert {(row["project"], row["trust"]) for row in rows} == {(None, "imported")}
    assert board.log.head() == head
    assert take(board, RULES.replace("make test", "make check"), **own).revised == 1

"""What becomes of harvested lessons in later sessions."""

from __future__ import annotations

import pytest

from blackboard import Board
from blackboard.event import NewEvent
from blackboard.views.rows import LessonRow
from reflect.critic.settings import CriticSettings
from reflect.curator import decisions
from reflect.miner.mine import mine
from tests.reflect.harvest.wrote import RULES, replaced, wrote
from tests.reflect.talks import ROOT, called, ran, says, session

_RULE = "Always clear the cache before a release build."
_BETTER = "Always clear `.cache` and `dist/` before a release build."
_TEXT = f"## Builds\n\n- {_RULE}\n"


def _after(board: Board, *steps: NewEvent) -> LessonRow:
    """The lesson of a first session, after a second one took these steps."""
    board.append(session([says("Build it."), wrote(_TEXT)], "s1"))
    mine(board)
    later = session([says("Go on."), *steps], "s2")
    day = 86_400_000_000
    board.append([each._replace(occurred_at=(each.occurred_at or 0) + day) for each in later])
    mine(board)
    return board.view("lessons", order="created_at")[0]


def test_a_passage_that_is_read_again_was_kept(board: Board) -> None:
    """The file still says it in a later session: one more sight, and surer."""
    row = _after(board, called("Read", f"1\t## Builds\n2\t\n3\t- {_RULE}", file_path=RULES))
    assert (row["status"], row["sessions"]) == ("candidate", ["s1", "s2"])
    assert row["confidence"] > 0.5


def test_the_same_words_in_another_session_are_the_same_lesson(board: Board) -> None:
    """Written down again elsewhere, it recurs."""
    row = _after(board, wrote(f"- {_RULE}", f"{ROOT}/web/AGENTS.md"))
    assert row["sessions"] == ["s1", "s2"]
    assert len(board.view("lessons")) == 1


def test_a_rewritten_passage_revises_its_lesson(board: Board) -> None:
    """The lesson says what the passage says now, and no second one is made."""
    row = _after(board, replaced(f"- {_RULE}", f"- {_BETTER}"))
    assert (row["constraint"], row["status"]) == (_BETTER, "candidate")
    assert len(board.view("lessons")) == 1


@pytest.mark.parametrize(
    "step",
    [replaced(f"- {_RULE}\n", ""), ran("rm -f CLAUDE.md"), wrote("# Kite\n\nNothing is known.")],
    ids=["edit", "rm", "whole"],
)
def test_a_deleted_passage_retires_its_lesson(board: Board, step: NewEvent) -> None:
    """What a session takes out of the file is refuted, and the reason names the file."""
    row = _after(board, step)
    assert (row["status"], row["reason"]) == ("retired", "its passage was taken out of CLAUDE.md")


@pytest.mark.parametrize(
    "steps",
    [
        [ran("git checkout -- CLAUDE.md")],
        [replaced(f"- {_RULE}", ""), replaced("## Style", f"## Style\n\n- {_RULE}")],
        [replaced(f"- {_RULE}", f"  * {_RULE}")],
        [called("Edit", fails=True, file_path=RULES, old_string=_RULE, new_string="")],
        [replaced(f"- {_RULE}\n", "", f"{ROOT}/web/CLAUDE.md")],
    ],
    ids=["put back as committed", "moved", "indented", "failed", "elsewhere"],
)
def test_what_only_moves_stays(board: Board, steps: list[NewEvent]) -> None:
    """Nothing is retired while the file still says it."""
    assert _after(board, *steps)["status"] == "candidate"


def test_a_person_is_not_overruled(board: Board) -> None:
    """A lesson that a person approved stays when its passage goes."""
    board.append(session([wrote(_TEXT)], "s1"))
    mine(board)
    (row,) = board.view("lessons")
    decisions.approve(board, row, "")
    later = session([replaced(f"- {_RULE}", "")], "s2")
    board.append([each._replace(occurred_at=(each.occurred_at or 0) + 9**12) for each in later])
    mine(board)
    assert [each["status"] for each in board.view("lessons")] == ["approved"]


def test_following_twice_adds_nothing(board: Board) -> None:
    """Mining the later session once more changes neither words nor counts."""
    row = _after(board, called("Read", _TEXT, file_path=RULES))
    with board.transaction():
        board.remember_reader("miner", 0)
    mine(board)
    (again,) = board.view("lessons")
    assert (again["seen"], again["sessions"]) == (row["seen"], row["sessions"])


def test_a_users_own_files_are_mined(board: Board) -> None:
    """A pattern in the settings makes a file one in which sessions write down lessons."""
    board.append(session([wrote(_TEXT, f"{ROOT}/team/builds.md")], "s1"))
    assert mine(board).created == 0
    with board.transaction():
        board.remember_reader("miner", 0)
    assert mine(board, settings=CriticSettings(memory_files=["team/**"])).created == 1

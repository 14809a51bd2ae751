"""Checking a board's lessons against a real repository, and what their views say then."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from blackboard import Board
from blackboard.event import NewEvent
from blackboard.views.lessons import LESSONS
from blackboard.views.view import fold
from reflect.curator import decisions
from reflect.freshness.check import Checked, check, due
from reflect.freshness.files import NoFolder
from reflect.freshness.span import cite
from tests.blackboard.lessons import HERE, lesson, told

TEXT = "def tile(path):\n    with path.open() as file:\n        return file.read()\n"
OTHER = "import os\n\n\ndef kite():\n    return os.getcwd()\n"
PATH = "src/tile.py"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A real repository with the cited lines at 7 to 9."""
    place = tmp_path / "kite"
    (place / "src").mkdir(parents=True)
    (place / PATH).write_text(f"{OTHER}\n{TEXT}")
    (place / "README").write_text("Kites.")
    git(place, "init", "-q")
    git(place, "add", ".")
    return place


def git(place: Path, *arguments: str) -> None:
    """Runs git in a repository."""
    subprocess.run(["git", "-C", place, *arguments], check=True)


def citing(key: str = "l", text: str = TEXT, first_line: int | None = 7, **fields: Any) -> NewEvent:
    """A lesson whose evidence cites lines."""
    cited = cite("e1", text, PATH, first_line=first_line, session="s1")
    assert cited is not None
    evidence = [cited.model_dump(exclude_none=True)]
    return lesson(key, f"Close the file of {key}", evidence=evidence, **fields)


def checked(board: Board, root: Path) -> list[Checked]:
    """What a check of the project finds."""
    return list(check(board, due(board, HERE), root))


def stands(board: Board, key: str = "l") -> str:
    """A lesson's freshness on the board."""
    return str(board.row("lessons", key)["freshness"])


def tellings(board: Board) -> list[str]:
    """The check events so far."""
    return [(event.payload or {})["freshness"] for event in board.read(types=["lesson.checked"])]


def assert_replay_agrees(board: Board) -> None:
    """A rebuild, and folding in memory, give the rows that there are."""
    rows = {row["id"]: row for row in board.view("lessons")}
    board.replay("lessons")
    assert {row["id"]: row for row in board.view("lessons")} == rows
    assert fold(LESSONS, board.read()) == rows


def test_lines_that_stand_are_no_news(board: Board, root: Path) -> None:
    """A lesson is fresh as it is recorded, and one that cites nothing is not judged at all."""
    board.append([citing(), lesson("plain", "Run the tests")])
    assert (stands(board), stands(board, "plain")) == ("fresh", "")
    (found,) = checked(board, root)
    assert found.judgement is not None
    assert (found.judgement.freshness, found.changed) == ("fresh", False)
    assert tellings(board) == []


def test_each_change_of_state_is_told_once(board: Board, root: Path) -> None:
    """Moved, drifted, orphaned, and fresh again by itself when the file comes back."""
    board.append([citing()])
    whole = (root / PATH).read_text()
    states = {
        "moved": f"# a line more\n{whole}",
        "drifted": whole.replace("read()", "read(5)"),
        "orphaned": None,
        "fresh": whole.replace("\n", "\r\n"),
    }
    for number, (state, text) in enumerate(states.items()):
        if text is None:
            (root / PATH).unlink()
        else:
            (root / PATH).write_bytes(f"\ufeff{text}".encode())
        for _ in range(2):
            checked(board, root)
        assert stands(board) == state
        assert tellings(board) == list(states)[: number + 1]
    assert_replay_agrees(board)


def test_lines_that_wander_in_their_file_are_told_once(board: Board, root: Path) -> None:
    """Every commit above them would be an event otherwise."""
    board.append([citing()])
    for _ in range(3):
        (root / PATH).write_text(f"# more\n{(root / PATH).read_text()}")
        checked(board, root)
    assert tellings(board) == ["moved"]


@pytest.mark.parametrize("to", ["lib/tile.py", "src/renamed.py"])
def test_a_renamed_file_is_found_by_its_lines(board: Board, root: Path, to: str) -> None:
    """In another folder, or beside its old place."""
    board.append([citing()])
    (root / "lib").mkdir()
    git(root, "mv", PATH, to)
    checked(board, root)
    row = board.row("lessons", "l")
    assert (row["freshness"], row["checked"]["path"]) == ("moved", to)
    assert_replay_agrees(board)


def test_a_file_of_the_same_name_with_other_lines_is_another_file(board: Board, root: Path) -> None:
    """The lesson is orphaned then."""
    board.append([citing()])
    (root / "lib").mkdir()
    (root / PATH).rename(root / "lib" / "tile.py")
    (root / "lib" / "tile.py").write_text(OTHER)
    checked(board, root)
    assert stands(board) == "orphaned"


def test_evidence_without_a_hash_asks_only_whether_the_file_is_there(
    board: Board, root: Path
) -> None:
    """Whatever its content is."""
    cited = cite("e1", TEXT, PATH)
    assert cited is not None
    plain = cited.model_copy(update={"sha256": None})
    board.append([lesson("l", "Look there", evidence=[plain.model_dump(exclude_none=True)])])
    (root / PATH).write_text("all new")
    checked(board, root)
    assert tellings(board) == []
    (root / PATH).unlink()
    checked(board, root)
    assert tellings(board) == ["orphaned"]


def test_what_cannot_be_read_tells_nothing(board: Board, root: Path, tmp_path: Path) -> None:
    """A link out of the repository, a binary file, an empty checkout, a missing folder."""
    board.append([citing()])
    (tmp_path / "secret").write_text("nothing of ours")
    (root / PATH).unlink()
    (root / PATH).symlink_to(tmp_path / "secret")
    assert [each.judgement for each in checked(board, root)] == [None]
    (root / PATH).unlink()
    (root / PATH).write_bytes(b"\0")
    assert [each.judgement for each in checked(board, root)] == [None]
    shutil.rmtree(root / "src")
    (root / "README").unlink()
    assert [each.judgement for each in checked(board, root)] == [None]
    shutil.rmtree(root)
    with pytest.raises(NoFolder):
        checked(board, root)
    assert (stands(board), tellings(board)) == ("fresh", [])


def test_one_span_that_stands_keeps_a_lesson(board: Board, root: Path) -> None:
    """It was seen in two sessions; the lines of one were changed since."""
    board.append([citing(text=TEXT.replace("read", "seek"))])
    cited = cite("e2", TEXT, PATH, first_line=7, session="s2")
    assert cited is not None
    again = told("lesson.deduplicated", "l", evidence=[cited.model_dump(exclude_none=True)])
    checked(board, root)
    assert stands(board) == "drifted"
    board.append([again])
    assert stands(board) == "fresh"  # it was met again since
    checked(board, root)
    assert tellings(board) == ["drifted"]


@pytest.mark.parametrize("how", ["approve", "revise"])
def test_a_person_who_looks_at_it_settles_it_and_may_take_that_back(
    board: Board, root: Path, how: str
) -> None:
    """What was cited until then is not looked for again, unless the decision is undone."""
    board.append([citing(), told("lesson.approved", "l", by="human")])
    (root / PATH).write_text(OTHER)
    checked(board, root)
    assert stands(board) == "drifted"
    row = board.row("lessons", "l")
    if how == "approve":
        decisions.approve(board, row)
    else:
        decisions.revise(board, row, constraint="Close every file")
    assert stands(board) == ""
    assert checked(board, root) == []
    decisions.undo(board, board.row("lessons", "l"))
    assert stands(board) == "drifted"
    checked(board, root)
    assert tellings(board) == ["drifted"]
    assert_replay_agrees(board)


def test_a_policy_settles_nothing(board: Board, root: Path) -> None:
    """It has not looked at the file."""
    board.append([citing()])
    (root / PATH).write_text(OTHER)
    checked(board, root)
    board.append([told("lesson.approved", "l", by="policy")._replace(actor="curator")])
    assert stands(board) == "drifted"


def test_new_lines_after_a_look_are_looked_for_alone(board: Board, root: Path) -> None:
    """The old ones stay settled."""
    board.append([citing(text=TEXT.replace("read", "seek"))])
    checked(board, root)
    decisions.approve(board, board.row("lessons", "l"))
    cited = cite("e2", TEXT, PATH, first_line=7, session="s2")
    assert cited is not None
    evidence = [cited.model_dump(exclude_none=True)]
    board.append([told("lesson.deduplicated", "l", evidence=evidence)])
    assert stands(board) == "fresh"
    (root / PATH).unlink()
    checked(board, root)
    assert stands(board) == "orphaned"
    assert_replay_agrees(board)


def test_lessons_that_are_not_offered_are_not_checked(board: Board) -> None:
    """Nor those of other projects."""
    board.append([citing(), citing("gone", status="retired"), citing("far", project="elsewhere")])
    assert [row["id"] for row in due(board, HERE)] == ["l"]


def test_a_check_stands_by_its_past(board: Board, root: Path) -> None:
    """As of before it, the lesson was fresh."""
    board.append([citing()])
    before = board.log.head()
    (root / PATH).write_text(OTHER)
    checked(board, root)
    with board.as_of(before) as past:
        assert stands(past) == "fresh"

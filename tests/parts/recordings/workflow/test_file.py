"""The file of a workflow and the board say the same, or nothing is run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from blackboard import Board
from blackboard.errors import BoardError, NotFound
from blackboard.events.recording import WorkflowCompiled
from blackboard.views.rows import WorkflowRow
from lessonboard.parts.recordings.workflow import changes
from lessonboard.parts.recordings.workflow.file import (
    ChangedFile,
    changed,
    edited_document,
    ensure_accepted,
    folder_of,
    project,
    read_file,
)
from lessonboard.parts.recordings.workflow.read import NAME, BadWorkflowFile, written
from lessonboard.parts.recordings.workflow.versions import before_last_edit, record_edit, versions
from tests.parts.recordings.workflow.samples import delete_customer
from tests.parts.recordings.workflow.test_errors import TOKEN

ID = "customers-1"


@pytest.fixture
def board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Board]:
    """A board with a workflow, whose file is in the working folder."""
    monkeypatch.chdir(tmp_path)
    with Board.open(tmp_path / "board.db") as found:
        compiled = WorkflowCompiled(recording=ID, workflow=delete_customer(), made_from_sha256="1")
        found.record(compiled, actor="recorder")
        project(row(found), folder_of(ID))
        yield found


def row(board: Board) -> WorkflowRow:
    """The workflow as it is in force."""
    return board.row("workflows", ID)


def edit(old: str, new: str) -> None:
    """Change the file as a person does."""
    path = folder_of(ID) / NAME
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_comment_is_no_change(board: Board) -> None:
    """Neither is another layout."""
    edit("steps:", "# what is done\n\nsteps:")
    ensure_accepted(board, row(board))


def test_a_changed_file_is_refused_with_its_difference(board: Board) -> None:
    """Until it is recorded, which makes it what is run."""
    edit("Delete it.", "Remove it.")
    with pytest.raises(ChangedFile, match="recording accept customers-1") as refused:
        ensure_accepted(board, row(board))
    assert "+    what: Remove it." in refused.value.diff
    found = changed(board, row(board))
    assert found is not None
    record_edit(board, row(board), found.document)
    ensure_accepted(board, row(board))
    assert row(board)["workflow"]["steps"][2]["what"] == "Remove it."


def test_a_file_with_errors_is_refused_with_all_of_them(board: Board) -> None:
    """And the board keeps what it has."""
    edit("do: press", "do: pres")
    with pytest.raises(BadWorkflowFile) as refused:
        ensure_accepted(board, row(board))
    assert "did you mean 'press'?" in refused.value.lines[0]


def test_another_host_is_said_before_it_is_accepted(board: Board) -> None:
    """A file from elsewhere may lead the browser elsewhere."""
    edit("page: http://shop.example/customers", "page: http://evil.example/customers")
    found = changed(board, row(board))
    assert found is not None
    assert found.new_hosts == ["evil.example"]


def test_a_file_of_an_earlier_version_is_written_anew(board: Board) -> None:
    """It was changed on the page, not in the file."""
    new = changes.step_changed(delete_customer(), 3, {"what": "Remove it."})
    record_edit(board, row(board), new)
    ensure_accepted(board, row(board))
    assert "Remove it." in (folder_of(ID) / NAME).read_text()


def test_an_edit_is_undone_and_redone(board: Board) -> None:
    """Undo is redo after an undo, however many edits there are."""
    with pytest.raises(NotFound, match="no edit to undo"):
        before_last_edit(versions(board, ID))
    new = changes.step_changed(delete_customer(), 3, {"what": "Remove it."})
    record_edit(board, row(board), new)
    undone, document = before_last_edit(versions(board, ID))
    assert document == delete_customer()
    record_edit(board, row(board), document, undoes=undone.event)
    assert before_last_edit(versions(board, ID))[1] == new
    record_edit(board, row(board), new, undoes=undone.event)
    record_edit(board, row(board), newer := changes.step_changed(new, 3, {"what": "Forget it."}))
    for expected in (new, newer, new):
        undone, document = before_last_edit(versions(board, ID))
        assert document == expected
        record_edit(board, row(board), document, undoes=undone.event)


def test_a_compilation_does_not_replace_an_edit(board: Board) -> None:
    """It is kept beside it; where it is the same, nothing is edited any more."""
    new = changes.step_changed(delete_customer(), 3, {"what": "Remove it."})
    record_edit(board, row(board), new)
    again = WorkflowCompiled(recording=ID, workflow=delete_customer(), made_from_sha256="2")
    board.record(again, actor="recorder")
    assert row(board)["workflow"] == new
    assert row(board)["compiled"] == delete_customer()
    board.record(WorkflowCompiled(recording=ID, workflow=new, made_from_sha256="3"), actor="r")
    assert row(board)["compiled"] is None


def test_a_text_that_was_accepted_may_look_like_a_secret_in_every_edit(board: Board) -> None:
    """Of the file, of the page, and of what a person did; one that is new may not."""
    title = f"Delete {TOKEN}"
    record_edit(board, row(board), {**delete_customer(), "title": title})
    assert changed(board, row(board)) is None
    more = {**row(board)["workflow"], "description": "New words"}
    assert edited_document(row(board), written(more)) == more
    with pytest.raises(BadWorkflowFile, match="looks like a secret"):
        edited_document(row(board), written({**more, "description": f"Say {TOKEN}"}))


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """Whatever the reason is, as here that it is a folder."""
    with pytest.raises(BoardError, match=f"could not read {tmp_path}: Is a directory"):
        read_file(tmp_path)

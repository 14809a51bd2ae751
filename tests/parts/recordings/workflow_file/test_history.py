"""The versions of a workflow on the board: edits stay in force, and each can be taken back."""

from __future__ import annotations

from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard import Board
from blackboard.errors import NotFound
from blackboard.events.recording import WorkflowCompiled, WorkflowEdited
from blackboard.views.rows import WorkflowRow
from lessonboard.parts.recordings.workflow_file.document import Json
from lessonboard.parts.recordings.workflow_file.history import (
    CannotUndo,
    last_edit,
    record_edit,
    version,
    versions,
    without,
)
from tests.long_runs import rounds
from tests.parts.recordings.workflow_file.samples import delete_customer


def compiled(board: Board, workflow: Json) -> str:
    """Record a compilation."""
    payload = WorkflowCompiled(recording="r1", workflow=workflow, made_from_sha256="00")
    return board.record(payload, actor="recorder")[0].id


def row(board: Board) -> WorkflowRow:
    """The workflow as it is in force."""
    return board.row("workflows", "r1")


def titled(title: str) -> Json:
    """The sample with another title."""
    return {**delete_customer(), "task_name": title}


def described(workflow: Json, text: str) -> Json:
    """With another description."""
    return {**deepcopy(workflow), "detailed_task_description": text}


def undo(board: Board, event: str = "") -> str:
    """Undo an edit, or the last one."""
    found = versions(board, "r1")
    edit = version(found, event) if event else last_edit(found)
    return record_edit(board, row(board), without(found, edit), actor="human", undoes=edit.event)


_acts = st.lists(st.tuples(st.sampled_from(["compile", "edit", "undo"]), st.sampled_from("abc")),
                 max_size=8)  # fmt: skip


@settings(deadline=None, max_examples=rounds(8, 40))
@given(_acts)
def test_an_edit_stays_in_force_until_it_is_edited_or_undone(acts: list[tuple[str, str]]) -> None:
    """A compilation replaces compilations alone, and the view agrees with the versions."""
    with Board.open(":memory:") as board:
        compiled(board, titled("first"))
        for act, title in acts:
            before = row(board)
            if act == "compile":
                compiled(board, titled(title))
                after = row(board)
                kept = before["compiled"] is not None and titled(title) != before["workflow"]
                assert after["workflow"] == (before["workflow"] if kept else titled(title))
            elif act == "edit":
                record_edit(board, before, titled(title), actor="human")
                assert row(board)["workflow"]["task_name"] == title
            else:
                try:
                    undo(board)
                except (NotFound, CannotUndo):
                    assert row(board)["workflow"] == before["workflow"]
            now = row(board)
            assert (now["edited_by"] is None) == (now["compiled"] is None)
            assert now["compiled"] is None or now["compiled"] != now["workflow"]
            assert versions(board, "r1")[-1].in_force == now["workflow"]


def test_edits_are_undone_from_the_last_and_redone() -> None:
    """An undo of an undo gives the edit back; what was compiled is no edit."""
    with Board.open(":memory:") as board:
        first = compiled(board, titled("first"))
        record_edit(board, row(board), titled("second"), actor="human")
        record_edit(board, row(board), titled("third"), actor="human")
        undo(board)
        assert row(board)["title"] == "second"
        taken = undo(board)
        assert (row(board)["title"], row(board)["edited_by"]) == ("first", None)
        with pytest.raises(NotFound, match="no edit to undo"):
            undo(board)
        undo(board, taken)
        assert row(board)["title"] == "second"
        with pytest.raises(NotFound, match="was compiled, not edited"):
            undo(board, first)


def test_an_earlier_edit_is_undone_alone() -> None:
    """What was edited since stays, unless it is the same thing."""
    with Board.open(":memory:") as board:
        compiled(board, titled("first"))
        earlier = record_edit(board, row(board), titled("second"), actor="human")
        record_edit(board, row(board), described(titled("second"), "New"), actor="human")
        undo(board, earlier)
        assert row(board)["workflow"] == described(titled("first"), "New")
        changed = record_edit(board, row(board), titled("x"), actor="human")
        record_edit(board, row(board), titled("y"), actor="human")
        with pytest.raises(CannotUndo, match="undo the later edits first"):
            undo(board, changed)


def test_an_edit_before_any_compilation_is_not_a_workflow() -> None:
    """As on a board that forgot the rest."""
    with Board.open(":memory:") as board:
        edited = WorkflowEdited(recording="r1", workflow=titled("x"), base="gone")
        board.record(edited, actor="human")
        assert board.view("workflows") == []
        assert versions(board, "r1") == []

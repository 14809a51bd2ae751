"""One change of a workflow at a time: what else changes with it, and what does not."""

from __future__ import annotations

import pytest

from blackboard.errors import NotFound
from lessonboard.parts.recordings.workflow_file import changes
from lessonboard.parts.recordings.workflow_file.document import Json, document, steps_of
from lessonboard.parts.recordings.workflow_file.read import Context, read, written
from tests.parts.recordings.workflow_file.samples import delete_customer


def kept(workflow: Json) -> Json:
    """The workflow as its file has it, after the checks of a file."""
    found, problems = read(written(workflow), Context(delete_customer()))
    assert found is not None, problems
    return document(found)


def order(workflow: Json) -> list[tuple[int, int]]:
    """The steps by their number, each with its subtask."""
    return [(step["index"], step["subtask"]) for step in steps_of(workflow)]


def test_a_step_is_said_otherwise_and_nothing_else() -> None:
    """Its locators stay, and so do all other steps."""
    changed = changes.step_changed(delete_customer(), 0, {"intent": "Look for {email}."})
    before, after = kept(delete_customer()), kept(changed)
    assert after["steps"][0] == {**before["steps"][0], "what": "Look for {email}."}
    assert after["steps"][1:] == before["steps"][1:]
    assert steps_of(changed)[0]["target"] == steps_of(delete_customer())[0]["target"]


def test_a_subtask_whose_last_step_is_left_out_goes_with_it() -> None:
    """The one before it keeps its steps, and the file is still one."""
    changed = changes.step_removed(delete_customer(), 5)
    assert order(changed) == [(0, 0), (2, 0)]
    assert [each["title"] for each in changed["subtasks"]] == ["Search"]
    assert len(kept(changed)["steps"]) == 2
    first = changes.step_removed(changes.step_removed(delete_customer(), 0), 2)
    assert order(first) == [(5, 0)]
    assert kept(first)["subtasks"] == [{"title": "Delete"}]


def test_a_step_moves_within_the_steps_and_into_the_subtask_it_comes_to() -> None:
    """Up and down again; beyond the ends nothing moves."""
    workflow = delete_customer()
    assert order(changes.step_moved(workflow, 2, "up")) == [(2, 0), (0, 0), (5, 1)]
    assert order(changes.step_moved(workflow, 5, "up")) == [(0, 0), (5, 0), (2, 0)]
    assert order(changes.step_moved(workflow, 0, "up")) == order(workflow)
    assert order(changes.step_moved(workflow, 5, "down")) == order(workflow)
    kept(changes.step_moved(workflow, 5, "up"))


def test_a_parameter_is_called_otherwise_wherever_it_is_named() -> None:
    """In values, rows and the outcome; a longer name that begins alike is another one."""
    changed = changes.parameter_changed(delete_customer(), "email", {"name": "whose"})
    assert "{email}" not in written(changed)
    file = kept(changed)
    assert list(file["parameters"]) == ["whose"]
    assert file["steps"][0]["value"] == "{whose}"
    assert file["steps"][2]["in"]["row"] == {"Name": "Ada", "Email": "{whose}"}
    assert file["outcome"]["absent"] == "{whose}"


def test_what_is_not_there_cannot_be_changed() -> None:
    """Neither a step nor a parameter."""
    with pytest.raises(NotFound, match="no step 7"):
        changes.step_removed(delete_customer(), 7)
    with pytest.raises(NotFound, match="no parameter 'name'"):
        changes.parameter_changed(delete_customer(), "name", {})

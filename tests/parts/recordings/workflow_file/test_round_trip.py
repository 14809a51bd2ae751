"""A workflow and its file are the same thing twice."""

from __future__ import annotations

import yaml
from hypothesis import given, settings

from lessonboard.parts.recordings.workflow_file.document import Json, document
from lessonboard.parts.recordings.workflow_file.read import Context, read, written
from tests.long_runs import rounds
from tests.parts.recordings.workflow_file.samples import delete_customer, workflows


@settings(deadline=None, max_examples=rounds(12, 60))
@given(workflows())
def test_a_workflow_comes_back_from_its_file_as_it_was(workflow: Json) -> None:
    """Whatever its texts are, with all that the file leaves out."""
    back, problems = read(written(workflow), Context(workflow))
    assert problems == []
    assert back == workflow


@settings(deadline=None, max_examples=rounds(12, 60))
@given(workflows())
def test_the_file_alone_says_all_that_it_shows(workflow: Json) -> None:
    """Read on a machine that never saw the recording, it gives the same file again."""
    back, problems = read(written(workflow))
    assert problems == []
    assert back is not None
    assert document(back) == document(workflow)


def test_a_text_of_100_kb_comes_back() -> None:
    """In one line of the file."""
    workflow = delete_customer()
    workflow["task_params"][0]["example"] = "x: {y}\n" * 15_000
    back, problems = read(written(workflow), Context(workflow))
    assert (back, problems) == (workflow, [])


def test_a_step_says_what_a_person_would_say() -> None:
    """The target by role and name, the row by what it says; no locator, no number."""
    assert """
  - subtask: 2
    do: click
    what: Step 5
    target: {button: Delete}
    in: {row: {Name: Ada, Email: "{email}"}, by: Email}
    danger: delete
    id: 5
""" in written(delete_customer())


def test_other_tools_read_the_same_texts() -> None:
    """A reader of YAML that knows nothing of workflows takes no text for a number or a date."""
    workflow = delete_customer()
    values = ["no", "1e3", "0x1F", "007", "2026-01-01", "null", "~", "1_000", "12:30:45", ".5"]
    for value in values:
        workflow["plan"]["steps"][0]["action_value"] = value
        assert yaml.safe_load(written(workflow))["steps"][0]["value"] == value

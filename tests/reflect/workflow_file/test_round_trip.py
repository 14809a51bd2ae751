"""A workflow and its file are the same thing twice."""

from __future__ import annotations

from hypothesis import given, settings

from reflect.workflow_file.document import Json, document
from reflect.workflow_file.read import Context, read, written
from tests.reflect.workflow_file.samples import delete_customer, workflows


@settings(deadline=None, max_examples=60)
@given(workflows())
def test_a_workflow_comes_back_from_its_file_as_it_was(workflow: Json) -> None:
    """Whatever its texts are, with all that the file leaves out."""
    back, problems = read(written(workflow), Context(workflow))
    assert problems == []
    assert back == workflow


@settings(deadline=None, max_examples=60)
@given(workflows())
def test_the_file_alone_says_all_that_it_shows(workflow: Json) -> None:
    """Read on a machine that never saw the recording, it gives the same file again."""
    back, problems = read(written(workflow))
    assert problems == []
    assert back is not None
    assert document(back) == document(workflow)


def test_what_a_file_looks_like() -> None:
    """Short, and in words that a person knows."""
    assert written(delete_customer()) == ""

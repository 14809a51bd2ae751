"""A workflow and its file are the same thing twice."""

from __future__ import annotations

import yaml
from hypothesis import given, settings

from lessonboard.parts.recordings.workflow.checks import checked
from lessonboard.parts.recordings.workflow.read import Json, read, written
from tests.long_runs import rounds
from tests.parts.recordings.workflow.samples import delete_customer, workflows


@settings(deadline=None, max_examples=rounds(40, 400))
@given(workflows())
def test_a_workflow_comes_back_from_its_file_as_it_was(workflow: Json) -> None:
    """Whatever its texts are: nothing of it is anywhere else."""
    assert checked(workflow) == (workflow, [])
    assert read(written(workflow)) == (workflow, [])


def test_a_text_of_100_kb_comes_back() -> None:
    """In one line of the file."""
    workflow = delete_customer()
    workflow["parameters"]["email"]["example"] = "x: {y}\n" * 15_000
    assert read(written(workflow)) == (workflow, [])


def test_five_thousand_steps_are_read() -> None:
    """And come back as they were."""
    workflow = delete_customer()
    workflow["steps"] = [{"do": "click", "target": {"button": f"B {n}"}} for n in range(5000)]
    assert read(written(workflow)) == (workflow, [])


def test_a_step_says_what_a_person_would_say() -> None:
    """The target by role and name, the row by what it says."""
    assert """
  - part: Delete
    do: click
    what: Delete it.
    target: {button: Delete}
    in: {row: {Name: Ada, Email: "{email}"}, by: Email}
    where: {section: Customers}
    id: 5
""" in written(delete_customer())


def test_other_tools_read_the_same_texts() -> None:
    """A reader of YAML that knows nothing of workflows takes no text for a number or a date."""
    workflow = delete_customer()
    values = ["no", "1e3", "0x1F", "007", "2026-01-01", "null", "~", "1_000", "12:30:45", ".5"]
    for value in values:
        workflow["steps"][0]["value"] = value
        assert yaml.safe_load(written(workflow))["steps"][0]["value"] == value

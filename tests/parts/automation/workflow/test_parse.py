"""Workflow files: parsing, and reporting of errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from lessonboard.parts.automation.workflow.parse import parse, read
from lessonboard.parts.automation.workflow.step import Action, Fault, WorkflowInvalid


def problems(text: str) -> list[Fault]:
    """What is wrong with a workflow."""
    with pytest.raises(WorkflowInvalid) as raised:
        parse(text, "file.md")
    return raised.value.problems


def test_a_heading_is_a_step_and_a_check_list_its_actions() -> None:
    """With the agents that the actions ask for."""
    text = (
        "# Title\n\n### Step 5.1: Build it\n\n- [ ] **Always use** builder agent to build\n"
        "- [x] **Use** the tester agent for tests\n- [ ] **Use** any tool via agent\n- [ ] Tidy\n"
    )
    step = parse(text, "file.md").steps[0]
    assert (step.id, step.title, step.line) == ("5.1", "Build it", 3)
    assert [action.agent for action in step.actions] == ["builder", "tester", None, None]


def test_ids_may_have_parts_and_letters() -> None:
    """Steps keep the order of the file, whatever their numbers."""
    text = "### Step 5: A\n### Step 5.5: B\n### Step 20c: C\n### Step 2: D\n"
    assert parse(text, "f").ids == ["5", "5.5", "20c", "2"]


def test_lines_of_our_own_say_who_shows_what() -> None:
    """Several doers work one after the other; bold and upper case are taken too."""
    step = parse(
        "### Step 1: Finish\n**Done by:** agent, Checks, push\nevidence: text, push\n"
        "Critical: YES\n",
        "f",
    ).steps[0]
    assert step.doers == ("agent", "checks", "push")
    assert step.proofs == ("text", "push")
    assert step.critical


def test_without_an_evidence_line_a_step_shows_what_its_doers_are_for() -> None:
    """A push shows a commit and a push."""
    step = parse("### Step 1: Finish\nDone by: push\n", "f").steps[0]
    assert (step.proofs, step.critical) == (("commit", "push"), False)


def test_a_foreign_file_gets_its_doers_by_the_words_of_its_titles(shared_data: Path) -> None:
    """Its critical steps are the same five as in our own workflow."""
    steps = read(shared_data / "workflows" / "default_workflow_13_steps.md").steps
    assert [step.doers[0] for step in steps] == [
        "agent", "issue", "worktree", "agent", "agent", "agent", "checks", "push",
        "pull-request", "agent", "agent", "limits", "ready",
    ]  # fmt: skip
    assert [step.id for step in steps if step.critical] == ["2", "3", "5", "8", "9"]
    assert steps[10].doers == ("agent", "push")
    assert steps[4].actions[0].agent == "builder"
    assert steps[1].actions[0].agent is None


def test_steps_inside_code_do_not_count() -> None:
    """Whichever fence, and however long it is."""
    text = (
        "```markdown\n### Step 9: Not me\n```\n~~~~\n```\n### Step bad\n~~~\n~~~~\n### Step 1: Me\n"
    )
    assert parse(text, "f").ids == ["1"]


def test_a_section_ends_at_the_next_heading_of_its_rank() -> None:
    """Text below another heading is not part of the step."""
    steps = parse("### Step 1: A\n#### More\n- [ ] in\n## Notes\n- [ ] out\n", "f").steps
    assert steps[0].actions == (Action("in"),)


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("", 1, "there is no step"),
        ("# Only a title\n", 1, "there is no step"),
        ("### Step 1: A\n\n### Step 1: B\n", 3, "step 1 is already in line 1"),
        ("### Step 1: A\n### Step 3: C\n", 2, "step 2 is missing before step 3"),
        ("### Step 2: B\n", 1, "step 1 is missing before step 2"),
        ("### Step two: B\n", 1, "looks like a step"),
        ("### Step 1 A\n", 1, "looks like a step"),
        ("### Step 1:\n", 1, "looks like a step"),
        ("###Step 1: A\n", 1, "looks like a step"),
        ("## Step 1: A\n", 1, "looks like a step"),
        ("### Step 1: A\nDone by: nobody\n", 2, "`done by:` says 'nobody'; choose from agent"),
        ("### Step 1: A\nDone by:\n", 2, "`done by:` says nothing"),
        ("### Step 1: A\nEvidence: trust me\n", 2, "`evidence:` says 'trust me'"),
        ("### Step 1: A\nCritical: perhaps\n", 2, "write yes or no"),
        ("### Step 1: A\nCritical: no\nCritical: yes\n", 3, "says `Critical:` twice"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text: str, line: int, told: str) -> None:
    """Each fault by itself."""
    found = problems(text)
    assert (len(found), found[0].line) == (1, line)
    assert told in found[0].message


def test_a_hole_in_numbers_is_a_fault_only_where_all_ids_are_plain() -> None:
    """With 5.5 among them the numbers are names."""
    assert parse("### Step 1: A\n### Step 5.5: B\n### Step 9: C\n", "f").ids == ["1", "5.5", "9"]


def test_all_faults_are_told_at_once() -> None:
    """In the order of their lines, in one message."""
    with pytest.raises(WorkflowInvalid, match=r"line 2: .*; line 3: .*; line 4: "):
        parse("### Step 1: A\nDone by: x\n### Step one: B\n### Step 1: C\n", "f")


def test_words_that_merely_begin_like_a_step_are_left_alone() -> None:
    """A heading about steps is not a malformed step."""
    text = "## Steps\n### Step by step\n### Stepping stones\n### Step 1: A\n"
    assert parse(text, "f").ids == ["1"]

"""Edits and new compilations are joined: nothing of either is lost without being shown."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy

from hypothesis import given, settings
from hypothesis import strategies as st

from lessonboard.parts.recordings.workflow_file.document import Json, steps_of
from lessonboard.parts.recordings.workflow_file.merging import merge
from lessonboard.parts.recordings.workflow_file.read import Context, read, written
from tests.long_runs import rounds
from tests.parts.recordings.workflow_file.samples import HOST, delete_customer, step, workflows

Change = Callable[[Json], None]


def changed(workflow: Json, *changes: Change) -> Json:
    """A copy with some changes."""
    copy = deepcopy(workflow)
    for change in changes:
        change(copy)
    return copy


def set_in(index: int, key: str, value: object) -> Change:
    """Another value for a field of the step with this index."""

    def change(workflow: Json) -> None:
        for each in steps_of(workflow):
            if each["index"] == index:
                each[key] = value

    return change


def delete(index: int) -> Change:
    """Without a step."""

    def change(workflow: Json) -> None:
        kept = [each for each in steps_of(workflow) if each["index"] != index]
        workflow["plan"]["steps"] = kept
        for subtask in workflow["subtasks"]:
            subtask["steps"] = [each for each in subtask["steps"] if each != index]

    return change


def add(index: int, after: int, intent: str) -> Change:
    """With another step, behind one."""

    def change(workflow: Json) -> None:
        steps = steps_of(workflow)
        place = [each["index"] for each in steps].index(after)
        number = steps[place]["subtask"]
        steps.insert(place + 1, step(index, "HOVER", intent=intent, subtask=number,
                                     target={"role": "button", "name": intent}))  # fmt: skip
        listed = workflow["subtasks"][number]["steps"]
        listed.insert(listed.index(after) + 1, index)

    return change


@settings(deadline=None, max_examples=rounds(6, 30))
@given(workflows(), workflows())
def test_one_change_alone_is_the_result(base: Json, other: Json) -> None:
    """Whichever side made it, and where both made the same."""
    assert merge(base, other, base) == (other, [])
    assert merge(base, base, other) == (other, [])
    assert merge(base, other, other) == (other, [])


@settings(deadline=None, max_examples=rounds(10, 50))
@given(workflows(), workflows(), workflows())
def test_whatever_is_merged_is_a_sound_workflow(base: Json, mine: Json, theirs: Json) -> None:
    """Each step is in one subtask, in order, and the file of it can be read."""
    merged = merge(base, mine, theirs).workflow
    indexes = [each["index"] for each in steps_of(merged)]
    assert indexes == [index for part in merged["subtasks"] for index in part["steps"]]
    assert len(indexes) == len(set(indexes))
    if indexes:
        back, problems = read(written(merged), Context(merged))
        assert (back, problems) == (merged, [])


@given(st.sampled_from([0, 2, 5]), st.sampled_from([0, 2, 5]))
def test_changes_of_different_things_are_both_there(mine: int, theirs: int) -> None:
    """Other steps, or other fields of one step."""
    base = delete_customer()
    left = changed(base, set_in(mine, "intent", "Mine"))
    right = changed(base, set_in(theirs, "made_by", "model"), set_in(theirs, "danger", "pay"))
    merged, conflicts = merge(base, left, right)
    assert conflicts == []
    assert merged == changed(left, set_in(theirs, "made_by", "model"),
                             set_in(theirs, "danger", "pay"))  # fmt: skip


def test_a_conflict_keeps_the_persons_and_shows_both() -> None:
    """Where both changed the same field differently."""
    base = delete_customer()
    left = changed(base, set_in(0, "action_value", "mine"))
    right = changed(base, set_in(0, "action_value", "theirs"), set_in(2, "intent", "New"))
    merged, conflicts = merge(base, left, right)
    assert merged == changed(left, set_in(2, "intent", "New"))
    [conflict] = conflicts
    assert str(conflict) == "step 0 action_value: yours 'mine', compiled 'theirs'"


def test_a_deleted_step_stays_deleted_unless_the_recording_changed_it() -> None:
    """Then that is a conflict; that another model wrote its card is none."""
    base = delete_customer()
    left = changed(base, delete(2))
    again = changed(base, set_in(2, "made_by", "model"), set_in(0, "intent", "New"))
    merged, conflicts = merge(base, left, again)
    assert (merged, conflicts) == (changed(left, set_in(0, "intent", "New")), [])
    other = changed(base, set_in(2, "action_value", "TAB"))
    merged, conflicts = merge(base, left, other)
    assert [each["index"] for each in steps_of(merged)] == [0, 5]
    assert [each.where for each in conflicts] == ["step 2"]


def test_added_steps_of_both_sides_are_there_once_each() -> None:
    """Also where the person's has the number of a line that was recorded since."""
    base = delete_customer()
    left = changed(base, add(6, 2, "Mine"))
    right = changed(base, add(6, 5, "Theirs"))
    merged, conflicts = merge(base, left, right)
    assert conflicts == []
    assert [(each["index"], each["intent"], each["subtask"]) for each in steps_of(merged)] == [
        (0, 'Fill in "Search".', 0), (2, "Step 2", 0), (7, "Mine", 0), (5, "Step 5", 1),
        (6, "Theirs", 1),
    ]  # fmt: skip
    assert [part["steps"] for part in merged["subtasks"]] == [[0, 2, 7], [5, 6]]


def test_an_edited_outcome_and_a_new_address_are_both_kept() -> None:
    """The outcome is merged key by key."""
    base = delete_customer()
    left = changed(base, lambda workflow: workflow["outcome"].update(text="Deleted"))
    right = changed(base, lambda workflow: workflow["outcome"].update(place=f"{HOST}/all"))
    merged, conflicts = merge(base, left, right)
    assert conflicts == []
    assert merged["outcome"] == {"place": f"{HOST}/all", "absent": "{email}", "text": "Deleted"}

"""The checks: a draft that loses, doubles, moves or makes up anything is found out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.events.recording import StepCardCompiled
from lessonboard.parts.recordings.compiler.checks import faults, places, settled
from lessonboard.parts.recordings.compiler.draft import Parameter, StepValue, Subtask, WorkflowDraft
from lessonboard.parts.recordings.compiler.template import escape

SECRET = "[secret]"


def cards(*values: str | None, sensitive: frozenset[int] = frozenset()) -> list[StepCardCompiled]:
    """Cards of steps that type these texts, or click where there is none; every other index."""
    return [
        StepCardCompiled(
            recording="r",
            index=2 * n,
            expected_current_state="open",
            intent="Do it.",
            target={"primary": "it"},
            action_type="CLICK" if value is None else "TYPE",
            action_value=value,
            sensitive=n in sensitive,
            made_from_sha256="0",
        )
        for n, value in enumerate(values)
    ]


def draft(steps: list[StepCardCompiled], groups: list[list[int]] | None = None) -> WorkflowDraft:
    """A sound draft of some cards."""
    typed = [step for step in steps if step.action_value is not None]
    return WorkflowDraft(
        detailed_task_description="It does.",
        task_params=[
            Parameter(name=f"p{each.index}", description="A text.",
                      example="" if each.sensitive else each.action_value or "",
                      sensitive=each.sensitive)
            for each in typed
        ],
        subtasks=[
            Subtask(title="Part", description="Do.", steps=group, expected_outcome="Done.")
            for group in groups or [[step.index for step in steps]]
        ],
        success_criteria="It is done.",
        step_values=[StepValue(index=each.index, action_value=f"{{p{each.index}}}")
                     for each in typed],
    )  # fmt: skip


STEPS = cards("Numb", None, "a {b}", SECRET, " ", sensitive=frozenset({3}))
SOUND = draft(STEPS, [[0, 2], [4, 6, 8]])


def test_a_sound_draft_has_no_faults() -> None:
    """Nothing is found where nothing is wrong."""
    assert faults(SOUND, STEPS) == []


@given(st.data(), st.integers(1, 12))
def test_any_dropped_doubled_or_moved_step_is_found(data: st.DataObject, count: int) -> None:
    """Whichever step it is, and however the steps were grouped."""
    steps = cards(*[None] * count)
    order = [step.index for step in steps]
    place = data.draw(st.integers(0, count - 1))
    change = data.draw(st.sampled_from(["drop", "double", "move", "add"]))
    other = data.draw(st.integers(0, count - 1).filter(lambda n: n != place)) if count > 1 else None
    if change == "drop":
        order.pop(place)
    elif change == "double":
        order.insert(data.draw(st.integers(0, count)), order[place])
    elif change == "add" or other is None:
        order.insert(data.draw(st.integers(0, count)), 1)
    else:
        order[place], order[other] = order[other], order[place]
    cut = data.draw(st.integers(0, len(order)))
    groups = [group for group in (order[:cut], order[cut:]) if group] or [[]]
    assert faults(draft(steps, groups), steps)


@given(st.text(min_size=1), st.text())
def test_a_value_that_gives_another_text_is_found(recorded: str, other: str) -> None:
    """Only the text that was recorded will do, to the last blank."""
    steps = cards(recorded)
    changed = draft(steps).model_copy(
        update={"task_params": [], "step_values": [StepValue(index=0, action_value=escape(other))]}
    )
    assert bool(faults(changed, steps)) == (recorded != other)


def change(**update: object) -> WorkflowDraft:
    """The sound draft with something else in it."""
    return SOUND.model_copy(update=update)


PARAMS, VALUES = SOUND.task_params, SOUND.step_values
EXTRA = Parameter(name="extra", description="", example="x")


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (change(task_params=[*PARAMS, EXTRA]), "'extra' is declared but no step uses it"),
        (change(task_params=PARAMS[1:]), "{p0} is used but not declared"),
        (change(task_params=[*PARAMS, PARAMS[0]]), "'p0' is declared 2 times"),
        (change(task_params=[*PARAMS[1:], EXTRA.model_copy(update={"name": "P 0"})]),
         "'P 0' is not named in snake_case"),
        (change(step_values=[*VALUES, StepValue(index=99, action_value="x")]), "step 99"),
        (change(step_values=[*VALUES, VALUES[0]]), "step 0 is given 2 values"),
        (change(step_values=[StepValue(index=0, action_value="{p0"), *VALUES[1:]]),
         "step 0 cannot be rendered"),
        (change(step_values=[StepValue(index=2, action_value="x"), *VALUES]),
         "gives 'x' with the examples, but None was recorded"),
        (change(step_values=[each for each in VALUES if each.index != 6]),
         "step 6 types a secret and needs a sensitive parameter"),
        (change(step_values=[*VALUES[:2], StepValue(index=6, action_value="{p0}"), VALUES[3]]),
         "its whole value must be a sensitive parameter"),
        (change(success_criteria=" "), "success_criteria is empty"),
        (change(success_criteria="{song} plays"), "{song} is used but not declared"),
        (change(subtasks=[*SOUND.subtasks, SOUND.subtasks[0].model_copy(update={"steps": []})]),
         "subtask 3 has no steps"),
    ],
    ids=["unused", "undeclared", "twice", "name", "unknown-step", "two-values", "brace",
         "click-value", "secret-without", "secret-shared", "no-criteria", "mention", "empty"],
)  # fmt: skip
def test_what_breaks_the_facts_is_said(broken: WorkflowDraft, said: str) -> None:
    """Each fault is one sentence that a model, or a person, can act on."""
    assert any(said in fault for fault in faults(broken, STEPS))


def test_examples_are_set_right_where_they_are_known() -> None:
    """A parameter that is all of a value has the recorded text as its example; a secret none."""
    wrong = [each.model_copy(update={"example": "NUMB"}) for each in PARAMS]
    right = settled(change(task_params=wrong), STEPS)
    assert [param.example for param in right.task_params] == ["Numb", "a {b}", "", " "]
    assert faults(right, STEPS) == []


def test_one_parameter_for_two_texts_is_found() -> None:
    """What was typed differently cannot be the same value."""
    steps = cards("one", "two")
    one = draft(steps)
    shared = one.model_copy(
        update={
            "task_params": one.task_params[:1],
            "step_values": [StepValue(index=n, action_value="{p0}") for n in (0, 2)],
        }
    )
    assert "gives 'one' with the examples, but 'two' was recorded" in faults(shared, steps)[0]


def test_a_part_of_a_text_may_be_a_parameter() -> None:
    """Templates may contain other text, with literal braces doubled."""
    steps = cards("play Numb {now}")
    partly = WorkflowDraft(
        detailed_task_description="It plays.",
        task_params=[Parameter(name="song", description="", example="Numb")],
        subtasks=[Subtask(title="Play {song}", description="", steps=[0], expected_outcome="")],
        success_criteria="{song} plays.",
        step_values=[StepValue(index=0, action_value="play {song} {{now}}")],
    )
    assert faults(settled(partly, steps), steps) == []


def test_coordinates_are_found_wherever_they_stand() -> None:
    """A workflow runs on other screens too."""
    assert places(SOUND) == []
    assert "(10, 20)" in places(change(success_criteria="It stands at (10, 20)."))[0]
    part = SOUND.subtasks[0].model_copy(update={"description": "Click x=3."})
    assert "'x=3'" in places(change(subtasks=[part]))[0]

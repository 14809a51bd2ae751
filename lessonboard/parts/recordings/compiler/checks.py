"""Check a draft against the recording: no step lost, duplicated, moved or invented."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from blackboard.events.recording import StepCardCompiled
from lessonboard.parts.recordings.compiler.coordinates import coordinates
from lessonboard.parts.recordings.compiler.draft import Parameter, StepValue, Subtask, WorkflowDraft
from lessonboard.parts.recordings.compiler.parameters import whole
from lessonboard.parts.recordings.compiler.template import (
    NAME,
    BadTemplate,
    MissingValue,
    names,
    render,
)

_MOST_SHOWN = 80
_MENTION = re.compile(rf"(?<!\{{)\{{({NAME.pattern})\}}(?!\}})")


def faults(draft: WorkflowDraft, cards: Sequence[StepCardCompiled]) -> list[str]:
    """The problems of a draft, a sentence each; empty if it is usable.

    Args:
        draft: the draft of a model or of rules, after `settled`.
        cards: the steps in order.
    """
    return [
        *_of_parameters(draft.task_params),
        *_of_values(draft, {card.index: card for card in cards}),
        *_of_uses(draft),
        *_of_order([step for part in draft.subtasks for step in part.steps], cards),
        *_of_subtasks(draft.subtasks),
        *_of_whole(draft),
    ]


def places(draft: WorkflowDraft) -> list[str]:
    """Texts of a model that use coordinates; not applied to rules, which only copy page texts."""
    texts = [draft.detailed_task_description, draft.success_criteria]
    for subtask in draft.subtasks:
        texts += [subtask.title, subtask.description, subtask.expected_outcome]
    return [f"say where it is in words, not by the coordinates {found!r}"
            for text in texts if (found := coordinates(text))]  # fmt: skip


def settled(draft: WorkflowDraft, cards: Sequence[StepCardCompiled]) -> WorkflowDraft:
    """The draft with recorded examples, where a parameter is a step's whole value.

    This corrects a model that writes "Numb" for a recorded "numb", and removes secrets.
    """
    recorded = {card.index: card for card in cards}
    known: dict[str, str] = {}
    for value in draft.step_values:
        card, name = recorded.get(value.index), _whole(value)
        if card is not None and name is not None:
            known.setdefault(name, "" if card.sensitive else card.action_value or "")
    params = [
        param.model_copy(update={"example": known.get(param.name, param.example)})
        for param in draft.task_params
    ]
    return draft.model_copy(update={"task_params": params})


def _whole(value: StepValue) -> str | None:
    try:
        return whole(value.action_value)
    except BadTemplate:
        return None


def _of_parameters(params: Sequence[Parameter]) -> Iterator[str]:
    for param in params:
        if not NAME.fullmatch(param.name):
            yield f"the parameter {_shown(param.name)} is not named in snake_case"
    for name, times in Counter(param.name for param in params).items():
        if times > 1:
            yield f"the parameter {_shown(name)} is declared {times} times"


def _of_values(draft: WorkflowDraft, recorded: Mapping[int, StepCardCompiled]) -> Iterator[str]:
    declared = {param.name: param for param in draft.task_params}
    examples = {name: param.example for name, param in declared.items()}
    for index, times in Counter(step_value.index for step_value in draft.step_values).items():
        if times > 1:
            yield f"step {index} is given {times} values"
    for value in draft.step_values:
        card = recorded.get(value.index)
        if card is None:
            yield f"step_values names step {value.index}, which was not recorded"
        elif card.sensitive:
            yield from _of_secret(value, declared)
        else:
            yield from _of_value(value, card, examples)
    valued = {step_value.index for step_value in draft.step_values}
    for card in recorded.values():
        if card.sensitive and card.index not in valued:
            yield f"step {card.index} types a secret and needs a sensitive parameter as its value"


def _of_value(
    value: StepValue, card: StepCardCompiled, examples: Mapping[str, str]
) -> Iterator[str]:
    """Whether a template with its examples renders to the recorded value."""
    try:
        text = render(value.action_value, examples)
    except (BadTemplate, MissingValue) as error:
        yield f"the value of step {value.index} cannot be rendered: {error}"
        return
    if text != card.action_value:
        yield (
            f"the value of step {value.index} gives {_shown(text)} with the examples, "
            f"but {_shown(card.action_value)} was recorded"
        )


def _of_secret(value: StepValue, declared: Mapping[str, Parameter]) -> Iterator[str]:
    param = declared.get(_whole(value) or "")
    if param is None or not param.sensitive:
        yield f"step {value.index} types a secret: its whole value must be a sensitive parameter"
    elif param.example:
        yield f"the parameter {_shown(param.name)} is a secret and must have no example"


def _of_uses(draft: WorkflowDraft) -> Iterator[str]:
    declared = {param.name for param in draft.task_params}
    used: set[str] = set()
    for value in draft.step_values:
        try:
            used.update(names(value.action_value))
        except BadTemplate:
            continue  # reported with the value
    for name in sorted(declared - used):
        yield f"the parameter {_shown(name)} is declared but no step uses it"
    texts = " ".join(f"{subtask.title} {subtask.description} {subtask.expected_outcome}"
                    for subtask in draft.subtasks)  # fmt: skip
    mentioned = {match[1] for match in _MENTION.finditer(f"{texts} {draft.success_criteria}")}
    for name in sorted((mentioned | used) - declared):
        yield f"{{{name}}} is used but not declared in task_params"


def _of_order(given: Sequence[int], cards: Sequence[StepCardCompiled]) -> Iterator[str]:
    """Whether the subtasks contain every step once, in the recorded order."""
    recorded = [card.index for card in cards]
    times = Counter(given)
    for index in recorded:
        if times[index] != 1:
            often = "no subtask" if not times[index] else f"subtasks {times[index]} times"
            yield f"step {index} is in {often}; every step must be in exactly one"
    for index in sorted(set(times) - set(recorded)):
        yield f"a subtask names step {index}, which was not recorded"
    if sorted(given) == sorted(recorded) and list(given) != recorded:
        place = next(n for n, pair in enumerate(zip(given, recorded, strict=True))
                     if pair[0] != pair[1])  # fmt: skip
        yield f"the order was changed: step {recorded[place]} comes before step {given[place]}"


def _of_subtasks(subtasks: Sequence[Subtask]) -> Iterator[str]:
    for number, subtask in enumerate(subtasks, 1):
        if not subtask.steps:
            yield f"subtask {number} has no steps"
        if not subtask.title.strip():
            yield f"subtask {number} has no title"


def _of_whole(draft: WorkflowDraft) -> Iterator[str]:
    for name in ("detailed_task_description", "success_criteria"):
        if not str(getattr(draft, name)).strip():
            yield f"{name} is empty"


def _shown(value: str | None) -> str:
    text = repr(value)
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."

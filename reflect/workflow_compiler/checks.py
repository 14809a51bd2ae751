"""The checks of a draft against what was recorded: nothing lost, doubled, moved or made up."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from blackboard.events.recording import StepCardCompiled
from reflect.workflow_compiler.coordinates import coordinates
from reflect.workflow_compiler.draft import Parameter, StepValue, Subtask, WorkflowDraft
from reflect.workflow_compiler.parameters import whole
from reflect.workflow_compiler.template import NAME, BadTemplate, MissingValue, names, render

_MOST_SHOWN = 80
_MENTION = re.compile(rf"(?<!\{{)\{{({NAME.pattern})\}}(?!\}})")


def faults(draft: WorkflowDraft, cards: Sequence[StepCardCompiled]) -> list[str]:
    """What is wrong with a draft, a sentence each; empty when it may be used.

    Args:
        draft: what a model or rules have said, its examples settled (`settled`).
        cards: the steps in their order.
    """
    return [
        *_of_parameters(draft.task_params),
        *_of_values(draft, {card.index: card for card in cards}),
        *_of_uses(draft),
        *_of_order([each for part in draft.subtasks for each in part.steps], cards),
        *_of_subtasks(draft.subtasks),
        *_of_whole(draft),
    ]


def places(draft: WorkflowDraft) -> list[str]:
    """Where a model speaks of places by their coordinates; rules never do, but pages may."""
    texts = [draft.detailed_task_description, draft.success_criteria]
    for each in draft.subtasks:
        texts += [each.title, each.description, each.expected_outcome]
    return [f"say where it is in words, not by the coordinates {found!r}"
            for text in texts if (found := coordinates(text))]  # fmt: skip


def settled(draft: WorkflowDraft, cards: Sequence[StepCardCompiled]) -> WorkflowDraft:
    """The draft with the examples that are known: where a parameter is all of a step's value.

    A model that writes "Numb" for a recorded "numb" is thus set right, and a secret has none.
    """
    recorded = {card.index: card for card in cards}
    known: dict[str, str] = {}
    for value in draft.step_values:
        card, name = recorded.get(value.index), _whole(value)
        if card is not None and name is not None:
            known.setdefault(name, "" if card.sensitive else card.action_value or "")
    params = [
        each.model_copy(update={"example": known.get(each.name, each.example)})
        for each in draft.task_params
    ]
    return draft.model_copy(update={"task_params": params})


def _whole(value: StepValue) -> str | None:
    try:
        return whole(value.action_value)
    except BadTemplate:
        return None


def _of_parameters(params: Sequence[Parameter]) -> Iterator[str]:
    for each in params:
        if not NAME.fullmatch(each.name):
            yield f"the parameter {_shown(each.name)} is not named in snake_case"
    for name, times in Counter(each.name for each in params).items():
        if times > 1:
            yield f"the parameter {_shown(name)} is declared {times} times"


def _of_values(draft: WorkflowDraft, recorded: Mapping[int, StepCardCompiled]) -> Iterator[str]:
    declared = {each.name: each for each in draft.task_params}
    examples = {name: each.example for name, each in declared.items()}
    for index, times in Counter(each.index for each in draft.step_values).items():
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
    given = {each.index for each in draft.step_values}
    for card in recorded.values():
        if card.sensitive and card.index not in given:
            yield f"step {card.index} types a secret and needs a sensitive parameter as its value"


def _of_value(
    value: StepValue, card: StepCardCompiled, examples: Mapping[str, str]
) -> Iterator[str]:
    """Whether a template gives back what was recorded."""
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
        yield f"the parameter {_shown(param.name)} stands for a secret and must have no example"


def _of_uses(draft: WorkflowDraft) -> Iterator[str]:
    declared = {each.name for each in draft.task_params}
    used: set[str] = set()
    for value in draft.step_values:
        try:
            used.update(names(value.action_value))
        except BadTemplate:
            continue  # told with the value
    for name in sorted(declared - used):
        yield f"the parameter {_shown(name)} is declared but no step uses it"
    said = " ".join(f"{each.title} {each.description} {each.expected_outcome}"
                    for each in draft.subtasks)  # fmt: skip
    told = {match[1] for match in _MENTION.finditer(f"{said} {draft.success_criteria}")}
    for name in sorted((told | used) - declared):
        yield f"{{{name}}} is used but not declared in task_params"


def _of_order(given: Sequence[int], cards: Sequence[StepCardCompiled]) -> Iterator[str]:
    """Whether subtasks hold every step once and in the order recorded."""
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
    for number, each in enumerate(subtasks, 1):
        if not each.steps:
            yield f"subtask {number} has no steps"
        if not each.title.strip():
            yield f"subtask {number} has no title"


def _of_whole(draft: WorkflowDraft) -> Iterator[str]:
    for name in ("detailed_task_description", "success_criteria"):
        if not str(getattr(draft, name)).strip():
            yield f"{name} is empty"


def _shown(value: str | None) -> str:
    text = repr(value)
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."

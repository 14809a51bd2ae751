"""Pass B by rules: typed values become parameters, pages become subtasks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from blackboard.events.recording import StepCardCompiled
from blackboard.sources.gui_recording import ADDRESS_BAR, Recording
from reflect.workflow_compiler import wording
from reflect.workflow_compiler.draft import Parameter, StepValue, Subtask, WorkflowDraft
from reflect.workflow_compiler.parameters import generalised, snake_case
from reflect.workflow_compiler.seen import RecordedStep, spoken
from reflect.workflow_compiler.template import escape

BY = "rules@3"
"""The version of the rules; a new one makes the workflows be compiled again."""

_ADDRESS = re.compile(r"(?:https?://)?(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[:/?#]\S*)?", re.IGNORECASE)
_MARKED = re.compile(r"what is marked in [^,]+, ")
_SHOWN_INTENTS = 12

Group = list[tuple[RecordedStep, StepCardCompiled]]


def draft_by_rules(
    recording: Recording, moments: Sequence[RecordedStep], cards: Sequence[StepCardCompiled]
) -> WorkflowDraft:
    """The draft that rules derive from a recording's cards."""
    params, values = _parameters(moments)
    examples = [(param.name, param.example) for param in params if not param.sensitive]
    groups = list(_groups(list(zip(moments, cards, strict=True))))
    subtasks = [_subtask(group, values, examples) for group in groups]
    return WorkflowDraft(
        detailed_task_description=_description(recording, subtasks),
        task_params=params,
        subtasks=subtasks,
        success_criteria=_success(recording, moments, examples),
        step_values=[StepValue(index=index, action_value=f"{{{name}}}")
                     for index, name in values.items()],
    )  # fmt: skip


def _parameters(moments: Sequence[RecordedStep]) -> tuple[list[Parameter], dict[int, str]]:
    """The parameters, and the parameter of each step.

    Typed whitespace is not a parameter, nor is a page's address, which is part of the route.
    """
    params: dict[str, Parameter] = {}
    values: dict[int, str] = {}
    known: dict[tuple[str, str], str] = {}
    times: Counter[str] = Counter()
    for moment in moments:
        step = moment.step
        text = step.value or ""
        is_value = step.sensitive or (text.strip() and step.target != ADDRESS_BAR)
        if step.action_type != "TYPE" or not is_value:
            continue
        field = spoken(step.target)
        name = known.get((field, text)) if field and not step.sensitive else None
        if name is None:
            name = _unique(_name(moment), params, times)
            known[field, text] = name
            params[name] = _parameter(name, moment)
        values[step.index] = name
    return list(params.values()), values


def _parameter(name: str, moment: RecordedStep) -> Parameter:
    step = moment.step
    where = wording.named(step.target) or f"at step {step.index + 1}"
    into = "is typed into" if step.target else "is typed"
    return Parameter(
        name=name,
        description=f"What {into} {where}.",
        example="" if step.sensitive else step.value or "",
        sensitive=step.sensitive,
    )


def _name(moment: RecordedStep) -> str:
    step = moment.step
    field = snake_case(spoken(step.target))
    if field:
        return field
    if step.sensitive:
        return "secret"
    return "address" if _ADDRESS.fullmatch((step.value or "").strip()) else "text"


def _unique(name: str, taken: Mapping[str, object], times: Counter[str]) -> str:
    """The name, numbered where it is taken; `times` counts the requests per name."""
    candidate = name
    while not times[name] or candidate in taken:
        times[name] += 1
        candidate = name if times[name] == 1 else f"{name}_{times[name]}"
    return candidate


def _groups(steps: Group) -> Iterator[Group]:
    """Steps grouped by page; without page data, up to the next Enter."""
    group: Group = []
    for moment, card in steps:
        if group and _begins_anew(group[-1][0], moment):
            yield group
            group = []
        group.append((moment, card))
    if group:
        yield group


def _begins_anew(last: RecordedStep, moment: RecordedStep) -> bool:
    if last.before.place or moment.before.place:
        return last.before.place != moment.before.place
    return last.step.action_type == "KEYPRESS" and last.step.value == "ENTER"


def _subtask(
    group: Group, values: Mapping[int, str], examples: Sequence[tuple[str, str]]
) -> Subtask:
    intents = [_intent(moment, card, values.get(card.index), examples) for moment, card in group]
    shown = [*intents[:_SHOWN_INTENTS], *(["and so on"] if len(intents) > _SHOWN_INTENTS else [])]
    first, last = group[0][0], group[-1]
    page = wording.titled(first.before)
    title = f"On the page {escape(page)}" if first.before.place else _title(intents)
    after = last[0].after
    unknown = f"Step {last[1].index + 1} is done; what it changed was not recorded."
    if after.place:
        unknown = generalised(f"The page {wording.titled(after)} is open.", examples)
    return Subtask(
        title=title,
        description=f"{'; '.join([shown[0], *map(_inside, shown[1:])])}.",
        steps=[card.index for _, card in group],
        expected_outcome=generalised(last[1].post_action, examples) or unknown,
    )


def _title(intents: Sequence[str]) -> str:
    """A title from what is typed, which says best what the steps are about."""
    typed = [text for text in intents if text.startswith("Type {")]
    if not typed:
        return _MARKED.sub("", intents[0])
    values = " and ".join(text.removeprefix("Type ") for text in typed[:3])
    ended = " and press Enter" if intents[-1] == "Press Enter" else ""
    return f"Type {values}{ended}"


def _inside(intent: str) -> str:
    """An intent with a lower-case start, for use within a sentence."""
    return f"{intent[:1].lower()}{intent[1:]}"


def _intent(
    moment: RecordedStep,
    card: StepCardCompiled,
    name: str | None,
    examples: Sequence[tuple[str, str]],
) -> str:
    """The intent, with parameters in place of their examples."""
    if name is None:
        return generalised(card.intent.rstrip(". "), examples)
    intent = escape(card.intent.rstrip(". "))
    if intent.startswith("Choose a value"):
        return intent.replace("a value", f"{{{name}}}", 1)
    if moment.step.target:
        return f"{intent} with {{{name}}}"
    return f"Type {{{name}}}"


def _description(recording: Recording, subtasks: Sequence[Subtask]) -> str:
    about = (recording.description or recording.name or "A recorded task").strip().rstrip(".")
    count = sum(len(subtask.steps) for subtask in subtasks)
    parts = f" in {len(subtasks)} parts" if len(subtasks) > 1 else ""
    return f"{about}. {count} step{'s' if count != 1 else ''}{parts}."


def _success(
    recording: Recording, moments: Sequence[RecordedStep], examples: Sequence[tuple[str, str]]
) -> str:
    """The final state of the screen."""
    last = moments[-1]
    if last.after.place:
        heading = last.after.headings[0] if last.after.headings else ""
        shows = f' and shows the heading "{heading}"' if heading else ""
        title = wording.titled(last.after)
        return generalised(f"In the end the page {title} is open{shows}.", examples)
    end = recording.end or last.step.post
    if end is not None:
        return f"In the end the screen looks like {escape(end.name)}."
    return f"All steps were done: {escape(recording.name)}."

"""Pass B by rules: typed values become parameters, pages become subtasks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from blackboard.events.recording import StepCardCompiled
from lessonboard.parts.recordings.compiler import wording
from lessonboard.parts.recordings.compiler.draft import (
    Kind,
    Parameter,
    StepValue,
    Subtask,
    WorkflowDraft,
)
from lessonboard.parts.recordings.compiler.parameters import generalised, snake_case
from lessonboard.parts.recordings.compiler.seen import RecordedStep, spoken
from lessonboard.parts.recordings.compiler.template import escape
from lessonboard.parts.recordings.sources import ADDRESS_BAR, Recording, Step

BY = "rules@4"
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
        if not is_value or not _has_value(step):
            continue
        field = spoken(step.target) or str(step.action.get("message") or "")
        name = known.get((field, text)) if field and not step.sensitive else None
        if name is None:
            name = _unique(_name(moment), params, times)
            known[field, text] = name
            params[name] = _parameter(name, moment)
        values[step.index] = name
    return list(params.values()), values


def _parameter(name: str, moment: RecordedStep) -> Parameter:
    step = moment.step
    return Parameter(
        name=name,
        description=_about(step),
        example="" if step.sensitive else step.value or "",
        sensitive=step.sensitive,
        kind=_kind(step),
    )


def _has_value(step: Step) -> bool:
    """Whether a step's value is the person's: a text, a choice, a file, an answer."""
    is_answered = step.action_type == "DIALOG" and step.action.get("dialog") == "prompt"
    return step.action_type in ("TYPE", "UPLOAD") or (is_answered and "text" in step.action)


def _about(step: Step) -> str:
    where = wording.named(step.target) or f"at step {step.index + 1}"
    if step.action_type == "UPLOAD":
        return f"The path of the file for {where}; of several, one a line."
    if step.action_type == "DIALOG":
        return f'The answer to "{step.action.get("message", "")}".'
    if _kind(step) == "choice":
        several = "; of several, one a line" if "texts" in step.action else ""
        return f"What is chosen in {where}{several}."
    into = "is typed into" if step.target else "is typed"
    return f"What {into} {where}."


_DATES = ("date", "time", "datetime-local", "month", "week")


def _kind(step: Step) -> Kind:
    """What a value is, by the field that it goes into."""
    if step.sensitive:
        return "secret"
    if step.action_type == "UPLOAD":
        return "file"
    target = step.target
    if target.get("tag") == "select" or "typed_for" in step.details or "texts" in step.action:
        return "choice"
    if target.get("input_type") in _DATES:
        return "date"
    is_number = target.get("role") in ("spinbutton", "slider")
    return "number" if is_number and step.action_type == "TYPE" else "text"


def _name(moment: RecordedStep) -> str:
    step = moment.step
    asked = step.action.get("message") if step.action_type == "DIALOG" else ""
    field = snake_case(spoken(step.target) or str(asked or ""))
    if field:
        return field
    if step.action_type == "UPLOAD":
        return "file"
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
    if moment.step.action_type == "UPLOAD":
        where = wording.named(moment.step.target)
        return f"Choose the file {{{name}}}" + (f" in {escape(where)}" if where else "")
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

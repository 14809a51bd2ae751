"""The steps of what a person did in a run that had stopped, with the parameters of its workflow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lessonboard.parts.recordings.compiler.binding import bind
from lessonboard.parts.recordings.compiler.card import card_of
from lessonboard.parts.recordings.compiler.document import filled, step_of
from lessonboard.parts.recordings.compiler.seen import moments
from lessonboard.parts.recordings.sources import Recording
from lessonboard.parts.recordings.workflow.changes import steps_replaced
from lessonboard.parts.recordings.workflow.plan import Parameter

Json = dict[str, Any]


def mended(
    document: Mapping[str, Any], number: int, recording: Recording, values: Mapping[str, str]
) -> Json:
    """The document with what a person did in the place of a step.

    A text that is the value of a parameter in this run becomes that parameter; what was pointed at
    and is none becomes a new one.

    Args:
        document: the workflow that was run.
        number: the step that it stopped at.
        recording: what the person did.
        values: the values of that run.
    """
    known = [Parameter(name, example=values.get(name, ""), sensitive=each.get("kind") == "secret")
             for name, each in document.get("parameters", {}).items()]  # fmt: skip
    steps = moments(recording)
    cards = [card_of(moment, recording.id) for moment in steps]
    typed = {moment.step.index: name for moment in steps
             if (name := _parameter(moment.step.value, known, moment.step.sensitive))}  # fmt: skip
    bound = bind(known, {index: f"{{{name}}}" for index, name in typed.items()}, cards)
    new = {each.name: filled({"kind": each.kind, "example": each.example,
                              "description": each.description})
           for each in bound.params if each.name not in document.get("parameters", {})}  # fmt: skip
    made = [{key: item for key, item in step_of(bound, card).items() if key != "id"}
            for card in cards]  # fmt: skip
    before = list(map(_deed, document["steps"][: number - 1]))
    fresh = [step for step in made if _deed(step) not in before]  # a field reports when it is left
    parameters = {**document.get("parameters", {}), **new}
    known_parameters = {"parameters": parameters} if parameters else {}
    return steps_replaced({**document, **known_parameters}, number, fresh)


def _deed(step: Mapping[str, Any]) -> list[Any]:
    """What a step types and where, whatever else is said of it."""
    return [step.get(key) for key in ("do", "target", "value")] if step["do"] == "type" else [step]


def _parameter(value: str | None, known: Sequence[Parameter], is_secret: bool) -> str:
    """The parameter that has a value in this run; of a secret the only one there is."""
    if is_secret:
        secrets = [each.name for each in known if each.sensitive]
        return secrets[0] if len(secrets) == 1 else ""
    return next((each.name for each in known if value and each.example == value), "")

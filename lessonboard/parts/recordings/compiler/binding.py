"""Put parameters into what the steps act on and expect: rows, chosen options, pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from blackboard.events.recording import StepCardCompiled
from lessonboard.parts.recordings.compiler.danger import danger_of
from lessonboard.parts.recordings.compiler.parameters import generalised, snake_case
from lessonboard.parts.recordings.compiler.template import escape, names
from lessonboard.parts.recordings.workflow.plan import Parameter

_LONGEST_KEY = 100
_WORDS = ("name", "label", "text")
_TYPED = ("combobox", "textbox", "searchbox")
_KEPT_AS_IT_IS = ("locators", "selector", "id", "role", "kind", "dialog", "what", "typed_for")
"""Attributes that are no text of the page."""


@dataclass
class Bound:
    """The parameters of a workflow, and those whose values the page may show by a step."""

    params: list[Parameter]
    values: dict[int, str]
    shown: dict[int, list[tuple[str, str]]] = field(default_factory=dict)
    rows: dict[int, str] = field(default_factory=dict)
    options: dict[int, str] = field(default_factory=dict)

    def target(self, card: StepCardCompiled) -> dict[str, Any]:
        """A step's target; what identifies its row or option is that parameter, however short."""
        target: dict[str, Any] = self.texts(card.index, card.target)
        target["locators"] = self._lasting(card)
        row, option = self.rows.get(card.index), self.options.get(card.index)
        if row is not None:
            within = target["within"]
            cells = [f"{{{row}}}" if n == within["key"] else cell
                     for n, cell in enumerate(within["cells"])]  # fmt: skip
            target["within"] = {**within, "cells": cells}
            target.update(_instead(card, key_of(card), row))
        if option is not None:
            target.update(_instead(card, pointed_at(card), option))
        return {key: value for key, value in target.items() if key not in ("choice", "beside")}

    def _lasting(self, card: StepCardCompiled) -> list[Any]:
        """The selectors without a value of this recording, which would lead to what it meant."""
        listed: list[Any] = self.texts(card.index, card.target.get("locators") or [])
        within = card.target.get("within")
        if isinstance(within, Mapping) and not within.get("cells"):
            return listed  # a script names the row in its selectors, and nowhere else
        values = [value.lower() for _, value in self.shown.get(card.index, []) if len(value) > 1]
        return [each for each in listed if not any(value in str(each).lower() for value in values)]

    def texts(self, index: int, value: Any) -> Any:
        """A recorded value with every text as a template of what is known by that step."""
        return templated(value, self.shown.get(index, []))


def _instead(card: StepCardCompiled, words: str, name: str) -> dict[str, str]:
    """The attributes of a target that say just these words, with a parameter instead."""
    return {key: f"{{{name}}}" for key in _WORDS if card.target.get(key) == words}


def bind(
    params: Sequence[Parameter], values: Mapping[int, str], cards: Sequence[StepCardCompiled]
) -> Bound:
    """Add a parameter for each row and each option that was chosen.

    What a person typed first and chose then from suggestions is one parameter: what was chosen.

    Args:
        params: those of the draft.
        values: the templates of the steps, by index.
        cards: the steps in order.
    """
    bound = Bound(list(params), dict(values))
    known: dict[str, str] = {}
    before: StepCardCompiled | None = None
    for card in cards:
        used = names(bound.values.get(card.index, ""))
        if pointed_at(card):
            bound.options[card.index] = _chosen(bound, card, before)
            used = [*used, bound.options[card.index]]
        key = key_of(card)
        if key:
            bound.rows[card.index] = _row_parameter(bound, card, key)
            used = [*used, bound.rows[card.index]]
        examples = {param.name: param.example for param in bound.params if not param.sensitive}
        fresh = {name: examples[name] for name in used if examples.get(name)}
        is_typed = card.action_type == "TYPE"
        bound.shown[card.index] = list((known if is_typed else {**known, **fresh}).items())
        known.update(fresh)
        before = card
    return bound


def after(bound: Bound, card: StepCardCompiled, value: Any) -> Any:
    """Texts of the page after a step, which may show what the step itself typed."""
    used = names(bound.values.get(card.index, ""))
    examples = [(param.name, param.example) for param in bound.params
                if param.name in used and not param.sensitive]  # fmt: skip
    return templated(value, [*bound.shown.get(card.index, []), *examples])


def templated(value: Any, examples: Iterable[tuple[str, str]], key: str = "") -> Any:
    """A JSON value with its texts as templates; selectors and ids stay literal."""
    known = list(examples)
    if isinstance(value, str):
        return escape(value) if key in _KEPT_AS_IT_IS else generalised(value, known)
    if isinstance(value, Mapping):
        return {name: templated(each, known, key if key in _KEPT_AS_IT_IS else name)
                for name, each in value.items()}  # fmt: skip
    if isinstance(value, list | tuple):
        return [templated(each, known, key) for each in value]
    return value


def key_of(card: StepCardCompiled) -> str:
    """What identifies the row that a step acts in."""
    within = card.target.get("within")
    if not isinstance(within, Mapping):
        return ""
    key, cells = within.get("key"), within.get("cells")
    if not isinstance(key, int) or not isinstance(cells, list | tuple) or key >= len(cells):
        return ""
    return str(cells[key]) if len(str(cells[key])) <= _LONGEST_KEY else ""


def _row_parameter(bound: Bound, card: StepCardCompiled, key: str) -> str:
    """The name of the parameter for a row: a known one with this value, or a new one."""
    for param in bound.params:
        if param.example == key and not param.sensitive:
            return param.name
    within = card.target["within"]
    headers, kind = within.get("headers") or [], within.get("kind") or "row"
    header = str(headers[within["key"]]) if within["key"] < len(headers) else ""
    name = _unused(bound, snake_case(header) or str(kind))
    column = f' by its "{header}"' if header else ""
    _add(bound, name, f"Which {kind} is meant{column}.", key, "row")
    return name


def pointed_at(card: StepCardCompiled) -> str:
    """The words of what was chosen among several of its kind; "" where nothing was.

    What deletes, pays, sends or saves is no choice: another name would be another step.
    """
    target = card.target
    is_chosen = target.get("role") == "option" or "choice" in target
    if card.action_type not in ("CLICK", "HOVER") or not is_chosen:
        return ""
    words = next((str(target[key]) for key in _WORDS if target.get(key)), "")
    is_told = danger_of(card.action_type, target) in ("", "unknown")
    return words if is_told else ""


def _chosen(bound: Bound, card: StepCardCompiled, before: StepCardCompiled | None) -> str:
    """The parameter of a chosen option; what was typed to find it becomes the same one."""
    option, among = pointed_at(card), card.target.get("choice") or {}
    for param in bound.params:
        if param.example == option and not param.sensitive:
            return param.name
    typed = _typed_for(bound, option, before)
    if before is not None and typed:
        bound.params = [replace(param, example=option, kind="choice")
                        if param.name == typed else param for param in bound.params]  # fmt: skip
        bound.values[before.index] = f"{{{typed}}}"
        return typed
    kind = str(among.get("kind") or "option")
    called = str(among.get("label") or "") or (_called(before) if kind == "option" else "")
    about = f'What is chosen in "{called}".' if called else f"Which {kind} is meant."
    name = _unused(bound, snake_case(called) or (kind if among else "choice"))
    _add(bound, name, about, option, "choice")
    return name


def _typed_for(bound: Bound, option: str, before: StepCardCompiled | None) -> str:
    """The parameter of a text that was typed to be offered an option; "" where there is none."""
    if before is None or before.action_type != "TYPE" or before.sensitive:
        return ""
    own = names(bound.values.get(before.index, ""))
    is_part = (before.action_value or "").lower() in option.lower()
    is_typed = before.target.get("role") in _TYPED
    return own[0] if is_part and is_typed and len(own) == 1 else ""


def _called(before: StepCardCompiled | None) -> str:
    """The name of the thing that offered the options."""
    target = before.target if before is not None else {}
    return str(target.get("label") or target.get("name") or "")


def _add(bound: Bound, name: str, about: str, example: str, kind: str) -> None:
    bound.params.append(Parameter(name=name, description=about, example=example, kind=kind))


def _unused(bound: Bound, name: str) -> str:
    taken = {param.name for param in bound.params}
    numbers = (f"{name}_{n}" for n in range(2, len(taken) + 3))
    return name if name not in taken else next(each for each in numbers if each not in taken)

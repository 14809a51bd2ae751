"""The document of a recording: its cards with parameters in the place of what may differ."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from blackboard.events.recording import StepCardCompiled
from lessonboard.parts.recordings.compiler.binding import Bound, after, bind
from lessonboard.parts.recordings.compiler.danger import danger_of
from lessonboard.parts.recordings.compiler.outcome import outcome_of
from lessonboard.parts.recordings.compiler.parameters import generalised
from lessonboard.parts.recordings.compiler.parameters_of import parameters
from lessonboard.parts.recordings.compiler.seen import RecordedStep
from lessonboard.parts.recordings.compiler.template import escape
from lessonboard.parts.recordings.compiler.volatile import lasting
from lessonboard.parts.recordings.shared_names import ADDRESS_BAR, FIELDS
from lessonboard.parts.recordings.sources import Recording
from lessonboard.parts.recordings.workflow.keys import DO, FORMAT, ROLES
from lessonboard.parts.recordings.workflow.planning import step_danger, target_of

Json = dict[str, Any]

_DO = {action: do for do, action in DO.items() if do != "choose"}
_PAGE = {"place": "page", "title": "title", "heading": "heading", "text": "text",
         "absent": "absent"}  # fmt: skip
_SAID = re.compile(r"[^\W\d_]{4,}")
_LASTING_CSS = ("id", "css", "test id", "title", "alt text")
_MOST_CSS = 2


def document_of(
    recording: Recording, moments: Sequence[RecordedStep], cards: Sequence[StepCardCompiled]
) -> Json:
    """The workflow of a recording; every text of a step is a template."""
    params, values = parameters(moments)
    bound = bind(params, {index: f"{{{name}}}" for index, name in values.items()}, cards)
    examples = [(each.name, each.example) for each in bound.params if not each.sensitive]
    outcome = outcome_of(recording, moments, cards)
    return filled({
        "format": FORMAT,
        "recording": recording.id,
        "title": recording.name,
        "description": recording.description,
        "parameters": {each.name: filled({
            "kind": "secret" if each.sensitive else "" if each.kind == "text" else each.kind,
            "example": each.example, "description": each.description,
        }) for each in bound.params},
        "start": escape(next((url for card in cards if (url := card.target.get("url"))), "")),
        "preconditions": _preconditions(recording),
        "lost": [each.text for each in recording.problems if each.is_loss],
        "steps": list(_steps(bound, moments, cards)),
        "outcome": {_PAGE[name]: generalised(text, examples) for name, text in outcome.items()},
    })  # fmt: skip


def filled(value: Mapping[str, Any]) -> Json:
    """A mapping without what is empty."""
    return {key: item for key, item in value.items() if item not in (None, "", [], {}, False)}


def _preconditions(recording: Recording) -> list[str]:
    """That somebody is signed in, where the recording began so."""
    if not recording.config.get("session"):
        return []
    name = urlsplit(str(recording.config.get("url") or "")).netloc.rpartition("@")[2]
    return [f"signed in at {name}" if name else "signed in"]


def _steps(
    bound: Bound, moments: Sequence[RecordedStep], cards: Sequence[StepCardCompiled]
) -> Iterator[Json]:
    page, ticks = "", 0
    several = len({moment.before.place for moment in moments}) > 1
    for moment, card in zip(moments, cards, strict=True):
        step = step_of(bound, card, ticks)
        begins, title = step.get("page", "") != page, moment.before.title
        page, step = step.get("page", page), step if begins else {
            key: each for key, each in step.items() if key != "page"}  # fmt: skip
        yield {"part": escape(title), **step} if several and begins and title else step
        ticks += card.target.get("role") == "checkbox" and "within" in card.target


def step_of(bound: Bound, card: StepCardCompiled, ticks: int = 0) -> Json:
    """The step of a card.

    Args:
        bound: the parameters of the workflow.
        card: of the step.
        ticks: how many boxes in rows the steps before it ticked: a button such as "Delete selected"
            acts on all of them.
    """
    target, danger = bound.target(card), danger_of(card.action_type, card.target, card.action_value)
    if not (danger and ticks and card.target.get("ticked") == ticks):
        target.pop("ticked", None)
    is_check = card.action_type == "CHECK"  # which may show what was typed before it
    plain = bound.texts(card.index, card.action_value) if is_check else escape(
        card.action_value or "")  # fmt: skip
    value = bound.values.get(card.index, card.action_value and plain)
    do = "choose" if "typed_for" in card.target else _DO[card.action_type]
    is_bar = all(card.target.get(key) == ADDRESS_BAR[key] for key in ("role", "name"))
    where = {} if is_bar else _where(target, danger)
    step = filled({
        "do": do,
        "what": after(bound, card, card.intent),
        "target": {"textbox": "Address bar"} if is_bar else _ways(target),
        "in": _around(target.get("within")),
        "where": where,
        "value": None if do == "extract" else value,
        "typed": target.get("typed_for"),
        "calendar": target.get("calendar"),
        "property": _property(do, target, value),
        "dialog": target.get("dialog"),
        "message": target.get("message"),
        "onto": _onto(target.get("to")),
        "page": _text(target, "url").partition("#")[0].partition("?")[0],
        "after": {_PAGE[key]: text for key, text in after(bound, card, card.after).items()},
        "sensitive": card.sensitive,
    })  # fmt: skip
    step |= {"value": ""} if value == "" and do != "extract" else {}
    step |= {"checked": card.target["checked"]} if isinstance(
        card.target.get("checked"), bool) else {}  # fmt: skip
    examples = {each.name: each.example for each in bound.params}
    usual = step_danger(step, target_of(step), examples)
    step |= {"danger": danger or "none"} if danger != usual and not is_bar else {}
    return {**step, "id": card.index}


def _property(do: str, target: Mapping[str, Any], value: str | None) -> str:
    """What of a target is read or compared."""
    if do == "extract":
        return "table" if value == "table" else ""
    return _text(target, "what")


def _ways(target: Mapping[str, Any]) -> Json:
    """How a target is found: role and name, then what else it is called."""
    role, name = _text(target, "role"), _text(target, "name")
    role = role if role in ROLES else ""
    found = {role: name} if role and name else filled({"role": role, "name": name})
    rest = {key: _text(target, key) for key in ("label", "placeholder", "test_id", "text")}
    if name:
        rest = {key: text for key, text in rest.items() if text != name and key != "text"}
    is_nameless = not (name or any(rest.values()))
    css = list(_css(target.get("locators") or (), is_nameless=is_nameless))[:_MOST_CSS]
    element = _text(target, "selector") if is_nameless else ""
    return {**found, **filled({**rest, "css": css[0] if len(css) == 1 else css,
                               "element": element})}  # fmt: skip


def _css(locators: Sequence[Mapping[str, str]], *, is_nameless: bool) -> Iterator[str]:
    """The selectors that name a thing by a word of its author; all where nothing else does."""
    for each in locators:
        is_said = each["by"] in _LASTING_CSS and bool(_SAID.search(each["selector"]))
        if is_said or is_nameless:
            yield each["selector"]


def _around(within: object) -> Json:
    """The row, item or card of a target, by the cells that last."""
    if not isinstance(within, Mapping) or not within.get("cells"):
        return {}
    key, kind = within.get("key"), str(within.get("kind") or "row")
    headers = [str(each) for each in within.get("headers") or ()]
    cells = lasting(within["cells"], headers, key, within.get("same") or ())
    is_table = bool(headers) and len(headers) == len(cells) == len(set(headers)) and all(headers)
    around: Json = {kind: dict(zip(headers, cells, strict=True)) if is_table else cells}
    if is_table:
        around[kind] = {name: cell for name, cell in around[kind].items() if cell}
    if isinstance(key, int) and 0 <= key < len(cells) and cells[key]:
        around["by"] = headers[key] if is_table else str(key + 1)
    around |= {"element": within["selector"]} if kind == "card" and within.get("selector") else {}
    return {**around, "twins": within["twins"]} if within.get("twins") else around


def _where(target: Mapping[str, Any], danger: str) -> Json:
    """What distinguishes a target from others of its name."""
    alike, is_field = target.get("alike") or 1, target.get("role") in FIELDS
    is_one = alike == 1 and not (target.get("within") or {}).get("twins")
    return filled(
        {
            "section": "" if is_field and is_one else target.get("section"),
            "heading": "" if is_one else target.get("heading"),
            "form": "" if is_one and is_field else target.get("form"),
            "link": "" if is_one and "within" in target else target.get("href"),
            "frame": target.get("frame"),
            "alike": alike if alike > 1 else 0,
            "nth": target.get("nth"),
            "dialog": _question(target, danger),
            "ticked": target.get("ticked") if danger else 0,
        }
    )


def _question(target: Mapping[str, Any], danger: str) -> str:
    """What the dialog of a dangerous target says; one that saves may show other data."""
    said = str(target.get("dialog_text") or "")
    is_asked = "?" in said or danger not in ("", "save")
    return said if danger and is_asked else ""


def _onto(onto: object) -> Json:
    if not isinstance(onto, Mapping):
        return {}
    return filled({"target": _ways(onto), "in": _around(onto.get("within")),
                   "across": onto.get("across"), "down": onto.get("down")})  # fmt: skip


def _text(target: Mapping[str, Any], key: str) -> str:
    value = target.get(key)
    return "" if value is None else str(value)

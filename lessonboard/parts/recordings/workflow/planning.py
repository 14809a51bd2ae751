"""Make a document ready to run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lessonboard.parts.recordings.compiler.danger import danger_of, weight
from lessonboard.parts.recordings.compiler.template import escape, render, used
from lessonboard.parts.recordings.workflow.checks import checked
from lessonboard.parts.recordings.workflow.keys import DO, ROWS, WAYS
from lessonboard.parts.recordings.workflow.plan import (
    NotRunnable,
    Parameter,
    Plan,
    PlanStep,
    name_of,
    rendered,
)
from lessonboard.parts.recordings.workflow.rules import examples_of, hosts, is_address

if TYPE_CHECKING:
    from blackboard.views.rows import WorkflowRow

_PAGE = {"page": "place", "title": "title", "heading": "heading", "text": "text",
         "absent": "absent"}  # fmt: skip
_WHERE = {"link": "href", "dialog": "dialog_text"}
_CSS_BY = (("[id=", "id"), ("[data-test", "test id"))


def plan_of(row: WorkflowRow) -> Plan:
    """The plan of a row of the view `workflows`.

    Raises:
        NotRunnable: its document has problems, or is of another format.
    """
    document, problems = checked(row["workflow"], accepted=row["workflow"])
    if problems:
        (path, text), place = problems[0], ".".join(map(str, problems[0][0]))
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        raise NotRunnable(f"{row['id']} cannot be run: {f'{place}: ' if path else ''}{text}{more}")
    return made(document, row["id"])


def made(document: Mapping[str, Any], recording: str = "") -> Plan:
    """The plan of a document without problems; a parameter that nothing names is not asked for."""
    named = used([document.get(key) for key in ("start", "steps", "outcome")])
    return Plan(
        recording=recording or document.get("recording", ""),
        title=document["title"],
        parameters=tuple(
            Parameter(name, each.get("description", ""), each.get("example", ""),
                      each.get("kind") == "secret", each.get("kind", "text"))
            for name, each in document.get("parameters", {}).items() if name in named),
        steps=tuple(_steps(document)),
        start=document.get("start", ""),
        outcome=_page(document.get("outcome", {})),
        preconditions=tuple(_list(document.get("preconditions", []))),
        hosts=hosts(document),
    )  # fmt: skip


def _steps(document: Mapping[str, Any]) -> Iterator[PlanStep]:
    page, examples = "", examples_of(document)
    for number, step in enumerate(document["steps"], start=1):
        page = step.get("page", page)
        target = target_of(step)
        yield PlanStep(
            number=number,
            index=step.get("id", number - 1),
            action=DO[step["do"]],
            value=_value(step),
            target=target,
            intent=step.get("what") or _called(step["do"], target),
            before={"place": page} if page else {},
            after=_page(step.get("after", {})),
            danger=step_danger(step, target, examples),
            sensitive=step.get("sensitive", False),
            optional=step.get("optional", False),
            is_address=is_address(step),
        )


def step_danger(
    step: Mapping[str, Any], target: Mapping[str, Any], examples: Mapping[str, str]
) -> str:
    """The consequence of a step: what it states, else what its target says as it was recorded."""
    if stated := step.get("danger"):
        return "" if stated == "none" else str(stated)
    value, is_bar = render(step.get("value", ""), examples), is_address(step)
    return _danger(DO[step["do"]], rendered(target, examples), value, is_bar=is_bar)


def _danger(action: str, target: Mapping[str, Any], value: str, *, is_bar: bool) -> str:
    if is_bar:  # opening an address is following a link to it
        return danger_of("CLICK", {"role": "link", "href": value})
    return danger_of(action, target, value)


def weighed(plan: Plan, values: Mapping[str, str]) -> Plan:
    """The same plan, each step as dangerous as what these values name: "Delete" is no "Refresh"."""
    now = {**plan.recorded, **values}
    return replace(plan, steps=tuple(
        replace(step, danger=_danger_with(plan, step, now)) for step in plan.steps
    ))  # fmt: skip


def _danger_with(plan: Plan, step: PlanStep, values: Mapping[str, str]) -> str:
    then, now = (
        _danger(step.action, plan.target(step, each), plan.value(step, each) or "",
                is_bar=step.is_address)
        for each in (plan.recorded, values)
    )  # fmt: skip
    return now if weight(now) > max(weight(then), weight(step.danger)) else step.danger


def target_of(step: Mapping[str, Any]) -> dict[str, Any]:
    """What a step acts on, with its surroundings, as the runner takes it."""
    target = _place(step)
    target |= {_WHERE.get(key, key): each for key, each in step.get("where", {}).items()}
    target |= {
        key: step[key] for key in ("checked", "dialog", "message", "calendar") if key in step
    }
    if "property" in step:
        target["what"] = step["property"]
    if step["do"] == "choose":
        target["typed_for"] = step.get("typed", "")
    if "onto" in step:
        onto = step["onto"]
        target["to"] = {**_place(onto), **{key: onto[key] for key in ("across", "down")
                                           if key in onto}}  # fmt: skip
    return target


def _place(place: Mapping[str, Any]) -> dict[str, Any]:
    """A target and the row that it is in."""
    found: dict[str, Any] = {}
    for key, each in place.get("target", {}).items():
        if key == "css":
            found["locators"] = [{"by": _by(css), "selector": css} for css in _list(each)]
        elif key == "element":
            found["selector"] = each
        elif key in WAYS:
            found[key] = each
        else:
            found |= {"role": key, "name": each}
    around = place.get("in", {})
    kind = next((kind for kind in ROWS if kind in around), "")
    return {**found, "within": _within(kind, around)} if kind else found


def _within(kind: str, around: Mapping[str, Any]) -> dict[str, Any]:
    """A row as the runner compares it; `exact` without a cell that identifies it."""
    said = around[kind]
    names = list(said) if isinstance(said, Mapping) else [str(n + 1) for n in range(len(said))]
    cells = list(said.values()) if isinstance(said, Mapping) else list(said)
    found: dict[str, Any] = {"kind": kind, "cells": cells}
    if isinstance(said, Mapping):
        found["headers"] = list(map(escape, names))
    found |= {"key": names.index(around["by"])} if "by" in around else {"exact": True}
    found |= {"selector": around["element"]} if "element" in around else {}
    return {**found, "twins": around["twins"]} if "twins" in around else found


def _by(css: str) -> str:
    return next((by for start, by in _CSS_BY if css.startswith(start)), "css")


def _value(step: Mapping[str, Any]) -> str | None:
    value = step.get("value")
    return "table" if step["do"] == "extract" and step.get("property") == "table" else value


def _called(do: str, target: Mapping[str, Any]) -> str:
    """What a step does, where no one said why."""
    name = name_of(target)
    kind = target.get("role") or "element"
    return f'{do.capitalize()} the {kind} "{name}".' if name else f"{do.capitalize()}."


def _page(shape: Mapping[str, str]) -> dict[str, str]:
    return {_PAGE[key]: text for key, text in shape.items() if key in _PAGE}


def _list(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value

"""Find what was recorded several times with other values; a pure decision.

A loop is a block of steps that follows itself at least twice: the same actions on the same
targets, each time with other values of parameters, and with something in it that is saved, sent,
paid or deleted. (A search that was typed twice is a correction, not a loop.) The workflow keeps the
block once; `--each FILE` does it for other values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import orjson

from lessonboard.parts.recordings.compiler.subtasks import regrouped
from lessonboard.parts.recordings.compiler.template import Part, names, parse, unparse

Json = dict[str, Any]

_LONGEST_BLOCK = 60
_LEAST = 3
"""Rounds from which it is a loop: a plain run does one of them, and two may be meant as two."""

_VOLATILE = ("locators", "selector", "id", "nth", "alike", "rivals", "checked", "ticked")
"""What a target has that differs between two rounds on one page."""


@dataclass(frozen=True)
class Loop:
    """A block of steps that was recorded several times.

    Attributes:
        start: the place of its first step.
        length: how many steps it has.
        rounds: for each time, the parameters by the names that they have the first time.
    """

    start: int
    length: int
    rounds: tuple[Mapping[str, str], ...]

    @property
    def varying(self) -> list[str]:
        """The parameters whose values differ."""
        return [name for name in self.rounds[0]
                if any(each[name] != name for each in self.rounds)]  # fmt: skip


def find_loop(steps: Sequence[Mapping[str, Any]]) -> Loop | None:
    """The loop that covers the most steps; of several, that with the shortest block.

    Args:
        steps: of a plan, whose texts are templates.
    """
    shapes = [_shape(step) for step in steps]
    best: Loop | None = None
    for length in range(2, min(len(steps) // 2, _LONGEST_BLOCK) + 1):
        for start, times in _repeats(shapes, length):
            loop = _loop(steps, start, length, times) if times >= _LEAST else None
            if loop and (best is None or _covered(loop) > _covered(best)):
                best = loop
    return best


def without_repeats(workflow: Json) -> Json:
    """The workflow with its loop once, and the recorded values of each round; else as it is."""
    steps: list[Json] = workflow["plan"]["steps"]
    loop = find_loop(steps)
    if loop is None:
        return workflow
    end = loop.start + loop.length * len(loop.rounds)
    last = {name: first for first, name in loop.rounds[-1].items()}
    gone = {name for each in loop.rounds for name in each.values()} - set(loop.rounds[0])
    rest = [_renamed(step, last) for step in steps[end:]]
    outcome = _renamed(workflow.get("outcome") or {}, last)
    params = {param["name"]: param for param in workflow["task_params"]}
    is_secret = any(params[name]["sensitive"] for each in loop.rounds for name in each.values()
                    if name in params and each)  # fmt: skip
    outer = _used([*steps[: loop.start], *rest, outcome])
    if is_secret or outer & gone:
        return workflow
    kept = [*steps[: loop.start + loop.length], *rest]
    rows = [{name: params[each[name]]["example"] for name in loop.varying} for each in loop.rounds]
    every = {name: first for each in reversed(loop.rounds) for first, name in each.items()}
    short = {
        **workflow,
        "detailed_task_description": _description(workflow, len(loop.rounds)),
        "task_params": [param for name, param in params.items() if name not in gone],
        "success_criteria": _mentions(workflow["success_criteria"], every),
        "outcome": outcome,
        "loop": {"times": len(loop.rounds), "rows": rows},
        "plan": {**workflow["plan"], "steps": kept},
    }
    subtasks = [_subtask(each, kept, every) for each in workflow["subtasks"]]
    return regrouped(short, subtasks)


def _shape(step: Mapping[str, Any]) -> bytes:
    """What two rounds have in common: the action and its target, whatever the parameters are."""
    place = (step.get("before") or {}).get("place")
    told = [step["action_type"], step.get("action_value"), _stable(step.get("target") or {}), place]
    return orjson.dumps(_blank(told), option=orjson.OPT_SORT_KEYS)


def _stable(target: Mapping[str, Any]) -> Json:
    """What of a target is the same in each round; of its row, what identifies it."""
    within, kept = target.get("within"), {
        key: item for key, item in target.items() if key not in (*_VOLATILE, "within")
    }  # fmt: skip
    if not isinstance(within, Mapping):
        return kept
    cells, key = within.get("cells") or [], within.get("key")
    telling = cells[key] if isinstance(key, int) and key < len(cells) else cells
    return {**kept, "within": [within.get("kind"), within.get("headers"), key, telling]}


def _blank(value: Any) -> Any:
    """A JSON value whose parameters have no names."""
    if isinstance(value, str):
        return [part.is_parameter or part.text for part in parse(value)]
    if isinstance(value, Mapping):
        return {key: _blank(item) for key, item in value.items()}
    return [_blank(item) for item in value] if isinstance(value, list | tuple) else value


def _repeats(shapes: Sequence[bytes], length: int) -> Iterable[tuple[int, int]]:
    """Where a block of this length follows itself, and how often it is there."""
    same = 0
    for place in range(len(shapes) - length - 1, -2, -1):
        if place >= 0 and shapes[place] == shapes[place + length]:
            same += 1
            continue
        if same >= length:
            yield place + 1, same // length + 1
        same = 0


def _loop(steps: Sequence[Mapping[str, Any]], start: int, length: int, times: int) -> Loop | None:
    block = steps[start : start + length]
    if not any(step.get("danger") for step in block):
        return None
    first = _names(block)
    rounds = []
    for number in range(times):
        begin = start + number * length
        own = _names(steps[begin : begin + length])
        if len(own) != len(first):
            return None
        match = dict(zip(first, own, strict=True))
        if list(map(match.get, first)) != own or len(set(match.values())) != len(match):
            return None
        rounds.append(match)
    loop = Loop(start, length, tuple(rounds))
    is_new = all(any(one[name] != other[name] for name in first)
                 for one, other in pairwise(rounds))  # fmt: skip
    return loop if is_new else None


def _names(steps: Iterable[Mapping[str, Any]]) -> list[str]:
    """The parameters in what the steps do, in order, with repetitions."""
    return [name for step in steps
            for text in _texts([step.get("action_value"), _stable(step.get("target") or {})])
            for name in _each(text)]  # fmt: skip


def _each(template: str) -> list[str]:
    return [part.text for part in parse(template) if part.is_parameter]


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key in sorted(value):
            yield from _texts(value[key])
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)


def _used(value: Any) -> set[str]:
    """The parameters in the values of steps and outcome; words of people do not count."""
    return {name for text in _texts(value) for name in names(text)}


def _renamed(value: Any, new: Mapping[str, str]) -> Any:
    """A JSON value whose parameters have other names."""
    if isinstance(value, str):
        parts = parse(value)
        return unparse(Part(new.get(part.text, part.text), is_parameter=True)
                       if part.is_parameter else part for part in parts)  # fmt: skip
    if isinstance(value, Mapping):
        return {key: _renamed(item, new) for key, item in value.items()}
    return [_renamed(item, new) for item in value] if isinstance(value, list | tuple) else value


def _mentions(text: str, new: Mapping[str, str]) -> str:
    """A sentence for people with the names of the first round."""
    for name, first in new.items():
        text = text.replace(f"{{{name}}}", f"{{{first}}}")
    return text


def _subtask(subtask: Json, kept: Sequence[Json], new: Mapping[str, str]) -> Json:
    indexes = set(subtask["steps"])
    left = [step for step in kept if step["index"] in indexes]
    if len(left) == len(indexes):
        return subtask
    return {
        **subtask,
        "title": _mentions(subtask["title"], new),
        "description": "; ".join(str(step["intent"]).rstrip(". ") for step in left) + ".",
        "expected_outcome": _mentions(subtask["expected_outcome"], new),
    }


def _description(workflow: Json, times: int) -> str:
    return (
        f"{workflow['detailed_task_description']} It was recorded {times} times with other values, "
        "and is kept once: run it over a file of rows with --each FILE."
    )


def _covered(loop: Loop) -> int:
    return loop.length * len(loop.rounds)

"""Join what a person edited with a new compilation of the same recording; a pure decision.

Steps are the same by their index, parameters by their name, and each field is merged by itself: a
side that left it as it was gives way. Where both changed it differently, the person's stays, and
the difference is a conflict.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from lessonboard.parts.recordings.compiler.subtasks import regrouped
from lessonboard.parts.recordings.workflow_file.document import Json, steps_of

_MISSING: Any = object()
_IN_PARTS = ("plan", "task_params", "subtasks", "outcome")


class MergeConflict(NamedTuple):
    """Something that both sides changed: where, and what each made of it; None where it is gone."""

    where: str
    mine: Any
    theirs: Any

    def __str__(self) -> str:
        """A sentence for people."""
        return f"{self.where}: yours {_shown(self.mine)}, compiled {_shown(self.theirs)}"


class Merged(NamedTuple):
    """The merged workflow, with the person's version of what is in conflict."""

    workflow: Json
    conflicts: list[MergeConflict]


def merge(base: Json, mine: Json, theirs: Json) -> Merged:
    """Merge two changes of one workflow.

    Args:
        base: what both began with.
        mine: the edited one.
        theirs: the compiled one.
    """
    if mine == theirs or theirs == base:
        return Merged(mine, [])
    if mine == base:
        return Merged(theirs, [])
    conflicts: list[MergeConflict] = []
    yours = _renumbered(base, mine, theirs)
    sides = Sides(base, yours, theirs)
    merged = _fields("", sides.each(_top), conflicts)
    merged["outcome"] = _fields("outcome ", sides.each(_outcome), conflicts)
    merged["task_params"] = _listed("parameter", sides.each(_parameters), conflicts)
    steps = _listed("step", sides.each(_steps), conflicts)
    subtasks, numbers = _subtasks(sides, conflicts)
    plan = {**(theirs.get("plan") or {}), "steps": _placed(steps, numbers)}
    return Merged(regrouped({**merged, "plan": plan}, subtasks), conflicts)


class Sides(NamedTuple):
    """The same thing thrice: before, edited, and compiled again."""

    base: Any
    mine: Any
    theirs: Any

    def each(self, of: Callable[[Any], Any]) -> Sides:
        """A part or property of all three."""
        return Sides(*map(of, self))


def _top(workflow: Mapping[str, Any]) -> Json:
    return {key: value for key, value in workflow.items() if key not in _IN_PARTS}


def _outcome(workflow: Mapping[str, Any]) -> Json:
    return dict(workflow.get("outcome") or {})


def _parameters(workflow: Mapping[str, Any]) -> dict[Hashable, Json]:
    return {each["name"]: each for each in workflow.get("task_params") or ()}


def _steps(workflow: Mapping[str, Any]) -> dict[Hashable, Json]:
    """The steps without the subtask that each is in."""
    return {step["index"]: {key: value for key, value in step.items() if key != "subtask"}
            for step in steps_of(workflow)}  # fmt: skip


def _fields(where: str, sides: Sides, conflicts: list[MergeConflict]) -> Json:
    merged: Json = {}
    for key in dict.fromkeys([*sides.theirs, *sides.mine]):
        of_key = Sides(*(side.get(key, _MISSING) for side in sides))
        value = _value(f"{where}{key}", of_key, conflicts)
        if value is not _MISSING:
            merged[key] = value
    return merged


def _value(where: str, sides: Sides, conflicts: list[MergeConflict]) -> Any:
    base, mine, theirs = sides
    if theirs in (base, mine):
        return mine
    if mine != base:
        conflicts.append(MergeConflict(where, *(None if side is _MISSING else side
                                           for side in (mine, theirs))))  # fmt: skip
        return mine
    return theirs


def _listed(what: str, sides: Sides, conflicts: list[MergeConflict]) -> list[Json]:
    """Merge things with keys: what is added or gone on one side is so in the result."""
    merged: dict[Hashable, Json] = {}
    for name in dict.fromkeys([*sides.mine, *sides.theirs]):
        was, mine, theirs = (side.get(name) for side in sides)
        if mine is not None and theirs is not None:
            fields = Sides(was or {}, mine, theirs)
            merged[name] = _fields(f"{what} {name} ", fields, conflicts)
            continue
        if _value(f"{what} {name}", Sides(was, mine, theirs).each(_made), conflicts) is not None:
            merged[name] = mine or theirs
    orders = [list(side) for side in sides]
    return [merged[name] for name in _order(what, orders, merged, conflicts)]


def _made(thing: Json | None) -> Json | None:
    """What of a step says what is done; who made it may change without a difference."""
    return thing and {key: value for key, value in thing.items() if not key.startswith("made_")}


def _order(
    what: str,
    orders: Sequence[list[Hashable]],
    kept: Mapping[Hashable, Any],
    conflicts: list[MergeConflict],
) -> list[Hashable]:
    """The order of what is kept: of the side that changed it, with the other's additions."""
    base, mine, theirs = orders
    common = set(base) & set(mine) & set(theirs)
    was, own, new = ([name for name in side if name in common] for side in orders)
    if own not in (was, new) and new != was:
        conflicts.append(MergeConflict(f"the order of the {what}s", own, new))
    first, second = (theirs, mine) if own == was else (mine, theirs)
    order = [name for name in first if name in kept]
    for place, name in enumerate(second):
        if name in kept and name not in order:
            before = [each for each in second[:place] if each in order]
            order.insert(order.index(before[-1]) + 1 if before else 0, name)
    return order


def _renumbered(base: Json, mine: Json, theirs: Json) -> Json:
    """The edited workflow, whose added steps do not have the numbers of newly recorded ones."""
    known = {step["index"] for step in steps_of(base)}
    added = {step["index"]: step for step in steps_of(theirs) if step["index"] not in known}
    free = max([*known, *added, *(step["index"] for step in steps_of(mine))], default=0) + 1
    steps = []
    for step in steps_of(mine):
        other = added.get(step["index"])
        is_taken = other is not None and other != step
        steps.append({**step, "index": free} if is_taken else step)
        free += is_taken
    return {**mine, "plan": {**(mine.get("plan") or {}), "steps": steps}}


def _subtasks(sides: Sides, conflicts: list[MergeConflict]) -> tuple[list[Json], dict[int, int]]:
    """The subtasks of the side that changed them, and in which of them each step is."""
    texts, numbers = sides.each(_without_steps), sides.each(_numbers)
    chosen: list[Json] = _value("subtasks", texts, conflicts)
    if texts.mine == texts.theirs:
        return chosen, {**numbers.theirs, **numbers.mine}
    return chosen, numbers.mine if chosen is texts.mine else numbers.theirs


def _without_steps(workflow: Mapping[str, Any]) -> list[Json]:
    return [{**each, "steps": []} for each in workflow.get("subtasks") or []]


def _numbers(workflow: Mapping[str, Any]) -> dict[int, int]:
    return {step["index"]: step.get("subtask", 0) for step in steps_of(workflow)}


def _placed(steps: Sequence[Json], numbers: Mapping[int, int]) -> list[Json]:
    """The steps with their subtasks, which come in order; a new step is with those before it."""
    placed: list[Json] = []
    last = 0
    for step in steps:
        last = max(last, numbers.get(step["index"], last))
        placed.append({**step, "subtask": last})
    return placed


def _shown(value: Any) -> str:
    text = "nothing" if value is None else repr(value)
    return text if len(text) <= 80 else f"{text[:79]}…"

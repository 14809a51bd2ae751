"""What the agent had planned and how far it came, and what the person decided; pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from blackboard.agents.plans import Todo, answers, approved_plan, is_list, todo_list
from blackboard.handoff.fact import Fact
from blackboard.handoff.steps import Call
from blackboard.handoff.words import prose

_OWN = ("other", "mcp")
_FADES = 0.9


def planned(calls: Sequence[Call]) -> Iterator[Fact]:
    """The list that the agent kept, as it was left: what is open first."""
    wrote = [each for each in calls if each.kind in _OWN and is_list(each.name, each.input)]
    if not wrote:
        return
    todos = todo_list((each.name, each.input, each.output) for each in wrote)
    position = wrote[-1].position
    opened = [each for each in todos if each.state != "done"]
    if opened:
        yield Fact("left", position, 85, "agent's list, open", _listed(opened))
    done = [each for each in todos if each.state == "done"]
    if done:
        label = f"agent's list, {len(done)} of {len(todos)} done"
        yield Fact("left", position, 12, label, _listed(done))


def decided(calls: Sequence[Call]) -> Iterator[Fact]:
    """What the person answered questions, and the plans that they approved or refused."""
    worth, is_last = 70.0, True
    for call in reversed(calls):
        for each in answers(call.input, call.output) if call.kind in _OWN else ():
            words = f"{each.answer} (asked: {each.question})"
            yield Fact("asked", call.position, worth, "user chose", words)
            worth *= _FADES
        if plan := approved_plan(call.name, call.input):
            label = "plan refused by the user" if call.denied else "plan approved"
            share = 0.8 if is_last else 0.3
            yield Fact("asked", call.position, worth * share, label, prose(plan))
            worth, is_last = worth * _FADES, False


def _listed(todos: Sequence[Todo]) -> str:
    return "; ".join(f"{each.text} (doing)" if each.state == "doing" else each.text
                     for each in todos)  # fmt: skip

"""What agents keep of a task in their own tools: lists of what is to do, questions to the person.

Only here their names and arguments are known.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

State = Literal["done", "doing", "to do"]

_STATES: dict[str, State] = {
    "completed": "done", "done": "done", "in_progress": "doing", "in-progress": "doing",
    "active": "doing",
}  # fmt: skip
_LISTS = ("todos", "plan", "items", "tasks")
_TEXTS = ("content", "step", "subject", "title", "description", "text")
_NUMBERED = re.compile(r"#(\d+)")
_ANSWER = re.compile(r'"([^"\n]+)"="([^"\n]+)"')


class Todo(NamedTuple):
    """One thing on an agent's list."""

    text: str
    state: State


class Answer(NamedTuple):
    """What a person answered an agent's question."""

    question: str
    answer: str


def todo_list(calls: Iterable[tuple[str, Mapping[str, Any], str]]) -> list[Todo]:
    """The list as the last of an agent's calls left it.

    Args:
        calls: name, input and output of the calls of the agent's own tools, in order.

    >>> todo_list([("TaskCreate", {"subject": "Test it"}, "Task #1 created"),
    ...            ("TaskUpdate", {"taskId": "1", "status": "completed"}, "")])
    [Todo(text='Test it', state='done')]
    """
    found: dict[str, Todo] = {}
    for name, given, output in calls:
        if (whole := _whole(given)) is not None:
            found = whole
        elif name == "TaskCreate" and (number := _NUMBERED.search(output)):
            found[number[1]] = Todo(_text(given), "to do")
        elif name == "TaskUpdate" and str(given.get("taskId")) in found:
            _update(found, str(given["taskId"]), given)
    return list(found.values())


def is_list(name: str, given: Mapping[str, Any]) -> bool:
    """Whether a call wrote an agent's list."""
    return name in ("TaskCreate", "TaskUpdate") or _whole(given) is not None


def answers(given: Mapping[str, Any], output: str) -> list[Answer]:
    """What a person answered, if a call asked them.

    >>> answers({"questions": [{"id": "v", "question": "Which?"}]},
    ...         '{"answers": {"v": {"answers": ["The first"]}}}')
    [Answer(question='Which?', answer='The first')]
    """
    questions = given.get("questions")
    if not isinstance(questions, list):
        return []
    pairs = [Answer(one, other) for one, other in _ANSWER.findall(output)]
    return pairs or _by_id(questions, output)


def approved_plan(name: str, given: Mapping[str, Any]) -> str:
    """The plan that a call put before the person; empty for any other call."""
    plan = given.get("plan")
    return plan if name == "ExitPlanMode" and isinstance(plan, str) else ""


def _whole(given: Mapping[str, Any]) -> dict[str, Todo] | None:
    """A list that a call wrote as a whole."""
    for name in _LISTS:
        value = given.get(name)
        if isinstance(value, list) and value and all(map(_is_item, value)):
            return {
                str(number): Todo(_text(each), _state(each)) for number, each in enumerate(value)
            }
    return None


def _is_item(value: object) -> bool:
    return isinstance(value, dict) and "status" in value and bool(_text(value))


def _text(given: Mapping[str, Any]) -> str:
    return next((given[name] for name in _TEXTS if isinstance(given.get(name), str)), "")


def _state(given: Mapping[str, Any]) -> State:
    return _STATES.get(str(given.get("status")), "to do")


def _update(found: dict[str, Todo], number: str, given: Mapping[str, Any]) -> None:
    if given.get("status") == "deleted":
        found.pop(number)
        return
    state = _state(given) if "status" in given else found[number].state
    found[number] = Todo(_text(given) or found[number].text, state)


def _by_id(questions: list[Any], output: str) -> list[Answer]:
    """Answers as Codex writes them, by the ids of its questions."""
    try:
        known = json.loads(output).get("answers", {})
    except (ValueError, AttributeError):
        return []
    asked = {each.get("id"): each for each in questions if isinstance(each, dict)}
    found = []
    for key, value in known.items() if isinstance(known, dict) else ():
        given = value.get("answers") if isinstance(value, dict) else None
        if key in asked and isinstance(given, list):
            found.append(Answer(str(asked[key].get("question", key)), ", ".join(map(str, given))))
    return found

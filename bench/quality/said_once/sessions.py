"""The made-up sessions: corrections with what comes next, and ordinary sessions without a wish."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench.quality.made_sessions import called, in_session, says
from blackboard.event import NewEvent

_FOLDER = Path(__file__).parent
_BEGAN, _HOUR = 1_780_000_000_000_000, 3_600_000_000


class Correction(NamedTuple):
    """A session in which a person corrected the agent, and the next one, in which it matters.

    `wish` is the part of what was typed that is meant to last; `kind` says for what it holds:
    repository, path, command or topic. Half "b" was never looked at while anything was changed.
    """

    id: str
    half: str
    kind: str
    before: Mapping[str, str]
    typed: str
    wish: str
    next_prompt: str
    fitting_act: Mapping[str, str]
    prohibits: bool

    @property
    def project(self) -> str:
        """A project of its own."""
        return f"github.com/example/{self.id}"


class Ordinary(NamedTuple):
    """A session without any wish that is meant to last."""

    id: str
    typed: Sequence[str]

    @property
    def project(self) -> str:
        """A project of its own."""
        return f"github.com/example/{self.id}"


def corrections(half: str = "") -> list[Correction]:
    """The corrections of one half, or all."""
    found = [
        Correction(
            each["id"], each["half"], each["kind"], each["before"], each["typed"], each["wish"],
            each["next_prompt"], each["fitting_act"], bool(each["prohibition"]),
        )
        for each in _read("corrections")
    ]  # fmt: skip
    return [each for each in found if not half or each.half == half]


def ordinary() -> list[Ordinary]:
    """The sessions without a wish."""
    return [Ordinary(each["id"], each["typed"]) for each in _read("ordinary")]


def prompts() -> list[str]:
    """Prompts to which nothing of kind path, command or topic belongs."""
    return [each["prompt"] for each in _read("prompts")]


def events_of_correction(one: Correction, number: int) -> list[NewEvent]:
    """The session in which it was said."""
    steps = [says("Go on with it, please."), _act(one.before), says("Done so far.", "assistant"),
             says(one.typed), says("Understood.", "assistant")]  # fmt: skip
    return _session(one.id, one.project, steps, number)


def events_of_ordinary(one: Ordinary, number: int) -> list[NewEvent]:
    """The session, with an answer after each message."""
    steps = [step for text in one.typed for step in (says(text), says("Done.", "assistant"))]
    return _session(one.id, one.project, steps, number)


def _session(name: str, project: str, steps: Iterable[NewEvent], number: int) -> list[NewEvent]:
    began = _BEGAN + number * _HOUR
    return in_session(list(steps), f"said-{name}", project, f"/home/ada/{name}", began)


def _act(act: Mapping[str, str]) -> NewEvent:
    match act["tool"]:
        case "shell":
            return called("Bash", {"command": act["command"]}, "ok")
        case "edit":
            given = {"file_path": act["path"], "old_string": "a", "new_string": "b"}
            return called("Edit", given, "The file has been updated.")
        case _:
            return says(act["text"], "assistant")


def _read(name: str) -> list[dict[str, Any]]:
    lines = (_FOLDER / f"{name}.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]

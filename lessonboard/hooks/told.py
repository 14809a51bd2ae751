"""What an agent tells its hook, whichever agent it is, as one thing.

Which fields stand where, and what an agent calls its events, is said in `blackboard/agents/`.
"""

from __future__ import annotations

from blackboard.agents import callers
from blackboard.agents.agent import COMMON_FIELDS, Agent, Hooks
from blackboard.sources.repository import project_of
from blackboard.storage.sqlite.quick import Json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from blackboard.agents.agent import Path

_BEYOND = ("conversation_id", "timestamp", "turn_id", "model", "transcript_path")
"""Fields by which agents are told apart, beside the event's name."""

_LARGEST_CODE = 100_000
"""Windows has larger ones, which are no exit codes of programs but of crashes."""


class Told:
    """One call of a hook.

    `step` is start, prompt, before, after, failed, stop or end; empty for any other event.
    `session` is that of a subagent where one speaks. `transcript` is where the agent keeps the
    session itself, empty where it does not. `hears` tells whether context is taken now, and
    `flat_reply` in which form.
    `failed` is None where the agent does not say how a tool's call ended; `result` is what the
    call printed, without what the agent put around it.
    """

    def __init__(self, json: Json, text: str) -> None:
        values = _values(json, text)
        self.event = _text(values, COMMON_FIELDS["event"])
        agent, hooks = _sender(self.event, values)
        given = {name: _text(values, paths) for name, paths in hooks.fields.items()}
        self.agent = agent.name
        self.step = hooks.steps.get(self.event, "")
        self.hears = self.event not in hooks.deaf
        self.flat_reply = hooks.flat_reply
        self.main_session = _named(given["session"])
        subagent = _named(given["subagent"])
        self.session = f"{self.main_session}/{subagent}" if subagent else self.main_session
        self.cwd = given["cwd"]
        self.project = _project(self.cwd)
        self.transcript = given["transcript"] if agent.keeps_record else ""
        self.model = given["model"]
        self.turn = given["turn"]
        self.prompt = given["prompt"]
        self.tool = given["tool"] or hooks.tools.get(self.event, "")
        self.call = _named(given["call"])
        self.input = given["input"]
        self.command = given["command"]
        self.folder = given["folder"]
        self.paths = tuple(filter(None, (_string(values, each) for each in hooks.fields["path"])))
        self.output = "\n".join(filter(None, (given["stdout"], given["stderr"])))
        self.output = self.output or given["output"]
        self.error = given["error"] if self.step in ("after", "failed") else ""
        known = True if self.step == "failed" or self.error else None
        known = False if known is None and self.event in hooks.succeeded else known
        self.result, self.failed, code = hooks.outcome(self.error or self.output, known)
        given_code = _code(values, hooks.fields["exit_code"])
        self.exit_code = code if given_code is None else given_code
        if given_code is not None and self.failed is not True:
            self.failed = given_code != 0
        self.goes_on = bool(_first(values, hooks.fields["again"])) or bool(
            _first(values, hooks.fields["interrupted"])
        )
        self.reason = given["reason"]


def places() -> list[Path]:
    """Every place at which some agent has a field."""
    found: dict[Path, None] = {(name,): None for name in _BEYOND}
    for agent in callers():
        if agent.hooks is not None:
            for at in agent.hooks.fields.values():
                found.update(dict.fromkeys(at))
    return list(found)


def _values(json: Json, text: str) -> dict[Path, Any]:
    paths = places()
    return dict(zip(paths, json.fields(text, *paths), strict=True))


def _sender(event: str, values: Mapping[Path, object]) -> tuple[Agent, Hooks]:
    """Which agent calls, and how: each has a name or a field that the others lack."""
    for agent in callers():
        if agent.hooks is not None and agent.hooks.sent_by(event, values):
            return agent, agent.hooks
    raise LookupError(f"no agent is known that sends {event[:100]!r}")


def _first(values: Mapping[Path, Any], places: tuple[Path, ...]) -> Any:
    return next((values[place] for place in places if values[place]), None)


def _string(values: Mapping[Path, Any], place: Path) -> str:
    value = values[place]
    return value if isinstance(value, str) else ""


def _code(values: Mapping[Path, Any], places: tuple[Path, ...]) -> int | None:
    """The first number at some places that may be an exit code."""
    found = (values[place] for place in places)
    codes = (each for each in found if isinstance(each, int) and abs(each) < _LARGEST_CODE)
    return next(codes, None)


def _text(values: Mapping[Path, Any], places: tuple[Path, ...]) -> str:
    """The first text at some places."""
    return next((found for place in places if (found := _string(values, place))), "")


def _project(folder: str) -> str | None:
    """The project of a folder, as the readers of transcripts name it (`sources.source.name`)."""
    if not folder:
        return None
    found = "".join(each for each in project_of(folder) if each.isprintable())
    return found[:400] if found.strip() else None


def _named(given: str) -> str:
    """An id that may stand in a stream's name; empty when it may not."""
    return given if given.isprintable() and len(given) <= 400 else ""

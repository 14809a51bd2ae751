"""One hook event, in the same form for every agent.

Which fields are where, and what an agent calls its events, is defined in `blackboard/agents/`.
"""

from __future__ import annotations

import os

from blackboard.agents import built_in
from blackboard.agents.agent import COMMON_FIELDS, Agent, Hooks
from blackboard.sources.repository import project_of
from blackboard.storage.sqlite_json import Json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from blackboard.agents.agent import Path

TELLING: tuple[Path, ...] = (
    ("conversation_id",), ("timestamp",), ("turn_id",), ("model",), ("transcript_path",),
)  # fmt: skip
"""The fields by which agents are distinguished, beside the event's name."""

_OF_CALLS = ("before", "after", "failed")
_ENDED = ("after", "failed")
_LARGEST_CODE = 100_000
"""Windows has larger ones, which are no exit codes of programs but of crashes."""


class HookEvent:
    """One call of a hook.

    `step` is start, prompt, before, after, failed, stop or end; empty for any other event.
    `session` is that of a subagent where one speaks. `transcript` is where the agent keeps the
    session itself, empty where it does not. `hears` is whether context is taken now, which it
    never is before a call: it would reach the model together with the result. `flat_reply` is the
    key of the reply, if it has only one; `refuses` is the form in which a call can be refused, if
    any.
    `presence` is how to detect that a person attends, `mode` what the agent may do unasked.
    `shows_line` is whether the agent shows its person a line of the reply.
    `is_late` is whether this is the first moment at which the agent takes what fits its prompt.
    `is_cleared` is whether a start finds nothing left of what the session was shown before, and
    `recent` how to find the work under way in its transcript. `noted` is where it has a call's end.
    `process` is the process that the agent started for this, 0 for this one.
    `failed` is None where the agent does not say how a tool's call ended; `result` is what the
    call printed, without what the agent put around it.
    """

    def __init__(self, json: Json, text: str, program: str = "") -> None:
        values = _values(json, text, COMMON_FIELDS)
        self.event = _text(values, COMMON_FIELDS["event"])
        agent, hooks = _sender(self.event, values, program)
        fields = hooks.fields
        if fields is not COMMON_FIELDS:
            values = _values(json, text, fields)
        self.agent = agent.name
        self.step = hooks.steps.get(self.event, "")
        self.hears = self.step != "before" and self.event not in hooks.deaf
        self.flat_reply = hooks.flat_reply
        self.is_late = hooks.late and self.step in _ENDED
        self.refuses = hooks.refuses
        self.presence = hooks.presence
        self.shows_line = self.step in hooks.line_at
        self.mode = _text(values, fields["mode"])
        self.main_session = _named(_text(values, fields["session"]))
        subagent = _named(_text(values, fields["subagent"]))
        self.session = f"{self.main_session}/{subagent}" if subagent else self.main_session
        self.cwd = _text(values, fields["cwd"])
        self.project = _project(self.cwd)
        named = _text(values, fields["transcript"]) or _transcript(agent, hooks, self.main_session)
        self.transcript = named if agent.keeps_record else ""
        self.model = _text(values, fields["model"])
        self.turn = _text(values, fields["turn"])
        self.prompt = _text(values, fields["prompt"])
        self.reason = _text(values, fields["reason"])
        source = _text(values, fields["source"])
        self.is_cleared = self.step == "start" and source in hooks.cleared
        self.noted = hooks.noted if self.step == "after" and self.transcript else None
        self.recent = hooks.recent if self.is_cleared and self.transcript else None
        self.goes_on = any(_any(values, fields[name]) for name in ("again", "interrupted"))
        self.tool = self.call = self.input = self.command = self.folder = ""
        self.output = self.error = self.result = ""
        self.process = 0
        self.paths: tuple[str, ...] = ()
        self.failed: bool | None = None
        self.exit_code: int | None = None
        if self.step in _OF_CALLS:
            self._read_call(values, hooks)
        if self.step in _ENDED:
            self._read_outcome(values, hooks)

    def _read_call(self, values: Mapping[Path, Any], hooks: Hooks) -> None:
        fields = hooks.fields
        self.tool = _text(values, fields["tool"]) or hooks.tools.get(self.event, "")
        self.call = _named(_text(values, fields["call"]))
        self.input = _text(values, fields["input"])
        self.command = _text(values, fields["command"])
        self.folder = _text(values, fields["folder"])
        self.paths = tuple(filter(None, (_string(values, each) for each in fields["path"])))

    def _read_outcome(self, values: Mapping[Path, Any], hooks: Hooks) -> None:
        fields = hooks.fields
        shell = (_text(values, fields["stdout"]), _text(values, fields["stderr"]))
        self.output = "\n".join(filter(None, shell)) or _text(values, fields["output"])
        self.error = _text(values, fields["error"])
        known = True if self.step == "failed" or self.error else None
        known = False if known is None and self.event in hooks.succeeded else known
        self.result, self.failed, code = hooks.outcome(self.error or self.output, known)
        given_code = _code(values, fields["exit_code"])
        self.exit_code = code if given_code is None else given_code
        if given_code is not None and self.failed is not True:
            self.failed = given_code != 0


def _values(json: Json, text: str, fields: Mapping[str, tuple[Path, ...]]) -> dict[Path, Any]:
    """Return the values of these fields, and of those by which agents are distinguished."""
    places = TELLING + tuple(place for each in fields.values() for place in each)
    return dict(zip(places, json.fields(text, *places), strict=True))


def _sender(event: str, values: Mapping[Path, object], program: str) -> tuple[Agent, Hooks]:
    """Return which agent calls, and how: by what it writes, for one agent may run another's hooks.

    The one that is named on the command line is asked first, so that mostly no other is loaded.
    """
    named = built_in(program) or _added(program)
    if named is not None and named.hooks is not None and named.hooks.sent_by(event, values):
        return named, named.hooks
    from blackboard.agents.registry import callers

    known = [(agent, agent.hooks) for agent in callers() if agent.hooks is not None]
    return next((each for each in known if each[1].sent_by(event, values)), known[-1])


def _added(program: str) -> Agent | None:
    """Return the agent of a plug-in with that name.

    For other agents no plug-ins are loaded here.
    """
    is_name = program.islower() and program[0].isalpha() and program.replace("-", "").isalnum()
    if program == "hook" or not is_name:
        return None
    from blackboard.agents.registry import agent_named
    from blackboard.sources.readers import add_agents_of_plugins

    known = agent_named(program)
    if known is None:
        add_agents_of_plugins()
        known = agent_named(program)
    return known


def _transcript(agent: Agent, hooks: Hooks, session: str) -> str:
    """Return where the agent keeps a session when its event does not say so.

    It is empty where unknown.
    """
    if not hooks.transcript:
        return ""
    home = os.environ.get("HOME") or os.environ.get("USERPROFILE", "")
    return f"{agent.folder(home, os.environ)}/{hooks.transcript.format(session)}"


def _any(values: Mapping[Path, Any], places: tuple[Path, ...]) -> bool:
    return any(values[place] for place in places)


def _string(values: Mapping[Path, Any], place: Path) -> str:
    value = values[place]
    return value if isinstance(value, str) else ""


def _code(values: Mapping[Path, Any], places: tuple[Path, ...]) -> int | None:
    """Return the first number at some places that may be an exit code."""
    found = (values[place] for place in places)
    codes = (each for each in found if isinstance(each, int) and abs(each) < _LARGEST_CODE)
    return next(codes, None)


def _text(values: Mapping[Path, Any], places: tuple[Path, ...]) -> str:
    """Return the first text at some places."""
    for place in places:
        found = values[place]
        if found and isinstance(found, str):
            return found
    return ""


def _project(folder: str) -> str | None:
    """Return the project of a folder, as readers of transcripts name it (`sources.source.name`)."""
    if not folder:
        return None
    found = "".join(each for each in project_of(folder) if each.isprintable())
    return found[:400] if found.strip() else None


def _named(given: str) -> str:
    """Return an id that is valid in a stream's name; empty when it is not."""
    return given if given.isprintable() and len(given) <= 400 else ""

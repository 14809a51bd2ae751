"""Codex rollouts: `~/.codex/sessions/YYYY/MM/DD/rollout-<time>-<session>.jsonl`.

Content is in them twice; it is taken from `response_item` lines. Exit codes come from the
output's text. Commands that the model runs from a script (`exec`) are the exception: their exit
codes are only in the `item_completed` events between the script's call and its output.

A message with the role of a user is a person's where the next line is Codex's own note that its
user submitted that text (`agents/codex.py`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, ClassVar, NamedTuple

from blackboard.agents.codex import is_interactive, is_plain_prompt, submitted
from blackboard.event import NewEvent
from blackboard.repositories.remote import normalise_remote
from blackboard.sources.fields import count
from blackboard.sources.repository import project_of
from blackboard.sources.source import Call, Record, Speaker, Waiting, name, string, text_of, time_of
from blackboard.sources.usage import Meter, Tokens, state_of
from blackboard.vocabulary import Author

_TYPES = frozenset(
    """
    session_meta response_item event_msg turn_context compacted world_state
    inter_agent_communication inter_agent_communication_metadata token_usage_record
    """.split()
)
_SILENT_ITEMS = frozenset(
    """
    additional_tools reasoning web_search_call tool_search_call tool_search_output
    image_generation_call ghost_snapshot compaction
    """.split()
)
_SCAFFOLD = re.compile(
    r"\s*(?:<(?:environment_context|permissions instructions|skill|turn_aborted|user_instructions"
    r"|recommended_plugins|user_shell_command|subagent_notification|model_switch"
    r"|collaboration_mode|apps_instructions|plugins_instructions)\b"
    r"|# AGENTS\.md instructions for)"
)
_EXITED = re.compile(r"(?:Process exited with code|\AExit code:) (-?\d+)")
_LONGEST_HEAD = 400
_CHUNK = '{"chunk_id"'
_JSON = json.JSONDecoder(strict=False)
_EXIT_IN_JSON = re.compile(r'"exit_code":\s*(-?\d+)')
_RUNNING = re.compile(r"Process running with session ID (\d+)|\"session_id\":\s*(\d+)")
"""A command that goes on, by the text or by the JSON of a script's call."""

_BODY = re.compile(r"\A(?:Chunk ID|Wall time|Exit code|Script completed).*?\nOutput:\n", re.DOTALL)
_REFUSED = re.compile(r"aborted by user|rejected by user|\bRejected\(")
_BROKE = re.compile(r"\A(?:apply_patch verification failed|exec_command failed|\w+ failed[: ])")
_SCRIPTS = frozenset(("exec", "exec_command"))
_SCRIPTED = re.compile(r"""\bcmd"?\s*:\s*("(?:[^"\\]|\\.)*")""")


class _Message(NamedTuple):
    """A message of a user whose author the next line shows."""

    offset: int
    at: int | None
    text: str


class Codex:
    """Reads one rollout; see `Reader`."""

    name: ClassVar[str] = "codex"

    def __init__(self, session: str, state: Record) -> None:
        self.unknown = 0
        self._waiting = Waiting()
        self._skipped: bool = state.get("skipped", False)
        self._speaker = Speaker(state.get("session", session), self.name)
        self._speaker.project = state.get("project")
        self._calls: dict[str, Call] = {}
        self._running: dict[str, Call] = {}
        self._told: set[str] = set()
        self._interactive: bool = state.get("interactive", False)
        self._unattested: _Message | None = None
        self._model: str | None = state.get("model")
        self._meter = Meter(state.get("usage", {}))

    @staticmethod
    def recognises(record: Record) -> bool:
        """See `Reader.recognises`."""
        return string(record.get("type")) in _TYPES and isinstance(record.get("payload"), dict)

    def read(self, record: Record, offset: int) -> Iterator[NewEvent]:
        """See `Reader.read`."""
        before, model = self._meter.now, self._model
        kind, payload = string(record.get("type")), record.get("payload")
        yield from self._attest(record)
        if kind not in _TYPES or not isinstance(payload, dict):
            self.unknown += 1
        elif kind == "session_meta":
            yield from self._meta(record, payload)
        elif kind == "turn_context":
            self._model = string(payload.get("model")) or self._model
        elif kind == "event_msg" and payload.get("type") == "token_count" and not self._skipped:
            self._count(record, payload.get("info"))
        elif kind == "response_item" and not self._skipped:
            yield from self._item(record, payload, offset)
        elif kind == "event_msg" and payload.get("type") == "item_completed" and not self._skipped:
            yield from self._scripted(record, payload.get("item"))
        self._waiting.mark(
            offset,
            is_open=bool(self._calls or self._running or self._unattested),
            before=(before, model),
        )

    def unanswered(self) -> list[Call]:
        """The calls whose results did not come, in the order in which they were made."""
        return list(self._calls.values())

    def waiting(self) -> int | None:
        """See `Reader.waiting`."""
        return self._waiting.since

    def state(self) -> Record:
        """See `Reader.state`."""
        usage, model = self._waiting.counted((self._meter.now, self._model))
        return {
            "session": self._speaker.session,
            "project": self._speaker.project,
            "skipped": self._skipped,
            "interactive": self._interactive,
            "model": model,
            "usage": state_of(usage),
        }

    def usage(self) -> Iterator[NewEvent]:
        """See `Reader.usage`."""
        return self._meter.events()

    def _meta(self, record: Record, meta: Record) -> Iterator[NewEvent]:
        """The head of a rollout; a resumed one repeats it."""
        self._skipped = meta.get("thread_source") == "memory_consolidation"
        self._interactive = is_interactive(meta)
        git = meta.get("git")
        git = git if isinstance(git, dict) else {}
        if self._skipped or not isinstance(meta.get("id"), str):
            return
        self._speaker = Speaker(name(meta["id"], self._speaker.session), self.name)
        cwd, remote = string(meta.get("cwd")), string(git.get("repository_url"))
        project = normalise_remote(remote or "") or (cwd and project_of(cwd))
        self._speaker.project = name(project, "") or None
        yield self._speaker.started(
            time_of(record),
            agent_version=meta.get("cli_version"),
            cwd=cwd,
            repository=self._speaker.project,
            branch=git.get("branch"),
            commit=git.get("commit_hash"),
            entrypoint=meta.get("originator"),
        )

    def _count(self, record: Record, info: object) -> None:
        """The tokens of the last call, by `TokenUsageInfo` in `codex-rs/protocol/src/protocol.rs`.

        The totals distinguish calls: a count is repeated when limits change, and after a compaction
        with nothing as its last call. They are not summed up, because they may begin anew when a
        session is resumed. Input holds what is cached.
        """
        total, last = (
            _dict(_dict(info).get("total_token_usage")),
            _dict(info).get("last_token_usage"),
        )
        if not total or not isinstance(last, dict):
            return
        call = f"{total.get('input_tokens')}:{total.get('output_tokens')}"
        cached = count(last.get("cached_input_tokens"))
        written = count(last.get("cache_write_input_tokens"))
        fresh = max(0, count(last.get("input_tokens")) - cached - written)
        tokens = Tokens(fresh, count(last.get("output_tokens")), cached, written)
        self._meter.count(self._speaker, time_of(record), call, self._model, tokens)

    def _item(self, record: Record, item: Record, offset: int) -> Iterator[NewEvent]:
        at = time_of(record)
        match string(item.get("type")):
            case "message":
                yield from self._message(item, offset, at)
            case "function_call" | "custom_tool_call" | "local_shell_call":
                tool, arguments = _arguments(item)
                self._calls[str(item.get("call_id"))] = Call(tool, arguments, at)
            case "function_call_output" | "custom_tool_call_output":
                yield from self._result(item, at)
            case kind if kind not in _SILENT_ITEMS:
                self.unknown += 1

    def _scripted(self, record: Record, item: object) -> Iterator[NewEvent]:
        """A command that ran inside a script, recorded in place of the script's own call."""
        if not isinstance(item, dict) or item.get("type") != "CommandExecution":
            return
        scripts = [key for key, call in self._calls.items() if call.name in _SCRIPTS]
        key, code = str(item.get("id")), item.get("exit_code")
        if not scripts or key in self._calls or not isinstance(code, int):
            return
        self._told.update(scripts)
        command = item.get("command")
        line = str(command[-1] if isinstance(command, list) and command else command)
        at = time_of(record)
        output = str(item.get("aggregated_output") or "")
        call = Call("exec_command", {"cmd": line}, self._calls[scripts[0]].at)
        yield self._speaker.called(key, call, at, output, failed=code != 0, exit_code=code)

    def _message(self, item: Record, offset: int, at: int | None) -> Iterator[NewEvent]:
        role, text = item.get("role"), text_of(item.get("content"))
        if role == "assistant":
            yield from self._speaker.said("assistant", f"line:{offset}", at, text)
        elif role == "user" and not _SCAFFOLD.match(text) and text.strip():
            self._unattested = _Message(offset, at, text)
            if not self._interactive or not is_plain_prompt(item):
                yield from self._attest({})  # no later line can prove it to be a person's

    def _attest(self, record: Record) -> Iterator[NewEvent]:
        """The prompt of the line before, now that this one shows whether a person submitted it."""
        if self._unattested is None:
            return
        (offset, at, text), self._unattested = self._unattested, None
        is_typed = self._interactive and (submitted(record) or "").strip() == text.strip()
        author: Author = "human" if is_typed else "unknown"
        yield from self._speaker.said("user", f"line:{offset}", at, text, author=author)
        yield from self._give_up(at)

    def _result(self, item: Record, at: int | None) -> Iterator[NewEvent]:
        key = str(item.get("call_id"))
        call = self._calls.pop(key, None)
        if call is None or key in self._told:
            return
        output = text_of(item.get("output"))
        code, body = _exit_code(output), _body(output)
        running = _RUNNING.search(output[:_LONGEST_HEAD]) if code is None else None
        if running:
            self._running.setdefault(running[1] or running[2], call)
        if call.name == "write_stdin" and code is not None:
            # The end of a long command: recorded as that command, not as the waiting for it.
            call = self._running.pop(str(call.input.get("session_id")), call)
        denied = bool(_REFUSED.search(output[:300]))
        failed = code != 0 if code is not None else True if _BROKE.match(output) else None
        # The wording alone says that it was refused, and a program can print it.
        author: Author = "unknown" if denied else "tool"
        failed = None if denied else failed
        yield self._speaker.called(
            key, call, at, body, failed=failed, exit_code=code, denied=denied, author=author
        )

    def _give_up(self, at: int | None) -> Iterator[NewEvent]:
        for key, call in self._calls.items():
            yield self._speaker.called(key, call, call.at or at, "", failed=None, author="unknown")
        self._calls.clear()
        self._running.clear()


def _arguments(item: Record) -> tuple[str, Record]:
    """A call's name and input; a script that runs one command counts as that command."""
    tool = str(item.get("name") or item.get("type"))
    given = item.get("arguments", item.get("input", item.get("action")))
    if tool == "exec" and isinstance(given, str):
        commands = _SCRIPTED.findall(given)
        if len(commands) == 1:
            return "exec_command", {"cmd": _unquoted(commands[0])}
    return tool, _parsed(given)


def _dict(value: object) -> Record:
    return value if isinstance(value, dict) else {}


def _unquoted(literal: str) -> str:
    """A string literal's text; JavaScript allows escapes that JSON does not."""
    try:
        return str(json.loads(literal, strict=False))
    except ValueError:
        return literal[1:-1]


def _parsed(given: Any) -> Record:
    if isinstance(given, str):
        try:
            found = json.loads(given)
        except ValueError:
            return {"input": given}
        return found if isinstance(found, dict) else {"input": given}
    return given if isinstance(given, dict) else {}


def _exit_code(output: str) -> int | None:
    found = _EXITED.search(output[:_LONGEST_HEAD]) or _EXIT_IN_JSON.search(output[:_LONGEST_HEAD])
    return int(found[1]) if found else None


def _body(output: str) -> str:
    """What a command printed, without what the agent put around it, which may be JSON."""
    body = _BODY.sub("", output)
    rest, printed = body.lstrip(), []
    while rest.startswith(_CHUNK):
        try:
            chunk, end = _JSON.raw_decode(rest)
        except ValueError:
            return body
        printed.append(str(chunk.get("output", "")))
        rest = rest[end:].lstrip()
    return "\n".join((*printed, rest)).strip("\n") if printed else body

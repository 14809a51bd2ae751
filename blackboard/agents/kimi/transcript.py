"""Sessions of Kimi Code: `~/.kimi-code/sessions/<folder>/<session>/agents/<agent>/wire.jsonl`.

The session's id is the name of its folder, its working folder is in `state.json` there
(seen with protocol 1.4). Prompts are in it twice, as the turn's and as the context's: the latter
is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from blackboard.event import NewEvent
from blackboard.sources.fields import count, millis
from blackboard.sources.fields import record as record_of
from blackboard.sources.lines import parse
from blackboard.sources.source import Record, string, text_of
from blackboard.sources.turns import Turns
from blackboard.sources.usage import Tokens
from blackboard.vocabulary import Author

_FAMILIES = ("turn.", "context.", "config.", "llm.", "tools.", "usage.", "metadata", "plan_mode.",
             "permission.", "goal.", "full_compaction", "compaction", "cron.", "skill.",
             "background.", "subagent.", "state.", "agent.")  # fmt: skip
_EXITED = re.compile(r"\s*Command failed with exit code: (\d{1,5})\.?\s*\Z")
_LONGEST = 1 << 20


class Kimi(Turns):
    """Reads one agent of a session; see `Reader`."""

    name: ClassVar[str] = "kimi"

    def __init__(self, session: str, state: Record) -> None:
        super().__init__(session, state)
        self._folder: str | None = state.get("cwd")
        self._is_child = "/" in self._speaker.session

    @staticmethod
    def around(path: Path) -> Record:
        """The session and its folder, by where the file is; see `Reader`."""
        agent = path.parent
        if path.name != "wire.jsonl" or agent.parent.name != "agents":
            return {}
        session = agent.parent.parent
        name = session.name if agent.name == "main" else f"{session.name}/{agent.name}"
        try:
            with (session / "state.json").open("rb") as file:
                told = parse(file.read(_LONGEST)) or {}
        except OSError:
            told = {}
        folder = string(told.get("workDir"))
        return {"session": name, "cwd": folder} if folder else {"session": name}

    @staticmethod
    def recognises(record: Record) -> bool:
        """See `Reader.recognises`."""
        is_first = record.get("type") == "metadata" and "protocol_version" in record
        return is_first or record.get("type") in ("context.append_message", "turn.prompt")

    def state(self) -> Record:
        """See `Reader.state`."""
        return {**super().state(), "cwd": self._folder}

    def _turn(self, record: Record, offset: int) -> Iterator[NewEvent]:
        kind, at = string(record.get("type")) or "", millis(record.get("time"))
        if kind == "metadata":
            at = millis(record.get("created_at"))
            yield from self._begin(self._speaker.session, self._folder, at)
        elif kind == "context.append_message":
            message = record_of(record.get("message"))
            if message.get("role") == "user":
                yield from self._prompt(message, f"line:{offset}", at)
        elif kind == "context.append_loop_event":
            yield from self._event(record_of(record.get("event")), at)
        elif kind == "usage.record":
            self._spent(record, f"line:{offset}", at)
        elif not kind.startswith(_FAMILIES):
            self.unknown += 1

    def _prompt(self, message: Record, key: str, at: int | None) -> Iterator[NewEvent]:
        origin = record_of(message.get("origin")).get("kind", "user")
        added: Author | None = None if origin == "user" else "harness"
        author: Author | None = "other-agent" if self._is_child else added
        yield from self._said("user", key, at, text_of(message.get("content")), author)

    def _event(self, event: Record, at: int | None) -> Iterator[NewEvent]:
        match event.get("type"):
            case "content.part":
                part = record_of(event.get("part"))
                if part.get("type") == "text":
                    text = string(part.get("text")) or ""
                    yield from self._said("assistant", str(event.get("uuid")), at, text)
            case "tool.call":
                self._asked(event.get("toolCallId"), event.get("name"), event.get("args"), at)
            case "tool.result":
                yield from self._result(event, at)

    def _result(self, event: Record, at: int | None) -> Iterator[NewEvent]:
        key, result = event.get("toolCallId"), record_of(event.get("result"))
        output = string(result.get("output")) or text_of(result.get("output"))
        is_error = bool(result.get("isError"))
        ended = self._end(key, output, _EXITED) if is_error else None
        body, code = (output[: ended.start()], int(ended[1])) if ended else (output, None)
        yield from self._answered(key, at, body, failed=is_error, exit_code=code)

    def _spent(self, record: Record, key: str, at: int | None) -> None:
        usage = record_of(record.get("usage"))
        names = ("inputOther", "output", "inputCacheRead", "inputCacheCreation")
        tokens = Tokens(*map(count, map(usage.get, names)))
        if any(tokens):
            self._count(key, at, string(record.get("model")), tokens)

"""Chats of Gemini CLI: `~/.gemini/tmp/<project>/chats/session-*.jsonl`, or `.json` as before.

A message is repeated as it grows, `$set` replaces fields of the whole, `$rewindTo` removes
what was said and done all the same. A chat keeps no working folder; `.project_root` beside the
chats names it, and so does the context that the agent itself puts before the first prompt (seen
with 0.61.0, and in `packages/core/src/services/chatRecordingTypes.ts`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from blackboard.agents.gemini import outcome
from blackboard.agents.tools import describe
from blackboard.event import NewEvent
from blackboard.sources.fields import count, records
from blackboard.sources.fields import record as record_of
from blackboard.sources.source import Record, string, text_of, time_of
from blackboard.sources.tags import without_tags
from blackboard.sources.turns import Turns
from blackboard.sources.usage import Tokens
from blackboard.sources.whole_file import WholeFile
from blackboard.vocabulary import Author

_SILENT = frozenset(("info", "error", "warning", "system"))
_CONTROLS = ("$set", "$rewindTo")
_CONTEXT = "<session_context>"
_FILES = "\n--- Content from referenced files ---"
_HOOKED = "hook_context"
_FOLDER = re.compile(r"\*\*Workspace Directories:\*\*\s*\n\s*- ([^\n]+)")
_LONGEST_ROOT = 4_096


class Gemini(Turns):
    """Reads one chat; see `Reader`."""

    name: ClassVar[str] = "gemini"

    def __init__(self, session: str, state: Record) -> None:
        super().__init__(session, state)
        self._folder: str | None = state.get("cwd")
        self._parent: str | None = state.get("parent")

    @staticmethod
    def around(path: Path) -> Record:
        """The folder by `.project_root` beside the chats, and of whom it is a subagent."""
        chats = next((each for each in path.parents if each.name == "chats"), path)
        told: Record = {"parent": path.parent.name} if path.parent.parent == chats else {}
        try:
            with (chats.parent / ".project_root").open(encoding="utf-8") as file:
                folder = file.read(_LONGEST_ROOT).strip()
        except (OSError, ValueError):
            return told
        return {**told, "cwd": folder} if folder.isprintable() and folder else told

    @staticmethod
    def recognises(record: Record) -> bool:
        """See `Reader.recognises`."""
        return isinstance(record.get("sessionId"), str) and "projectHash" in record

    @staticmethod
    def is_whole(file: WholeFile) -> bool:
        """See `WholeReader.is_whole`."""
        return isinstance(file.value, dict) and Gemini.recognises(file.value)

    @staticmethod
    def conversations(file: WholeFile) -> Iterator[list[Record]]:
        """Older versions keep a chat as one object; see `WholeReader.conversations`."""
        yield [{**Gemini.around(file.path), **file.value}]

    def state(self) -> Record:
        """See `Reader.state`."""
        return {**super().state(), "cwd": self._folder, "parent": self._parent}

    def _turn(self, record: Record, offset: int) -> Iterator[NewEvent]:
        changed = record_of(record.get("$set"))
        messages = records(record.get("messages")) + records(changed.get("messages"))
        if Gemini.recognises(record):
            yield from self._chat(record, messages)
        elif "type" in record:
            messages = [record]
        elif not any(each in record for each in _CONTROLS):
            self.unknown += 1
        for message in messages:
            yield from self._message(message)

    def _chat(self, chat: Record, messages: list[Record]) -> Iterator[NewEvent]:
        folders = (_FOLDER.search(text_of(each.get("content"))) for each in messages[:1])
        told = next((found[1].strip() for found in folders if found), None)
        folder = self._folder or string(chat.get("cwd")) or told
        at = time_of({"timestamp": chat.get("startTime")})
        own = f"{self._parent}/{chat['sessionId']}" if self._parent else chat["sessionId"]
        yield from self._begin(own, folder, at)

    def _message(self, message: Record) -> Iterator[NewEvent]:
        kind, at = string(message.get("type")), time_of(message)
        if kind == "user":
            author: Author | None = "other-agent" if self._parent else None
            yield from self._said("user", str(message.get("id")), at, _prompt(message), author)
        elif kind == "gemini":
            yield from self._model(message, at)
        elif kind not in _SILENT:
            self.unknown += 1

    def _model(self, message: Record, at: int | None) -> Iterator[NewEvent]:
        key, tokens = str(message.get("id")), record_of(message.get("tokens"))
        yield from self._said("assistant", key, at, text_of(message.get("content")))
        if tokens:
            cached, read = count(tokens.get("cached")), count(tokens.get("input"))
            said = count(tokens.get("output")) + count(tokens.get("thoughts"))
            spent = Tokens(max(0, read - cached), said, cached)
            self._count(key, at, string(message.get("model")), spent)
        for call in records(message.get("toolCalls")):
            yield from self._tool(call, at)

    def _tool(self, call: Record, at: int | None) -> Iterator[NewEvent]:
        """A call, which a message has again and again until it has ended."""
        status, tool = call.get("status"), string(call.get("name")) or ""
        if status not in ("success", "error", "cancelled"):
            return
        answers = (record_of(each.get("functionResponse")) for each in records(call.get("result")))
        answer = record_of(next((each.get("response") for each in answers), None))
        error = string(answer.get("error"))
        output = without_tags(string(answer.get("output")) or "", _HOOKED).rstrip()
        given, ended = record_of(call.get("args")), time_of(call) or at
        failed: bool | None = bool(error) or status == "error"
        code = None
        if describe(tool, given, self.name)["kind"] == "shell" and not error:
            output, failed, code = outcome(output, failed or None)
        self._asked(call.get("id"), tool, given, at)
        yield from self._answered(
            call.get("id"), ended, error or output, failed=failed, exit_code=code,
            denied=status == "cancelled",
        )  # fmt: skip


def _prompt(message: Record) -> str:
    """What was typed, without what the agent and its hooks put around it.

    A message that begins with the context of the session is the agent's own; after a cancelled
    turn it repeats what was typed before.
    """
    typed: list[str] = []
    for part in records(message.get("content")) or [{"text": message.get("content")}]:
        text = string(part.get("text")) or ""
        if text.startswith((_FILES, _CONTEXT)):
            break
        typed.append(without_tags(text, _HOOKED))
    return "\n".join(typed)

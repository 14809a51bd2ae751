"""Sessions of OpenCode: its database, or what `opencode export` writes of one session.

Both hold the same records: a session, its messages, and the parts of each. A shell command that
fails is "completed"; its exit code is `state.metadata.exit` (seen with 1.4.3, 1.14.30 and 1.18.33).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from blackboard.agents.tools import describe
from blackboard.event import NewEvent
from blackboard.sources.fields import count, millis, records
from blackboard.sources.fields import record as record_of
from blackboard.sources.source import Call, Record, string
from blackboard.sources.turns import Turns
from blackboard.sources.usage import Tokens
from blackboard.sources.whole_file import DATABASE, WholeFile
from blackboard.vocabulary import Author

_LARGEST_CODE = 100_000
_ENDED = ("completed", "error")
_REFUSALS = ("The user rejected permission", "Tool execution aborted", "The user dismissed")


class OpenCode(Turns):
    """Reads one session: first its `info`, then a message with its parts a record."""

    name: ClassVar[str] = "opencode"

    def __init__(self, session: str, state: Record) -> None:
        super().__init__(session, state)
        self._since: int = state.get("since", 0)
        self._is_child = False

    @staticmethod
    def recognises(record: Record) -> bool:
        """See `Reader.recognises`."""
        info = record_of(record.get("info"))
        return isinstance(record.get("messages"), list) and "directory" in info

    @staticmethod
    def is_whole(file: WholeFile) -> bool:
        """See `WholeReader.is_whole`."""
        if file.start.startswith(DATABASE):
            return file.path.name.endswith("opencode.db")
        return isinstance(file.value, dict) and OpenCode.recognises(file.value)

    @staticmethod
    def conversations(file: WholeFile) -> Iterator[list[Record]]:
        """A session each, of a database those that changed since; see `WholeReader`."""
        if file.start.startswith(DATABASE):
            for session in file.sessions(file.path, count(file.state.get("since"))):
                yield [session]
        else:
            yield [file.value]

    def state(self) -> Record:
        """See `Reader.state`."""
        return {**super().state(), "since": self._since}

    def _turn(self, record: Record, offset: int) -> Iterator[NewEvent]:
        info = record_of(record.get("info"))
        self._since = max(self._since, count(record.get("since")))
        self._is_child = bool(info.get("parentID"))
        started = millis(record_of(info.get("time")).get("created"))
        yield from self._begin(
            _session(info),
            string(info.get("directory")),
            started,
            agent_version=info.get("version"),
        )
        for message in records(record.get("messages")):
            yield from self._message(record_of(message.get("info")), records(message.get("parts")))

    def _message(self, info: Record, parts: list[Record]) -> Iterator[NewEvent]:
        role, at = string(info.get("role")), millis(record_of(info.get("time")).get("created"))
        if role not in ("user", "assistant"):
            self.unknown += 1
            return
        for part in parts:
            kind = part.get("type")
            if kind == "text" and not part.get("synthetic") and not part.get("ignored"):
                author: Author | None = "other-agent" if role == "user" and self._is_child else None
                text = string(part.get("text")) or ""
                yield from self._said(role, str(part.get("id")), at, text, author)
            elif kind == "tool":
                yield from self._tool(part, at)
        if role == "assistant":
            self._spent(info, at)

    def _spent(self, info: Record, at: int | None) -> None:
        tokens = record_of(info.get("tokens"))
        cache = record_of(tokens.get("cache"))
        read, wrote = count(cache.get("read")), count(cache.get("write"))
        said = count(tokens.get("output")) + count(tokens.get("reasoning"))
        spent = Tokens(count(tokens.get("input")), said, read, wrote)
        if any(spent):
            self._count(info.get("id"), at, string(info.get("modelID")), spent)

    def _tool(self, part: Record, at: int | None) -> Iterator[NewEvent]:
        """A call once it has ended; one that still runs is read with its session next time."""
        state = record_of(part.get("state"))
        status, time = state.get("status"), record_of(state.get("time"))
        if status not in _ENDED:
            return
        metadata = record_of(state.get("metadata"))
        printed = metadata.get("output") if "exit" in metadata else None
        text = string(state.get("error")) or string(printed) or string(state.get("output")) or ""
        given, code = record_of(state.get("input")), metadata.get("exit")
        call = Call(str(part.get("tool")), given, millis(time.get("start")) or at)
        known = isinstance(code, int) and not isinstance(code, bool) and abs(code) < _LARGEST_CODE
        # A command without its exit code was aborted, or run by the user beside the model.
        is_open = describe(call.name, given, self.name)["kind"] == "shell" and not known
        failed = True if status == "error" else None if is_open else bool(known and code)
        yield self._called(
            part.get("callID"), call, millis(time.get("end")) or call.at, text.rstrip("\n"),
            failed=failed, exit_code=code if known else None,
            denied=status == "error" and text.startswith(_REFUSALS),
        )  # fmt: skip


def _session(info: Record) -> str | None:
    """The session's id; one that another session began is below that."""
    own, parent = string(info.get("id")), string(info.get("parentID"))
    return f"{parent}/{own}" if own and parent else own

"""What the readers of transcripts share; what each promises is `agents/reader.py`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

from blackboard import ids
from blackboard.agents.tools import describe
from blackboard.event import NewEvent, Payload
from blackboard.event import micros as parse_time
from blackboard.events import streams
from blackboard.events.session import MessageRecorded, ToolCalled
from blackboard.redaction.private import without_private
from blackboard.vocabulary import Author

Record = dict[str, Any]

_MOST_SAID = 20_000
_MOST_OF_A_FAILURE = 8_000
_MOST_OF_A_SUCCESS = 2_000
_MOST_OF_AN_INPUT = 4_000
_WHOLE: ContextVar[bool] = ContextVar("whole", default=False)
_DEEPEST = 12
_LONGEST_NAME = 400


class Call(NamedTuple):
    """A tool call whose result has not come yet."""

    name: str
    input: Record
    at: int | None


class Waiting:
    """Where to resume: at the record with which something was left open that still is.

    Until everything is closed again the records in between must be read anew, because what is
    open now depends on what was open then. What was counted before that record is remembered with
    it, so that reading it anew counts nothing twice.
    """

    def __init__(self) -> None:
        self.since: int | None = None
        self._before: Any = None

    def mark(self, offset: int, *, is_open: bool, before: Any = None) -> None:
        """Note after a record whether anything is left open, and what was counted before it."""
        if not is_open:
            self.since = None
        elif self.since is None:
            self.since, self._before = offset, before

    def counted(self, now: Any) -> Any:
        """What had been counted where reading resumes, which is here if nothing is open."""
        return now if self.since is None else self._before


class Speaker:
    """Makes the events of one session, with ids that are the same whenever it is read."""

    def __init__(self, session: str, agent: str, stream: str | None = None) -> None:
        self.session = session
        self.agent = agent
        self.stream = stream or streams.session(session)
        self.project: str | None = None
        self.begun = False

    def event(self, type_: str, key: str, at: int | None, payload: Payload) -> NewEvent:
        """An event of this session, the same for the same key."""
        return NewEvent(
            type=type_,
            stream=self.stream,
            payload={"session": self.session, **payload},
            project=self.project,
            actor=self.agent,
            occurred_at=at,
            id=ids.derived(self.stream, f"{type_}:{key}"),
            correlation=self.session,
        )

    def started(self, at: int | None, **known: Any) -> NewEvent:
        """The beginning of the session."""
        self.begun = True
        given = {field: value for field, value in known.items() if isinstance(value, str) and value}
        return self.event("session.started", "", at, {"agent": self.agent, **given})

    def said(
        self,
        role: str,
        key: str,
        at: int | None,
        text: str,
        message: object = None,
        *,
        author: Author | None = None,
    ) -> Iterator[NewEvent]:
        """A message, if it has any words; without an author the role proves the model alone."""
        words = without_private(text).strip()
        if words:
            known = author or ("agent" if role == "assistant" else "unknown")
            payload: Record = {"role": role, "text": shorten(words, _MOST_SAID), "said_by": known}
            if isinstance(message, str):
                payload["message"] = message
            event = self.event(MessageRecorded.type, key, at, payload)
            yield event._replace(schema=MessageRecorded.version)

    def called(
        self,
        key: str,
        call: Call,
        at: int | None,
        output: str,
        *,
        failed: bool | None,
        exit_code: int | None = None,
        denied: bool = False,
        corrected: bool = False,
        author: Author = "tool",
    ) -> NewEvent:
        """A tool call with its result, and who wrote that."""
        output = without_private(output)  # before it is shortened, which could take away a tag
        most = _MOST_OF_A_FAILURE if failed else _MOST_OF_A_SUCCESS
        most = len(output) if _WHOLE.get() else most
        given = _shorten_input(call.input)
        payload: Record = {
            "call": key,
            "name": call.name,
            "input": given,
            **describe(call.name, given, self.agent),
            "output": shorten(output, most),
            "said_by": author,
            "output_chars": len(output),
        }
        if failed is not None:
            payload["failed"] = failed
        if exit_code is not None:
            payload["exit_code"] = exit_code
        if denied:
            payload["denied"] = True
        if corrected:
            payload["corrected"] = True
        if at is not None and call.at is not None and call.at < at:
            payload["called_at"] = call.at
        event = self.event(ToolCalled.type, key, at or call.at, payload)
        return event._replace(schema=ToolCalled.version)


@contextmanager
def whole_outputs() -> Iterator[None]:
    """Let readers give whole outputs, for who reads a transcript again and appends nothing."""
    token = _WHOLE.set(True)
    try:
        yield
    finally:
        _WHOLE.reset(token)


def string(value: object) -> str | None:
    """A field that should be a string, or None where it is something else."""
    return value if isinstance(value, str) else None


def name(value: object, otherwise: str) -> str:
    """A name that an envelope allows; of another one, what it allows, or `otherwise`."""
    if not isinstance(value, str):
        return otherwise
    # A blank is printable too.
    kept = value if value.isprintable() else "".join(filter(str.isprintable, value))
    return kept[:_LONGEST_NAME] if kept.strip() else otherwise


def time_of(record: Record) -> int | None:
    """A record's timestamp in microseconds, or None where it has none that can be read."""
    stamp = record.get("timestamp")
    if not isinstance(stamp, str):
        return None
    try:
        return parse_time(stamp)
    except ValueError:
        return None


def shorten(text: str, most: int) -> str:
    """A text with its middle left out when it is too long, cut at white space.

    >>> shorten("one two three four five six seven eight nine ten", 28)
    'one two\\n[… 27 characters …]\\neight nine ten'
    """
    if len(text) <= most:
        return text
    keep = most // 2
    head = text[:keep].rsplit(None, 1)[0] if text[keep : keep + 1].strip() else text[:keep]
    tail = text[-keep:]
    tail = tail.split(None, 1)[-1] if text[-keep - 1 : -keep].strip() else tail
    head, tail = head.rstrip(), tail.lstrip()
    return f"{head}\n[… {len(text) - len(head) - len(tail)} characters …]\n{tail}"


def text_of(content: object) -> str:
    """The text of a message's content: a string, or the text blocks of a list."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    texts = (block.get("text") for block in content if isinstance(block, dict))
    return "\n".join(text for text in texts if isinstance(text, str))


def _shorten_input(value: Any, depth: int = 0) -> Any:
    """An input without what is private, too long or nested too deep."""
    if isinstance(value, str):
        return shorten(without_private(value), _MOST_OF_AN_INPUT)
    if isinstance(value, dict | list) and depth >= _DEEPEST:
        return "[… nested deeper …]"
    if isinstance(value, dict):
        named = ((without_private(str(key)), each) for key, each in value.items())
        return {key: _shorten_input(each, depth + 1) for key, each in named}
    if isinstance(value, list):
        return [_shorten_input(each, depth + 1) for each in value[:200]]
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        return str(value)
    return value
